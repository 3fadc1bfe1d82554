// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-split-k: a matmul with few tiles and a long K would leave most of the device idle. It is cut
// along K into parts, which are matmuls themselves. A second kernel adds the partial results
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
// Workgroups that keep a compute unit busy.
constexpr int64_t kTogether = 2;
constexpr int64_t kMaxParts = 8;
// Terms of a part, at least; and their granularity, the K-slices of the matmul.
constexpr int64_t kMinTerms = 1024, kPiece = 32;
// Speedup that is required, as partial results are written and read again.
constexpr double kGain = 1.25;

// Time of the busiest compute unit, in tiles with all of K.
double timeOf(int64_t tiles, int64_t parts, int64_t computeUnits) {
  const int64_t each = llvm::divideCeil(tiles * parts, computeUnits);
  return static_cast<double>(std::max(each, kTogether)) / static_cast<double>(parts);
}

// Number of parts for a K of this length; 1 if it is not split.
int64_t partsOf(int64_t tiles, int64_t length, int64_t computeUnits) {
  int64_t best = 1;
  for (int64_t parts = 2; parts <= kMaxParts && length / parts >= kMinTerms; parts *= 2)
    if (length % (parts * kPiece) == 0 &&
        timeOf(tiles, parts, computeUnits) * kGain <= timeOf(tiles, best, computeUnits))
      best = parts;
  return best;
}

struct Side : rlx::MatmulOperand {
  // The operand with K cut in two dimensions. The parts become the first batch dimension.
  Side cut(rlx::OpComposer &c, int64_t parts) const {
    SmallVector<OpFoldResult> sizes;
    for (int64_t size : cast<ShapedType>(value.getType()).getShape())
      sizes.push_back(c.builder.getIndexAttr(size));
    sizes[summed] = c.builder.getIndexAttr(size(summed) / parts);
    sizes.insert(sizes.begin() + summed, c.builder.getIndexAttr(parts));
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

FailureOr<int64_t> partsOf(const rlx::MatmulOperands &sides, int64_t computeUnits,
                           rlx::LoweringReason &why) {
  const int64_t rows = sides.lhs.own(), columns = sides.rhs.own();
  // Smaller results have smaller tiles, and so enough of them.
  if (rows < kTile / 2 || columns < kTile / 2)
    return failure();
  int64_t tiles = llvm::divideCeil(rows, kTile) * llvm::divideCeil(columns, kTile);
  for (int64_t dim : sides.lhs.batch)
    tiles *= sides.lhs.size(dim);
  const int64_t length = sides.lhs.size(sides.lhs.summed);
  if (tiles == 0 || tiles >= kTogether * computeUnits || length < 2 * kMinTerms)
    return failure();
  if (const int64_t parts = partsOf(tiles, length, computeUnits); parts > 1)
    return parts;
  return why.because("no split of K = " + Twine(length) + " into equal multiples of " +
                     Twine(kPiece) + " would be enough faster for its " + Twine(tiles) + " tiles");
}

template <typename Op>
void split(Op op, int64_t computeUnits) {
  if (!hasType(op.getLhs()) || !hasType(op.getRhs()) || !hasType(op.getResult()))
    return;
  std::optional<rlx::MatmulOperands> sides = rlx::MatmulOperands::of(op);
  if (!sides)
    return;
  rlx::LoweringReason why;
  FailureOr<int64_t> found = partsOf(*sides, computeUnits, why);
  if (failed(found))
    return kMatmulRemarks.left(op, why);
  const int64_t parts = *found;
  kMatmulRemarks.done(op, "split-K into " + Twine(parts) + " partitions");
  IRRewriter rewriter(op);
  rlx::OpComposer c(rewriter, op.getLoc());
  Side lhs = Side{sides->lhs}.cut(c, parts), rhs = Side{sides->rhs}.cut(c, parts);
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
    SmallVector<Operation *> products;
    getOperation()->walk([&](Operation *op) {
      if (isa<rlx::MatmulOp, rlx::DotGeneralOp>(op))
        products.push_back(op);
    });
    if (products.empty())
      return;
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    for (Operation *op : products) {
      if (auto matmul = dyn_cast<rlx::MatmulOp>(op))
        split(matmul, profile->computeUnits);
      else
        split(cast<rlx::DotGeneralOp>(op), profile->computeUnits);
    }
  }
};

} // namespace
