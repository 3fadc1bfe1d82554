// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that process an axis in order: CumSum, TopK.
//
// They become rlx.cumsum and rlx.top_k. The axis and k must be constant.
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

void importCumSum(Node &n) {
  IntList axis = n.constantInts(1, "the axis");
  if (!n.hasFailed() && axis.size() != 1)
    return n.fail("expects one axis, but got " + Twine(axis.size()));
  bool exclusive = n.flagAttr("exclusive", false), reverse = n.flagAttr("reverse", false);
  if (n.hasFailed())
    return;
  n.set(0, n.emit("rlx.cumsum", n.tensor(0),
                  {n.i64("axis", n.axis(axis[0], n.rank(0))), n.flag("exclusive", exclusive),
                   n.flag("reverse", reverse)}));
}

// k is an attribute before operator set 10, then an input. Results are always sorted, even if
// `sorted` does not ask for it.
void importTopK(Node &n) {
  IntList k = n.opset() < 10 ? IntList{n.requiredIntAttr("k")} : n.constantInts(1, "k");
  if (!n.hasFailed() && k.size() != 1)
    return n.fail("expects one k, but got " + Twine(k.size()));
  int64_t axis = n.axis(n.intAttr("axis", -1), n.rank(0));
  bool largest = n.opset() < 11 || n.flagAttr("largest", true);
  n.ignoreAttr("sorted");
  if (n.hasFailed())
    return;
  Value values = n.emit("rlx.top_k", n.tensor(0),
                        {n.i64("k", k[0]), n.i64("axis", axis), n.flag("largest", largest)});
  if (!values)
    return;
  n.set(0, values);
  n.set(1, values.getDefiningOp()->getResult(1));
}

} // namespace

void rlx::onnxim::addScanOps(OpTable &table) {
  table.add("CumSum", {importCumSum, nullptr, 11});
  table.add("TopK", {importTopK, nullptr, kMinOpset, 9});
  table.add("TopK", {importTopK, nullptr, 10});
  table.limit("CumSum", "an axis that is not constant");
  table.limit("TopK", "`k` that is not constant");
}
