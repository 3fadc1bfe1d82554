// Operators that go along an axis in order: CumSum.
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

void importCumSum(Node &n) {
  IntList axis = n.constantInts(1, "the axis");
  if (!n.hasFailed() && axis.size() != 1)
    return n.fail("expects one axis, but got " + Twine(axis.size()));
  bool exclusive = n.intAttr("exclusive", 0), reverse = n.intAttr("reverse", 0);
  if (n.hasFailed())
    return;
  n.set(0, n.emit("rlx.cumsum", n.tensor(0),
                  {n.i64("axis", n.axis(axis[0], n.rank(0))), n.flag("exclusive", exclusive),
                   n.flag("reverse", reverse)}));
}

} // namespace

void rlx::onnxim::addScanOps(OpTable &table) {
  table.add("CumSum", {2, 2, importCumSum, nullptr, 11});
}
