// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the Fourier transforms. All of them decompose to fft_planned, which FftLoops.h lowers.
// This file knows how complex numbers are stored in tensors, and has the reference evaluation.
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/SpectralOps.h"
#include "dialects/rlx/ops/spectral/FftLoops.h"
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <numbers>

using namespace mlir;
using namespace rlx;

namespace {

// The element type of a real number, or of a complex number's parts.
Type partOf(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}
Type computeType(Type element) {
  return accumulatorType(partOf(element));
}

// How the numbers of a transform are stored in inputs and results.
struct FftForm {
  std::optional<FftLayout> layout;
  size_t numInputs, numResults;
  int64_t axis, length;

  bool isReal() const { return !layout && numInputs == 1; }
  bool readsHalf() const { return !layout && numInputs == 2 && numResults == 1; }
  bool writesHalf() const { return isReal() && numResults == 2; }
  int64_t inputSize() const {
    if (layout == FftLayout::Block)
      return 2 * length;
    return readsHalf() ? length / 2 + 1 : length;
  }
  int64_t numStored() const { return writesHalf() ? length / 2 + 1 : length; }
  int64_t resultSize() const { return layout == FftLayout::Block ? 2 * length : numStored(); }
};

FftForm formOf(FftPlannedOp op) {
  return {op.getLayout(), op.getInputs().size(), size_t(op.getResultCount()),
          normalizedAxis(op.getAxis(), cast<ShapedType>(op.getInputs()[0].getType()).getRank()),
          int64_t(op.getLength())};
}

double scaleOf(FftNorm norm, bool inverse, int64_t length) {
  if (norm == FftNorm::Ortho)
    return 1 / std::sqrt(double(length));
  bool isScaled = norm == (inverse ? FftNorm::Backward : FftNorm::Forward);
  return isScaled ? 1 / double(length) : 1;
}

// ---- infer ----

std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

// Normalizes `axis` and returns its size.
LogicalResult checkAxis(InferContext &ctx, const Dims &shape, int64_t &axis, int64_t &size) {
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // fft_c1, fft_parts_c1, rfft_c1, irfft_c1
    return failure();
  std::optional<int64_t> known = InferContext::staticValue(shape[axis]);
  if (!known || *known < 1) // fft_c2, fft_parts_c2, rfft_c2
    return ctx.fail("expects a static size of at least 1 along the transformed dimension " +
                    Twine(axis) + ", but got " + toString(shape));
  size = *known;
  return success();
}

// Checks fft_c5 and fft_planned_c9, then fft_c4 and fft_planned_c7.
LogicalResult checkLayout(InferContext &ctx, std::optional<FftLayout> layout, const Dims &shape,
                          int64_t axis, Type element) {
  bool wantsComplex = layout == FftLayout::Complex;
  if (wantsComplex != isa<ComplexType>(element))
    return ctx.fail("expects " +
                    Twine(wantsComplex ? "complex elements in layout complex"
                                       : "floating-point elements except in layout complex") +
                    ", but got " + describe(element));
  int64_t last = shape.size() - 1;
  if (layout == FftLayout::Pairs && (axis == last || InferContext::staticValue(shape[last]) != 2))
    return ctx.fail("expects in layout pairs a last dimension of size 2 that is not the "
                    "transformed one, but got " +
                    toString(shape) + " with axis " + Twine(axis));
  return success();
}

// Checks that two inputs are the parts of one tensor: fft_parts_c3, irfft_c4, fft_planned_c2;
// fft_parts_c4, irfft_c5.
LogicalResult checkParts(InferContext &ctx, ValueRange parts) {
  if (failed(expectSameElementType(ctx, parts)))
    return failure();
  return expectShape(ctx, "the imaginary part", parts[1], ctx.shape(parts[0]));
}

} // namespace

LogicalResult FftOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis(), size;
  Type element = InferContext::elementType(op.getInput());
  if (failed(checkAxis(ctx, shape, axis, size)) ||
      failed(checkLayout(ctx, op.getLayout(), shape, axis, element)))
    return failure();
  if (op.getLayout() == FftLayout::Block && size % 2 != 0) // fft_c3
    return ctx.fail(
        "expects an even size along the transformed dimension in layout block, but got " +
        toString(shape));
  results.push_back({shape, element});
  return success();
}

