// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the ops that move whole tensors: reshape, transpose, concat, expand. Slices and pads
// are in SlicePad.cpp. A reshape costs nothing at run time; a transpose or expand becomes an
// indexing map of its consumer if they fuse.
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/MixedSizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace rlx;

// ---- reshape ----

LogicalResult ReshapeOp::infer(InferContext &ctx, Adaptor op,
                               SmallVectorImpl<InferredType> &results) {
  Dims from = ctx.shape(op.getInput());
  FailureOr<Dims> to = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(to))
    return failure();
  if (failed(expectSizes(ctx, *to))) // reshape_c2
    return failure();
  Dim before = product(ctx, from), after = product(ctx, *to);
  std::optional<int64_t> b = InferContext::staticValue(before),
                         a = InferContext::staticValue(after);
  if (b && a && *b != *a) // reshape_c1
    return ctx.fail("expects as many elements as the input has, " + Twine(*b) + ", but got " +
                    toString(*to) + " with " + Twine(*a));
  if (before != after)
    ctx.requireEqual(before, after, "cannot reshape");
  results.push_back({*to, InferContext::elementType(op.getInput())});
  return success();
}

// Folds a reshape to the input's own sizes. With dynamic sizes equal types are not enough, because
// the reshape then checks at the start of a run that the sizes fit.
OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  if (getInput().getType() != getType())
    return {};
  return areSizesOf(getMixedValues(getStaticSizes(), getSizes(), getContext()), getInput())
             ? OpFoldResult(getInput())
             : OpFoldResult();
}

// reshape(reshape(x)) -> reshape(x)
LogicalResult ReshapeOp::canonicalize(ReshapeOp op, PatternRewriter &rewriter) {
  auto inner = op.getInput().getDefiningOp<ReshapeOp>();
  if (!inner)
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op.getInputMutable().assign(inner.getInput()); });
  return success();
}

FailureOr<SmallVector<Value>> ReshapeOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                       LoweringReason &) {
  Location loc = getLoc();
  SmallVector<OpFoldResult> sizes = reifyResultShapes(b, *this, operands)[0];
  SmallVector<Value> values = getValueOrCreateConstantIndexOp(b, loc, sizes);
  Value shape = tensor::FromElementsOp::create(
      b, loc, RankedTensorType::get({int64_t(values.size())}, b.getIndexType()), values);
  return SmallVector<Value>{
      tensor::ReshapeOp::create(b, loc, signless(getType()), operands[0], shape)};
}

llvm::Error ReshapeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                MutableArrayRef<ref::Tensor> out) {
  if (in[0].numElements() != out[0].numElements())
    return llvm::createStringError("the numbers of elements differ");
  out[0].floats = in[0].floats;
  out[0].ints = in[0].ints;
  return llvm::Error::success();
}

// ---- transpose ----

LogicalResult TransposeOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  Dims from = ctx.shape(op.getInput()), to;
  ArrayRef<int64_t> perm = op.getPerm();
  if (perm.size() != from.size() || !isPermutationVector(perm)) { // transpose_c1
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(perm, os);
    return ctx.fail("expects a permutation of the " + Twine(from.size()) +
                    " dimensions of the input, but got [" + text + "]");
  }
  for (int64_t dim : perm)
    to.push_back(from[dim]);
  results.push_back({to, InferContext::elementType(op.getInput())});
  return success();
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  return isIdentityPermutation(getPerm()) && getInput().getType() == getType()
             ? OpFoldResult(getInput())
             : OpFoldResult();
}

// transpose(transpose(x)) -> transpose(x)
LogicalResult TransposeOp::canonicalize(TransposeOp op, PatternRewriter &rewriter) {
  auto inner = op.getInput().getDefiningOp<TransposeOp>();
  if (!inner)
    return failure();
  SmallVector<int64_t> perm;
  for (int64_t dim : op.getPerm())
    perm.push_back(inner.getPerm()[dim]);
  rewriter.modifyOpInPlace(op, [&] {
    op.getInputMutable().assign(inner.getInput());
    op.setPerm(perm);
  });
  return success();
}

FailureOr<SmallVector<Value>> TransposeOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                         LoweringReason &) {
  SmallVector<AffineExpr> read(getPerm().size());
  for (auto [to, from] : llvm::enumerate(getPerm()))
    read[from] = b.getAffineDimExpr(to);
  AffineMap map = AffineMap::get(read.size(), 0, read, getContext());
  return SmallVector<Value>{parallelGeneric(
      b, getLoc(), emptyResult(b, *this, operands), operands, map,
      [](OpBuilder &, Location, ValueRange, ValueRange v) { return v[0]; }, false)};
}

llvm::Error TransposeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  SmallVector<int64_t> strides = ref::strides(in[0].shape);
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t from = 0;
    for (auto [to, dim] : llvm::enumerate(getPerm()))
      from += index[to] * strides[dim];
    out[0].copyElement(i, in[0], from);
  });
  return llvm::Error::success();
}

// ---- concat ----

