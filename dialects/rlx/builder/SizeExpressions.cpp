// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of SizeExpressions.h.
#include "dialects/rlx/builder/SizeExpressions.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace rlx::graph {

// Terms of the longest expression. A size may be used twice in the next one, so without a limit
// expressions can double with every op.
static constexpr unsigned kMaxTerms = 32;

// The number of terms, or more than kMaxTerms.
static unsigned numTerms(Dim dim) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(dim);
  if (!binary)
    return 1;
  unsigned terms = numTerms(binary.getLHS());
  return terms > kMaxTerms ? terms : terms + numTerms(binary.getRHS());
}

Dim SizeExpressions::bounded(Dim dim) {
  return numTerms(dim) > kMaxTerms ? unknown() : dim;
}

Dim SizeExpressions::unknown() {
  names.emplace_back();
  return getAffineSymbolExpr(names.size() - 1, getContext());
}

Dims SizeExpressions::shape(Value value) {
  auto [known, isNew] = shapes.try_emplace(value);
  if (!isNew)
    return known->second;
  Dims dims; // of a body's argument
  for (int64_t size : cast<RankedTensorType>(value.getType()).getShape())
    dims.push_back(ShapedType::isDynamic(size) ? unknown() : constant(size));
  return shapes[value] = dims;
}

Dim SizeExpressions::index(Value value) {
  auto [known, isNew] = indices.try_emplace(value);
  if (!isNew)
    return known->second;
  APInt number;
  Dim dim =
      matchPattern(value, m_ConstantInt(&number)) ? constant(number.getSExtValue()) : unknown();
  return indices[value] = dim;
}

void SizeExpressions::addArgument(Value argument, ArrayRef<Attribute> dimNames) {
  Dims dims;
  for (auto [d, size] : llvm::enumerate(cast<RankedTensorType>(argument.getType()).getShape())) {
    if (!ShapedType::isDynamic(size)) {
      dims.push_back(constant(size));
      continue;
    }
    StringRef name = cast<StringAttr>(dimNames[d]).getValue();
    auto [symbol, isNew] = symbols.try_emplace(name, names.size());
    if (isNew)
      names.push_back(name.str());
    dims.push_back(getAffineSymbolExpr(symbol->second, getContext()));
  }
  shapes[argument] = dims;
}

void SizeExpressions::addBodyArgument(Value argument, Value operand) {
  if (!isa<RankedTensorType>(operand.getType()))
    return;
  ArrayRef<int64_t> sizes = cast<RankedTensorType>(argument.getType()).getShape();
  Dims dims = shape(operand);
  if (dims.size() < sizes.size())
    return;
  dims.erase(dims.begin(), dims.end() - sizes.size());
  for (auto [dim, size] : llvm::zip(dims, sizes))
    if (!ShapedType::isDynamic(size))
      dim = constant(size);
  shapes[argument] = dims;
}

void SizeExpressions::addResults(Operation *op) {
  auto inference = dyn_cast<SymbolicShapeOpInterface>(op);
  SmallVector<InferredType> types;
  if (!inference || failed(inference.inferSymbolic(*this, types)))
    return;
  for (auto [result, type] : llvm::zip(op->getResults(), types)) {
    Dims dims;
    for (auto [size, dim] :
         llvm::zip(cast<RankedTensorType>(result.getType()).getShape(), type.dims))
      dims.push_back(ShapedType::isDynamic(size) ? bounded(dim) : constant(size));
    shapes[result] = dims;
  }
}

void SizeExpressions::addSize(Value size, Value tensor, unsigned dim) {
  indices[size] = shape(tensor)[dim];
}

void SizeExpressions::addSize(Value size, char operation, Value lhs, Value rhs) {
  const Dim a = index(lhs), b = index(rhs);
  switch (operation) {
  case '+':
    indices[size] = bounded(a + b);
    break;
  case '-':
    indices[size] = bounded(a - b);
    break;
  case '*':
    indices[size] = bounded(a * b);
    break;
  default:
    indices[size] = staticValue(b).value_or(1) > 0 ? bounded(a.floorDiv(b)) : unknown();
  }
}

// A name that could be taken for an expression stands in quotes.
std::string SizeExpressions::nameOf(unsigned symbol) const {
  const std::string &name = names[symbol];
  if (name.empty())
    return "?" + std::to_string(symbol);
  const bool isPlain = !llvm::isDigit(name.front()) &&
                       llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return isPlain ? name : "'" + name + "'";
}

std::string SizeExpressions::text(Value tensor, unsigned dim) {
  std::string expression, text;
  llvm::raw_string_ostream(expression) << shape(tensor)[dim];
  // The names of symbols instead of "s" and their numbers.
  StringRef rest = expression;
  while (!rest.empty()) {
    const size_t length = rest.size();
    unsigned symbol = 0;
    StringRef number = rest.drop_front();
    if (rest.front() == 's' && !number.consumeInteger(10, symbol) && symbol < names.size()) {
      text += nameOf(symbol);
      rest = number;
      continue;
    }
    text += rest.take_front(1);
    rest = rest.take_back(length - 1);
  }
  return text;
}

} // namespace rlx::graph
