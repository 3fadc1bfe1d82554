// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Normalizations and softmax.
//
// Softmax, LogSoftmax, and the normalizations Layer, Batch, Instance, LRN, Lp and MeanVariance.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxQuant.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {
// Since operator set 13 along one axis; before, over all dimensions from the axis on.
Handler softmax(StringRef op, bool flattens) {
  auto import = [op = op.str(), flattens](Node &n) {
    int64_t rank = n.rank(0);
    int64_t axis = n.axis(n.intAttr("axis", flattens ? 1 : -1), rank);
    Value x = n.tensor(0);
    if (!flattens || axis == rank - 1)
      return n.set(0, n.emit(op, x, n.i64("axis", axis)));
    n.set(0, emitFlattened(n, op, x, axis));
  };
  return {import, nullptr, flattens ? kMinOpset : 13, flattens ? 12 : kMaxOpset};
}

// Results 1 and 2: the mean and the reciprocal of the standard deviation.
void layerNormStatistics(Node &n, int64_t axis, double eps) {
  IntList axes = axisRange(axis, n.rank(0));
  Value x = n.tensor(0), mean = n.reduce("rlx.reduce_mean", x, axes, true);
  // Centered twice, as in rlx.layer_norm: one mean may have lost digits that the variance needs.
  Value centred = n.emit("rlx.sub", {x, mean});
  centred = n.emit("rlx.sub", {centred, n.reduce("rlx.reduce_mean", centred, axes, true)});
  Value variance = n.reduce("rlx.reduce_mean", n.emit("rlx.mul", {centred, centred}), axes, true);
  n.set(1, mean);
  n.set(2, n.emit("rlx.rsqrt", n.emit("rlx.add", {variance, n.scalar(n.elementType(0), eps)})));
}

void importLayerNorm(Node &n) {
  int64_t axis = n.axis(n.intAttr("axis", -1), n.rank(0));
  double eps = n.floatAttr("epsilon", 1e-5);
  n.expectIntAttr("stash_type", 1);
  Value beta = n.has(2) ? n.tensor(2) : Value();
  Value result = emitLayerNorm(n, n.tensor(0), n.tensor(1), beta, axis, eps);
  n.set(0, n.cast(result, n.elementType(1)));
  if (n.wants(1) || n.wants(2))
    layerNormStatistics(n, axis, eps);
}

// Fails unless the inputs after x, which have these names, have one element for each channel.
void expectPerChannel(Node &n, ArrayRef<StringRef> names) {
  for (auto [i, name] : llvm::enumerate(names))
    n.expectVector(1 + i, name, n.dims(0)[1], "channel");
}

// An attribute before version 7 and since version 14. In between, a node with several outputs
// trains.
bool trainsBatchNorm(Node &n) {
  if (n.opset() >= 14)
    return n.flagAttr("training_mode", false);
  if (n.opset() < 7)
    return !n.flagAttr("is_test", false);
  return n.numOutputs() > 1;
}

// The statistics of the batch, [channels], of x in their type.
struct BatchStatistics {
  Value mean, variance;
};
BatchStatistics batchStatistics(Node &n, Value x) {
  IntList axes = {0};
  axes.append(axisRange(2, n.rank(0)));
  Value mean = n.reduce("rlx.reduce_mean", x, axes, /*keepDims=*/true);
  Value centred = n.emit("rlx.sub", {x, mean});
  Value squares = n.emit("rlx.mul", {centred, centred});
  Dim channels = n.dims(0)[1];
  return {n.reshape(mean, channels),
          n.reduce("rlx.reduce_mean", squares, axes, /*keepDims=*/false)};
}

// Outputs 1 and 2, and before version 14 the statistics themselves as outputs 3 and 4.
void setRunningStatistics(Node &n, BatchStatistics batch, double momentum) {
  Type type = n.elementType(3);
  auto mixed = [&](unsigned old, Value current) {
    Value kept = n.emit("rlx.mul", {n.tensor(old), n.scalar(type, momentum)});
    Value added = n.emit("rlx.mul", {current, n.scalar(type, 1 - momentum)});
    return n.emit("rlx.add", {kept, added});
  };
  for (auto [output, old, current] : {std::tuple(1u, 3u, batch.mean), {2u, 4u, batch.variance}}) {
    if (n.wants(output))
      n.set(output, mixed(old, current));
    if (n.wants(output + 2))
      n.set(output + 2, current);
  }
}

