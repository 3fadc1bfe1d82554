// Contractions: MatMul, Gemm.
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {
// NumPy's matmul: rank-1 operands are a row / a column, whose dimension is dropped from the result.
void importMatMul(Node &n) {
  Value lhs = n.tensor(0), rhs = n.tensor(1);
  Dims l(n.dims(0)), r(n.dims(1));
  bool isRow = l.size() == 1, isColumn = r.size() == 1;
  if (l.empty() || r.empty())
    return n.fail("operands of rank 0 are not allowed");
  if (isRow)
    lhs = n.reshape(lhs, {n.size(1), l[0]});
  if (isColumn)
    rhs = n.reshape(rhs, {r[0], n.size(1)});
  Value result = n.emit("rlx.matmul", {lhs, rhs});
  if (n.hasFailed())
    return;
  Dims sizes = n.dimsOf(result);
  if (isColumn)
    sizes.pop_back();
  if (isRow)
    sizes.erase(sizes.end() - (isColumn ? 1 : 2));
  n.set(0, n.reshape(result, sizes));
}

Value scaled(Node &n, Value value, double factor) {
  if (factor == 1.0 || !value)
    return value;
  return n.emit("rlx.mul", {value, n.scalar(n.elementType(0), factor)});
}

// alpha * A' * B' + beta * C.
void importGemm(Node &n) {
  double alpha = n.floatAttr("alpha", 1), beta = n.floatAttr("beta", 1);
  bool transA = n.intAttr("transA", 0), transB = n.intAttr("transB", 0);
  if (n.rank(0) != 2 || n.rank(1) != 2)
    return n.fail("expects matrices, but got ranks " + Twine(n.rank(0)) + " and " +
                  Twine(n.rank(1)));
  Value a = n.tensor(0), b = n.tensor(1);
  if (transA)
    a = n.transpose(a, {1, 0});
  if (transB)
    b = n.transpose(b, {1, 0});
  Value result = scaled(n, n.emit("rlx.matmul", {a, b}), alpha);
  if (n.has(2) && beta != 0)
    result = n.emit("rlx.add", {result, scaled(n, n.tensor(2), beta)});
  n.set(0, result);
}
} // namespace

void rlx::onnxim::addLinalgOps(OpTable &table) {
  table.add("MatMul", {2, 2, importMatMul, nullptr});
  table.add("Gemm", {2, 3, importGemm, nullptr});
}
