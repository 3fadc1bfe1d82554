// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses of classifiers, composed of simpler ops: NegativeLogLikelihoodLoss,
// SoftmaxCrossEntropyLoss; and Hardmax.
//
// Reductions are none, sum and mean; the mean is weighted.
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

enum class LossReduction { None, Sum, Mean };

LossReduction reductionOf(Node &n) {
  std::string name = n.stringAttr("reduction", "mean");
  if (name != "none" && name != "sum" && name != "mean")
    n.fail("has the unknown reduction '" + name + "'");
  return name == "none"  ? LossReduction::None
         : name == "sum" ? LossReduction::Sum
                         : LossReduction::Mean;
}

Value sumOfAll(Node &n, Value x) {
  return x ? n.reduce("rlx.reduce_sum", x, axisRange(0, n.dimsOf(x).size()), /*keepDims=*/false)
           : Value();
}

// The weight of each target: 0 if it is ignored; null if all are 1. An ignored target need not be a
// class, so `target` becomes 0 there.
Value weightsOf(Node &n, Value &target, Type element) {
  Value ignored;
  if (n.hasAttr("ignore_index")) {
    Type type = cast<RankedTensorType>(target.getType()).getElementType();
    Value index = n.scalar(type, double(n.intAttr("ignore_index", 0)));
    ignored = n.compare(ComparePredicate::eq, target, index);
    target = n.emit("rlx.where", {ignored, n.scalar(type, 0), target});
  }
  Value weights;
  if (n.has(2))
    weights = n.emit("rlx.gather", {n.tensor(2), target}, n.i64("axis", 0));
  if (!ignored)
    return weights;
  Value one = weights ? weights : n.scalar(element, 1);
  return n.emit("rlx.where", {ignored, n.scalar(element, 0), one});
}

// -weight[t] * x[n, t, ..] with t = target[n, ..], reduced.
Value likelihoodLoss(Node &n, Value x) {
  LossReduction reduction = reductionOf(n);
  if (n.rank(0) < 2 || n.rank(1) != n.rank(0) - 1)
    n.fail("expects inputs of rank r >= 2 and r - 1, but got ranks " + Twine(n.rank(0)) + " and " +
           Twine(n.rank(1)));
  Value target = n.tensor(1);
  if (n.hasFailed() || !target)
    return {};
  Dims sizes(n.dims(1)), column(sizes);
  column.insert(column.begin() + 1, n.size(1));
  Value weights = weightsOf(n, target, n.elementType(0));
  if (n.hasFailed())
    return {};
  Value picked = n.emit("rlx.gather_elements", {x, n.reshape(target, column)}, n.i64("axis", 1));
  Value loss = n.emit("rlx.neg", n.reshape(picked, sizes));
  if (weights)
    loss = n.emit("rlx.mul", {loss, weights});
  if (reduction == LossReduction::None || n.hasFailed())
    return loss;
  if (reduction == LossReduction::Mean && !weights)
    return n.reduce("rlx.reduce_mean", loss, axisRange(0, sizes.size()), /*keepDims=*/false);
  Value sum = sumOfAll(n, loss);
  return reduction == LossReduction::Sum ? sum : n.emit("rlx.div", {sum, sumOfAll(n, weights)});
}

void importNegativeLogLikelihood(Node &n) {
  n.set(0, likelihoodLoss(n, n.tensor(0)));
}

void importSoftmaxCrossEntropy(Node &n) {
  if (n.rank(0) < 2)
    return n.fail("expects scores of rank 2 or more, but got " + Twine(n.rank(0)));
  Value logProbability = n.emit("rlx.log_softmax", n.tensor(0), n.i64("axis", 1));
  n.set(0, likelihoodLoss(n, logProbability));
  n.set(1, logProbability);
}

// 1 at the first largest element along `axis`, 0 elsewhere.
Value hardmax(Node &n, Value x, int64_t axis) {
  if (x && constantOf(n.dimsOf(x)[axis]) == 0)
    return x; // no elements, so no largest one
  Value best = n.emit("rlx.argmax", x, {n.i64("axis", axis), n.flag("keep_dims", true)});
  if (n.hasFailed())
    return {};
  Dims all = n.dimsOf(x), positions(all.size(), n.size(1));
  positions[axis] = all[axis];
  Value iota = n.iota(n.size(0), positions, axis);
  return n.cast(n.compare(ComparePredicate::eq, iota, best), n.elementType(0));
}

// Before operator set 13 the dimensions from `axis` on are flattened into one.
void importHardmax(Node &n) {
  bool flattens = n.opset() < 13;
  int64_t rank = n.rank(0), axis = n.axis(n.intAttr("axis", flattens ? 1 : -1), rank);
  if (n.hasFailed())
    return;
  if (!flattens || axis == rank - 1)
    return n.set(0, hardmax(n, n.tensor(0), axis));
  Dims sizes(n.dims(0)), flat(sizes.begin(), sizes.begin() + axis);
  MaybeDim inner = n.size(1);
  for (Dim dim : llvm::drop_begin(sizes, axis))
    inner = inner ? mul(*inner, dim) : inner;
  flat.push_back(n.need(inner, "a flattened size"));
  n.set(0, n.reshape(hardmax(n, n.reshape(n.tensor(0), flat), axis), sizes));
}

} // namespace

void rlx::onnxim::addLossOps(OpTable &table) {
  table.add("NegativeLogLikelihoodLoss", {importNegativeLogLikelihood, nullptr, 12});
  table.add("SoftmaxCrossEntropyLoss", {importSoftmaxCrossEntropy, nullptr, 12});
  table.add("Hardmax", {importHardmax, nullptr});
}
