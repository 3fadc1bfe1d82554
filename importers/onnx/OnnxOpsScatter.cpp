// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that write at indices, and GatherND: Scatter, ScatterElements, ScatterND.
//
// The reductions none, add and mul are supported.
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// The value of rlx::ScatterReduction. Fails the node for another reduction.
int32_t reductionOf(Node &n) {
  std::string name = n.opset() < 16 ? "none" : n.stringAttr("reduction", "none");
  if (name == "none")
    return 0;
  if (name == "add")
    return 1;
  if (name == "mul")
    return 2;
  n.unsupported("reduction '" + name + "' is not supported; supported are none, add and mul");
  return 0;
}

void importScatterElements(Node &n) {
  int64_t axis = n.axis(n.intAttr("axis", 0), n.rank(0));
  int32_t reduction = n.op() == "Scatter" ? 0 : reductionOf(n);
  if (n.hasFailed())
    return;
  n.set(0, n.emit("rlx.scatter_elements", {n.tensor(0), n.tensor(1), n.tensor(2)},
                  {n.i64("axis", axis), n.i32("reduction", reduction)}));
}

void importScatterND(Node &n) {
  int32_t reduction = reductionOf(n);
  if (n.hasFailed())
    return;
  n.set(0, n.emit("rlx.scatter_nd", {n.tensor(0), n.tensor(1), n.tensor(2)},
                  n.i32("reduction", reduction)));
}

void importGatherND(Node &n) {
  int64_t batch = n.opset() < 12 ? 0 : n.intAttr("batch_dims", 0);
  if (n.hasFailed())
    return;
  n.set(0, n.emit("rlx.gather_nd", {n.tensor(0), n.tensor(1)}, n.i64("batch_dims", batch)));
}

} // namespace

void rlx::onnxim::addScatterOps(OpTable &table) {
  table.add("Scatter", {3, 3, importScatterElements, nullptr, 9, 10});
  table.add("ScatterElements", {3, 3, importScatterElements, nullptr, 11});
  table.add("ScatterND", {3, 3, importScatterND, nullptr, 11});
  table.add("GatherND", {2, 2, importGatherND, nullptr, 11});
}
