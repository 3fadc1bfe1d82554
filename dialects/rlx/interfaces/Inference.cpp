// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Inference.h: broadcasting, static values, and the context that works on types.
// That context keeps a table from unknown sizes to the sizes that they must equal, in which it
// finds contradictions.
#include "dialects/rlx/interfaces/Inference.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace rlx {

RankedTensorType InferredType::type() const {
  SmallVector<int64_t> sizes;
  for (Dim dim : dims)
    sizes.push_back(InferContext::staticValue(dim).value_or(ShapedType::kDynamic));
  return RankedTensorType::get(sizes, elementType);
}

Dim InferContext::constant(int64_t value) const {
  return getAffineConstantExpr(value, context);
}

std::optional<int64_t> InferContext::staticValue(Dim dim) {
  if (auto constant = dyn_cast<AffineConstantExpr>(dim))
    return constant.getValue();
  return std::nullopt;
}

bool InferContext::isNonNegative(Dim value) {
  if (auto known = staticValue(value))
    return *known >= 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(value);
  return !binary || (isNonNegative(binary.getLHS()) && isNonNegative(binary.getRHS()));
}

FailureOr<Dims> InferContext::mixed(ArrayRef<int64_t> staticValues, ValueRange dynamicValues) {
  size_t open = llvm::count_if(staticValues, ShapedType::isDynamic);
  if (open != dynamicValues.size())
    return fail("expects an operand for each entry of a list that is no constant, " + Twine(open) +
                ", but got " + Twine(dynamicValues.size()));
  Dims dims;
  auto next = dynamicValues.begin();
  for (int64_t value : staticValues)
    dims.push_back(ShapedType::isDynamic(value) ? index(*next++) : constant(value));
  for (Dim dim : dims)
    if (int64_t known = staticValue(dim).value_or(0); known > kMaxElements || known < -kMaxElements)
      return fail("expects entries of a magnitude of at most " + Twine(kMaxElements) +
                  ", but got " + Twine(known));
  return dims;
}

LogicalResult InferContext::fail(const Twine &message) {
  return emitOptionalError(location, "'", opName, "' op ", message);
}

std::optional<Dim> InferContext::broadcast(Dim lhs, Dim rhs) {
  if (lhs == rhs)
    return lhs;
  std::optional<int64_t> l = staticValue(lhs), r = staticValue(rhs);
  if (l && *l == 1)
    return rhs;
  if (r && *r == 1)
    return lhs;
  if (l && r)
    return std::nullopt;
  return broadcastDynamic(lhs, rhs);
}

Dim InferContext::broadcastDynamic(Dim lhs, Dim rhs) {
  requireEqual(lhs, rhs, "broadcast, in which no dynamic size is repeated");
  return isStatic(rhs) ? rhs : lhs;
}

std::optional<Dims> InferContext::broadcast(ArrayRef<Dim> lhs, ArrayRef<Dim> rhs) {
  size_t rank = std::max(lhs.size(), rhs.size());
  Dims result(rank);
  for (size_t i = 0; i < rank; ++i) { // i counts from the last dimension
    Dim one = constant(1);
    Dim l = i < lhs.size() ? lhs[lhs.size() - 1 - i] : one;
    Dim r = i < rhs.size() ? rhs[rhs.size() - 1 - i] : one;
    std::optional<Dim> dim = broadcast(l, r);
    if (!dim)
      return std::nullopt;
    result[rank - 1 - i] = *dim;
  }
  return result;
}

std::string toString(ArrayRef<Dim> dims) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      dims, os,
      [&](Dim dim) {
        if (InferContext::isStatic(dim))
          os << dim;
        else
          os << '?';
      },
      "x");
  return text.empty() ? "scalar" : text;
}

Dim TypeInferContext::unknown() {
  return getAffineSymbolExpr(nextSymbol++, getContext());
}

Dims TypeInferContext::shape(Value value) {
  auto [it, inserted] = shapes.try_emplace(value);
  if (!inserted)
    return it->second;
  Dims dims;
  for (int64_t size : cast<ShapedType>(value.getType()).getShape())
    dims.push_back(ShapedType::isDynamic(size) ? unknown() : constant(size));
  shapes[value] = dims;
  return dims;
}

Dim TypeInferContext::index(Value value) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return constant(known.getSExtValue());
  return unknown();
}

Dim TypeInferContext::resolve(Dim dim) const {
  Dim next = dim.replace(equalities);
  while (next != dim) {
    dim = next;
    next = dim.replace(equalities);
  }
  return dim;
}

void TypeInferContext::requireEqual(Dim lhs, Dim rhs, const Twine &why) {
  lhs = resolve(lhs);
  rhs = resolve(rhs);
  std::optional<int64_t> l = staticValue(lhs), r = staticValue(rhs);
  if (l && r && *l != *r && contradiction.empty())
    contradiction = (Twine(*l) + " and " + Twine(*r) + " (" + why + ")").str();
  // An unknown never gets a sum that contains itself, so `resolve` terminates.
  if (isa<AffineSymbolExpr>(rhs))
    std::swap(lhs, rhs);
  auto symbol = dyn_cast<AffineSymbolExpr>(lhs);
  if (symbol && !rhs.isFunctionOfSymbol(symbol.getPosition()))
    equalities[lhs] = rhs;
}

bool areCompatibleResultTypes(TypeRange inferred, TypeRange declared) {
  if (inferred.size() != declared.size())
    return false;
  for (auto [lhs, rhs] : llvm::zip(inferred, declared)) {
    auto l = dyn_cast<RankedTensorType>(lhs), r = dyn_cast<RankedTensorType>(rhs);
    if (!l || !r || l.getElementType() != r.getElementType() ||
        failed(verifyCompatibleShape(l.getShape(), r.getShape())))
      return false;
  }
  return true;
}

} // namespace rlx
