// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Det: determinants of square matrices.
//
// Small ones are written out, elementwise. Others are the product of the pivots of Gaussian
// elimination, a scan with one iteration for each column.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxSubgraph.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// Of [batch, size, size] with size 1 to 3.
Expr smallDeterminant(Expr a, int64_t size) {
  auto element = [&](int64_t i, int64_t j) { return a.at(2, j).at(1, i); };
  auto minor = [&](int64_t i, int64_t j) { // of rows 1 and 2
    return element(1, i) * element(2, j) - element(1, j) * element(2, i);
  };
  if (size == 1)
    return element(0, 0);
  if (size == 2)
    return element(0, 0) * element(1, 1) - element(0, 1) * element(1, 0);
  return element(0, 0) * minor(1, 2) - element(0, 1) * minor(0, 2) + element(0, 2) * minor(0, 1);
}

// One step of the elimination with partial pivoting, on column `k`. Of [batch, size, size]; rows
// and columns before k are no longer read.
SmallVector<Value> eliminate(Expr a, Expr determinant, Expr k) {
  Node &n = a.node();
  Dims sizes = n.dimsOf(a.value());
  if (n.hasFailed())
    return {};
  Type i64 = n.builder().getI64Type();
  const Dim one = n.size(1);
  Expr row = iotaAlong(n, sizes[1], 1, 2, i64);
  Expr column(n, n.emit("rlx.gather", {a.value(), k.value()}, n.i64("axis", 2)));
  Expr size = where(row >= k, column.unary("rlx.abs"), column.number(-1));
  Expr best(n, n.emit("rlx.argmax", size.value(), {n.i64("axis", 1), n.flag("keep_dims", true)}));
  Expr pivot(n, n.emit("rlx.gather_elements", {column.value(), best.value()}, n.i64("axis", 1)));
  Expr pivotRow(n, n.emit("rlx.gather_nd", {a.value(), best.value()}, n.i64("batch_dims", 1)));
  Expr firstRow(n, n.emit("rlx.gather", {a.value(), k.value()}, n.i64("axis", 1)));
  Expr first(n, n.emit("rlx.gather", {column.value(), k.value()}, n.i64("axis", 1)));
  Expr sign = where(best == k, pivot.number(1), pivot.number(-1));
  // Row `best` becomes row k, and row k takes its place.
  Expr isSwapped = row == best;
  Expr swapped = where(isSwapped.reshaped({sizes[0], sizes[1], one}),
                       firstRow.reshaped({sizes[0], one, sizes[2]}), a);
  Expr factor = where(isSwapped, first.reshaped({sizes[0], one}), column) / pivot;
  factor = where(pivot == 0, zeroOf(n, a.elementType()), factor); // the result is 0 already
  Expr next = swapped - factor.reshaped({sizes[0], sizes[1], one}) *
                            pivotRow.reshaped({sizes[0], one, sizes[2]});
  return {next.value(), (determinant * pivot * sign).value()};
}

Expr eliminatedDeterminant(Expr a, Dim batch, int64_t size) {
  Node &n = a.node();
  Value one = n.expand(n.scalar(a.elementType(), 1), {batch, n.size(1)});
  SmallVector<Value> results =
      emitScan(n, {a.value(), one}, n.iota(n.size(0), n.size(size), 0), false,
               [&](ArrayRef<Value> carried, ArrayRef<Value> rows) {
                 return eliminate({n, carried[0]}, {n, carried[1]}, {n, rows[0]});
               });
  return {n, results.empty() ? Value() : results[1]};
}

void importDet(Node &n) {
  const int64_t rank = n.rank(0);
  if (rank < 2)
    return n.fail("input #0 must have rank 2 or more, but has rank " + Twine(rank));
  Dims sizes(n.dims(0)), lead(n.dims(0).drop_back(2));
  if (!mayBeEqual(sizes[rank - 1], sizes[rank - 2]))
    return n.mismatch("input #0 must hold square matrices, but has shape " + shapeText(sizes));
  std::optional<int64_t> size = constantOf(sizes[rank - 1]);
  if (!size || !constantOf(sizes[rank - 2]))
    return n.needsStatic("the size of the matrices");
  Type elementType = n.elementType(0);
  if (*size == 0) // an empty product
    return n.set(0, n.expand(n.scalar(elementType, 1), lead));
  Dim batch = productOf(n, lead);
  Expr a = Expr(n, n.tensor(0)).to(computeType(n, elementType));
  a = a.reshaped({batch, n.size(*size), n.size(*size)});
  constexpr int64_t kMaxSmall = 3;
  Expr result =
      *size <= kMaxSmall ? smallDeterminant(a, *size) : eliminatedDeterminant(a, batch, *size);
  n.set(0, result.to(elementType).reshaped(lead).value());
}

} // namespace

void rlx::onnxim::addDeterminantOps(OpTable &table) {
  table.add("Det", {importDet, nullptr, 11});
  table.limit("Det", "matrices of dynamic size");
}
