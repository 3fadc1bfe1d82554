// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of rlx.dequant_matmul_packed and rlx.pack_blocks: inference and reference. Their lowerings
// are in BlockMatmul.cpp and PackBlocks.cpp. The reference of the matmul undoes the interleaving
// byte by byte, from the words of the documentation, and then decodes blocks with
// dialects/rlx/reference/Blocks.h.
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ops/packed/BlockPanels.h"
#include "dialects/rlx/ops/packed/UnwovenRow.h"
#include "dialects/rlx/reference/Blocks.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"

#include <numeric>

using namespace mlir;
using namespace rlx;

namespace {

// The values of a block that have fewer than four bytes.
struct SmallUnits {
  int64_t first, count, bytes = 2;
};

SmallUnits smallUnits(BlockScheme scheme) {
  switch (scheme) {
  case BlockScheme::MXFP4:
    return {0, 1, 1};
  case BlockScheme::Q2_K:
    return {80, 2};
  case BlockScheme::Q3_K:
    return {108, 1};
  case BlockScheme::Q6_K:
    return {208, 1};
  case BlockScheme::TQ2_0:
    return {64, 1};
  case BlockScheme::Q4_1:
  case BlockScheme::Q5_1:
  case BlockScheme::Q4_K:
  case BlockScheme::Q5_K:
  case BlockScheme::IQ4_XS:
    return {0, 2};
  case BlockScheme::Q4_0:
  case BlockScheme::Q5_0:
  case BlockScheme::Q8_0:
  case BlockScheme::IQ4_NL:
    return {0, 1};
  default: // nvfp4 and recoded blocks
    return {0, 0};
  }
}

// Where byte i of a block is in the bytes of its panel, for row r of 32, as the documentation of
// rlx.dequant_matmul_packed says.
int64_t placeInPanel(BlockScheme scheme, int64_t i, int64_t r) {
  const SmallUnits small = smallUnits(scheme);
  int64_t end = small.first + small.count * small.bytes;
  bool isSmall = i >= small.first && i < end;
  int64_t unit = isSmall ? small.bytes : 4, begin = isSmall ? small.first : i < end ? 0 : end;
  int64_t j = (i - begin) % unit;
  return 32 * (i - j) + r * unit + j;
}

} // namespace

ref::Tensor ref::unwovenRow(BlockScheme scheme, const ref::Tensor &weights, int64_t row) {
  int64_t blocks = weights.shape[1], panelBytes = weights.shape[2], bytes = panelBytes / 32;
  ref::Tensor result({blocks * bytes}, weights.elementType);
  for (int64_t block = 0; block < blocks; ++block) {
    int64_t begin = (row / 32 * blocks + block) * panelBytes;
    for (int64_t i = 0; i < bytes; ++i)
      result.ints[block * bytes + i] = weights.ints[begin + placeInPanel(scheme, i, row % 32)];
  }
  return result;
}

// ---- dequant_matmul_packed ----

LogicalResult DequantMatmulPackedOp::infer(InferContext &ctx, Adaptor op,
                                           SmallVectorImpl<InferredType> &results) {
  const BlockPanels *layout = blockPanels(op.getScheme());
  if (!layout) // dequant_matmul_packed_c1
    return ctx.fail("expects a scheme that has panels, but got " +
                    stringifyBlockScheme(op.getScheme()));
  Dims lhs = ctx.shape(op.getLhs()), weights = ctx.shape(op.getWeights());
  if (lhs.size() < 2) // dequant_matmul_packed_c2
    return ctx.fail("expects lhs of rank 2 or more, but got rank " + Twine(lhs.size()));
  if (weights.size() != 3) // dequant_matmul_packed_c3
    return ctx.fail("expects weights of rank 3, but got rank " + Twine(weights.size()));
  int64_t n = op.getN(), panels = n > 0 ? (n - 1) / kPanelRows + 1 : 0;
  if (n <= 0) // dequant_matmul_packed_c4
    return ctx.fail("expects n to be positive, but got " + Twine(n));
  if (failed(expectShape(
          ctx, "weights", op.getWeights(),
          {ctx.constant(panels), weights[1], ctx.constant(layout->bytes * kPanelRows)})))
    return failure();
  Dim columns = weights[1] * blockLayout(op.getScheme()).elements;
  if (isClash(lhs.back(), columns)) // dequant_matmul_packed_c5
    return ctx.fail(
        "expects the last size of lhs to equal the " + Twine(*InferContext::staticValue(columns)) +
        " elements of a row of weights, but got " + Twine(*InferContext::staticValue(lhs.back())));
  if (lhs.back() != columns)
    ctx.requireEqual(lhs.back(), columns, "the inner sizes of a product with packed weights");
  lhs.back() = ctx.constant(n);
  results.push_back({lhs, InferContext::elementType(op.getLhs())});
  return success();
}

llvm::Error DequantMatmulPackedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                            MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0];
  int64_t size = x.shape.back(), columns = out[0].shape.back();
  for (int64_t n = 0; n < columns; ++n) {
    std::vector<double> weight =
        ref::decodeBlocks(getScheme(), ref::unwovenRow(getScheme(), in[1], n));
    for (int64_t i = n, count = out[0].numElements(); i < count; i += columns) {
      const double *row = x.floats.data() + i / columns * size;
      out[0].set(i, std::inner_product(row, row + size, weight.begin(), 0.0));
    }
  }
  return llvm::Error::success();
}

// ---- dequant_grouped_matmul_packed ----

