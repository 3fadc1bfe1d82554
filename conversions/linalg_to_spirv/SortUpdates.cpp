// A scatter goes through its updates in order, an invocation for each element that an update has:
// of many updates of few elements each a GPU waits for memory again and again. Sorted by what they
// change, updates of one place lie together, in their order, and each element of the result takes
// its own.
#include "conversions/Passes.h"

#include "conversions/linalg_to_spirv/DeviceLimits.h"
#include "conversions/linalg_to_spirv/ProfileFile.h"
#include "dialects/rlx/ir/IndexOps.h"
#include "dialects/rlx/ir/OpComposer.h"
#include "dialects/rlx/ir/ScanOps.h"
#include "dialects/rlx/ir/ScatterOps.h"
#include "dialects/rlx/ir/SliceLoops.h"
#include "dialects/rlx/ir/SortedHints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_SORTUPDATESPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Fewer are done before they would be sorted.
constexpr int64_t kManyUpdates = 64;
// With so many elements of an update for each processor these hide that each waits.
constexpr int64_t kElementsOfProcessor = 256;
// On processors, which do not wait, the search costs more than it saves, unless nothing else
// shares the work out.
constexpr int64_t kElementsOnCpu = 8;
// A table has a number for each row, and stays in memory.
constexpr uint64_t kMostTableBytes = uint64_t(256) << 20;

// A scatter as one of `count` updates into `rows` rows, one index each.
struct Shape {
  int64_t count, rows;
  // Elements that an invocation would go through the updates for.
  int64_t columns;
};

class Sorted {
public:
  Sorted(OpBuilder &b, Location loc, const Shape &shape) : c(b, loc), shape(shape) {}

  // Positions in dimensions of these sizes, numbered.
  Value numbered(ArrayRef<int64_t> sizes) {
    const OpFoldResult rows = c.builder.getIndexAttr(shape.rows);
    Value numbers = c.iota(c.builder.getIndexAttr(0), rows, /*axis=*/0);
    return c.reshapeTo(c.cast(numbers, c.builder.getI32Type()), sizes);
  }

  // `rows`: what each update changes, by its number. Behind the first `numIndexed` dimensions of
  // the data are those of an update.
  Value run(Value data, int64_t numIndexed, Value rows, Value updates,
            rlx::ScatterReduction reduction) {
    ArrayRef<int64_t> sizes = cast<RankedTensorType>(data.getType()).getShape();
    auto rowsOf = [&](Value value, int64_t count) {
      SmallVector<int64_t> all{count};
      llvm::append_range(all, sizes.drop_front(numIndexed));
      return c.reshapeTo(value, all);
    };
    auto sorted = rlx::TopKOp::create(c.builder, c.loc, c.reshapeTo(rows, shape.count),
                                      static_cast<uint64_t>(shape.count), /*axis=*/0,
                                      /*largest=*/false);
    Value inOrder = c.make<rlx::GatherOp>(rowsOf(updates, shape.count), sorted.getIndices(),
                                          /*axis=*/0);
    Value result = c.make<rlx::ScatterNDOp>(rowsOf(data, shape.rows),
                                            c.reshapeTo(sorted.getValues(), {shape.count, 1}),
                                            inOrder, reduction);
    result.getDefiningOp()->setAttr(rlx::kSortedIndicesAttr,
                                    c.builder.getI64IntegerAttr(shape.count));
    return c.reshapeTo(result, sizes);
  }

private:
  rlx::OpComposer c;
  Shape shape;
};

