// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-split-k: a matmul with few tiles and a long K would leave most of the device idle. It is cut
// along K into partitions, which are matmuls themselves. A second kernel adds the partial results
// (split-K).
//
// before: %c = rlx.matmul tensor<512x14336xf16>, tensor<14336x4096xf16>
// after:  %p = rlx.dot_general %l, %r batch [1] x [0] contract [2] x [1] to f32
//              : (tensor<512x2x7168xf16>, tensor<2x7168x4096xf16>) -> tensor<2x512x4096xf32>
//         %s = rlx.reduce_sum %p axes = [0]
//         %c = rlx.cast %s
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/device/PassRemarks.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/graph/MatmulOperands.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/PatternMatch.h"

namespace rlx {
#define GEN_PASS_DEF_SPLITKPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

using Dims = SmallVector<int64_t>;

constexpr rlx::PassRemarks kMatmulRemarks = {"SplitK", "rlx-split-k"};

constexpr int64_t kTile = 128;
// Tiles, of a workgroup each, that keep a compute unit busy.
constexpr int64_t kTilesPerComputeUnit = 2;
constexpr int64_t kMaxPartitions = 8;
// K of a partition, at least; and its granularity, the K-slices of the matmul.
constexpr int64_t kMinK = 1024, kGranularity = 32;
// Speedup that is required, as partial results are written and read again.
constexpr double kGain = 1.25;

// Waves of workgroups on the busiest compute unit, in tiles with all of K.
double estimatedWaves(int64_t tiles, int64_t partitions, int64_t computeUnits) {
  const int64_t each = llvm::divideCeil(tiles * partitions, computeUnits);
  return static_cast<double>(std::max(each, kTilesPerComputeUnit)) /
         static_cast<double>(partitions);
}

// Number of partitions for a K of this length; 1 if it is not split.
int64_t partitionsOf(int64_t tiles, int64_t length, int64_t computeUnits) {
  int64_t best = 1;
  for (int64_t partitions = 2; partitions <= kMaxPartitions && length / partitions >= kMinK;
       partitions *= 2)
    if (length % (partitions * kGranularity) == 0 &&
        estimatedWaves(tiles, partitions, computeUnits) * kGain <=
            estimatedWaves(tiles, best, computeUnits))
      best = partitions;
  return best;
}

struct SplitOperand : rlx::MatmulOperand {
  // The operand with K cut in two dimensions. The partitions become the first batch dimension.
  SplitOperand cut(rlx::OpComposer &c, int64_t partitions) const {
    SmallVector<OpFoldResult> sizes;
    for (int64_t size : cast<ShapedType>(value.getType()).getShape())
      sizes.push_back(c.builder.getIndexAttr(size));
    sizes[summed] = c.builder.getIndexAttr(size(summed) / partitions);
    sizes.insert(sizes.begin() + summed, c.builder.getIndexAttr(partitions));
    Dims shared = {summed};
    for (int64_t dim : batch)
      shared.push_back(dim > summed ? dim + 1 : dim);
    return {{c.reshape(value, sizes), shared, summed + 1}};
  }
};

// Types whose partial results are f32.
bool hasType(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Type element = type.getElementType();
  return type.hasStaticShape() && (element.isF16() || element.isBF16() || element.isF32());
}

FailureOr<int64_t> partitionsOf(const rlx::MatmulOperands &operands, int64_t computeUnits,
                                rlx::LoweringReason &why) {
  const int64_t rows = operands.lhs.own(), columns = operands.rhs.own();
  // Smaller results have smaller tiles, and so enough of them.
  if (rows < kTile / 2 || columns < kTile / 2)
    return failure();
  int64_t tiles = llvm::divideCeil(rows, kTile) * llvm::divideCeil(columns, kTile);
  for (int64_t dim : operands.lhs.batch)
    tiles *= operands.lhs.size(dim);
  const int64_t length = operands.lhs.size(operands.lhs.summed);
  if (tiles == 0 || tiles >= kTilesPerComputeUnit * computeUnits || length < 2 * kMinK)
    return failure();
  if (const int64_t partitions = partitionsOf(tiles, length, computeUnits); partitions > 1)
    return partitions;
  return why.because("no split of K = " + Twine(length) + " into equal multiples of " +
                     Twine(kGranularity) + " would be enough faster for its " + Twine(tiles) +
                     " tiles");
}

template <typename Op>
void split(Op op, int64_t computeUnits) {
  if (!hasType(op.getLhs()) || !hasType(op.getRhs()) || !hasType(op.getResult()))
    return;
  std::optional<rlx::MatmulOperands> operands = rlx::MatmulOperands::of(op);
  if (!operands)
    return;
  rlx::LoweringReason why;
  FailureOr<int64_t> found = partitionsOf(*operands, computeUnits, why);
  if (failed(found))
    return kMatmulRemarks.left(op, why);
  const int64_t partitions = *found;
  kMatmulRemarks.done(op, "split-K into " + Twine(partitions) + " partitions");
  IRRewriter rewriter(op);
  rlx::OpComposer c(rewriter, op.getLoc());
  SplitOperand lhs = SplitOperand{operands->lhs}.cut(c, partitions),
               rhs = SplitOperand{operands->rhs}.cut(c, partitions);
  // Partial results stay f32 until they are added.
  Value each =
      c.make<rlx::DotGeneralOp>(lhs.value, rhs.value, lhs.batch, rhs.batch, ArrayRef(lhs.summed),
                                ArrayRef(rhs.summed), TypeAttr::get(rewriter.getF32Type()));
  each.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Value whole = c.make<rlx::ReduceSumOp>(each, ArrayRef<int64_t>{0}, /*keep_dims=*/false);
  rewriter.replaceOp(op, c.cast(whole, op.getType().getElementType()));
}

struct SplitK : rlx::impl::SplitKPassBase<SplitK> {
  using SplitKPassBase::SplitKPassBase;

  void runOnBody() override {
    SmallVector<Operation *> matmuls;
    getOperation()->walk([&](Operation *op) {
      if (isa<rlx::MatmulOp, rlx::DotGeneralOp>(op))
        matmuls.push_back(op);
    });
    if (matmuls.empty())
      return;
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    for (Operation *op : matmuls) {
      if (auto matmul = dyn_cast<rlx::MatmulOp>(op))
        split(matmul, profile->computeUnits);
      else
        split(cast<rlx::DotGeneralOp>(op), profile->computeUnits);
    }
  }
};

} // namespace
