// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fold-scales`: folds prepared scales and offsets of channels into the weights of the
// convolution or matmul before them.
//
//   (conv(x, w, b) + p) * s + t  =  conv(x, w * s, (b + p) * s + t)
//
// These come from inference batch normalization, with s = scale / sqrt(variance + eps), and from
// mul, div, add and sub with one number or one per channel. The new weights are ops on params,
// computed once when params are set. Weights that are inputs stay. Elsewhere, two constant scales
// in sequence become one: x / a * b = x * (b / a). A constant stays if it is 0, or so large or
// small that a product with it could become 0 or infinite.
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "passes/InputDependence.h"
#include "passes/PatternUtils.h"
#include "llvm/ADT/TypeSwitch.h"

namespace rlx {
#define GEN_PASS_DEF_FOLDSCALESPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

// A convolution or matmul into which scales can be folded.
struct Weighted {
  Operation *op;
  Value weights, bias; // bias: null or [channels]
  int64_t weightsDim;  // dimension of the weights with the result's channels
  int64_t channelAxis; // channel axis of the result
  int64_t channels() const { return tensorType(weights).getDimSize(weightsDim); }
};

template <typename Conv>
Weighted convolution(Conv conv, int64_t weightsDim) {
  int64_t last = tensorType(conv.getInput()).getRank() - 1;
  return {conv, conv.getFilter(), conv.getBias(), weightsDim,
          conv.getDataFormat() == DataFormat::ChannelsFirst ? 1 : last};
}

template <typename Matmul>
std::optional<Weighted> weightedMatmul(Matmul op, Value bias) {
  int64_t rank = tensorType(op.getResult()).getRank();
  if (tensorType(op.getRhs()).getRank() != 2 || tensorType(op.getLhs()).getRank() < 2 ||
      (bias && tensorType(bias).getRank() != 1))
    return std::nullopt;
  return Weighted{op, op.getRhs(), bias, 1, rank - 1};
}

std::optional<Weighted> weightedOp(Operation *op) {
  using Result = std::optional<Weighted>;
  if (!op)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<ConvOp>([](ConvOp conv) { return convolution(conv, 0); })
      // With groups, no dimension of the filter has all channels of the result.
      .Case<ConvTransposeOp>([](ConvTransposeOp conv) {
        return conv.getGroups() == 1 ? Result(convolution(conv, 1)) : std::nullopt;
      })
      .Case<MatmulOp>([](MatmulOp matmul) { return weightedMatmul(matmul, Value()); })
      .Case<FusedMatmulBiasActOp>([](FusedMatmulBiasActOp fused) {
        return fused.getActivation() == FusedActivation::None
                   ? weightedMatmul(fused, fused.getBias())
                   : std::nullopt;
      })
      .Default([](Operation *) { return std::nullopt; });
}

// (value + before) * scale + after, or .. / scale + after. Null members have no effect.
struct Affine {
  Value before = nullptr, scale = nullptr, after = nullptr;
  bool divides = false;
};

// Constants such that the product and quotient of any two are neither 0 nor infinite.
bool isOrdinaryScale(Value scale) {
  DenseFPElementsAttr elements;
  return matchPattern(scale, m_Constant(&elements)) &&
         llvm::all_of(elements.getValues<APFloat>(), [](const APFloat &value) {
           double size = std::abs(value.convertToDouble());
           return size >= 0x1p-60 && size <= 0x1p60; // false for NaN
         });
}

class Folder {
public:
  explicit Folder(func::FuncOp function)
      : function(function), b(function.getContext()), dependence(function) {}

  void run() {
    walkInOrder(function.getBody().front(), [&](Operation *op) {
      if (op->getNumResults() != 1 || op->getNumRegions() != 0)
        return;
      for (Value operand : op->getOperands()) {
        if (!dependence.isRuntime(operand) || !isOnlyUseInBlock(operand, op))
          continue;
        if (foldIntoWeights(op, operand) || joinScales(op, operand))
          return; // op is erased
      }
    });
  }

private:
  // `dependence` must know ops made here, to tell which values are prepared.
  template <typename Op, typename... Args>
  Value make(Location loc, Args &&...args) {
    Op op = Op::create(b, loc, std::forward<Args>(args)...);
    dependence.visit(op);
    return op->getResult(0);
  }

  void passed(Operation *op, StringRef what) {
    remark::passed(op->getLoc(), remark::RemarkOpts::name("FoldScales").category("rlx-fuse"))
        << op->getName().getStringRef() << " " << what;
  }