bool pays(const Shape &shape, Type element, rlx::ScatterReduction reduction,
          const rlx::rt::DeviceProfile &profile) {
  // Positions are i64; what the CPU computes it need not sort.
  if (!rlx::hasElements(IntegerType::get(element.getContext(), 64), profile) ||
      !rlx::hasElements(element, profile))
    return false;
  if (ShapedType::isDynamic(shape.count) || ShapedType::isDynamic(shape.rows) ||
      shape.count < kManyUpdates || shape.columns == 0)
    return false;
  if (static_cast<uint64_t>(shape.rows) * sizeof(int32_t) >
      std::min(profile.maxBufferBytes, kMostTableBytes))
    return false;
  // All updates may be of one element, come behind a search for the first, and be gone through for
  // as many neighbours as an invocation computes.
  constexpr uint64_t kSearch = 64, kNeighbours = 16;
  if (reduction != rlx::ScatterReduction::None &&
      (static_cast<uint64_t>(shape.count) + kSearch) * kNeighbours > profile.maxLoopSteps)
    return false;
  const int64_t most =
      rlx::isProcessor(profile) ? kElementsOnCpu : kElementsOfProcessor * profile.processors;
  return !ShapedType::isDynamic(shape.columns) && shape.columns <= most;
}

struct SortSlices : OpRewritePattern<rlx::ScatterNDOp> {
  SortSlices(MLIRContext *context, const rlx::rt::DeviceProfile &profile)
      : OpRewritePattern(context), profile(profile) {}

  LogicalResult matchAndRewrite(rlx::ScatterNDOp op, PatternRewriter &rewriter) const override {
    ArrayRef<int64_t> data = op.getType().getShape();
    ArrayRef<int64_t> indices = op.getIndices().getType().getShape();
    const int64_t numIndexed = indices.back();
    const Shape shape{rlx::staticProduct(indices.drop_back()),
                      rlx::staticProduct(data.take_front(numIndexed)),
                      rlx::staticProduct(data.drop_front(numIndexed))};
    if (numIndexed == 0 || op->hasAttr(rlx::kSortedIndicesAttr) ||
        !pays(shape, op.getType().getElementType(), op.getReduction(), profile))
      return failure();
    Sorted sorted(rewriter, op.getLoc(), shape);
    // Reading the numbers checks the indices.
    Value rows =
        rlx::GatherNDOp::create(rewriter, op.getLoc(), sorted.numbered(data.take_front(numIndexed)),
                                op.getIndices(), /*batch_dims=*/0);
    rewriter.replaceOp(
        op, sorted.run(op.getData(), numIndexed, rows, op.getUpdates(), op.getReduction()));
    return success();
  }

  const rlx::rt::DeviceProfile &profile;
};

// Updates of single elements, whose places along the other dimensions are their own.
struct SortElements : OpRewritePattern<rlx::ScatterElementsOp> {
  SortElements(MLIRContext *context, const rlx::rt::DeviceProfile &profile)
      : OpRewritePattern(context), profile(profile) {}

  LogicalResult matchAndRewrite(rlx::ScatterElementsOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    const auto axis = static_cast<int64_t>(op.getAxis());
    SmallVector<int64_t> others(type.getShape());
    others.erase(others.begin() + (axis < 0 ? axis + type.getRank() : axis));
    const Shape shape{rlx::staticProduct(op.getIndices().getType().getShape()),
                      rlx::staticProduct(type.getShape()), rlx::staticProduct(others)};
    if (!pays(shape, type.getElementType(), op.getReduction(), profile))
      return failure();
    Sorted sorted(rewriter, op.getLoc(), shape);
    Value rows = rlx::GatherElementsOp::create(
        rewriter, op.getLoc(), sorted.numbered(type.getShape()), op.getIndices(), op.getAxis());
    rewriter.replaceOp(
        op, sorted.run(op.getData(), type.getRank(), rows, op.getUpdates(), op.getReduction()));
    return success();
  }

  const rlx::rt::DeviceProfile &profile;
};

struct SortUpdates : rlx::impl::SortUpdatesPassBase<SortUpdates> {
  using SortUpdatesPassBase::SortUpdatesPassBase;

  void runOnBody() override {
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<SortSlices, SortElements>(&getContext(), *profile);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
