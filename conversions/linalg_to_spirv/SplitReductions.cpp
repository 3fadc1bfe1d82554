// A workgroup reduces a row. Few rows that are very long would leave most of a device without work:
// each is cut into parts, and what these come to is reduced again.
#include "conversions/Passes.h"

#include "conversions/linalg_to_spirv/ProfileFile.h"
#include "dialects/rlx/ir/OpComposer.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr int64_t kLongRow = 1 << 16;
constexpr int64_t kPartsOfProcessor = 8;
// Parts keep memory's pieces whole.
constexpr int64_t kPiece = 8;

// Into how many equal parts rows of this length are cut; 1 if they stay.
int64_t partsOf(int64_t rows, int64_t length, int64_t processors) {
  if (rows == 0 || rows * 2 >= processors || length < kLongRow)
    return 1;
  for (int64_t parts = kPartsOfProcessor * processors / rows; parts > 1; --parts)
    if (length % (parts * kPiece) == 0)
      return parts;
  return 1;
}

// Whether what parts come to has the precision of the sums.
bool keepsPrecision(Operation *op) {
  Type element = cast<ShapedType>(op->getResult(0).getType()).getElementType();
  if (isa<rlx::ReduceMaxOp, rlx::ReduceMinOp>(op))
    return true;
  const bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return !isNarrow && (isa<FloatType>(element) || !isa<rlx::ReduceMeanOp>(op));
}

template <typename Op>
struct SplitPattern : OpRewritePattern<Op> {
  SplitPattern(MLIRContext *context, int64_t processors)
      : OpRewritePattern<Op>(context), processors(processors) {}

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getInput().getType());
    if (!type.hasStaticShape() || !keepsPrecision(op))
      return failure();
    const int64_t rank = type.getRank();
    llvm::SmallBitVector reduced(rank, op.getAxes().empty());
    for (int64_t axis : op.getAxes())
      reduced.set(axis < 0 ? axis + rank : axis);
    // Rows are what lies together: the last dimensions.
    const int64_t first = reduced.find_last_unset() + 1;
    if (first != rank - static_cast<int64_t>(reduced.count()))
      return failure();
    const int64_t rows = product(type.getShape().take_front(first));
    const int64_t length = product(type.getShape().drop_front(first));
    const int64_t parts = partsOf(rows, length, processors);
    if (parts == 1)
      return failure();
    rlx::OpComposer c(rewriter, op.getLoc());
    auto sizes = [&](ArrayRef<int64_t> shape) {
      return getAsIndexOpFoldResult(op.getContext(), shape);
    };
    Value cut = c.reshape(op.getInput(), sizes({rows, parts, length / parts}));
    Value each = c.make<Op>(cut, ArrayRef<int64_t>{2}, /*keep_dims=*/false);
    Value all = c.make<Op>(each, ArrayRef<int64_t>{1}, /*keep_dims=*/false);
    auto result = cast<RankedTensorType>(op.getType());
    rewriter.replaceOp(op, c.reshape(all, sizes(result.getShape())));
    return success();
  }

  static int64_t product(ArrayRef<int64_t> sizes) {
    int64_t count = 1;
    for (int64_t size : sizes)
      count *= size;
    return count;
  }

  int64_t processors;
};

struct SplitReductions : rlx::impl::SplitReductionsPassBase<SplitReductions> {
  using SplitReductionsPassBase::SplitReductionsPassBase;

  void runOnBody() override {
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<SplitPattern<rlx::ReduceSumOp>, SplitPattern<rlx::ReduceMeanOp>,
                 SplitPattern<rlx::ReduceMaxOp>, SplitPattern<rlx::ReduceMinOp>,
                 SplitPattern<rlx::ReduceProdOp>>(&getContext(), profile->processors);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