  bool allPrepared(OperandRange values) {
    return llvm::all_of(values, [&](Value value) { return dependence.isPrepared(value); });
  }

  // In f16 and bf16, changed weights would be rounded twice, and an eps could vanish.
  static bool isWide(Value value) {
    Type element = tensorType(value).getElementType();
    return isa<FloatType>(element) && element.getIntOrFloatBitWidth() >= 32;
  }

  // ---- into weights ----

  bool foldIntoWeights(Operation *op, Value value) {
    std::optional<Weighted> into = weightedOp(value.getDefiningOp());
    // Folding changes all weights, which pays off only if it happens once instead of in every run.
    if (!into || value.getType() != op->getResult(0).getType() || !isWide(into->weights) ||
        !tensorType(into->weights).hasStaticShape() || !dependence.isPrepared(into->weights) ||
        (into->bias && !dependence.isPrepared(into->bias)))
      return false;
    b.setInsertionPoint(op);
    std::optional<Affine> affine = affineOf(op, value, *into);
    if (!affine)
      return false;
    passed(op, "folded into weights");
    Value weights = into->weights, bias = newBias(op->getLoc(), *into, *affine);
    if (affine->scale)
      weights = scaledWeights(op->getLoc(), *into, *affine);
    Value result = rebuilt(*into, weights, bias);
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    into->op->erase();
    return true;
  }

  // The effect of the op on the channels of `value`. Its numbers have shape [channels] or rank 0.
  std::optional<Affine> affineOf(Operation *op, Value value, const Weighted &into) {
    if (auto norm = dyn_cast<BatchNormOp>(op)) {
      bool fits = norm.getInput() == value && allPrepared(norm->getOperands().drop_front()) &&
                  static_cast<int64_t>(norm.getAxis()) == into.channelAxis;
      return fits ? std::optional(normalization(norm)) : std::nullopt;
    }
    if (!isa<MulOp, DivOp, AddOp, SubOp>(op) ||
        (isa<DivOp, SubOp>(op) && op->getOperand(0) != value))
      return std::nullopt;
    Value number = op->getOperand(op->getOperand(0) == value ? 1 : 0);
    if (!dependence.isPrepared(number) || !isOneAChannel(number, into))
      return std::nullopt;
    // A divisor of 0 would turn weights that are 0 into NaN.
    bool isScale = isa<MulOp, DivOp>(op), isConstant = matchPattern(number, m_Constant());
    if (isScale && (isConstant ? !isOrdinaryScale(number) : isa<DivOp>(op)))
      return std::nullopt;
    number = flattened(number, into);
    if (isa<AddOp>(op))
      return Affine{.after = number};
    if (isa<SubOp>(op))
      return Affine{.after = make<NegOp>(op->getLoc(), number)};
    return Affine{.scale = number, .divides = isa<DivOp>(op)};
  }

  Affine normalization(BatchNormOp norm) {
    Location loc = norm.getLoc();
    OpComposer c(b, loc);
    Value eps =
        c.scalar(tensorType(norm.getVariance()).getElementType(), norm.getEps().convertToDouble());
    Value root = make<SqrtOp>(loc, make<AddOp>(loc, norm.getVariance(), eps));
    return {.before = make<NegOp>(loc, norm.getMean()),
            .scale = make<DivOp>(loc, norm.getScale(), root),
            .after = norm.getBias()};
  }

  // One number, or one per channel along the result's channel axis.
  static bool isOneAChannel(Value number, const Weighted &into) {
    auto type = tensorType(number);
    if (!type.hasStaticShape())
      return false;
    if (type.getNumElements() == 1)
      return true;
    int64_t fromEnd = tensorType(into.op->getResult(0)).getRank() - into.channelAxis;
    return type.getNumElements() == into.channels() && type.getRank() >= fromEnd &&
           type.getDimSize(type.getRank() - fromEnd) == into.channels();
  }

  Value reshaped(Value value, ArrayRef<int64_t> shape) {
    auto type = tensorType(value);
    if (type.getShape() == shape)
      return value;
    return make<ReshapeOp>(value.getLoc(), type.clone(shape), value, ValueRange(), shape);
  }

  Value flattened(Value number, const Weighted &into) {
    if (tensorType(number).getNumElements() == 1)
      return reshaped(number, {});
    return reshaped(number, {into.channels()});
  }

