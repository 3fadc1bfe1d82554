// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks from contractions to dequantizations and quantizations; see QuantizedMatmuls.h.
//
// A candidate that fails a condition is reported with the reason, for remarks.
#include "passes/QuantizedMatmuls.h"

#include "dialects/rlx/ir/ActivationOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "passes/QuantizedValues.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;

namespace rlx {
namespace {

bool isByte(Value value) {
  return tensorType(value).getElementType().getIntOrFloatBitWidth() == 8;
}

// The bounds of an 8-bit type.
int64_t lowest(Type type) {
  return type.isUnsignedInteger() ? 0 : -128;
}
int64_t highest(Type type) {
  return type.isUnsignedInteger() ? 255 : 127;
}

// The largest difference between an element and its zero point.
int64_t reach(DequantizeOp op) {
  Type type = tensorType(op.getInput()).getElementType();
  std::optional<SmallVector<int64_t>> zeros = knownZeroPoints(op.getZeroPoint());
  if (!zeros)
    return 255;
  int64_t largest = 0;
  for (int64_t zero : *zeros)
    largest = std::max({largest, highest(type) - zero, zero - lowest(type)});
  return largest;
}

// ---- matmuls ----

// The dequantized operands of a contraction, and its sizes.
struct Operands {
  Value input, weights;
  int64_t axis;  // channel axis of the weights
  int64_t terms; // length of a dot product; kDynamic if unknown
};

std::optional<Operands> operandsOf(Operation *op, QuantizedMatmul &p) {
  auto matmul = [&](Value lhs, Value rhs) -> std::optional<Operands> {
    auto type = tensorType(rhs);
    int64_t rank = type.getRank();
    if (tensorType(lhs).getRank() < 2 || rank < 2)
      return std::nullopt;
    p.channels = type.getDimSize(rank - 1);
    p.channelDim = tensorType(op->getResult(0)).getRank() - 1;
    int64_t terms = type.getDimSize(rank - 2);
    if (ShapedType::isDynamic(terms))
      terms = tensorType(lhs).getShape().back();
    return Operands{lhs, rhs, rank - 1, terms};
  };
  return llvm::TypeSwitch<Operation *, std::optional<Operands>>(op)
      .Case<ConvOp>([&](ConvOp conv) {
        auto type = tensorType(conv.getFilter());
        p.channels = type.getDimSize(0);
        p.channelDim = conv.getDataFormat() == DataFormat::ChannelsLast ? type.getRank() - 1 : 1;
        int64_t terms = type.getNumElements() / std::max<int64_t>(p.channels, 1);
        return Operands{conv.getInput(), conv.getFilter(), 0, terms};
      })
      .Case<MatmulOp>([&](MatmulOp op) { return matmul(op.getLhs(), op.getRhs()); })
      .Case<FusedMatmulBiasActOp>([&](FusedMatmulBiasActOp op) {
        p.activation = op.getActivation();
        return matmul(op.getLhs(), op.getRhs());
      })
      .Default([](auto) { return std::nullopt; });
}

// The products of both operands' scales. Empty, with a reason, if they cannot be multiplied.
SmallVector<double> matmulScales(DequantizeOp input, DequantizeOp weights, int64_t axis,
                                 std::string &why) {
  if (input.getAxis() || quantAxis(weights).value_or(axis) != axis) {
    why = "the input's scale is not per tensor, or the weights' scales are not per result channel";
    return {};
  }
  std::optional<SmallVector<double>> one = ordinaryScales(input.getScale()),
                                     each = ordinaryScales(weights.getScale());
  if (!one || !each) {
    why = "a scale is not a constant of f32, or not a positive normal number";
    return {};
  }
  SmallVector<double> products;
  for (double scale : *each)
    products.push_back(one->front() * scale);
  if (!llvm::all_of(products, isOrdinaryFactor)) {
    why = "the product of the scales is not a normal number";
    return {};
  }
  return products;
}

// Whether a kernel packs the weights: once if they are prepared, else in each run.
bool canPack(QuantizedMatmul p, const Operands &operands, std::string &why) {
  auto type = tensorType(operands.weights);
  if (!p.areBothData) {
    if (type.hasStaticShape() && (type.getRank() == 2 || isa<ConvOp>(p.op)))
      return true;
    why = "the weights are not one matrix of static shape";
    return false;
  }
  if (!isa<MatmulOp>(p.op))
    why = "it does not multiply run-time data by prepared weights";
  else if (p.weights.getAxis() || p.input.getAxis())
    why = "the scale of data is not per tensor";
  return why.empty();
}

} // namespace

Value QuantizedMatmul::bias() const {
  if (auto conv = dyn_cast<ConvOp>(op))
    return conv.getBias();
  auto fused = dyn_cast<FusedMatmulBiasActOp>(op);
  return fused ? fused.getBias() : Value();
}

std::optional<QuantizedMatmul> findQuantizedMatmul(Operation *op, const InputDependence &dependence,
                                                   std::string &why) {
  QuantizedMatmul p;
  std::optional<Operands> operands = operandsOf(op, p);
  if (!operands)
    return std::nullopt;
  auto input = operands->input.getDefiningOp<DequantizeOp>(),
       weights = operands->weights.getDefiningOp<DequantizeOp>();
  if (!input || !weights || !isByte(input.getInput()) || !isByte(weights.getInput()))
    return std::nullopt;
  p.op = op;
  p.input = input;
  p.weights = weights;
  // An op that runs once need not be fast.
  Value weightsZero = weights.getZeroPoint();
  p.areBothData = dependence.isRuntime(weights.getInput());
  if (dependence.isPrepared(input.getInput()) || p.channels == 0 ||
      (weightsZero && dependence.isRuntime(weightsZero))) {
    why = "it does not multiply run-time data";
    return std::nullopt;
  }
  if (!canPack(p, *operands, why))
    return std::nullopt;
  p.scales = matmulScales(input, weights, operands->axis, why);
  if (p.scales.empty())
    return std::nullopt;
  int64_t product = std::max<int64_t>(reach(input) * reach(weights), 1);
  p.mostTerms = std::numeric_limits<int32_t>::max() / product;
  if (operands->terms > p.mostTerms) {
    why = "sums of " + std::to_string(operands->terms) + " products could overflow 32 bits";
    return std::nullopt;
  }
  p.hasUnknownTerms = ShapedType::isDynamic(operands->terms);
  p.largestSum = (p.hasUnknownTerms ? p.mostTerms : operands->terms) * product;
  return p;
}

// ---- results ----

namespace {

// The only user of the value, if it is in the same block.
Operation *onlyUser(Value value) {
  if (!value.hasOneUse())
    return nullptr;
  Operation *user = *value.getUsers().begin();
  return isOnlyUseInBlock(value, user) ? user : nullptr;
}

// The bias as integers in the scale of the sums, if it is exactly that and the sums still fit; else
// null.
Value integerBias(const QuantizedMatmul &p, Value bias) {
  auto op = bias.getDefiningOp<DequantizeOp>();
  if (!op || tensorType(op.getInput()).getShape() != ArrayRef(p.channels) ||
      !tensorType(op.getInput()).getElementType().isSignlessInteger(32) ||
      !haveEqualZeroPoints(op.getZeroPoint(), {}))
    return {};
  std::optional<SmallVector<double>> scales = ordinaryScales(op.getScale());
  std::optional<ref::Tensor> values = constantTensor(op.getInput());
  if (!scales || !values)
    return {};
  auto at = [](ArrayRef<double> list, int64_t c) { return list[list.size() == 1 ? 0 : c]; };
  for (int64_t c = 0; c < p.channels; ++c) {
    // The product of scales may have been rounded differently.
    double scale = at(p.scales, c);
    if (std::abs(at(*scales, c) - scale) > std::ldexp(scale, -22) ||
        std::abs(values->ints[c]) + p.largestSum > std::numeric_limits<int32_t>::max())
      return {};
  }
  return op.getInput();
}

// The integer to which a real number is quantized. Quantization is monotonic, so bounds of numbers
// are exact bounds of integers.
int64_t quantized(QuantizeOp op, double scale, int64_t zeroPoint, double number) {
  double steps = static_cast<float>(static_cast<float>(number) / scale);
  double rounded =
      op.getRounding() == Rounding::HalfToEven ? std::nearbyint(steps) : std::round(steps);
  return static_cast<int64_t>(std::clamp(rounded + static_cast<double>(zeroPoint),
                                         static_cast<double>(lowest(op.getTo())),
                                         static_cast<double>(highest(op.getTo()))));
}

// The bounds of an activation that only clamps.
struct Bounds {
  std::optional<double> low, high;
};

std::optional<double> number(std::optional<TypedAttr> attribute) {
  if (auto value = dyn_cast_if_present<FloatAttr>(attribute.value_or(TypedAttr())))
    return value.getValueAsDouble();
  return std::nullopt;
}

std::optional<Bounds> boundsOf(Operation *op) {
  if (isa<ReluOp>(op))
    return Bounds{0.0, std::nullopt};
  auto clamp = dyn_cast<ClampOp>(op);
  if (!clamp)
    return std::nullopt;
  Bounds bounds{number(clamp.getMin()), number(clamp.getMax())};
  // Not NaN, and in the right order.
  if ((bounds.low && std::isnan(*bounds.low)) || (bounds.high && std::isnan(*bounds.high)) ||
      (bounds.low && bounds.high && *bounds.low > *bounds.high))
    return std::nullopt;
  return bounds;
}

// Intersects the result's range with the bounds. False if they are not known as integers.
bool applyBounds(QuantizedResult &result, double scale, const Bounds &bounds) {
  QuantizeOp op = result.quantize;
  std::optional<SmallVector<int64_t>> zero = knownZeroPoints(op.getZeroPoint());
  if (!zero)
    return !bounds.low && !bounds.high;
  if (bounds.low)
    result.least = quantized(op, scale, zero->front(), *bounds.low);
  if (bounds.high)
    result.most = quantized(op, scale, zero->front(), *bounds.high);
  if (result.least && *result.least == lowest(op.getTo()))
    result.least = std::nullopt;
  if (result.most && *result.most == highest(op.getTo()))
    result.most = std::nullopt;
  return true;
}

// Walks from the matmul to its quantization, over an added bias and an activation. False if there
// is none.
bool walkToQuantize(const QuantizedMatmul &p, QuantizedResult &result, Value &bias,
                    Bounds &bounds) {
  Value value = p.op->getResult(0);
  Operation *user = onlyUser(value);
  bool isActivated = p.activation != FusedActivation::None;
  auto step = [&] {
    result.between.insert(result.between.begin(), user);
    value = user->getResult(0);
    user = onlyUser(value);
  };
  auto add = dyn_cast_if_present<AddOp>(user);
  if (add && isa<MatmulOp>(p.op) && add.getType() == value.getType() &&
      tensorType(otherOperand(add, value)).getShape() == ArrayRef(p.channels)) {
    bias = otherOperand(add, value);
    step();
  }
  if (p.activation == FusedActivation::Relu)
    bounds.low = 0.0;
  else if (isActivated)
    return false;
  std::optional<Bounds> found = user && !isActivated ? boundsOf(user) : std::nullopt;
  if (found) {
    bounds = *found;
    step();
  }
  result.quantize = dyn_cast_if_present<QuantizeOp>(user);
  return result.quantize && result.quantize.getInput() == value;
}

} // namespace

std::optional<QuantizedResult> findQuantizedResult(const QuantizedMatmul &p) {
  QuantizedResult result;
  Value bias = p.bias();
  Bounds bounds;
  if (!walkToQuantize(p, result, bias, bounds) || result.quantize.getAxis() ||
      result.quantize.getTo().getIntOrFloatBitWidth() != 8)
    return std::nullopt;
  if (bias && (p.areBothData || !(result.bias = integerBias(p, bias))))
    return std::nullopt;
  std::optional<SmallVector<double>> scale = ordinaryScales(result.quantize.getScale());
  if (!scale || !applyBounds(result, scale->front(), bounds))
    return std::nullopt;
  for (double product : p.scales)
    result.multipliers.push_back(product / scale->front());
  if (!llvm::all_of(result.multipliers, isOrdinaryFactor))
    return std::nullopt;
  return result;
}

} // namespace rlx
