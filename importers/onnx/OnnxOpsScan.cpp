// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that process an axis in order: CumSum, CumProd, TopK.
//
// They become rlx.cumsum, rlx.scan, and rlx.top_k or rlx.sort.
#include "importers/onnx/OnnxAxes.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxSubgraph.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// The operand of a cumulative operator, whose axis is input 1. For an axis that is data, all other
// dimensions are two, before and after it.
struct Cumulated {
  Value tensor;
  int64_t axis = 0;
};

Cumulated cumulated(Node &n) {
  Dims axis = n.knownInts(1, "the axis");
  if (!n.hasFailed() && axis.size() != 1)
    n.fail("expects one axis, but got " + Twine(axis.size()));
  if (n.hasFailed())
    return {};
  if (dependOnData(axis))
    return {aroundAxis(n, n.tensor(0), axis[0]), 1};
  return {n.tensor(0), n.axis(*constantOf(axis[0]), n.rank(0))};
}

void importCumSum(Node &n) {
  Cumulated x = cumulated(n);
  bool exclusive = n.flagAttr("exclusive", false), reverse = n.flagAttr("reverse", false);
  if (n.hasFailed())
    return;
  Value sums =
      n.emit("rlx.cumsum", x.tensor,
             {n.i64("axis", x.axis), n.flag("exclusive", exclusive), n.flag("reverse", reverse)});
  n.set(0, n.reshape(sums, n.dims(0)));
}

// A loop over the rows. 16-bit floats are multiplied in f32 and rounded once.
void importCumProd(Node &n) {
  auto [tensor, axis] = cumulated(n);
  bool exclusive = n.flagAttr("exclusive", false), reverse = n.flagAttr("reverse", false);
  if (n.hasFailed())
    return;
  Type type = n.elementType(0);
  Type wide = type.isF16() || type.isBF16() ? n.builder().getF32Type() : type;
  IntList toFront = {axis}, back;
  for (int64_t i = 0, rank = n.dimsOf(tensor).size(); i < rank; ++i) {
    if (i != axis)
      toFront.push_back(i);
    back.push_back(i < axis ? i + 1 : i == axis ? 0 : i);
  }
  Value rows = n.transpose(n.cast(tensor, wide), toFront);
  if (n.hasFailed())
    return;
  Value ones = n.expand(n.scalar(wide, 1), Dims(ArrayRef(n.dimsOf(rows)).drop_front()));
  auto step = [&](ArrayRef<Value> carried, ArrayRef<Value> row) {
    Value next = n.emit("rlx.mul", {carried[0], row[0]});
    return SmallVector<Value>{next, exclusive ? carried[0] : next};
  };
  SmallVector<Value> results = emitScan(n, ones, rows, reverse, step);
  if (!n.hasFailed())
    n.set(0, n.reshape(n.cast(n.transpose(results[1], back), type), n.dims(0)));
}

// k is an attribute before operator set 10, then an input. Results are always sorted, even if
// `sorted` does not ask for it.
void importTopK(Node &n) {
  Dims k = n.opset() < 10 ? Dims{n.size(n.requiredIntAttr("k"))} : n.knownInts(1, "k", 1);
  if (!n.hasFailed() && k.size() != 1)
    return n.fail("expects one k, but got " + Twine(k.size()));
  int64_t axis = n.axis(n.intAttr("axis", -1), n.rank(0));
  bool largest = n.opset() < 11 || n.flagAttr("largest", true);
  n.ignoreAttr("sorted");
  if (n.hasFailed())
    return;
  // A number that is not constant is taken from all of them in order.
  Dim size = n.dims(0)[axis];
  auto count = constantOf(k[0]), most = constantOf(size);
  if (!count)
    n.require(size, k[0], "k must be at most the size of dimension " + Twine(axis));
  NamedAttribute along = n.i64("axis", axis);
  Value values =
      count || most
          ? n.emit("rlx.top_k", n.tensor(0),
                   {n.i64("k", count ? *count : *most), along, n.flag("largest", largest)})
          : n.emit("rlx.sort", n.tensor(0), {along, n.flag("descending", largest)});
  if (!values)
    return;
  for (unsigned i = 0; i < 2; ++i) {
    Value result = values.getDefiningOp()->getResult(i);
    n.set(i, count ? result : n.sliceAxis(result, axis, n.size(0), k[0]));
  }
}

} // namespace

void rlx::onnxim::addScanOps(OpTable &table) {
  table.add("CumSum", {importCumSum, nullptr, 11});
  table.add("CumProd", {importCumProd, nullptr, 26, 26});
  table.add("TopK", {importTopK, nullptr, kMinOpset, 9});
  table.add("TopK", {importTopK, nullptr, 10});
}
