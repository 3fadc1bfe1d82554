// Folds an inference batch normalisation into the convolution, or transposed one, before it:
//
//   y = (conv(x, w, b) - mean) * s + beta,  s = scale / sqrt(variance + eps)
//     = conv(x, w * s, (b - mean) * s + beta)
// The new weights are ops on params: computed once, when params are set. Weights that are inputs
// stay as they are.
#include "passes/Passes.h"

#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "passes/InputDependence.h"
#include "passes/PatternUtils.h"

namespace rlx {
#define GEN_PASS_DEF_FUSECONVBATCHNORMPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

// Rewrites one function. What is folded is decided before anything is rewritten: the analysis
// knows the function as it was.
class Folder {
public:
  explicit Folder(func::FuncOp function) : function(function), rewriter(function.getContext()) {}

  // Until nothing is left: a convolution may have several normalisations behind it.
  void run() {
    while (foldOnce()) {
    }
  }

private:
  bool foldOnce() {
    InputDependence dependence(function);
    SmallVector<BatchNormOp> norms;
    function.walk([&](BatchNormOp norm) {
      if (isFoldable(norm, dependence))
        norms.push_back(norm);
    });
    for (BatchNormOp norm : norms)
      fold(norm);
    return !norms.empty();
  }

  static bool isFoldable(BatchNormOp norm, const InputDependence &dependence) {
    Operation *conv = norm.getInput().getDefiningOp();
    if (auto plain = dyn_cast_if_present<ConvOp>(conv))
      return isFoldable(norm, plain, dependence);
    // With groups the filter has no dimension of all result channels.
    if (auto transposed = dyn_cast_if_present<ConvTransposeOp>(conv))
      return transposed.getGroups() == 1 && isFoldable(norm, transposed, dependence);
    return false;
  }

  template <typename Conv>
  static bool isFoldable(BatchNormOp norm, Conv conv, const InputDependence &dependence) {
    // Folding changes all weights, which pays only if it happens once and not in every run.
    auto isPrepared = [&](Value value) { return dependence.isPrepared(value); };
    return isOnlyUseInBlock(norm.getInput(), norm) &&
           static_cast<int64_t>(norm.getAxis()) == channelAxis(conv) &&
           tensorType(conv.getFilter()).hasStaticShape() &&
           // In f16 and bf16 the folded weights would be rounded twice, and eps might vanish.
           tensorType(conv.getFilter()).getElementTypeBitWidth() >= 32 &&
           llvm::all_of(conv->getOperands().drop_front(), isPrepared) &&
           llvm::all_of(norm->getOperands().drop_front(), isPrepared);
  }

  void fold(BatchNormOp norm) {
    Operation *conv = norm.getInput().getDefiningOp();
    if (auto plain = dyn_cast<ConvOp>(conv))
      fold(norm, plain, /*channelDim=*/0);
    else
      fold(norm, cast<ConvTransposeOp>(conv), /*channelDim=*/1);
  }

  // `channelDim` is the filter's dimension of result channels.
  template <typename Conv>
  void fold(BatchNormOp norm, Conv conv, int64_t channelDim) {
    Location loc = norm.getLoc();
    rewriter.setInsertionPoint(norm);
    Value scale = normScale(norm);
    auto newConv = cast<Conv>(rewriter.clone(*conv));
    newConv.getFilterMutable().assign(scaledFilter(conv.getFilter(), scale, channelDim));
    Value offset = conv.getBias()
                       ? SubOp::create(rewriter, loc, conv.getBias(), norm.getMean()).getResult()
                       : NegOp::create(rewriter, loc, norm.getMean()).getResult();
    Value scaled = MulOp::create(rewriter, loc, offset, scale);
    newConv.getBiasMutable().assign(
        AddOp::create(rewriter, loc, scaled, norm.getBias()).getResult());
    newConv->moveBefore(norm);
    remark::passed(loc, remark::RemarkOpts::name("FuseConvBatchNorm").category("rlx-fuse"))
        << "batch normalisation folded into the weights of the convolution";
    rewriter.replaceOp(norm, newConv.getResult());
    rewriter.eraseOp(conv);
  }

  template <typename Conv>
  static int64_t channelAxis(Conv conv) {
    return conv.getDataFormat() == DataFormat::ChannelsFirst
               ? 1
               : tensorType(conv.getInput()).getRank() - 1;
  }

  Value normScale(BatchNormOp norm) {
    Location loc = norm.getLoc();
    auto type = tensorType(norm.getVariance());
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value eps = ConstantOp::create(
        rewriter, loc, scalar,
        DenseElementsAttr::get(
            scalar, rewriter.getFloatAttr(type.getElementType(), norm.getEps().convertToDouble())));
    Value shifted = AddOp::create(rewriter, loc, norm.getVariance(), eps);
    Value root = SqrtOp::create(rewriter, loc, shifted);
    return DivOp::create(rewriter, loc, norm.getScale(), root);
  }

  Value scaledFilter(Value filter, Value scale, int64_t channelDim) {
    auto type = tensorType(filter);
    SmallVector<int64_t> shape(type.getRank(), 1);
    shape[channelDim] = type.getDimSize(channelDim);
    Value factors = ReshapeOp::create(rewriter, filter.getLoc(),
                                      RankedTensorType::get(shape, type.getElementType()), scale,
                                      ValueRange(), shape);
    return MulOp::create(rewriter, filter.getLoc(), filter, factors);
  }

  func::FuncOp function;
  IRRewriter rewriter;
};

struct FuseConvBatchNorm : rlx::impl::FuseConvBatchNormPassBase<FuseConvBatchNorm> {
  void runOnOperation() override {
    getOperation()->walk([](func::FuncOp function) {
      if (!function.isExternal())
        Folder(function).run();
    });
  }
};

} // namespace
