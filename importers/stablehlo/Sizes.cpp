// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Sizes.h. Constants are folded here; index values are arith ops on index.
#include "importers/stablehlo/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace rlx::shlo {
namespace {

constexpr int64_t kMostElements = 64;

enum class Arithmetic { Add, Sub, Mul, Div, Min, Max };

std::optional<Arithmetic> arithmeticOf(StringRef name) {
  return llvm::StringSwitch<std::optional<Arithmetic>>(name)
      .Case("stablehlo.add", Arithmetic::Add)
      .Case("stablehlo.subtract", Arithmetic::Sub)
      .Case("stablehlo.multiply", Arithmetic::Mul)
      .Case("stablehlo.divide", Arithmetic::Div)
      .Case("stablehlo.minimum", Arithmetic::Min)
      .Case("stablehlo.maximum", Arithmetic::Max)
      .Default(std::nullopt);
}

// Null if the result does not fit 64 bits, or a divisor is not positive.
OpFoldResult foldConstants(OpBuilder &b, Arithmetic kind, int64_t lhs, int64_t rhs) {
  int64_t result = 0;
  bool isWrong = false;
  switch (kind) {
  case Arithmetic::Add:
    isWrong = llvm::AddOverflow(lhs, rhs, result);
    break;
  case Arithmetic::Sub:
    isWrong = llvm::SubOverflow(lhs, rhs, result);
    break;
  case Arithmetic::Mul:
    isWrong = llvm::MulOverflow(lhs, rhs, result);
    break;
  case Arithmetic::Div:
    isWrong = rhs <= 0;
    result = isWrong ? 0 : lhs / rhs;
    break;
  case Arithmetic::Min:
    result = std::min(lhs, rhs);
    break;
  case Arithmetic::Max:
    result = std::max(lhs, rhs);
    break;
  }
  return isWrong ? OpFoldResult() : OpFoldResult(b.getI64IntegerAttr(result));
}

OpFoldResult computed(OpBuilder &b, Location loc, Arithmetic kind, OpFoldResult lhs,
                      OpFoldResult rhs) {
  if (!lhs || !rhs)
    return {};
  std::optional<int64_t> left = getConstantIntValue(lhs), right = getConstantIntValue(rhs);
  if (left && right)
    return foldConstants(b, kind, *left, *right);
  if (kind == Arithmetic::Sub && lhs == rhs)
    return b.getI64IntegerAttr(0);
  Value x = getValueOrCreateConstantIndexOp(b, loc, lhs);
  Value y = getValueOrCreateConstantIndexOp(b, loc, rhs);
  switch (kind) {
  case Arithmetic::Add:
    return arith::AddIOp::create(b, loc, x, y).getResult();
  case Arithmetic::Sub:
    return arith::SubIOp::create(b, loc, x, y).getResult();
  case Arithmetic::Mul:
    return arith::MulIOp::create(b, loc, x, y).getResult();
  case Arithmetic::Div: // sizes are not negative
    return right && *right > 0 ? OpFoldResult(arith::FloorDivSIOp::create(b, loc, x, y).getResult())
                               : OpFoldResult();
  case Arithmetic::Min:
    return arith::MinSIOp::create(b, loc, x, y).getResult();
  case Arithmetic::Max:
    return arith::MaxSIOp::create(b, loc, x, y).getResult();
  }
  llvm_unreachable("every kind is handled");
}

// The known elements of a value of the source, if it can hold sizes.
std::optional<Sizes> knownOf(State &state, Value source) {
  auto it = state.sizes.find(source);
  if (it != state.sizes.end())
    return it->second;
  auto type = dyn_cast<RankedTensorType>(source.getType());
  if (!type || !type.hasStaticShape() || type.getRank() > 1 || !type.getElementType().isInteger() ||
      isBool(type.getElementType()) || type.getNumElements() > kMostElements)
    return std::nullopt;
  return Sizes(type.getNumElements());
}

std::optional<Sizes> knownOf(Node &op, unsigned i) {
  return knownOf(op.state(), op.source()->getOperand(i));
}

std::optional<Sizes> constantSizes(Node &op) {
  std::optional<IntList> values = integersOf(op.attr("value"));
  if (!values || values->size() > kMostElements)
    return std::nullopt;
  Sizes sizes;
  for (int64_t value : *values)
    sizes.push_back(op.builder().getI64IntegerAttr(value));
  return sizes;
}

std::optional<Sizes> concatenated(Node &op) {
  Sizes sizes;
  for (unsigned i = 0; i < op.numInputs(); ++i) {
    std::optional<Sizes> known = knownOf(op, i);
    if (!known)
      return std::nullopt;
    llvm::append_range(sizes, *known);
  }
  return sizes;
}

std::optional<Sizes> sliced(Node &op, const Sizes &from) {
  std::optional<IntList> starts = integersOf(op.attr("start_indices")),
                         limits = integersOf(op.attr("limit_indices")),
                         strides = integersOf(op.attr("strides"));
  if (!starts || !limits || starts->size() != 1 || limits->size() != 1 ||
      (strides && *strides != IntList{1}) || (*starts)[0] < 0 ||
      (*limits)[0] > static_cast<int64_t>(from.size()) || (*limits)[0] < (*starts)[0])
    return std::nullopt;
  return Sizes(ArrayRef(from).slice((*starts)[0], (*limits)[0] - (*starts)[0]));
}

std::optional<Sizes> arithmeticOn(Node &op, Arithmetic kind, const Sizes &lhs, const Sizes &rhs) {
  if (lhs.size() != rhs.size())
    return std::nullopt;
  Sizes sizes;
  for (auto [x, y] : llvm::zip(lhs, rhs))
    sizes.push_back(computed(op.builder(), op.loc(), kind, x, y));
  return sizes;
}

// The elements of the result; std::nullopt if they are not known.
std::optional<Sizes> sizesOfResult(Node &op) {
  const StringRef name = op.name();
  if (name == "stablehlo.constant")
    return constantSizes(op);
  if (name == "stablehlo.concatenate")
    return concatenated(op);
  std::optional<Sizes> first = op.numInputs() >= 1 ? knownOf(op, 0) : std::nullopt;
  if (!first)
    return std::nullopt;
  if (name == "stablehlo.convert" || name == "stablehlo.reshape")
    return first;
  if (name == "stablehlo.broadcast_in_dim" && first->size() == 1)
    return Sizes(productOf(op.resultShape()), (*first)[0]);
  if (name == "stablehlo.slice")
    return sliced(op, *first);
  if (name == "stablehlo.clamp" && op.numInputs() == 3) {
    std::optional<Sizes> x = knownOf(op, 1), most = knownOf(op, 2);
    std::optional<Sizes> raised = x ? arithmeticOn(op, Arithmetic::Max, *first, *x) : std::nullopt;
    return raised && most ? arithmeticOn(op, Arithmetic::Min, *raised, *most) : std::nullopt;
  }
  std::optional<Arithmetic> kind = arithmeticOf(name);
  std::optional<Sizes> second = kind && op.numInputs() == 2 ? knownOf(op, 1) : std::nullopt;
  return second ? arithmeticOn(op, *kind, *first, *second) : std::nullopt;
}

} // namespace