LogicalResult FftPartsOp::infer(InferContext &ctx, Adaptor op,
                                SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getReal());
  int64_t axis = op.getAxis(), size;
  if (failed(checkAxis(ctx, shape, axis, size)) || failed(checkParts(ctx, op.getOperands())))
    return failure();
  results.append(2, {shape, InferContext::elementType(op.getReal())});
  return success();
}

LogicalResult RfftOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis(), size;
  if (failed(checkAxis(ctx, shape, axis, size)))
    return failure();
  shape[axis] = ctx.constant(size / 2 + 1);
  results.append(2, {shape, InferContext::elementType(op.getInput())});
  return success();
}

LogicalResult IrfftOp::infer(InferContext &ctx, Adaptor op,
                             SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getReal());
  int64_t axis = op.getAxis(), length = op.getLength();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // irfft_c1
    return failure();
  if (length < 1) // irfft_c2
    return ctx.fail("expects a length of at least 1, but got " + Twine(length));
  if (InferContext::staticValue(shape[axis]) != length / 2 + 1) // irfft_c3
    return ctx.fail("expects the size " + Twine(length / 2 + 1) + " along dimension " +
                    Twine(axis) + " for a length of " + Twine(length) + ", but got " +
                    toString(shape));
  if (failed(checkParts(ctx, op.getOperands())))
    return failure();
  shape[axis] = ctx.constant(length);
  results.push_back({shape, InferContext::elementType(op.getReal())});
  return success();
}

LogicalResult FftPlannedOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  ValueRange inputs = op.getInputs();
  int64_t numResults = op.getResultCount(), length = op.getLength(), axis = op.getAxis();
  if (inputs.empty() || inputs.size() > 2 || numResults < 1 || numResults > 2) // fft_planned_c1
    return ctx.fail("expects one or two inputs and results, but got " + Twine(inputs.size()) +
                    " and " + Twine(numResults));
  if (inputs.size() == 2 && failed(checkParts(ctx, inputs)))
    return failure();
  if (op.getLayout() && (inputs.size() != 1 || numResults != 1)) // fft_planned_c3
    return ctx.fail("expects one input and one result with a layout");
  Dims shape = ctx.shape(inputs[0]);
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // fft_planned_c4
    return failure();
  if (length < 1 || length > kMaxFftLength) // fft_planned_c6
    return ctx.fail("expects a length from 1 to " + Twine(kMaxFftLength) + ", but got " +
                    Twine(length));
  FftForm form{op.getLayout(), inputs.size(), size_t(numResults), axis, length};
  if (InferContext::staticValue(shape[axis]) != form.inputSize()) // fft_planned_c5
    return ctx.fail("expects the size " + Twine(form.inputSize()) + " along dimension " +
                    Twine(axis) + ", but got " + toString(shape));
  Type element = InferContext::elementType(inputs[0]);
  Type tableType = InferContext::elementType(op.getTable());
  if (failed(checkLayout(ctx, op.getLayout(), shape, axis, element)))
    return failure();
  if (tableType != computeType(element)) // fft_planned_c10
    return ctx.fail("expects a table of " + describe(computeType(element)) + ", but got " +
                    describe(tableType));
  Dims table = {ctx.constant(2), ctx.constant(FftPlan(length).tableSize)};
  if (failed(expectShape(ctx, "the table", op.getTable(), table))) // fft_planned_c8
    return failure();
  shape[axis] = ctx.constant(form.resultSize());
  results.append(numResults, {shape, element});
  return success();
}

LogicalResult FftRadix2Op::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getReal());
  if (shape.size() != 2) // fft_radix2_c1
    return ctx.fail("expects parts of rank 2, but got rank " + Twine(shape.size()));
  if (failed(expectShape(ctx, "the imaginary part", op.getImag(), shape)) || // fft_radix2_c2
      failed(expectSameElementType(ctx, op.getOperands())))                  // fft_radix2_c3
    return failure();
  Dims table = {ctx.constant(2), shape[1].floorDiv(2)};
  if (failed(expectShape(ctx, "the table", op.getTable(), table))) // fft_radix2_c4
    return failure();
  results.append(2, {shape, InferContext::elementType(op.getReal())});
  return success();
}

// ---- decompose ----

