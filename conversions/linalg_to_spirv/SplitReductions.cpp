// A workgroup reduces a row. Few rows that are very long would leave most of a device without work:
// each is cut into parts, and what these come to is reduced again.
#include "conversions/Passes.h"

#include "conversions/linalg_to_spirv/ProfileFile.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/ir/OpComposer.h"
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

// The op along one dimension of another tensor.
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

struct SplitPattern : OpInterfaceRewritePattern<rlx::ReductionOpInterface> {
  SplitPattern(MLIRContext *context, int64_t processors)
      : OpInterfaceRewritePattern(context), processors(processors) {}

  LogicalResult matchAndRewrite(rlx::ReductionOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getInput().getType());
    if (!type.hasStaticShape() || !op.isPreciseInParts())
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
    Value all = along(rewriter, op, along(rewriter, op, cut, 2), 1);
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
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
    patterns.add<SplitPattern>(&getContext(), profile->processors);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