void importBatchNorm(Node &n) {
  const double eps = n.floatAttr("epsilon", 1e-5), momentum = n.floatAttr("momentum", 0.9);
  if (n.opset() < 9)
    n.expectIntAttr("spatial", 1);
  const bool trains = trainsBatchNorm(n);
  if (n.rank(0) < 2 && trains)
    return n.fail("expects rank 2 or more, but got " + Twine(n.rank(0)));
  if (n.rank(0) >= 2)
    expectPerChannel(n, {"the scale", "the bias", "the mean", "the variance"});
  // Everything is computed in the wider of the types of x and of the statistics.
  Type type = n.elementType(0);
  auto width = [](Type each) { return each.getIntOrFloatBitWidth(); };
  Type wide = width(n.elementType(3)) > width(type) ? n.elementType(3) : type;
  SmallVector<Value> operands = n.tensors();
  if (n.hasFailed())
    return;
  for (Value &operand : operands)
    operand = n.cast(operand, wide);
  if (trains) {
    BatchStatistics batch = batchStatistics(n, operands[0]);
    operands[3] = batch.mean;
    operands[4] = batch.variance;
    Type stored = n.elementType(3);
    setRunningStatistics(n, {n.cast(batch.mean, stored), n.cast(batch.variance, stored)}, momentum);
  }
  Value result = n.emit("rlx.batch_norm", operands, {n.i64("axis", 1), n.f64("eps", eps)});
  n.set(0, n.cast(result, type));
}

// [c] to [c, 1, …], so that it broadcasts against [n, c, …].
Value perChannel(Node &n, Value value, int64_t rank) {
  Dims sizes = n.dimsOf(value);
  if (n.hasFailed() || sizes.size() != 1) {
    n.fail("scale and bias are expected to have rank 1");
    return {};
  }
  sizes.append(rank - 2, n.size(1));
  return n.reshape(value, sizes);
}

// (x - mean) / sqrt(variance + eps) * scale + bias, with statistics per image and channel.
void importInstanceNorm(Node &n) {
  double eps = n.floatAttr("epsilon", 1e-5);
  int64_t rank = n.rank(0);
  if (rank < 3)
    return n.fail("expects rank 3 or more, but got " + Twine(rank));
  expectPerChannel(n, {"the scale", "the bias"});
  Value normal =
      n.emit("rlx.layer_norm", n.tensor(0),
             {n.i64("axis", 2), n.f64("eps", eps),
              n.attr("operandSegmentSizes", n.builder().getDenseI32ArrayAttr({1, 0, 0}))});
  Value scaled = n.emit("rlx.mul", {normal, perChannel(n, n.tensor(1), rank)});
  n.set(0, n.emit("rlx.add", {scaled, perChannel(n, n.tensor(2), rank)}));
}

// x / (bias + alpha / size * sum of squares over `size` adjacent channels)^beta.
void importLRN(Node &n) {
  int64_t window = n.requiredIntAttr("size"), rank = n.rank(0);
  double alpha = n.floatAttr("alpha", 1e-4), beta = n.floatAttr("beta", 0.75),
         bias = n.floatAttr("bias", 1);
  if (window < 1 || window > 64)
    return n.unsupported("attribute 'size' is " + Twine(window) + "; supported are 1 to 64");
  if (rank < 2)
    return n.fail("expects rank 2 or more, but got " + Twine(rank));
  Type type = n.elementType(0);
  Value x = n.tensor(0), zero = n.scalar(type, 0);
  IntList low(rank, 0), high(rank, 0);
  low[1] = (window - 1) / 2;
  high[1] = window - 1 - low[1];
  Value squares = n.pad(n.emit("rlx.mul", {x, x}), zero, low, high, PadMode::Constant);
  if (n.hasFailed())
    return;
  Value sum;
  for (int64_t i = 0; i < window; ++i) {
    Value part = n.sliceAxis(squares, 1, n.size(i), n.dims(0)[1]);
    sum = sum ? n.emit("rlx.add", {sum, part}) : part;
  }
  Value scaled = n.emit("rlx.mul", {sum, n.scalar(type, alpha / window)});
  Value base = n.emit("rlx.add", {scaled, n.scalar(type, bias)});
  n.set(0, n.emit("rlx.div", {x, n.emit("rlx.pow", {base, n.scalar(type, beta)})}));
}

