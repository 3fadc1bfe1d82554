// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-sort-scatter-updates: sorts the updates of a scatter by the index that they change.
//
// Without it, an invocation for each element of an update walks over all updates: with many updates
// of few elements, a GPU waits for memory again and again. Sorted updates of an index are
// contiguous, in their order, and each element of the result finds its own by a binary search.
//
// before: %r = rlx.scatter_nd %data, %indices, %updates
// after:  %sorted, %order = rlx.top_k (linear indices) {largest = false}
//         %u = rlx.gather %updates, %order
//         %r = rlx.scatter_nd %data, %sorted, %u {lir.sorted_indices}
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/device/PassRemarks.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "dialects/rlx/ir/CumulativeOps.h"
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/ScatterOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "dialects/rlx/support/SortedHints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_SORTSCATTERUPDATESPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr rlx::PassRemarks kSortRemarks = {"SortScatterUpdates", "rlx-sort-scatter-updates"};

// Fewer updates take less time than sorting them.
constexpr int64_t kManyUpdates = 64;
// With this number of elements per compute unit, invocations hide each other's latency.
constexpr int64_t kElementsPerComputeUnit = 256;
// On CPUs, where invocations hardly wait, the search costs more than it saves, unless the scatter
// has too few elements to distribute.
constexpr int64_t kElementsOnCpu = 8;
// A table with the linear index of each position, which stays in memory.
constexpr uint64_t kMaxTableBytes = uint64_t(256) << 20;

// The op as `count` updates of `numIndices` linear indices.
struct Shape {
  int64_t count, numIndices;
  int64_t numPartitions; // elements of an update: invocations that would walk over all updates

  static Shape of(rlx::ScatterOpInterface op) {
    ArrayRef<int64_t> data = cast<ShapedType>(op.getData().getType()).getShape();
    ArrayRef<int64_t> updates = cast<ShapedType>(op.getUpdates().getType()).getShape();
    const auto numIndexed = static_cast<size_t>(op.getNumIndexed());
    return {rlx::staticProduct(updates.drop_back(data.size() - numIndexed)),
            rlx::staticProduct(data.take_front(numIndexed)), op.getNumPartitions()};
  }
};

// The op with sorted updates.
Value sorted(OpBuilder &b, rlx::ScatterOpInterface op, const Shape &shape) {
  rlx::OpComposer c(b, op.getLoc());
  ArrayRef<int64_t> sizes = cast<RankedTensorType>(op.getData().getType()).getShape();
  const auto numIndexed = static_cast<size_t>(op.getNumIndexed());
  // All positions as one dimension, or all updates.
  auto rowsOf = [&](Value value, int64_t count) {
    SmallVector<int64_t> all{count};
    llvm::append_range(all, sizes.drop_front(numIndexed));
    return c.reshapeTo(value, all);
  };
  // Reading the linear indices from the table checks the indices.
  Value numbers =
      c.iota(b.getIndexAttr(0), OpFoldResult(b.getIndexAttr(shape.numIndices)), /*axis=*/0);
  numbers = c.reshapeTo(c.cast(numbers, b.getI32Type()), sizes.take_front(numIndexed));
  Value linear = c.reshapeTo(op.readTable(b, c.loc, numbers), shape.count);
  auto order = rlx::TopKOp::create(b, c.loc, linear, static_cast<uint64_t>(shape.count), /*axis=*/0,
                                   /*largest=*/false);
  Value inOrder =
      c.make<rlx::GatherOp>(rowsOf(op.getUpdates(), shape.count), order.getIndices(), /*axis=*/0);
  inOrder.getDefiningOp()->setAttr(rlx::kInsideAttr, b.getUnitAttr());
  Value result = c.make<rlx::ScatterNDOp>(rowsOf(op.getData(), shape.numIndices),
                                          c.reshapeTo(order.getValues(), {shape.count, 1}), inOrder,
                                          op.getReduction());
  result.getDefiningOp()->setAttr(rlx::kSortedIndicesAttr, b.getI64IntegerAttr(shape.count));
  return c.reshapeTo(result, sizes);
}

LogicalResult expectGain(const Shape &shape, Type element, rlx::ScatterReduction reduction,
                         const rlx::rt::DeviceProfile &profile, rlx::LoweringReason &why) {
  if (ShapedType::isDynamic(shape.count) || ShapedType::isDynamic(shape.numIndices) ||
      ShapedType::isDynamic(shape.numPartitions))
    return why.because("its sizes are dynamic");
  if (shape.count < kManyUpdates || shape.numPartitions == 0)
    return failure();
  if (!rlx::hasElements(element, profile))
    return failure(); // the CPU does not sort
  if (!rlx::hasElements(IntegerType::get(element.getContext(), 64), profile))
    return why.because("indices are i64, but the device lacks shaderInt64");
  if (const uint64_t most = std::min(profile.maxBufferBytes, kMaxTableBytes);
      static_cast<uint64_t>(shape.numIndices) * sizeof(int32_t) > most)
    return why.because("a table of " + Twine(shape.numIndices) + " indices has more than " +
                       Twine(most) + " bytes");
  // In the worst case all updates change one element: a search for the first, and all updates for
  // each contiguous element of an invocation.
  constexpr uint64_t kSearch = 64;
  if (reduction != rlx::ScatterReduction::None &&
      (static_cast<uint64_t>(shape.count) + kSearch) * rlx::kMaxLanes > profile.maxLoopIterations)
    return why.because("the device ends loops after " + Twine(profile.maxLoopIterations) +
                       " iterations, but all " + Twine(shape.count) +
                       " updates may have the same index");
  const int64_t most =
      rlx::isCpuDriver(profile) ? kElementsOnCpu : kElementsPerComputeUnit * profile.computeUnits;
  if (shape.numPartitions > most)
    return why.because(Twine(shape.numPartitions) +
                       " shares of the result keep the device busy without sorting");
  return success();
}

struct SortPattern : OpInterfaceRewritePattern<rlx::ScatterOpInterface> {
  SortPattern(MLIRContext *context, const rlx::rt::DeviceProfile &profile)
      : OpInterfaceRewritePattern(context), profile(profile) {}

  LogicalResult matchAndRewrite(rlx::ScatterOpInterface op,
                                PatternRewriter &rewriter) const override {
    // Without indexed dimensions all updates change the same position.
    if (op.getNumIndexed() == 0 || op->hasAttr(rlx::kSortedIndicesAttr))
      return failure();
    const Shape shape = Shape::of(op);
    rlx::LoweringReason why;
    if (failed(expectGain(shape, getElementTypeOrSelf(op.getData().getType()), op.getReduction(),
                          profile, why))) {
      kSortRemarks.left(op, why);
      return failure();
    }
    kSortRemarks.done(op, Twine(shape.count) + " updates sorted by index");
    rewriter.replaceOp(op, sorted(rewriter, op, shape));
    return success();
  }

  const rlx::rt::DeviceProfile &profile;
};

struct SortScatterUpdates : rlx::impl::SortScatterUpdatesPassBase<SortScatterUpdates> {
  using SortScatterUpdatesPassBase::SortScatterUpdatesPassBase;

  void runOnBody() override {
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<SortPattern>(&getContext(), *profile);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
