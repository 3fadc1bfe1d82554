// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of rlx.dequant_matmul_packed and rlx.pack_blocks: inference and reference. Their lowerings
// are in BlockMatmul.cpp and PackBlocks.cpp. The reference of the matmul undoes the interleaving
// byte by byte, from the words of the documentation, and then decodes blocks with
// dialects/rlx/reference/Blocks.h.
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ops/packed/BlockPanels.h"
#include "dialects/rlx/reference/Blocks.h"
#include "dialects/rlx/support/InferenceRules.h"

#include <numeric>

using namespace mlir;
using namespace rlx;

namespace {

// Where byte i of a block is in the bytes of its panel, for row r of 32, as the documentation of
// rlx.dequant_matmul_packed says: units of two bytes (the f16 values, which are first in most
// schemes) and of four.
int64_t placeInPanel(BlockScheme scheme, int64_t i, int64_t r) {
  int64_t first = scheme == BlockScheme::Q6_K ? 208 : 0; // offset of the f16 values
  const bool hasTwo = scheme == BlockScheme::Q4_1 || scheme == BlockScheme::Q5_1 ||
                      scheme == BlockScheme::Q4_K || scheme == BlockScheme::Q5_K;
  int64_t last = first + (hasTwo ? 4 : 2) - 1; // their last byte
  bool isHalf = i >= first && i <= last;
  int64_t unit = isHalf ? 2 : 4, j = i > last ? (i - last - 1) % 4 : i % unit;
  return 32 * (i - j) + r * unit + j;
}

// The bytes of all blocks of a weight row, read from the panels.
ref::Tensor unwovenRow(BlockScheme scheme, const ref::Tensor &weights, int64_t row) {
  int64_t blocks = weights.shape[1], panelBytes = weights.shape[2], bytes = panelBytes / 32;
  ref::Tensor result({blocks * bytes}, weights.elementType);
  for (int64_t block = 0; block < blocks; ++block) {
    int64_t begin = (row / 32 * blocks + block) * panelBytes;
    for (int64_t i = 0; i < bytes; ++i)
      result.ints[block * bytes + i] = weights.ints[begin + placeInPanel(scheme, i, row % 32)];
  }
  return result;
}

} // namespace

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
    std::vector<double> weight = ref::decodeBlocks(getScheme(), unwovenRow(getScheme(), in[1], n));
    for (int64_t i = n, count = out[0].numElements(); i < count; i += columns) {
      const double *row = x.floats.data() + i / columns * size;
      out[0].set(i, std::inner_product(row, row + size, weight.begin(), 0.0));
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
