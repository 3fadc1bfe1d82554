// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops of the check dialect: verifiers, and evaluation by the reference interpreter. Values of
// check.fill are a pure function of seed and index. Expectations are judged by `judge`, which calls
// the comparison of dialects/rlx/reference/Compare.h.
#include "dialects/check/CheckDialect.h"

#include <cmath>

#include "dialects/check/Random.h"
#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "dialects/rlx/reference/Compare.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::check;

#include "dialects/check/CheckDialect.cpp.inc"
#include "dialects/check/CheckEnums.cpp.inc"

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/check/CheckOps.cpp.inc"
      >();
}

// `to TYPE`, omitted if it is the literal's own type.
static ParseResult parseLiteralType(OpAsmParser &parser, ElementsAttr value, Type &type) {
  if (succeeded(parser.parseOptionalKeyword("to")))
    return parser.parseType(type);
  type = value.getShapedType();
  return success();
}

static void printLiteralType(OpAsmPrinter &printer, Operation *, ElementsAttr value, Type type) {
  if (type != value.getShapedType())
    printer << "to " << type;
}

#define GET_OP_CLASSES
#include "dialects/check/CheckOps.cpp.inc"

namespace {

// The special values of an element type that check.fill mixes in.
SmallVector<double> floatEdges(FloatType type, Edges edges) {
  if (isScaleFloat(type))
    return {0x1p-127, 1.0, 0x1p127};
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  double largest = APFloat::getLargest(semantics).convertToDouble();
  double normal = APFloat::getSmallestNormalized(semantics).convertToDouble();
  SmallVector<double> values = {0.0, -0.0, 1.0, -1.0, largest, -largest, normal, -normal};
  if (edges == Edges::All && !isNarrow(type)) {
    double subnormal = APFloat::getSmallest(semantics).convertToDouble();
    values.append({subnormal, -subnormal, INFINITY, -INFINITY, NAN});
  }
  return values;
}

SmallVector<int64_t> integerEdges(Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  uint64_t ones = llvm::maskTrailingOnes<uint64_t>(width);
  if (type.isUnsignedInteger() || width == 1)
    return {0, 1, static_cast<int64_t>(ones)};
  int64_t largest = static_cast<int64_t>(ones >> 1);
  return {0, 1, -1, largest, -largest - 1};
}

template <typename T>
T choose(ArrayRef<T> values, uint64_t bits) {
  return values[(bits >> 1) % values.size()];
}

void fillFloats(FillOp op, ref::Tensor &tensor) {
  double low = op.getLow().convertToDouble(), high = op.getHigh().convertToDouble();
  SmallVector<double> edges = floatEdges(cast<FloatType>(tensor.scalarType()), op.getEdges());
  for (int64_t i = 0, e = tensor.numScalars(); i < e; ++i) {
    uint64_t special = draw(op.getSeed(), i, 1);
    if (op.getEdges() != Edges::None && (special & 1))
      tensor.floats[i] = choose<double>(edges, special);
    else
      tensor.floats[i] = low + unitInterval(draw(op.getSeed(), i, 0)) * (high - low);
  }
}

void fillIntegers(FillOp op, ref::Tensor &tensor) {
  auto low = static_cast<int64_t>(op.getLow().convertToDouble());
  if (tensor.elementType.isUnsignedInteger())
    low = std::max<int64_t>(low, 0);
  auto high = static_cast<int64_t>(op.getHigh().convertToDouble());
  uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  if (tensor.elementType.isInteger(1)) {
    low = 0;
    count = 2;
  }
  SmallVector<int64_t> edges = integerEdges(tensor.elementType);
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    uint64_t special = draw(op.getSeed(), i, 1), bits = draw(op.getSeed(), i, 0) >> 11;
    tensor.ints[i] = op.getEdges() != Edges::None && (special & 1)
                         ? choose<int64_t>(edges, special)
                         : low + static_cast<int64_t>(bits % count);
  }
}

// Whether an element type can represent the values from `low` to `high`.
bool holdsRange(Type type, double low, double high) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  if (auto floats = dyn_cast<FloatType>(type)) {
    double largest = APFloat::getLargest(floats.getFloatSemantics()).convertToDouble();
    return -largest <= low && high <= largest;
  }
  // Above 2^53 not every integer is a double.
  if (std::max(std::fabs(low), std::fabs(high)) > 0x1p53)
    return false;
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 1) // takes no range
    return true;
  bool isUnsigned = type.isUnsignedInteger();
  double count = std::ldexp(1.0, isUnsigned ? width : width - 1); // of those that are not negative
  return low >= (isUnsigned ? 0 : -count) && high < count;
}

LogicalResult inferFixed(InferContext &ctx, ArrayRef<int64_t> sizes, RankedTensorType type,
                         SmallVectorImpl<InferredType> &results) {
  Dims dims;
  for (int64_t size : sizes)
    dims.push_back(ctx.constant(size));
  results.push_back({dims, type.getElementType()});
  return success();
}

llvm::Error expectFinite(const ref::Tensor &actual, const ref::Tensor *flushed) {
  for (auto [i, value] : llvm::enumerate(actual.floats)) {
    bool mayBe = flushed && flushed->shape == actual.shape && !std::isfinite(flushed->floats[i]);
    if (!std::isfinite(value) && !mayBe)
      return llvm::createStringError("element " + Twine(actual.isComplex() ? i / 2 : i) + " is " +
                                     std::to_string(value));
  }
  return llvm::Error::success();
}

