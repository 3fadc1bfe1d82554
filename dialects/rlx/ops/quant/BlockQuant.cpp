// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the ops on block-quantized weights: inference, reference, decompositions, and the
// lowering of dequantize_blocks. The lowerings of the matmuls are in ops/packed/BlockMatmul.cpp.
// The decompositions decode all weights to f32, for targets without such a lowering.
#include "dialects/rlx/ir/BlockQuantOps.h"

#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ops/quant/BlockLayout.h"
#include "dialects/rlx/reference/Blocks.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;
using namespace rlx;

namespace {

// The number of elements in a row of `bytes` bytes.
FailureOr<Dim> numElements(InferContext &ctx, BlockScheme scheme, Dim bytes) {
  const BlockLayout &layout = blockLayout(scheme);
  Dim rest = bytes % layout.bytes;
  std::optional<int64_t> known = InferContext::staticValue(bytes);
  if (known && *known % layout.bytes != 0)
    return ctx.fail("expects rows of whole blocks of " + Twine(layout.bytes) + " bytes (" +
                    stringifyBlockScheme(scheme) + "), but got " + Twine(*known) + " bytes");
  if (!known)
    ctx.requireEqual(rest, ctx.constant(0), "rows of weights are whole blocks");
  return bytes.floorDiv(layout.bytes) * layout.elements;
}

// Fails unless the blocks of a row have `columns` elements: the columns of lhs.
LogicalResult expectColumns(InferContext &ctx, BlockScheme scheme, Dim columns, Dim bytes) {
  FailureOr<Dim> elements = numElements(ctx, scheme, bytes);
  if (failed(elements)) // dequant_matmul_c3, dequant_grouped_matmul_c3
    return failure();
  std::optional<int64_t> l = InferContext::staticValue(columns),
                         r = InferContext::staticValue(*elements);
  if (l && r && *l != *r) // dequant_matmul_c4, dequant_grouped_matmul_c4
    return ctx.fail("expects the last size of lhs to equal the " + Twine(*r) +
                    " elements of a row of weights, but got " + Twine(*l));
  if (columns != *elements)
    ctx.requireEqual(columns, *elements, "the inner sizes of a product with packed weights");
  return success();
}

} // namespace

// ---- dequantize_blocks ----

LogicalResult DequantizeBlocksOp::infer(InferContext &ctx, Adaptor op,
                                        SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  if (shape.empty()) // dequantize_blocks_c1
    return ctx.fail("expects an input of rank 1 or more, but got rank 0");
  FailureOr<Dim> elements = numElements(ctx, op.getScheme(), shape.back());
  if (failed(elements)) // dequantize_blocks_c2
    return failure();
  shape.back() = *elements;
  results.push_back({shape, op.getTo()});
  return success();
}

FailureOr<SmallVector<Value>> DequantizeBlocksOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                                LoweringReason &why) {
  if (failed(expectDecodable(getScheme(), why)))
    return failure();
  Value init = emptyResult(b, *this, operands);
  auto type = cast<RankedTensorType>(init.getType());
  int64_t rank = type.getRank(), last = rank - 1;
  const BlockLayout &layout = blockLayout(getScheme());
  Value size = sizeOf(b, getLoc(), operands[0], last);
  Value numBlocks =
      arith::DivUIOp::create(b, getLoc(), size, indexConstant(b, getLoc(), layout.bytes));
  auto block = [&](OpBuilder &nested, Location l, ValueRange at, const ResultSlice &slice,
                   Value out) {
    SmallVector<Value> position(at), row = shifted(nested, l, at, slice.offsets);
    RowBlock bytes(nested, l, getScheme(), operands[0], ValueRange(row).drop_back(), at.back());
    BlockDecoder decoder(nested, l, getScheme(), bytes);
    Value first =
        arith::MulIOp::create(nested, l, at.back(), indexConstant(nested, l, layout.elements));
    for (int64_t run = 0; run < decoder.numRuns(); ++run) {
      Value values = convertFloat(nested, l, decoder.run(run), type.getElementType());
      position.back() =
          arith::AddIOp::create(nested, l, first, indexConstant(nested, l, run * kBlockRun));
      out = vector::TransferWriteOp::create(nested, l, values, out, position, ArrayRef<bool>{true})
                .getResult();
    }
    return SmallVector<Value>{out};
  };
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    SmallVector<OpFoldResult> sizes(slice.sizes);
    sizes.back() = numBlocks;
    return inOrder(nested, l, sizes, slice.tensors,
                   [&](OpBuilder &inner, Location at, ValueRange position, ValueRange carried) {
                     return block(inner, at, position, slice, carried[0]);
                   });
  };
  int64_t steps = type.isDynamicDim(last) ? ShapedType::kDynamic : type.getDimSize(last) / 8;
  return forEachSlice(b, getLoc(), {init}, llvm::to_vector(llvm::seq<int64_t>(0, last)), steps,
                      slices);
}