namespace {

FailureOr<SmallVector<Value>> decomposePlanned(OpBuilder &b, Location loc, LoweringReason &why,
                                               ValueRange inputs, std::optional<FftLayout> layout,
                                               int64_t axis, int64_t length, int64_t numResults,
                                               FftNorm norm, bool inverse) {
  if (length > kMaxFftLength)
    return why.because("its length " + Twine(length) + " is above " + Twine(kMaxFftLength));
  FftPlan plan(length);
  ref::Tensor table({2, plan.tableSize}, computeType(getElementTypeOrSelf(inputs[0].getType())));
  for (auto [i, value] : llvm::enumerate(plan.table())) {
    table.floats[i] = value.real();
    table.floats[plan.tableSize + i] = value.imag();
  }
  table.roundToElementType();
  Value constant = ConstantOp::create(b, loc, ref::toElements(table));
  FftLayoutAttr attr = layout ? FftLayoutAttr::get(b.getContext(), *layout) : FftLayoutAttr();
  auto op = FftPlannedOp::create(b, loc, inputs, constant, attr, axis, length, numResults,
                                 llvm::APFloat(scaleOf(norm, inverse, length)), inverse);
  return SmallVector<Value>(op.getResults());
}

int64_t sizeAlong(Value tensor, int64_t axis) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return type.getDimSize(normalizedAxis(axis, type.getRank()));
}

} // namespace

FailureOr<SmallVector<Value>> FftOp::decompose(OpBuilder &b, LoweringReason &why) {
  int64_t size = sizeAlong(getInput(), getAxis());
  return decomposePlanned(b, getLoc(), why, getInput(), getLayout(), getAxis(),
                          getLayout() == FftLayout::Block ? size / 2 : size, 1, getNorm(),
                          getInverse());
}

FailureOr<SmallVector<Value>> FftPartsOp::decompose(OpBuilder &b, LoweringReason &why) {
  return decomposePlanned(b, getLoc(), why, getOperands(), std::nullopt, getAxis(),
                          sizeAlong(getReal(), getAxis()), 2, getNorm(), getInverse());
}

FailureOr<SmallVector<Value>> RfftOp::decompose(OpBuilder &b, LoweringReason &why) {
  return decomposePlanned(b, getLoc(), why, getInput(), std::nullopt, getAxis(),
                          sizeAlong(getInput(), getAxis()), 2, getNorm(), /*inverse=*/false);
}

FailureOr<SmallVector<Value>> IrfftOp::decompose(OpBuilder &b, LoweringReason &why) {
  return decomposePlanned(b, getLoc(), why, getOperands(), std::nullopt, getAxis(), getLength(), 1,
                          getNorm(), /*inverse=*/true);
}

// ---- lowerToLinalg ----

namespace {

// Loads and stores the numbers of a transform in the form of its tensors.
class NumberAccess {
public:
  NumberAccess(const FftForm &form, ValueRange inputs, Type element)
      : form(form), inputs(inputs), element(element), compute(computeType(element)) {}

  FftNumber read(OpBuilder &b, Location loc, ValueRange row, Value k) const {
    if (form.layout == FftLayout::Complex) {
      Value z = tensor::ExtractOp::create(b, loc, inputs[0], at(row, k));
      return {complex::ReOp::create(b, loc, z), complex::ImOp::create(b, loc, z)};
    }
    if (form.layout)
      return {part(b, loc, inputs[0], at(row, k)),
              part(b, loc, inputs[0], imaginaryAt(b, loc, row, k))};
    if (form.isReal())
      return {part(b, loc, inputs[0], at(row, k)), scalarConstant(b, loc, compute, 0)};
    if (!form.readsHalf())
      return {part(b, loc, inputs[0], at(row, k)), part(b, loc, inputs[1], at(row, k))};
    // Number N - k is the conjugate of number k.
    Value mirrored = arith::SubIOp::create(b, loc, indexConstant(b, loc, form.length), k);
    Value known = arith::MinSIOp::create(b, loc, k, mirrored);
    Value im = part(b, loc, inputs[1], at(row, known));
    Value isKnown = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, known, k);
    Value conjugate = arith::NegFOp::create(b, loc, im);
    return {part(b, loc, inputs[0], at(row, known)),
            arith::SelectOp::create(b, loc, isKnown, im, conjugate)};
  }

