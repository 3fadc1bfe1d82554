// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that write at indices, and GatherND: Scatter, ScatterElements, ScatterND.
//
// The reductions none, add and mul are supported.
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// Fails the node for a reduction that the dialect lacks.
ScatterReduction reductionOf(Node &n) {
  std::string name = n.opset() < 16 ? "none" : n.stringAttr("reduction", "none");
  if (name == "add")
    return ScatterReduction::Add;
  if (name == "mul")
    return ScatterReduction::Mul;
  if (name != "none")
    n.unsupported("reduction '" + name + "' is not supported; supported are none, add and mul");
  return ScatterReduction::None;
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

void importGatherND(Node &n) {
  int64_t batch = n.opset() < 12 ? 0 : n.intAttr("batch_dims", 0);
  if (n.hasFailed())
    return;
  n.set(0, n.emit("rlx.gather_nd", {n.tensor(0), n.tensor(1)}, n.i64("batch_dims", batch)));
}

} // namespace

void rlx::onnxim::addScatterOps(OpTable &table) {
  table.add("Scatter", {importScatterElements, nullptr, 9, 10});
  table.add("ScatterElements", {importScatterElements, nullptr, 11});
  table.add("ScatterND", {importScatterND, nullptr, 11});
  table.add("GatherND", {importGatherND, nullptr, 11});
  for (StringRef op : {"GatherND", "ScatterND"})
    table.limit(op, "indices whose last size is dynamic");
}
