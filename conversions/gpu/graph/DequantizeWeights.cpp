// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-dequantize-weights: matmuls with many rows by block-quantized weights decode these once.
//
// A matmul that decodes in its tiles does it again for each tile. From 256 rows on it is faster to
// decode the weights to memory, and to multiply as usual.
//
// before: %y = rlx.dequant_matmul %x, %blocks scheme = q4_0
// after:  %w = rlx.dequantize_blocks %blocks scheme = q4_0 to f16 {rlx.no_hoist}
//         %t = rlx.transpose %w perm = [1, 0]              // from 2^20 elements on
//         %y = rlx.dot_general %x, %t contract [1] x [0]
//
// The others take elementwise consumers into their kernels, as all matmuls do here.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/BlockCodes.h"
#include "conversions/gpu/matmul/BlockOperand.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "passes/InputDependence.h"
#include "passes/KernelGroups.h"

namespace rlx {
#define GEN_PASS_DEF_DEQUANTIZEWEIGHTSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

struct DequantizeWeights : rlx::impl::DequantizeWeightsPassBase<DequantizeWeights> {
  using DequantizeWeightsPassBase::DequantizeWeightsPassBase;

  void runOnBody() override {
    SmallVector<DequantMatmulOp> matmuls;
    getOperation().walk([&](DequantMatmulOp op) { matmuls.push_back(op); });
    if (matmuls.empty())
      return;
    FailureOr<rt::DeviceProfile> profile = findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    // Matmuls of the preparation run once anyway, and so does their decoding.
    const InputDependence dependence(getOperation());
    llvm::erase_if(matmuls, [&](DequantMatmulOp op) {
      return dependence.isPrepared(op.getResult()) || !isFaster(op, *profile);
    });
    for (DequantMatmulOp op : matmuls)
      unpack(op);
    getOperation().walk([&](DequantMatmulOp op) {
      op->setAttr(kFusesConsumersAttr, UnitAttr::get(op.getContext()));
      remarkOnRows(op, *profile);
    });
  }

  // Integer dot products round rows (gpu/matmul/IntegerGemv.cpp), and cooperative matrices round
  // many fast ones.
  static void remarkOnRows(DequantMatmulOp op, const rt::DeviceProfile &profile) {
    const RowPrecision precision = op.getRowPrecision().value_or(RowPrecision::Exact);
    const bool hasDots = profile.has("shaderIntegerDotProduct");
    const bool hasMatrices = precision == RowPrecision::Fast &&
                             hasCooperativeMatricesOf(Builder(op).getBF16Type(), profile);
    if (precision == RowPrecision::Exact || hasMatrices ||
        (hasDots && BlockUnits::of(op.getScheme())))
      return;
    const std::string reason =
        hasDots ? "codes of " + stringifyBlockScheme(op.getScheme()).str() + " are no bytes"
                : "the device has no integer dot products";
    remark::missed(op.getLoc(), remark::RemarkOpts::name("RowPrecision").category("rlx-precision"))
        << reason + ", so precision '" + stringifyRowPrecision(precision).str() +
               "' has no effect; f16 multiplies by cooperative matrices";
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
    return ShapedType::getNumElements(rows.getShape().drop_back()) >= kMinForDecoded &&
           columns >= kMinForMatrices && bytes <= profile.maxBufferBytes;
  }

  static void unpack(DequantMatmulOp op) {
    IRRewriter rewriter(op);
    OpComposer c(rewriter, op.getLoc());
    Value weights = c.make<DequantizeBlocksOp>(op.getWeights(), op.getScheme(),
                                               getElementTypeOrSelf(op.getType()));
    weights.getDefiningOp()->setAttr(kNoHoistAttr, rewriter.getUnitAttr());
    // Weights in columns make the matmul an eighth slower.
    const bool transposes = canTransposeInTiles(cast<RankedTensorType>(weights.getType()));
    if (transposes)
      weights = c.make<TransposeOp>(weights, ArrayRef<int64_t>{1, 0});
    const int64_t last = cast<RankedTensorType>(op.getLhs().getType()).getRank() - 1;
    Value matmul = c.make<DotGeneralOp>(op.getLhs(), weights, ArrayRef<int64_t>(),
                                        ArrayRef<int64_t>(), ArrayRef<int64_t>{last},
                                        ArrayRef<int64_t>{transposes ? 0 : 1}, TypeAttr());
    matmul.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, matmul);
  }
};

} // namespace