  SmallVector<Value> write(OpBuilder &b, Location loc, ValueRange results, ValueRange row, Value k,
                           FftNumber y) const {
    auto put = [&](Value x, Value to, ArrayRef<Value> position) -> Value {
      return tensor::InsertOp::create(b, loc, convertFloat(b, loc, x, partOf(element)), to,
                                      position);
    };
    if (form.layout == FftLayout::Complex) {
      Value z = complex::CreateOp::create(b, loc, element, y.re, y.im);
      return {tensor::InsertOp::create(b, loc, z, results[0], at(row, k))};
    }
    Value re = put(y.re, results[0], at(row, k));
    if (form.layout)
      return {put(y.im, re, imaginaryAt(b, loc, row, k))};
    if (results.size() == 1)
      return {re};
    return {re, put(y.im, results[1], at(row, k))};
  }

private:
  SmallVector<Value> at(ValueRange row, Value k) const {
    SmallVector<Value> position(row);
    position[form.axis] = k;
    return position;
  }
  // The index of an imaginary part in layouts block and pairs.
  SmallVector<Value> imaginaryAt(OpBuilder &b, Location loc, ValueRange row, Value k) const {
    SmallVector<Value> position = at(row, k);
    if (form.layout == FftLayout::Pairs)
      position.back() = indexConstant(b, loc, 1);
    else
      position[form.axis] = arith::AddIOp::create(b, loc, k, indexConstant(b, loc, form.length));
    return position;
  }
  Value part(OpBuilder &b, Location loc, Value from, ArrayRef<Value> position) const {
    return convertFloat(b, loc, tensor::ExtractOp::create(b, loc, from, position), compute);
  }

  const FftForm &form;
  ValueRange inputs;
  Type element, compute;
};

} // namespace

FailureOr<SmallVector<Value>> FftPlannedOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &) {
  FftForm form = formOf(*this);
  FftPlan plan(form.length);
  Type element = operandElement(*this);
  SmallVector<Value> inits;
  for (unsigned i = 0; i < form.numResults; ++i)
    inits.push_back(emptyResult(b, *this, operands, i));
  SmallVector<int64_t> taken = {form.axis};
  if (form.layout == FftLayout::Pairs)
    taken.push_back(cast<ShapedType>(inits[0].getType()).getRank() - 1);
  FftLoops loops{plan,         computeType(element),         operands.back(),
                 getInverse(), getScale().convertToDouble(), form.numStored(),
                 taken};
  NumberAccess access(form, operands.drop_back(), element);
  auto load = [&](OpBuilder &n, Location l, ValueRange row, Value k) {
    return access.read(n, l, row, k);
  };
  auto store = [&](OpBuilder &n, Location l, ValueRange results, ValueRange row, Value k,
                   FftNumber y) { return access.write(n, l, results, row, k, y); };
  return loops.emit(b, getLoc(), inits, load, store);
}

FailureOr<SmallVector<Value>> FftRadix2Op::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                         LoweringReason &) {
  Value inits[] = {emptyResult(b, *this, operands, 0), emptyResult(b, *this, operands, 1)};
  return emitRadix2(b, getLoc(), operands[0], operands[1], operands[2], getInverse(), inits);
}

// ---- evaluate ----

namespace {

using Number = std::complex<long double>;

// The sums of the definition, split by the smallest factor p of the length:
// X[k] = sum over q < p of e^(-+2 pi i q k / N) * (transform of x[q], x[q + p], ..)[k].
std::vector<Number> transformed(const std::vector<Number> &x, long double sign) {
  size_t size = x.size(), p = 2;
  while (p * p <= size && size % p != 0)
    ++p;
  if (p * p > size)
    p = size;
  size_t rest = size / p;
  std::vector<Number> result(size);
  if (size == 1)
    return x;
  std::vector<Number> roots(size);
  for (size_t i = 0; i < size; ++i)
    roots[i] = std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> * i / size);
  for (size_t q = 0; q < p; ++q) {
    std::vector<Number> part(rest);
    for (size_t i = 0; i < rest; ++i)
      part[i] = x[q + i * p];
    part = transformed(part, sign);
    for (size_t k = 0; k < size; ++k)
      result[k] += roots[q * k % size] * part[k % rest];
  }
  return result;
}

int64_t offsetOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> position) {
  int64_t offset = 0;
  for (auto [size, i] : llvm::zip(shape, position))
    offset = offset * size + i;
  return offset;
}

