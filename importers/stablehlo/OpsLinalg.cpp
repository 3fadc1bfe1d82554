// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear algebra: Cholesky, LU and QR decompositions and triangular systems, as StableHLO has them
// and as JAX calls LAPACK for them on CPUs.
//
// Each is a loop over the columns (rlx.while) of ops on whole batches of matrices, so that n
// columns take n steps of O(n^2) operations. Matrices are [batch, rows, columns].
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

// Repeats the body for i = 0, …, count - 1, an i64 scalar, with the carried values.
Values repeated(Node &op, int64_t count, ArrayRef<Value> inits,
                llvm::function_ref<Values(Value, ArrayRef<Value>)> body) {
  const Type i64 = op.builder().getI64Type();
  Values carried = {op.scalar(i64, 0)};
  llvm::append_range(carried, inits);
  if (op.hasFailed() || llvm::is_contained(carried, Value()))
    return {};
  SmallVector<std::unique_ptr<Region>> regions;
  for (bool isCondition : {true, false}) {
    RegionScope scope(op.state(), TypeRange(ValueRange(carried)), op.loc());
    Values arguments(scope.block().getArguments()), results;
    if (isCondition) {
      Value end = op.scalar(i64, static_cast<double>(count));
      results = {op.compare(ComparePredicate::lt, arguments[0], end)};
    } else {
      results = body(arguments[0], ArrayRef(arguments).drop_front());
      results.insert(results.begin(), op.emit("rlx.add", {arguments[0], op.scalar(i64, 1)}));
    }
    if (op.hasFailed() || llvm::is_contained(results, Value()))
      return {};
    regions.push_back(scope.yield(results));
  }
  Values results = op.emitAll("rlx.while", carried, {}, regions);
  return results.empty() ? results : Values(ArrayRef(results).drop_front());
}

// Matrices with their batch dimensions as one.
struct Matrices {
  Node &op;
  int64_t batch, rows, columns;

  Matrices(Node &op, Value like)
      : op(op), batch(productOf(shapeOf(like).drop_back(2))),
        rows(shapeOf(like).drop_back().back()), columns(shapeOf(like).back()) {}

  Expr expr(Value value) const { return {op, value}; }
  Value flat(Value value) const {
    ArrayRef<int64_t> shape = shapeOf(value);
    return op.reshape(value, {batch, shape.drop_back().back(), shape.back()});
  }
  // Row or column i of a matrix, as a matrix.
  Expr row(Expr a, Value i) const { return at(a, i, 1); }
  Expr column(Expr a, Value i) const { return at(a, i, 2); }
  Expr at(Expr a, Value i, int64_t axis) const {
    return expr(op.emit("rlx.gather", {a.value(), op.reshape(i, {1})}, op.i64("axis", axis)));
  }
  Expr matmul(Expr a, Expr b) const { return a.binary("rlx.matmul", b); }
  Expr transposed(Expr a) const { return expr(op.transpose(a.value(), {0, 2, 1})); }
  // The numbers of the rows as a column, and of the columns as a row.
  Expr rowNumbers(int64_t count) const { return expr(op.iota({1, count, 1}, 1)); }
  Expr columnNumbers(int64_t count) const { return expr(op.iota({1, 1, count}, 2)); }
  Expr zeros(Type type, ArrayRef<int64_t> sizes) const {
    return expr(op.expand(op.scalar(type, 0), sizes));
  }
};

bool expectMatrices(Node &op, Value a, bool isSquare) {
  const int64_t rank = rankOf(a);
  if (!op.expect(rank >= 2, "matrices, but got rank " + Twine(rank)) ||
      !op.expect(!isSquare || shapeOf(a)[rank - 1] == shapeOf(a)[rank - 2],
                 "square matrices, but got " + shapeText(shapeOf(a))))
    return false;
  if (!isFloat(elementOf(a)))
    op.unsupported("of elements of type " + typeText(elementOf(a)) + " is not supported");
  return !op.hasFailed();
}

// ---- Cholesky ----