  Value newBias(Location loc, const Weighted &into, const Affine &affine) {
    Value bias = into.bias;
    auto add = [&](Value number) {
      if (number)
        bias = bias ? make<AddOp>(loc, bias, number) : number;
    };
    add(affine.before);
    if (affine.scale && bias)
      bias = scaled(loc, bias, affine.scale, affine.divides);
    add(affine.after);
    if (bias && tensorType(bias).getRank() == 0)
      bias = make<ExpandOp>(loc, bias, ValueRange(), ArrayRef<int64_t>{into.channels()});
    return bias;
  }

  Value scaledWeights(Location loc, const Weighted &into, const Affine &affine) {
    Value factors = affine.scale;
    if (tensorType(factors).getRank() == 1) {
      SmallVector<int64_t> shape(tensorType(into.weights).getRank(), 1);
      shape[into.weightsDim] = into.channels();
      factors = reshaped(factors, shape);
    }
    return scaled(loc, into.weights, factors, affine.divides);
  }

  Value scaled(Location loc, Value value, Value scale, bool divides) {
    return divides ? make<DivOp>(loc, value, scale) : make<MulOp>(loc, value, scale);
  }

  // The op with other weights and bias.
  Value rebuilt(const Weighted &old, Value weights, Value bias) {
    if (auto conv = dyn_cast<ConvOp>(old.op))
      return rebuiltConv(conv, weights, bias);
    if (auto conv = dyn_cast<ConvTransposeOp>(old.op))
      return rebuiltConv(conv, weights, bias);
    Location loc = old.op->getLoc();
    Value lhs = old.op->getOperand(0);
    Type type = old.op->getResult(0).getType();
    if (!bias)
      return make<MatmulOp>(loc, type, lhs, weights);
    return make<FusedMatmulBiasActOp>(loc, type, lhs, weights, bias, FusedActivation::None);
  }

  template <typename Conv>
  Value rebuiltConv(Conv conv, Value weights, Value bias) {
    auto copy = cast<Conv>(b.clone(*conv));
    copy.getFilterMutable().assign(weights);
    if (bias)
      copy.getBiasMutable().assign(bias);
    dependence.visit(copy);
    return copy.getResult();
  }

  // ---- two scales in sequence ----

  // The constant scale of a mul or div of `value`; null if there is none.
  Value scaleOf(Operation *op, Value value) {
    if (!isa_and_present<MulOp, DivOp>(op) || op->getResult(0).getType() != value.getType() ||
        (isa<DivOp>(op) && op->getOperand(0) != value))
      return {};
    Value scale = op->getOperand(op->getOperand(0) == value ? 1 : 0);
    return isOrdinaryScale(scale) ? scale : Value();
  }

  bool joinScales(Operation *op, Value value) {
    Operation *first = value.getDefiningOp();
    Value outer = scaleOf(op, value);
    if (!outer || !isWide(value) || !isa_and_present<MulOp, DivOp>(first))
      return false;
    for (Value source : first->getOperands()) {
      Value inner = dependence.isRuntime(source) ? scaleOf(first, source) : Value();
      if (!inner || !isOneLikeTheOther(inner, outer))
        continue;
      b.setInsertionPoint(op);
      Value result = joined(op, source, {inner, isa<DivOp>(first)}, {outer, isa<DivOp>(op)});
      passed(op, "merged with the preceding scale");
      op->getResult(0).replaceAllUsesWith(result);
      op->erase();
      first->erase();
      return true;
    }
    return false;
  }

  // Otherwise the joined constant would be larger than both.
  static bool isOneLikeTheOther(Value a, Value b) {
    return a.getType() == b.getType() || tensorType(a).getNumElements() == 1 ||
           tensorType(b).getNumElements() == 1;
  }

  struct Scale {
    Value factor;
    bool divides;
  };

  Value joined(Operation *op, Value source, Scale first, Scale second) {
    Location loc = op->getLoc();
    if (first.divides && !second.divides)
      std::swap(first, second); // x / a * b = x * b / a
    Value factor = scaled(loc, first.factor, second.factor, first.divides != second.divides);
    return scaled(loc, source, factor, first.divides && second.divides);
  }

  func::FuncOp function;
  OpBuilder b;
  InputDependence dependence;
};

struct FoldScales : rlx::impl::FoldScalesPassBase<FoldScales> {
  void runOnOperation() override {
    getOperation()->walk([](func::FuncOp function) {
      if (!function.isExternal())
        Folder(function).run();
    });
  }
};

} // namespace