// Calls visit(tensor, offset of the real part, offset of the imaginary part, number k) for the
// first `count` numbers of the transform at `row` in `tensors`. For complex tensors, offsets count
// parts.
template <typename Visit>
void visitNumbers(const FftForm &form, ArrayRef<int64_t> shape, ArrayRef<int64_t> row,
                  int64_t count, Visit visit) {
  SmallVector<int64_t> position(row);
  for (int64_t k = 0; k < count; ++k) {
    position[form.axis] = k;
    int64_t re = offsetOf(shape, position), im = re;
    if (form.layout == FftLayout::Complex) {
      re *= 2;
      im = re + 1;
    } else if (form.layout == FftLayout::Pairs) {
      im = re + 1;
    } else if (form.layout == FftLayout::Block) {
      position[form.axis] = k + form.length;
      im = offsetOf(shape, position);
    }
    visit(k, re, im);
  }
}

std::vector<Number> readNumbers(const FftForm &form, ArrayRef<ref::Tensor> in,
                                ArrayRef<int64_t> row) {
  std::vector<Number> x(form.length);
  const ref::Tensor &imaginary = in.size() == 2 ? in[1] : in[0];
  int64_t count = form.readsHalf() ? form.length / 2 + 1 : form.length;
  visitNumbers(form, in[0].shape, row, count, [&](int64_t k, int64_t re, int64_t im) {
    x[k] = {in[0].floats[re], form.isReal() ? 0 : imaginary.floats[im]};
    if (form.readsHalf() && 2 * k != form.length && k > 0)
      x[form.length - k] = std::conj(x[k]);
  });
  return x;
}

llvm::Error evaluateTransform(const FftForm &form, ArrayRef<ref::Tensor> in,
                              MutableArrayRef<ref::Tensor> out, double scale, bool inverse) {
  SmallVector<int64_t> rows(in[0].shape);
  rows[form.axis] = 1;
  if (form.layout == FftLayout::Pairs)
    rows.back() = 1;
  ref::forEachIndex(rows, [&](ArrayRef<int64_t> row, int64_t) {
    std::vector<Number> y = transformed(readNumbers(form, in, row), inverse ? 1 : -1);
    ref::Tensor &imaginary = out.size() == 2 ? out[1] : out[0];
    visitNumbers(form, out[0].shape, row, form.numStored(), [&](int64_t k, int64_t re, int64_t im) {
      if (form.layout || out.size() == 2)
        imaginary.floats[im] = double(scale * y[k].imag());
      out[0].floats[re] = double(scale * y[k].real());
    });
  });
  return llvm::Error::success();
}

} // namespace

llvm::Error FftOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                            MutableArrayRef<ref::Tensor> out) {
  int64_t axis = normalizedAxis(getAxis(), in[0].rank());
  int64_t length = in[0].shape[axis] / (getLayout() == FftLayout::Block ? 2 : 1);
  return evaluateTransform({getLayout(), 1, 1, axis, length}, in, out,
                           scaleOf(getNorm(), getInverse(), length), getInverse());
}

llvm::Error FftPartsOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                 MutableArrayRef<ref::Tensor> out) {
  int64_t axis = normalizedAxis(getAxis(), in[0].rank()), length = in[0].shape[axis];
  return evaluateTransform({std::nullopt, 2, 2, axis, length}, in, out,
                           scaleOf(getNorm(), getInverse(), length), getInverse());
}

llvm::Error RfftOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  int64_t axis = normalizedAxis(getAxis(), in[0].rank()), length = in[0].shape[axis];
  return evaluateTransform({std::nullopt, 1, 2, axis, length}, in, out,
                           scaleOf(getNorm(), false, length), false);
}

llvm::Error IrfftOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                              MutableArrayRef<ref::Tensor> out) {
  int64_t axis = normalizedAxis(getAxis(), in[0].rank()), length = getLength();
  return evaluateTransform({std::nullopt, 2, 1, axis, length}, in, out,
                           scaleOf(getNorm(), true, length), true);
}

llvm::Error FftPlannedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  return evaluateTransform(formOf(*this), in.drop_back(), out, getScale().convertToDouble(),
                           getInverse());
}

llvm::Error FftRadix2Op::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  if (in[0].numElements() == 0)
    return llvm::Error::success();
  return evaluateTransform({std::nullopt, 2, 2, /*axis=*/1, in[0].shape[1]}, in.take_front(2), out,
                           /*scale=*/1, getInverse());
}