// L with L L^T = a, of which the lower triangle is read; and for each matrix 0, or the number of
// the first column at which it is not positive definite.
std::pair<Value, Value> cholesky(Node &op, Value a) {
  Matrices m(op, a);
  const Type type = elementOf(a), i32 = op.builder().getI32Type();
  Expr matrix = m.expr(m.flat(a)), numbers = m.rowNumbers(m.rows);
  Value initial = m.zeros(type, {m.batch, m.rows, m.rows}).value();
  Value noError = m.zeros(i32, {m.batch, 1, 1}).value();
  Values results = repeated(op, m.rows, {initial, noError}, [&](Value i, ArrayRef<Value> carried) {
    Expr lower = m.expr(carried[0]), info = m.expr(carried[1]), index = m.expr(i);
    Expr column = m.column(matrix, i) - m.matmul(lower, m.transposed(m.row(lower, i)));
    Expr square = m.row(column, i), root = sqrt(square);
    Expr values = where(numbers == index, root, column / root);
    values = where(numbers >= index, values, 0.0);
    Expr isError = (info == 0) & !(square > 0);
    Expr next = where(m.columnNumbers(m.rows) == index, values, lower);
    return Values{next.value(), where(isError, (index + 1).to(i32), info).value()};
  });
  return results.empty() ? std::pair<Value, Value>() : std::pair(results[0], results[1]);
}

// Of the whole matrix, with the other triangle as it was, as LAPACK leaves it.
Value keepOtherTriangle(Node &op, Value result, Value a, bool isLower) {
  Matrices m(op, a);
  Expr rows = m.rowNumbers(m.rows), columns = m.columnNumbers(m.columns);
  Expr isInside = isLower ? rows >= columns : rows <= columns;
  return op.where(isInside.value(), result, m.flat(a));
}

void importCholesky(Node &op) {
  Value a = op.in(0);
  const bool isLower = op.flag("lower", false);
  if (!expectMatrices(op, a, true))
    return;
  Matrices m(op, a);
  Value input = isLower ? a : m.transposed(m.expr(m.flat(a))).value();
  Value result = cholesky(op, input).first;
  if (!isLower && result)
    result = m.transposed(m.expr(result)).value();
  op.set(0, op.reshape(result, op.resultShape()));
}

// A field of the configuration of a call, such as `uplo = 76 : ui8`: the letter that the number is.
char letterOf(Node &op, StringRef name) {
  auto config = dyn_cast_or_null<DictionaryAttr>(op.attr("mhlo.backend_config"));
  auto value = config ? dyn_cast_or_null<IntegerAttr>(config.get(name)) : IntegerAttr();
  op.expect(!!value, "attribute 'mhlo.backend_config' with the field '" + name + "'");
  return value ? static_cast<char>(value.getValue().getZExtValue()) : 0;
}

void importPotrf(Node &op) {
  Value a = op.in(0);
  const bool isLower = letterOf(op, "uplo") == 'L';
  if (!expectMatrices(op, a, true))
    return;
  Matrices m(op, a);
  Value input = isLower ? a : m.transposed(m.expr(m.flat(a))).value();
  auto [result, info] = cholesky(op, input);
  if (!isLower && result)
    result = m.transposed(m.expr(result)).value();
  if (!result)
    return;
  op.set(0, op.reshape(keepOtherTriangle(op, result, a, isLower), op.resultShape(0)));
  op.set(1, op.reshape(info, op.resultShape(1)));
}

// ---- triangular systems ----

struct Triangular {
  bool isLeft = true, isLower = true, isUnit = false, isTransposed = false;
};

// x with a x = b, or x a = b on the right side.
Value solveTriangular(Node &op, Value a, Value b, Triangular how) {
  Matrices m(op, a);
  Expr matrix = m.expr(m.flat(a)), right = m.expr(m.flat(b));
  if (!how.isLeft) { // a^T x^T = b^T
    right = m.transposed(right);
    how.isTransposed = !how.isTransposed;
  }
  if (how.isTransposed) {
    matrix = m.transposed(matrix);
    how.isLower = !how.isLower;
  }
  if (op.hasFailed())
    return {};
  const int64_t size = m.rows;
  Expr numbers = m.rowNumbers(size);
  Value initial = m.zeros(right.type(), shapeOf(right.value())).value();
  Values results = repeated(op, size, initial, [&](Value step, ArrayRef<Value> carried) {
    Expr x = m.expr(carried[0]), count = m.expr(step);
    Expr i = how.isLower ? count : static_cast<double>(size - 1) - count;
    Expr row = m.row(matrix, i.value());
    // Rows that are not computed yet are 0, but the matrix may have infinities there.
    Expr isKnown = how.isLower ? m.columnNumbers(size) < i : m.columnNumbers(size) > i;
    Expr value = m.row(right, i.value()) - m.matmul(where(isKnown, row, 0.0), x);
    if (!how.isUnit)
      value = value / m.column(row, i.value());
    return Values{where(numbers == i, value, x).value()};
  });
  if (results.empty())
    return {};
  return how.isLeft ? results[0] : m.transposed(m.expr(results[0])).value();
}