LogicalResult DequantGroupedMatmulPackedOp::infer(InferContext &ctx, Adaptor op,
                                                  SmallVectorImpl<InferredType> &results) {
  const BlockPanels *layout = blockPanels(op.getScheme());
  if (!layout) // dequant_grouped_matmul_packed_c1
    return ctx.fail("expects a scheme that has panels, but got " +
                    stringifyBlockScheme(op.getScheme()));
  Dims lhs = ctx.shape(op.getLhs()), weights = ctx.shape(op.getWeights()),
       indices = ctx.shape(op.getIndices());
  if (lhs.size() != 2 || weights.size() != 4 || indices.size() != 1)
    // dequant_grouped_matmul_packed_c2
    return ctx.fail("expects lhs of rank 2, weights of rank 4 and indices of rank 1, but got "
                    "ranks " +
                    Twine(lhs.size()) + ", " + Twine(weights.size()) + " and " +
                    Twine(indices.size()));
  if (failed(expectShape(ctx, "indices", op.getIndices(), lhs[0])))
    return failure(); // dequant_grouped_matmul_packed_c3
  Dim bytes = ctx.constant(layout->bytes * kPanelRows);
  if (isClash(weights[3], bytes)) // dequant_grouped_matmul_packed_c4
    return ctx.fail("expects the last size of weights to be the " +
                    Twine(layout->bytes * kPanelRows) + " bytes of a panel's block (" +
                    stringifyBlockScheme(op.getScheme()) + "), but got " +
                    Twine(*InferContext::staticValue(weights[3])));
  ctx.requireEqual(weights[3], bytes, "the bytes of a panel's block");
  Dim columns = weights[2] * blockLayout(op.getScheme()).elements;
  if (isClash(lhs[1], columns)) // dequant_grouped_matmul_packed_c5
    return ctx.fail(
        "expects the last size of lhs to equal the " + Twine(*InferContext::staticValue(columns)) +
        " elements of a row of weights, but got " + Twine(*InferContext::staticValue(lhs[1])));
  ctx.requireEqual(lhs[1], columns, "the inner sizes of a product with packed weights");
  if (failed(expectNonNegative(ctx, weights[0] - 1, // dequant_grouped_matmul_packed_c6
                               "expects weights of at least one expert, but got none")))
    return failure();
  results.push_back({{lhs[0], weights[1] * kPanelRows}, InferContext::elementType(op.getLhs())});
  return success();
}

llvm::Error DequantGroupedMatmulPackedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                                   MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &panels = in[1];
  const int64_t size = x.shape[1], columns = out[0].shape[1], experts = panels.shape[0];
  const int64_t bytes = panels.numElements() / std::max<int64_t>(experts, 1);
  for (int64_t m = 0; m < x.shape[0]; ++m) {
    llvm::Expected<int64_t> expert = checkedIndex(in[2], m, experts);
    if (!expert)
      return expert.takeError();
    ref::Tensor weights({panels.shape[1], panels.shape[2], panels.shape[3]}, panels.elementType);
    std::copy_n(panels.ints.begin() + *expert * bytes, bytes, weights.ints.begin());
    const double *row = x.floats.data() + m * size;
    for (int64_t n = 0; n < columns; ++n) {
      std::vector<double> weight =
          ref::decodeBlocks(getScheme(), ref::unwovenRow(getScheme(), weights, n));
      out[0].set(m * columns + n, std::inner_product(row, row + size, weight.begin(), 0.0));
    }
  }
  return llvm::Error::success();
}

// ---- pack_blocks ----

LogicalResult PackBlocksOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  const BlockPanels *layout = blockPanels(op.getScheme());
  if (!layout) // pack_blocks_c1
    return ctx.fail("expects a scheme that has panels, but got " +
                    stringifyBlockScheme(op.getScheme()));
  Dims weights = ctx.shape(op.getWeights());
  if (weights.size() != 2) // pack_blocks_c2
    return ctx.fail("expects weights of rank 2, but got rank " + Twine(weights.size()));
  std::optional<int64_t> bytes = InferContext::staticValue(weights[1]);
  if (bytes && *bytes % layout->bytes != 0) // pack_blocks_c3
    return ctx.fail("expects the last size of weights to be a multiple of the " +
                    Twine(layout->bytes) + " bytes of a block (" +
                    stringifyBlockScheme(op.getScheme()) + "), but got " + Twine(*bytes) +
                    " bytes");
  if (!bytes)
    ctx.requireEqual(weights[1] % layout->bytes, ctx.constant(0),
                     "rows of weights are whole blocks");
  results.push_back({{weights[0].ceilDiv(kPanelRows), weights[1].floorDiv(layout->bytes),
                      ctx.constant(layout->bytes * kPanelRows)},
                     InferContext::elementType(op.getWeights())});
  return success();
}

llvm::Error PackBlocksOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &weights = in[0];
  int64_t blocks = out[0].shape[1], panelBytes = out[0].shape[2], bytes = panelBytes / 32;
  std::fill(out[0].ints.begin(), out[0].ints.end(), 0);
  for (int64_t row = 0; row < weights.shape[0]; ++row)
    for (int64_t block = 0; block < blocks; ++block)
      for (int64_t i = 0; i < bytes; ++i)
        out[0].ints[(row / 32 * blocks + block) * panelBytes +
                    placeInPanel(getScheme(), i, row % 32)] =
            weights.ints[(row * blocks + block) * bytes + i];
  return llvm::Error::success();
}
