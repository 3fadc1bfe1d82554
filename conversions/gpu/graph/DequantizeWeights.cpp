// A product by weights in blocks unpacks what it reads, again for each of its tiles. Beyond some
// rows it is faster to unpack the weights once, to memory, for a product of matrices as they are.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/IR/PatternMatch.h"
#include "passes/InputDependence.h"

namespace rlx {
#define GEN_PASS_DEF_DEQUANTIZEWEIGHTSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

// On an H100 a product that unpacks does 160 Tflop/s, and another one 296: a row gains 5.7 fs a
// weight. To read 1.1 bytes of it and write 2 takes 1.06 ps there, as long as 190 rows gain.
constexpr int64_t kMinRows = 256;

struct DequantizeWeights : rlx::impl::DequantizeWeightsPassBase<DequantizeWeights> {
  using DequantizeWeightsPassBase::DequantizeWeightsPassBase;

  void runOnBody() override {
    SmallVector<DequantMatmulOp> products;
    getOperation().walk([&](DequantMatmulOp op) { products.push_back(op); });
    if (products.empty())
      return;
    FailureOr<rt::DeviceProfile> profile = findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    // Products of the preparation happen once anyway, and with them what they unpack.
    const InputDependence dependence(getOperation());
    llvm::erase_if(products, [&](DequantMatmulOp op) {
      return dependence.isPrepared(op.getResult()) || !isFaster(op, *profile);
    });
    for (DequantMatmulOp op : products)
      unpack(op);
  }

  static bool isFaster(DequantMatmulOp op, const rt::DeviceProfile &profile) {
    auto rows = cast<RankedTensorType>(op.getLhs().getType());
    auto result = cast<RankedTensorType>(op.getType());
    Type element = rows.getElementType();
    if (!(element.isF16() || element.isBF16()) || !rows.hasStaticShape() ||
        !result.hasStaticShape() || !hasCooperativeMatricesOf(element, profile))
      return false;
    const int64_t terms = rows.getShape().back(), columns = result.getShape().back();
    const auto bytes = static_cast<uint64_t>(terms) * static_cast<uint64_t>(columns) * 2;
    return ShapedType::getNumElements(rows.getShape().drop_back()) >= kMinRows &&
           columns >= kMinForMatrices && bytes <= profile.maxBufferBytes;
  }

  // Whether the kernel that unpacks can put its elements into rows across the sum at full speed
  // (rlx-schedule-elementwise).
  static bool isMovedWhole(RankedTensorType weights) {
    const int64_t lanes = maxLanes(weights.getElementType());
    return weights.getNumElements() >= kMinForTurning && weights.getDimSize(0) % lanes == 0 &&
           weights.getDimSize(1) % lanes == 0;
  }

  static void unpack(DequantMatmulOp op) {
    IRRewriter rewriter(op);
    OpComposer c(rewriter, op.getLoc());
    Value weights = c.make<DequantizeBlocksOp>(op.getWeights(), op.getScheme(),
                                               getElementTypeOrSelf(op.getType()));
    weights.getDefiningOp()->setAttr(kNoHoistAttr, rewriter.getUnitAttr());
    // Matrices that lie in columns are multiplied an eighth more slowly.
    const bool turns = isMovedWhole(cast<RankedTensorType>(weights.getType()));
    if (turns)
      weights = c.make<TransposeOp>(weights, ArrayRef<int64_t>{1, 0});
    const int64_t last = cast<RankedTensorType>(op.getLhs().getType()).getRank() - 1;
    Value product =
        c.make<DotGeneralOp>(op.getLhs(), weights, ArrayRef<int64_t>(), ArrayRef<int64_t>(),
                             ArrayRef<int64_t>{last}, ArrayRef<int64_t>{turns ? 0 : 1}, TypeAttr());
    product.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, product);
  }
};

} // namespace