bool expectSystem(Node &op, Value a, Value b, bool isLeft) {
  if (!expectMatrices(op, a, true) || !expectMatrices(op, b, false))
    return false;
  const int64_t size = shapeOf(a).back(), rank = rankOf(b);
  return op.expect(shapeOf(a).drop_back(2) == shapeOf(b).drop_back(2) &&
                       shapeOf(b)[isLeft ? rank - 2 : rank - 1] == size,
                   "right sides that fit the matrices " + shapeText(shapeOf(a)) + ", but got " +
                       shapeText(shapeOf(b)));
}

void importTriangularSolve(Node &op) {
  Value a = op.in(0), b = op.in(1);
  const std::string transpose = op.choice("transpose_a", "transpose", "NO_TRANSPOSE");
  Triangular how = {op.flag("left_side", true), op.flag("lower", true),
                    op.flag("unit_diagonal", false), transpose != "NO_TRANSPOSE"};
  if (expectSystem(op, a, b, how.isLeft))
    op.set(0, op.reshape(solveTriangular(op, a, b, how), op.resultShape()));
}

void importTrsm(Node &op) {
  Value a = op.in(0), b = op.in(1);
  Triangular how = {letterOf(op, "side") == 'L', letterOf(op, "uplo") == 'L',
                    letterOf(op, "diag") == 'U', letterOf(op, "trans_x") != 'N'};
  if (expectSystem(op, a, b, how.isLeft))
    op.set(0, op.reshape(solveTriangular(op, a, b, how), op.resultShape()));
}

// ---- LU ----

// The rows `i` and `j` [batch, 1, 1] of `matrix` swapped.
Expr swapRows(const Matrices &m, Expr matrix, Expr i, Expr j) {
  Node &op = m.op;
  Expr numbers = m.rowNumbers(m.rows);
  Expr from = where(numbers == i, j, where(numbers == j, i, numbers)); // [batch, rows, 1]
  Value indices = op.expand(from.value(), {m.batch, m.rows, shapeOf(matrix.value()).back()});
  return m.expr(op.emit("rlx.gather_elements", {matrix.value(), indices}, op.i64("axis", 1)));
}

// With partial pivoting: the factors in one matrix, the pivots from 1 on, and for each matrix 0 or
// the number of the first pivot that is 0.
void importGetrf(Node &op) {
  Value a = op.in(0);
  if (!expectMatrices(op, a, false))
    return;
  Matrices m(op, a);
  const int64_t steps = std::min(m.rows, m.columns);
  const Type i32 = op.builder().getI32Type();
  Expr rows = m.rowNumbers(m.rows), columns = m.columnNumbers(m.columns);
  Value pivots = m.zeros(i32, {m.batch, steps, 1}).value();
  Value noError = m.zeros(i32, {m.batch, 1, 1}).value();
  Values results =
      repeated(op, steps, {m.flat(a), pivots, noError}, [&](Value k, ArrayRef<Value> carried) {
        Expr matrix = m.expr(carried[0]), index = m.expr(k), info = m.expr(carried[2]);
        Expr sizes = where(rows >= index, abs(m.column(matrix, k)), -1.0);
        Expr pivot = m.expr(op.emit("rlx.argmax", sizes.value(),
                                    {op.i64("axis", 1), op.boolean("keep_dims", true)}));
        matrix = swapRows(m, matrix, index, pivot);
        Expr row = m.row(matrix, k), head = m.column(row, k);
        Expr isZero = head == 0;
        Expr factors = m.column(matrix, k);
        factors = where(isZero, factors, factors / where(isZero, 1.0, head));
        factors = where(rows > index, factors, 0.0);
        Expr rest = matrix - factors * where(columns > index, row, 0.0);
        Expr next = where((rows > index) & (columns == index), factors, rest);
        Expr isHere = m.rowNumbers(steps) == index;
        Expr chosen = where(isHere, (pivot + 1).to(i32), m.expr(carried[1]));
        Expr error = where((info == 0) & isZero, (index + 1).to(i32), info);
        return Values{next.value(), chosen.value(), error.value()};
      });
  for (auto [i, result] : llvm::enumerate(results))
    op.set(i, op.reshape(result, op.resultShape(i)));
}

// ---- QR by Householder's reflections ----