ref::Tolerance toleranceOf(Operation *op) {
  ref::Tolerance tolerance;
  if (auto eq = dyn_cast<ExpectEqOp>(op)) {
    tolerance.signedZeros = eq.getSignedZeros();
    return tolerance;
  }
  auto close = cast<ExpectCloseOp>(op);
  if (!close.getAtol() && !close.getRtol() && !close.getUlp())
    return ref::toleranceFor(close.getActual());
  tolerance.atol = close.getAtol() ? close.getAtol()->convertToDouble() : 0.0;
  tolerance.rtol = close.getRtol() ? close.getRtol()->convertToDouble() : 0.0;
  tolerance.ulp = close.getUlp().value_or(0);
  return tolerance;
}

} // namespace

bool rlx::check::isExpectation(Operation *op) {
  return isa<ExpectEqOp, ExpectCloseOp, ExpectFiniteOp>(op);
}

llvm::Error rlx::check::judge(Operation *op, const ref::Tensor &actual,
                              ArrayRef<ref::Tensor> expected, const ref::Tensor *flushed) {
  if (isa<ExpectFiniteOp>(op))
    return expectFinite(actual, flushed);
  ref::Comparison comparison = ref::compare(actual, expected[0], toleranceOf(op), flushed);
  if (comparison.ok)
    return llvm::Error::success();
  return llvm::createStringError(comparison.report());
}

// ---- fill ----

LogicalResult FillOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  if (!ref::isSupportedElementType(type.getElementType()))
    return emitOpError("expects an element type of rlx, but got ") << type.getElementType();
  double low = getLow().convertToDouble(), high = getHigh().convertToDouble();
  if (type.getElementType().isUnsignedInteger())
    low = std::max(low, 0.0);
  if (!(low <= high))
    return emitOpError("expects a range [low, high] with low <= high, but got [")
           << low << ", " << high << "]";
  if (!holdsRange(type.getElementType(), low, high))
    return emitOpError("expects a range that ")
           << type.getElementType() << " holds, but got [" << low << ", " << high << "]";
  return success();
}

LogicalResult FillOp::inferSymbolic(InferContext &ctx, SmallVectorImpl<InferredType> &results) {
  auto type = cast<RankedTensorType>(getType());
  ArrayRef<int64_t> sizes = getSizes().value_or(type.getShape());
  if (ShapedType::isDynamicShape(sizes))
    return ctx.fail("expects sizes, because its result type has a dynamic size");
  if (failed(verifyCompatibleShape(sizes, type.getShape())))
    return ctx.fail("expects sizes that agree with its result type");
  return inferFixed(ctx, sizes, type, results);
}

llvm::Error FillOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor>,
                             MutableArrayRef<ref::Tensor> results) {
  bool isFloat = results[0].isFloat() || results[0].isComplex();
  isFloat ? fillFloats(*this, results[0]) : fillIntegers(*this, results[0]);
  return llvm::Error::success();
}

// ---- literal ----

LogicalResult LiteralOp::verify() {
  ShapedType from = getValue().getShapedType();
  auto to = cast<RankedTensorType>(getType());
  if (!ref::isSupportedElementType(to.getElementType()))
    return emitOpError("expects an element type of rlx, but got ") << to.getElementType();
  if (from.getElementType() != to.getElementType() ||
      failed(verifyCompatibleShape(from.getShape(), to.getShape())))
    return emitOpError("expects a result type that agrees with ") << from << ", but got " << to;
  return success();
}

LogicalResult LiteralOp::inferSymbolic(InferContext &ctx, SmallVectorImpl<InferredType> &results) {
  return inferFixed(ctx, getValue().getShapedType().getShape(), cast<RankedTensorType>(getType()),
                    results);
}

llvm::Error LiteralOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor>,
                                MutableArrayRef<ref::Tensor> results) {
  llvm::Expected<ref::Tensor> tensor = ref::fromElements(getValue());
  if (!tensor)
    return tensor.takeError();
  results[0] = std::move(*tensor);
  return llvm::Error::success();
}

// ---- expect_eq ----

LogicalResult ExpectEqOp::inferSymbolic(InferContext &, SmallVectorImpl<InferredType> &) {
  return success();
}

llvm::Error ExpectEqOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> inputs,
                                 MutableArrayRef<ref::Tensor>) {
  return judge(*this, inputs[0], inputs.drop_front(), nullptr);
}

// ---- expect_close ----

LogicalResult ExpectCloseOp::verify() {
  for (auto [name, tolerance] : {std::pair("atol", getAtol()), std::pair("rtol", getRtol())})
    if (tolerance && !(tolerance->isFinite() && tolerance->convertToDouble() >= 0))
      return emitOpError("expects a finite ")
             << name << " of at least 0, but got " << tolerance->convertToDouble();
  if (auto ulp = static_cast<int64_t>(getUlp().value_or(0)); ulp < 0)
    return emitOpError("expects an ulp of at least 0, but got ") << ulp;
  return success();
}

LogicalResult ExpectCloseOp::inferSymbolic(InferContext &, SmallVectorImpl<InferredType> &) {
  return success();
}

llvm::Error ExpectCloseOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> inputs,
                                    MutableArrayRef<ref::Tensor>) {
  return judge(*this, inputs[0], inputs.drop_front(), nullptr);
}

// ---- expect_finite ----

LogicalResult ExpectFiniteOp::inferSymbolic(InferContext &, SmallVectorImpl<InferredType> &) {
  return success();
}

llvm::Error ExpectFiniteOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> inputs,
                                     MutableArrayRef<ref::Tensor>) {
  return judge(*this, inputs[0], inputs.drop_front(), nullptr);
}
