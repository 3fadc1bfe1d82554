// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that process an axis in order: CumSum, CumProd, TopK.
//
// They become rlx.cumsum, rlx.scan and rlx.top_k. The axis and k must be constant.
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxSubgraph.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// The axis of a cumulative operator, which is input 1.
int64_t cumulativeAxis(Node &n) {
  IntList axis = n.constantInts(1, "the axis");
  if (!n.hasFailed() && axis.size() != 1)
    n.fail("expects one axis, but got " + Twine(axis.size()));
  return n.hasFailed() ? 0 : n.axis(axis[0], n.rank(0));
}

void importCumSum(Node &n) {
  int64_t axis = cumulativeAxis(n);
  bool exclusive = n.flagAttr("exclusive", false), reverse = n.flagAttr("reverse", false);
  if (n.hasFailed())
    return;
  n.set(0,
        n.emit("rlx.cumsum", n.tensor(0),
               {n.i64("axis", axis), n.flag("exclusive", exclusive), n.flag("reverse", reverse)}));
}

// A loop over the rows. 16-bit floats are multiplied in f32 and rounded once.
void importCumProd(Node &n) {
  int64_t axis = cumulativeAxis(n);
  bool exclusive = n.flagAttr("exclusive", false), reverse = n.flagAttr("reverse", false);
  if (n.hasFailed())
    return;
  Type type = n.elementType(0);
  Type wide = type.isF16() || type.isBF16() ? n.builder().getF32Type() : type;
  IntList toFront = {axis}, back;
  for (int64_t i = 0; i < n.rank(0); ++i) {
    if (i != axis)
      toFront.push_back(i);
    back.push_back(i < axis ? i + 1 : i == axis ? 0 : i);
  }
  Value rows = n.transpose(n.cast(n.tensor(0), wide), toFront);
  if (n.hasFailed())
    return;
  Value ones = n.expand(n.scalar(wide, 1), Dims(ArrayRef(n.dimsOf(rows)).drop_front()));
  auto step = [&](ArrayRef<Value> carried, ArrayRef<Value> row) {
    Value next = n.emit("rlx.mul", {carried[0], row[0]});
    return SmallVector<Value>{next, exclusive ? carried[0] : next};
  };
  SmallVector<Value> results = emitScan(n, ones, rows, reverse, step);
  if (!n.hasFailed())
    n.set(0, n.cast(n.transpose(results[1], back), type));
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
  table.add("CumProd", {importCumProd, nullptr, 26, 26});
  table.add("TopK", {importTopK, nullptr, kMinOpset, 9});
  table.add("TopK", {importTopK, nullptr, 10});
  for (StringRef op : {"CumSum", "CumProd"})
    table.limit(op, "an axis that is not constant");
  table.limit("TopK", "`k` that is not constant");
}