// x / |x|_p along an axis; 0 where the norm is.
void importLpNorm(Node &n) {
  int64_t axis = n.axis(n.intAttr("axis", -1), n.rank(0)), p = n.intAttr("p", 2);
  if (p != 1 && p != 2)
    return n.unsupported("attribute 'p' is " + Twine(p) + "; supported are 1 and 2");
  Value x = n.tensor(0);
  Value powers = p == 1 ? n.emit("rlx.abs", x) : n.emit("rlx.mul", {x, x});
  Value norm = n.reduce("rlx.reduce_sum", powers, axis, true);
  Value quotient = n.emit("rlx.div", {x, p == 1 ? norm : n.emit("rlx.sqrt", norm)});
  Value zero = n.scalar(n.elementType(0), 0);
  n.set(0, n.emit("rlx.where", {n.compare(ComparePredicate::eq, norm, zero), zero, quotient}));
}

// (x - mean) / (standard deviation + 1e-9) over the axes. The constant is from ONNX's definition.
void importMeanVariance(Node &n) {
  IntList axes = n.hasAttr("axes") ? n.intsAttr("axes") : IntList{0, 2, 3};
  axes = n.axes(axes, n.rank(0));
  Value x = n.tensor(0);
  if (n.hasFailed())
    return;
  Value centred = n.emit("rlx.sub", {x, n.reduce("rlx.reduce_mean", x, axes, true)});
  Value squares = centred ? n.emit("rlx.mul", {centred, centred}) : Value();
  Value variance = squares ? n.reduce("rlx.reduce_mean", squares, axes, true) : Value();
  Value deviation =
      n.emit("rlx.add", {n.emit("rlx.sqrt", variance), n.scalar(n.elementType(0), 1e-9)});
  n.set(0, n.emit("rlx.div", {centred, deviation}));
}
} // namespace

Value rlx::onnxim::emitFlattened(Node &n, StringRef op, Value x, int64_t axis) {
  Dims dims = n.dimsOf(x);
  if (n.hasFailed())
    return {};
  Dims flat(dims.begin(), dims.begin() + axis);
  flat.push_back(productOf(n, ArrayRef(dims).drop_front(axis)));
  return n.reshape(n.emit(op, n.reshape(x, flat), n.i64("axis", axis)), dims);
}

Value rlx::onnxim::emitLayerNorm(Node &n, Value x, Value gamma, Value beta, int64_t axis,
                                 double eps) {
  if (n.hasFailed())
    return {};
  Type type = cast<RankedTensorType>(x.getType()).getElementType();
  return emitWithOptionals(n, "rlx.layer_norm", {x, n.cast(gamma, type), n.cast(beta, type)},
                           {n.i64("axis", axis), n.f64("eps", eps)});
}

Value rlx::onnxim::emitRmsNorm(Node &n, Value x, Value gamma, int64_t axis, double eps) {
  Dims sizes = n.dimsOf(x);
  if (n.hasFailed())
    return {};
  gamma = n.cast(gamma, cast<RankedTensorType>(x.getType()).getElementType());
  gamma = n.expand(gamma, ArrayRef(sizes).drop_front(axis));
  return emitWithOptionals(n, "rlx.rms_norm", {x, gamma, Value()},
                           {n.i64("axis", axis), n.f64("eps", eps)});
}

void rlx::onnxim::addNormalizationOps(OpTable &table) {
  for (bool flattens : {true, false}) {
    table.add("Softmax", softmax("rlx.softmax", flattens));
    table.add("LogSoftmax", softmax("rlx.log_softmax", flattens));
  }
  table.add("LayerNormalization", {importLayerNorm, nullptr});
  table.add("BatchNormalization", {importBatchNorm, nullptr, 6});
  table.add("InstanceNormalization", {importInstanceNorm, nullptr});
  table.add("LRN", {importLRN, nullptr});
  table.add("LpNormalization", {importLpNorm, nullptr});
  table.add("MeanVarianceNormalization", {importMeanVariance, nullptr, 9});
  table.limit("BatchNormalization", "`spatial` = 0 (before operator set 9)");
  table.limit("LayerNormalization", "`stash_type` other than 1");
  table.limit("LRN", "`size` above 64");
  table.limit("LpNormalization", "`p` other than 1 and 2");
}