// R above, and the vectors of the reflections below the diagonal, whose first element is 1; and the
// factors tau of the reflections 1 - tau v v^T.
void importGeqrf(Node &op) {
  Value a = op.in(0);
  if (!expectMatrices(op, a, false))
    return;
  Matrices m(op, a);
  const int64_t steps = std::min(m.rows, m.columns);
  Expr rows = m.rowNumbers(m.rows), columns = m.columnNumbers(m.columns);
  Value taus = m.zeros(elementOf(a), {m.batch, steps, 1}).value();
  Values results = repeated(op, steps, {m.flat(a), taus}, [&](Value k, ArrayRef<Value> carried) {
    Expr matrix = m.expr(carried[0]), index = m.expr(k), column = m.column(matrix, k);
    Expr alpha = m.row(column, k), below = where(rows > index, column, 0.0);
    auto sum = [&](Expr x) {
      return m.expr(op.emit("rlx.reduce_sum", x.value(),
                            {op.i64s("axes", {1}), op.boolean("keep_dims", true)}));
    };
    Expr tail = sum(below * below), isDone = tail == 0;
    Expr norm = sqrt(alpha * alpha + tail);
    Expr beta = where(isDone, alpha, where(alpha > 0, -norm, norm));
    Expr tau = where(isDone, 0.0, (beta - alpha) / where(isDone, 1.0, beta));
    Expr vector = below / where(isDone, 1.0, alpha - beta);
    Expr full = where(rows == index, 1.0, vector);
    Expr products = m.matmul(m.transposed(full), matrix); // [batch, 1, columns]
    Expr reflected = matrix - full * (products * tau);
    Expr isColumn = columns == index;
    Expr stored = where(rows > index, vector, where(rows == index, beta, column));
    Expr next = where(isColumn, stored, where(columns > index, reflected, matrix));
    Expr chosen = where(m.rowNumbers(steps) == index, tau, m.expr(carried[1]));
    return Values{next.value(), chosen.value()};
  });
  for (auto [i, result] : llvm::enumerate(results))
    op.set(i, op.reshape(result, op.resultShape(i)));
}

// Q, the product of the reflections, from the last one to the first.
void importOrgqr(Node &op) {
  Value a = op.in(0), taus = op.in(1);
  if (!expectMatrices(op, a, false) ||
      !op.expect(
          rankOf(taus) == rankOf(a) - 1 && shapeOf(taus).drop_back() == shapeOf(a).drop_back(2) &&
              shapeOf(taus).back() <= std::min(shapeOf(a).back(), shapeOf(a).drop_back().back()),
          "a factor for each reflection of the matrices " + shapeText(shapeOf(a)) + ", but got " +
              shapeText(shapeOf(taus))))
    return;
  Matrices m(op, a);
  const int64_t steps = shapeOf(taus).back();
  Expr rows = m.rowNumbers(m.rows), matrix = m.expr(m.flat(a));
  Expr factors = m.expr(op.reshape(taus, {m.batch, steps, 1}));
  Expr unit = (rows == m.columnNumbers(m.columns)).to(matrix.type());
  Value initial = op.expand(unit.value(), {m.batch, m.rows, m.columns});
  Values results = repeated(op, steps, initial, [&](Value step, ArrayRef<Value> carried) {
    Expr q = m.expr(carried[0]), k = static_cast<double>(steps - 1) - m.expr(step);
    Expr vector = m.column(matrix, k.value());
    vector = where(rows > k, vector, (rows == k).to(matrix.type()));
    Expr products = m.matmul(m.transposed(vector), q) * m.row(factors, k.value());
    return Values{(q - vector * products).value()};
  });
  if (!results.empty())
    op.set(0, op.reshape(results[0], op.resultShape()));
}

} // namespace

void rlx::shlo::addLinalgOps(OpTable &table) {
  table.add("stablehlo.cholesky", importCholesky, {1});
  table.add("stablehlo.triangular_solve", importTriangularSolve, {2});
  for (StringRef name : {"stablehlo.cholesky", "stablehlo.triangular_solve"})
    table.limit(name, "complex numbers");
  for (StringRef type : {"s", "d"}) {
    auto call = [&](StringRef name) { return ("lapack_" + type + name + "_ffi").str(); };
    table.addCall(call("potrf"), importPotrf, 1, 2);
    table.addCall(call("trsm"), importTrsm, 2, 1);
    table.addCall(call("getrf"), importGetrf, 1, 3);
    table.addCall(call("geqrf"), importGeqrf, 1, 2);
    table.addCall(call("orgqr"), importOrgqr, 2, 1);
  }
}