llvm::Error DequantizeBlocksOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                         MutableArrayRef<ref::Tensor> out) {
  out[0].floats = ref::decodeBlocks(getScheme(), in[0]);
  return llvm::Error::success();
}

// ---- dequant_matmul ----

LogicalResult DequantMatmulOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  Dims lhs = ctx.shape(op.getLhs()), weights = ctx.shape(op.getWeights());
  if (lhs.size() < 2) // dequant_matmul_c1
    return ctx.fail("expects lhs of rank 2 or more, but got rank " + Twine(lhs.size()));
  if (weights.size() != 2) // dequant_matmul_c2
    return ctx.fail("expects weights of rank 2, but got rank " + Twine(weights.size()));
  if (failed(expectColumns(ctx, op.getScheme(), lhs.back(), weights.back())))
    return failure();
  lhs.back() = weights[0];
  results.push_back({lhs, InferContext::elementType(op.getLhs())});
  return success();
}

FailureOr<SmallVector<Value>> DequantMatmulOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getLhs());
  Type element = getElementTypeOrSelf(x.getType());
  Value weights = c.make<DequantizeBlocksOp>(getWeights(), getScheme(), element);
  int64_t last = getLhs().getType().getRank() - 1;
  Value sum = c.make<DotGeneralOp>(x, weights, ArrayRef<int64_t>(), ArrayRef<int64_t>(),
                                   ArrayRef<int64_t>{last}, ArrayRef<int64_t>{1}, TypeAttr());
  return SmallVector<Value>{c.cast(sum, getElementTypeOrSelf(getType()))};
}

llvm::Error DequantMatmulOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                      MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0];
  std::vector<double> weights = ref::decodeBlocks(getScheme(), in[1]);
  int64_t size = x.shape.back(), columns = out[0].shape.back();
  for (int64_t i = 0, count = out[0].numElements(); i < count; ++i) {
    const double *row = x.floats.data() + i / columns * size;
    const double *weight = weights.data() + i % columns * size;
    out[0].set(i, std::inner_product(row, row + size, weight, 0.0));
  }
  return llvm::Error::success();
}

// ---- dequant_grouped_matmul ----

LogicalResult DequantGroupedMatmulOp::infer(InferContext &ctx, Adaptor op,
                                            SmallVectorImpl<InferredType> &results) {
  Dims lhs = ctx.shape(op.getLhs()), weights = ctx.shape(op.getWeights());
  Dims indices = ctx.shape(op.getIndices());
  if (lhs.size() != 2 || weights.size() != 3 || indices.size() != 1) // dequant_grouped_matmul_c1
    return ctx.fail(
        "expects lhs of rank 2, weights of rank 3 and indices of rank 1, but got ranks " +
        Twine(lhs.size()) + ", " + Twine(weights.size()) + " and " + Twine(indices.size()));
  if (failed(expectShape(ctx, "indices", op.getIndices(), lhs[0]))) // dequant_grouped_matmul_c2
    return failure();
  if (failed(expectColumns(ctx, op.getScheme(), lhs[1], weights[2])))
    return failure();
  if (failed(expectNonNegative(ctx, weights[0] - 1, // dequant_grouped_matmul_c5
                               "expects weights of at least one expert, but got none")))
    return failure();
  results.push_back({{lhs[0], weights[1]}, InferContext::elementType(op.getLhs())});
  return success();
}

FailureOr<SmallVector<Value>> DequantGroupedMatmulOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getLhs());
  Type element = getElementTypeOrSelf(x.getType());
  Value packed = c.make<GatherOp>(getWeights(), getIndices(), 0);
  Value weights = c.make<DequantizeBlocksOp>(packed, getScheme(), element);
  Value sum = c.make<DotGeneralOp>(x, weights, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{0},
                                   ArrayRef<int64_t>{1}, ArrayRef<int64_t>{2}, TypeAttr());
  return SmallVector<Value>{c.cast(sum, getElementTypeOrSelf(getType()))};
}

llvm::Error DequantGroupedMatmulOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                             MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0];
  std::vector<double> weights = ref::decodeBlocks(getScheme(), in[1]);
  int64_t size = x.shape[1], columns = out[0].shape[1], experts = in[1].shape[0];
  for (int64_t m = 0; m < x.shape[0]; ++m) {
    llvm::Expected<int64_t> expert = checkedIndex(in[2], m, experts);
    if (!expert)
      return expert.takeError();
    const double *row = x.floats.data() + m * size;
    for (int64_t n = 0; n < columns; ++n) {
      const double *weight = weights.data() + (*expert * columns + n) * size;
      out[0].set(m * columns + n, std::inner_product(row, row + size, weight, 0.0));
    }
  }
  return llvm::Error::success();
}