void trackSizes(Node &op) {
  const bool isSizeOp = op.name() == "stablehlo.get_dimension_size"; // its handler knows the size
  for (Value result : op.source()->getResults())
    if (!isSizeOp && !isa<func::CallOp>(op.source())) // of an earlier call of the same function
      op.state().sizes.erase(result);
  if (op.numResults() != 1 || op.hasFailed() || op.state().isElementwise || isSizeOp ||
      !knownOf(op.state(), op.source()->getResult(0)))
    return;
  std::optional<Sizes> sizes = sizesOfResult(op);
  if (sizes && llvm::any_of(*sizes, [](OpFoldResult size) { return !!size; }))
    op.state().sizes[op.source()->getResult(0)] = *sizes;
}

Sizes knownSizes(Node &op, unsigned operand) {
  Value tensor = op.in(operand);
  std::optional<Sizes> known = op.hasFailed() ? std::nullopt : knownOf(op, operand);
  op.expect(known && rankOf(tensor) == 1, "operand #" + Twine(operand) +
                                              " to be a vector of at most " + Twine(kMostElements) +
                                              " integers");
  return op.hasFailed() ? Sizes() : *known;
}

Sizes sizesOf(Node &op, unsigned operand) {
  Sizes sizes = knownSizes(op, operand);
  if (llvm::all_of(sizes, [](OpFoldResult size) { return !!size; }))
    return sizes;
  OpBuilder &b = op.builder();
  Value tensor = op.cast(op.in(operand), b.getI64Type());
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (size || op.hasFailed())
      continue;
    Value at = arith::ConstantIndexOp::create(b, op.loc(), static_cast<int64_t>(i));
    Value element = tensor::ExtractOp::create(b, op.loc(), tensor, at);
    size = arith::IndexCastOp::create(b, op.loc(), b.getIndexType(), element).getResult();
  }
  return op.hasFailed() ? Sizes() : sizes;
}

int64_t staticSize(OpFoldResult size) {
  return getConstantIntValue(size).value_or(ShapedType::kDynamic);
}

Value sizeAsTensor(Node &op, OpFoldResult size, Type elementType) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return op.scalar(elementType, static_cast<double>(*constant));
  Value number =
      op.emit("rlx.iota", {cast<Value>(size)}, {op.i64s("static_sizes", {1}), op.i64("axis", 0)});
  return op.cast(op.reshape(number, ArrayRef<int64_t>()), elementType);
}

OpFoldResult add(Node &op, OpFoldResult lhs, OpFoldResult rhs) {
  return computed(op.builder(), op.loc(), Arithmetic::Add, lhs, rhs);
}
OpFoldResult subtract(Node &op, OpFoldResult lhs, OpFoldResult rhs) {
  return computed(op.builder(), op.loc(), Arithmetic::Sub, lhs, rhs);
}
OpFoldResult multiply(Node &op, OpFoldResult lhs, OpFoldResult rhs) {
  return computed(op.builder(), op.loc(), Arithmetic::Mul, lhs, rhs);
}
OpFoldResult divide(Node &op, OpFoldResult lhs, OpFoldResult rhs) {
  return computed(op.builder(), op.loc(), Arithmetic::Div, lhs, rhs);
}

} // namespace rlx::shlo
