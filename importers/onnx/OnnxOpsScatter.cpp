// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that write at indices, and GatherND: Scatter, ScatterElements, ScatterND,
// TensorScatter.
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// Since operator set 16; max and min since 18.
ScatterReduction reductionOf(Node &n) {
  std::string name = n.opset() < 16 ? "none" : n.stringAttr("reduction", "none");
  std::optional<ScatterReduction> reduction = symbolizeScatterReduction(name);
  if (!reduction)
    n.fail("attribute 'reduction' is '" + name + "', but must be none, add, mul, max or min");
  return reduction.value_or(ScatterReduction::None);
}

void importScatterElements(Node &n) {
  int64_t axis = n.axis(n.intAttr("axis", 0), n.rank(0));
  ScatterReduction reduction = n.op() == "Scatter" ? ScatterReduction::None : reductionOf(n);
  if (n.hasFailed())
    return;
  n.set(0, n.emit("rlx.scatter_elements", {n.tensor(0), n.tensor(1), n.tensor(2)},
                  {n.i64("axis", axis), n.choice("reduction", reduction)}));
}

void importScatterND(Node &n) {
  ScatterReduction reduction = reductionOf(n);
  if (n.hasFailed())
    return;
  n.set(0, n.emit("rlx.scatter_nd", {n.tensor(0), n.tensor(1), n.tensor(2)},
                  n.choice("reduction", reduction)));
}

// A size as an i64 tensor of rank 0.
Value sizeTensor(Node &n, Dim size) {
  return n.reshape(n.iota(size, n.size(1), 0), {});
}

// Input 2, the first index that each batch writes, as [batch, 1, …].
Value writeIndices(Node &n) {
  Dims sizes(n.rank(0), n.size(1));
  sizes[0] = n.dims(0)[0];
  return n.reshape(n.cast(n.tensor(2), n.builder().getI64Type()), sizes);
}

// Writes an update into a cache along an axis, at an index for each batch; circular: modulo the
// size of the cache.
void importTensorScatter(Node &n) {
  const std::string mode = n.stringAttr("mode", "linear");
  if (mode != "linear" && mode != "circular")
    n.fail("attribute 'mode' is '" + mode + "', but must be linear or circular");
  const int64_t axis = n.axis(n.intAttr("axis", -2), n.rank(0));
  if (!n.hasFailed() && axis == 0)
    n.fail("the axis must not be 0, which is that of the batches");
  Dims cacheSizes(n.dims(0)), updateSizes(n.dims(1));
  if (n.hasFailed())
    return;
  Dims expected = cacheSizes;
  if (updateSizes.size() == cacheSizes.size())
    expected[axis] = updateSizes[axis];
  if (!mayBeEqual(updateSizes, expected))
    return n.mismatch("the update must have the shape of the cache except along axis " +
                      Twine(axis));
  if (n.isAtLeast(updateSizes[axis], cacheSizes[axis] + 1))
    return n.mismatch("the update must not be longer than the cache along axis " + Twine(axis));
  n.expectVector(2, "write_indices", cacheSizes[0], "batch");
  if (!n.has(2)) {
    Dim left = n.need(sub(cacheSizes[axis], updateSizes[axis]), "the rest of the cache");
    Value rest = n.sliceAxis(n.tensor(0), axis, updateSizes[axis], left);
    return n.set(0, n.emit("rlx.concat", {n.tensor(1), rest}, n.i64("axis", axis)));
  }
  n.set(0, emitCacheUpdate(n, n.tensor(0), n.tensor(1), writeIndices(n), axis, mode == "circular"));
}

void importGatherND(Node &n) {
  int64_t batch = n.opset() < 12 ? 0 : n.intAttr("batch_dims", 0);
  if (n.hasFailed())
    return;
  n.set(0, n.emit("rlx.gather_nd", {n.tensor(0), n.tensor(1)}, n.i64("batch_dims", batch)));
}

} // namespace

Value rlx::onnxim::emitCacheUpdate(Node &n, Value cache, Value update, Value start, int64_t axis,
                                   bool circular) {
  Dims cacheSizes = n.dimsOf(cache), updateSizes = n.dimsOf(update);
  if (n.hasFailed())
    return {};
  Dims along(cacheSizes.size(), n.size(1));
  along[axis] = updateSizes[axis];
  Value indices = n.emit("rlx.add", {start, n.iota(n.size(0), along, axis)});
  if (circular)
    indices = n.emit("rlx.mod", {indices, sizeTensor(n, cacheSizes[axis])});
  return n.emit("rlx.scatter_elements", {cache, n.expand(indices, updateSizes), update},
                {n.i64("axis", axis), n.choice("reduction", ScatterReduction::None)});
}

void rlx::onnxim::addScatterOps(OpTable &table) {
  table.add("Scatter", {importScatterElements, nullptr, 9, 10});
  table.add("ScatterElements", {importScatterElements, nullptr, 11});
  table.add("ScatterND", {importScatterND, nullptr, 11});
  table.add("TensorScatter", {importTensorScatter, nullptr, 24, 24});
  table.limit("TensorScatter", "float8, float4, and integers of 4 and 2 bits");
  table.add("GatherND", {importGatherND, nullptr, 11});
  for (StringRef op : {"GatherND", "ScatterND"})
    table.limit(op, "indices whose last size is dynamic");
}
