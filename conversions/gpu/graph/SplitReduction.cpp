// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-split-reduction: cuts long rows of reductions into parts, if there are too few rows to fill
// the device. A second kernel reduces the partial results.
//
// before: %s = rlx.reduce_sum %x : tensor<1048576xf32>
// after:  %p = rlx.reduce_sum %cut axes = [2] : tensor<1x1024x1024xf32>    // 1,024 partial sums
//         %s = rlx.reduce_sum %p axes = [1]
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/device/Partitioning.h"
#include "conversions/gpu/device/PassRemarks.h"
#include "conversions/gpu/graph/ProfilePattern.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace rlx {
#define GEN_PASS_DEF_SPLITREDUCTIONPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr rlx::PassRemarks kReductionRemarks = {"SplitReduction", "rlx-split-reduction"};

// The op on another tensor, along one dimension.
Value along(OpBuilder &b, rlx::ReductionOpInterface op, Value input, int64_t axis) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> sizes(type.getShape());
  sizes.erase(sizes.begin() + axis);
  auto copy = cast<rlx::ReductionOpInterface>(b.clone(*op));
  copy->setOperand(0, input);
  copy.setAxes(axis);
  copy.setKeepDims(false);
  copy->getResult(0).setType(type.clone(sizes));
  return copy->getResult(0);
}

// The input of a reduction with other sizes. A cast that only the reduction uses stays next to it,
// so that one kernel computes both.
Value withSizes(rlx::OpComposer &c, Value input, ArrayRef<int64_t> sizes) {
  auto cast = input.getDefiningOp<rlx::CastOp>();
  if (!cast || !input.hasOneUse())
    return c.reshapeTo(input, sizes);
  return c.cast(c.reshapeTo(cast.getInput(), sizes), getElementTypeOrSelf(input.getType()));
}

// Rows, and the elements that are reduced in each.
struct RowSizes {
  int64_t rows, length;
};

// std::nullopt unless the last dimensions are reduced, so that rows are contiguous.
std::optional<RowSizes> rowsOf(rlx::ReductionOpInterface op) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  const int64_t rank = type.getRank();
  llvm::SmallBitVector reduced(rank, op.getAxes().empty());
  for (int64_t axis : op.getAxes())
    reduced.set(axis < 0 ? axis + rank : axis);
  const int64_t first = reduced.find_last_unset() + 1;
  if (!type.hasStaticShape() || first != rank - static_cast<int64_t>(reduced.count()))
    return std::nullopt;
  return RowSizes{rlx::staticProduct(type.getShape().take_front(first)),
                  rlx::staticProduct(type.getShape().drop_front(first))};
}

struct SplitReductionPattern : rlx::ProfilePattern<rlx::ReductionOpInterface> {
  using ProfilePattern::ProfilePattern;

  LogicalResult matchAndRewrite(rlx::ReductionOpInterface op,
                                PatternRewriter &rewriter) const override {
    std::optional<RowSizes> sizes = rowsOf(op);
    if (!sizes)
      return failure();
    rlx::LoweringReason why;
    FailureOr<int64_t> parts = partsOf(op, *sizes, why);
    if (failed(parts)) {
      kReductionRemarks.left(op, why);
      return failure();
    }
    kReductionRemarks.done(op, "each of " + Twine(sizes->rows) + " rows split into " +
                                   Twine(*parts) + " partitions of " +
                                   Twine(sizes->length / *parts) + " elements");
    rlx::OpComposer c(rewriter, op.getLoc());
    Value cut = withSizes(c, op.getInput(), {sizes->rows, *parts, sizes->length / *parts});
    Value all = along(rewriter, op, along(rewriter, op, cut, 2), 1);
    rewriter.replaceOp(
        op, c.reshapeTo(all, cast<RankedTensorType>(op->getResult(0).getType()).getShape()));
    return success();
  }

  // Number of equal parts into which rows are cut.
  FailureOr<int64_t> partsOf(rlx::ReductionOpInterface op, const RowSizes &sizes,
                             rlx::LoweringReason &why) const {
    auto [rows, length] = sizes;
    if (rows == 0 || rlx::keepsBusy(rows, profile) || length < rlx::kLongRow)
      return failure();
    if (!op.isPreciseInParts()) {
      std::string type;
      llvm::raw_string_ostream(type) << getElementTypeOrSelf(op->getResult(0).getType());
      return why.because("partial results would be rounded to " + type);
    }
    for (int64_t parts = rlx::kPartsPerComputeUnit * profile.computeUnits / rows; parts > 1;
         --parts)
      if (length % (parts * rlx::kPartGranularity) == 0)
        return parts;
    return why.because("rows of " + Twine(length) +
                       " elements do not split into equal partitions of multiples of " +
                       Twine(rlx::kPartGranularity));
  }
};

struct SplitReduction : rlx::impl::SplitReductionPassBase<SplitReduction> {
  using SplitReductionPassBase::SplitReductionPassBase;

  void runOnBody() override {
    if (failed(rlx::applyProfilePattern<SplitReductionPattern>(getOperation(), device)))
      signalPassFailure();
  }
};

} // namespace