LogicalResult ConcatOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  ValueRange inputs = op.getInputs();
  if (inputs.empty()) // concat_c1
    return ctx.fail("expects at least one operand");
  if (failed(expectSameElementType(ctx, inputs))) // concat_c5
    return failure();
  Dims shape = ctx.shape(inputs[0]);
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // concat_c2
    return failure();
  for (auto [i, input] : llvm::drop_begin(llvm::enumerate(inputs))) {
    Dims other = ctx.shape(input);
    if (other.size() != shape.size()) // concat_c3
      return ctx.fail("expects operand #" + Twine(i) + " to have rank " + Twine(shape.size()) +
                      " like operand #0, but got rank " + Twine(other.size()));
    for (auto [d, size] : llvm::enumerate(other)) {
      if (int64_t(d) == axis) {
        shape[d] = shape[d] + size;
      } else if (InferContext::isStatic(shape[d]) && InferContext::isStatic(size)) {
        if (shape[d] != size) // concat_c4
          return ctx.fail("expects operand #" + Twine(i) + " to have size " + toString(shape[d]) +
                          " in dimension " + Twine(d) + " like the operands before it, but got " +
                          toString(size));
      } else if (shape[d] != size) {
        ctx.requireEqual(shape[d], size, "the sizes of a concat beside its axis");
        if (InferContext::isStatic(size))
          shape[d] = size;
      }
    }
  }
  results.push_back({shape, InferContext::elementType(inputs[0])});
  return success();
}

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  return getInputs().size() == 1 && getInputs()[0].getType() == getType()
             ? OpFoldResult(getInputs()[0])
             : OpFoldResult();
}

// Inserts each input into the result at its offset.
FailureOr<SmallVector<Value>> ConcatOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  Location loc = getLoc();
  Value result = emptyResult(b, *this, operands);
  int64_t rank = getType().getRank(), axis = normalizedAxis(getAxis(), rank);
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0)), ones(rank, b.getIndexAttr(1));
  AffineExpr x = b.getAffineSymbolExpr(0), y = b.getAffineSymbolExpr(1);
  for (Value operand : operands) {
    // An empty input may start at the end, where tensor.insert_slice does not accept it.
    if (llvm::is_contained(cast<RankedTensorType>(operand.getType()).getShape(), 0))
      continue;
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, operand);
    result =
        tensor::InsertSliceOp::create(b, loc, operand, result, offsets, sizes, ones).getResult();
    offsets[axis] =
        affine::makeComposedFoldedAffineApply(b, loc, x + y, {offsets[axis], sizes[axis]});
  }
  return SmallVector<Value>{result};
}

llvm::Error ConcatOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  int64_t axis = normalizedAxis(getAxis(), out[0].rank());
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t position = index[axis];
    const ref::Tensor *source = in.begin();
    for (; position >= source->shape[axis]; ++source)
      position -= source->shape[axis];
    int64_t from = 0;
    for (auto [d, size] : llvm::enumerate(source->shape))
      from = from * size + (int64_t(d) == axis ? position : index[d]);
    out[0].copyElement(i, *source, from);
  });
  return llvm::Error::success();
}

// ---- expand ----

LogicalResult ExpandOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  Dims from = ctx.shape(op.getInput());
  FailureOr<Dims> to = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(to))
    return failure();
  if (failed(expectSizes(ctx, *to))) // expand_c3
    return failure();
  if (to->size() < from.size()) // expand_c1
    return ctx.fail("expects at least the input's rank " + Twine(from.size()) + ", but got " +
                    Twine(to->size()) + " sizes");
  size_t missing = to->size() - from.size();
  for (auto [i, size] : llvm::enumerate(from)) {
    Dim &target = (*to)[missing + i];
    // A dynamic input size is never repeated, so that the types decide which element is read.
    std::optional<int64_t> s = InferContext::staticValue(size);
    if ((s && *s == 1 && cast<ShapedType>(op.getInput().getType()).getDimSize(i) == 1) ||
        size == target)
      continue;
    if (s && InferContext::isStatic(target)) // expand_c2
      return ctx.fail("expects dimension " + Twine(i) +
                      " of the input to have the static size 1 or size " + toString(target) +
                      ", but got " + Twine(*s));
    ctx.requireEqual(size, target, "an input size that is not 1 and the size it is expanded to");
    if (s)
      target = size;
  }
  results.push_back({*to, InferContext::elementType(op.getInput())});
  return success();
}

OpFoldResult ExpandOp::fold(FoldAdaptor) {
  if (getInput().getType() != getType() ||
      !areSizesOf(getMixedValues(getStaticSizes(), getSizes(), getContext()), getInput()))
    return {};
  return getInput();
}

FailureOr<SmallVector<Value>> ExpandOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  auto inputType = cast<RankedTensorType>(operands[0].getType());
  AffineMap map = broadcastMap(inputType, getType());
  return SmallVector<Value>{parallelGeneric(
      b, getLoc(), emptyResult(b, *this, operands), operands[0], map,
      [](OpBuilder &, Location, ValueRange, ValueRange v) { return v[0]; }, false)};
}

llvm::Error ExpandOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    out[0].copyElement(i, in[0], ref::broadcastOffset(in[0].shape, index));
  });
  return llvm::Error::success();
}
