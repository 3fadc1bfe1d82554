// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of dense_solve: Gaussian elimination with partial pivoting, one matrix after the other, in
// its own loops. The elimination is right-looking, so that the innermost loops run along rows. A
// zero pivot is a check that fails the run.
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/SolveOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace rlx;

// ---- dense_solve ----

LogicalResult DenseSolveOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // dense_solve_c5
    return failure();
  Dims a = ctx.shape(op.getA()), b = ctx.shape(op.getB());
  if (a.size() < 2) // dense_solve_c1
    return ctx.fail("expects a of rank 2 or more, but got rank " + Twine(a.size()));
  Dims square(a);
  square.back() = a[a.size() - 2];
  if (failed(expectShape(ctx, "a", op.getA(), square))) // dense_solve_c2
    return failure();
  if (b.size() != a.size() && b.size() + 1 != a.size()) // dense_solve_c3
    return ctx.fail("expects b of rank " + Twine(a.size()) + " (a matrix) or " +
                    Twine(a.size() - 1) + " (a vector), but got rank " + Twine(b.size()));
  Dims expected(ArrayRef(square).drop_back());
  if (b.size() == a.size())
    expected.push_back(b.back());
  if (failed(expectShape(ctx, "b", op.getB(), expected))) // dense_solve_c4
    return failure();
  results.push_back({b, InferContext::elementType(op.getB())});
  return success();
}

namespace {

// The iterations per matrix for forEachSlice if the size is dynamic.
constexpr int64_t kAssumedSteps = 16384;

// The elimination of one matrix. `matrix` [N, N] and `right` [N, K] are working copies. Every step
// returns the changed tensors.
class Elimination {
public:
  Elimination(OpBuilder &b, Location loc, Type element, OpFoldResult size, OpFoldResult columns)
      : b(b), loc(loc), element(element), n(getValueOrCreateConstantIndexOp(b, loc, size)),
        columns(columns) {}

  // The solution, in the tensor `right`. `number` is the matrix's index in the batch.
  Value run(Value matrix, Value right, Value number) {
    SmallVector<Value> done =
        inOrder(b, loc, OpFoldResult(n), {matrix, right},
                [&](OpBuilder &nested, Location, ValueRange at, ValueRange carried) {
                  Inside inside(*this, nested);
                  return eliminate(at[0], carried[0], carried[1], number);
                });
    return substitute(done[0], done[1]);
  }

private:
  // Moves the insertion point to that of `nested` during its lifetime.
  struct Inside {
    Inside(Elimination &owner, OpBuilder &nested) : nested(nested), guard(owner.b), b(owner.b) {
      b.setInsertionPoint(nested.getInsertionBlock(), nested.getInsertionPoint());
    }
    ~Inside() { nested.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint()); }
    OpBuilder &nested;
    OpBuilder::InsertionGuard guard;
    OpBuilder &b;
  };

  using Body = llvm::function_ref<SmallVector<Value>(Value at, ValueRange carried)>;

  // body(i) for i from begin to end - 1.
  SmallVector<Value> loop(Value begin, Value end, ValueRange carried, Body body) {
    Value count = arith::SubIOp::create(b, loc, end, begin);
    return inOrder(b, loc, OpFoldResult(count), carried,
                   [&](OpBuilder &nested, Location, ValueRange at, ValueRange values) {
                     Inside inside(*this, nested);
                     return body(arith::AddIOp::create(b, loc, at[0], begin), values);
                   });
  }
  SmallVector<Value> overColumns(ValueRange carried, Body body) {
    return loop(c(0), getValueOrCreateConstantIndexOp(b, loc, columns), carried, body);
  }

  Value c(int64_t value) { return indexConstant(b, loc, value); }
  Value read(Value tensor, Value row, Value column) {
    return tensor::ExtractOp::create(b, loc, tensor, ValueRange{row, column});
  }
  Value write(Value value, Value tensor, Value row, Value column) {
    return tensor::InsertOp::create(b, loc, value, tensor, ValueRange{row, column});
  }

  // The row of the largest absolute value in column k, from row k on; among equal ones the first.
  Value pivotRow(Value k, Value matrix) {
    auto size = [&](Value row) -> Value {
      return math::AbsFOp::create(b, loc, read(matrix, row, k));
    };
    Value next = arith::AddIOp::create(b, loc, k, c(1));
    return loop(next, n, {size(k), k},
                [&](Value row, ValueRange best) {
                  Value candidate = size(row);
                  Value isLarger =
                      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, candidate, best[0]);
                  return SmallVector<Value>{
                      arith::SelectOp::create(b, loc, isLarger, candidate, best[0]),
                      arith::SelectOp::create(b, loc, isLarger, row, best[1])};
                })
        .back();
  }

  // Exchanges two elements of a column.
  SmallVector<Value> exchange(Value tensor, Value row, Value other, Value column) {
    Value x = read(tensor, row, column), y = read(tensor, other, column);
    tensor = write(y, tensor, row, column);
    return {write(x, tensor, other, column)};
  }

  // tensor[row, column] -= factor * tensor[from, column]
  SmallVector<Value> subtract(Value tensor, Value row, Value factor, Value from, Value column) {
    Value minus = arith::NegFOp::create(b, loc, factor);
    Value x =
        multiplyAccumulate(b, loc, minus, read(tensor, from, column), read(tensor, row, column));
    return {write(x, tensor, row, column)};
  }

  // Makes column k zero below the diagonal.
  SmallVector<Value> eliminate(Value k, Value matrix, Value right, Value number) {
    Value pivot = pivotRow(k, matrix);
    matrix = loop(k, n, matrix, [&](Value column, ValueRange carried) {
      return exchange(carried[0], k, pivot, column);
    })[0];
    right = overColumns(right, [&](Value column, ValueRange carried) {
      return exchange(carried[0], k, pivot, column);
    })[0];
    Value largest = read(matrix, k, k), zero = scalarConstant(b, loc, element, 0);
    // NaN is not zero, so it propagates as NaN.
    Value isRegular = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, largest, zero);
    lir::CheckOp::create(b, loc, isRegular, lir::KernelError::SingularMatrix, number);
    Value next = arith::AddIOp::create(b, loc, k, c(1));
    return loop(next, n, {matrix, right}, [&](Value row, ValueRange carried) {
      Value factor = arith::DivFOp::create(b, loc, read(carried[0], row, k), largest);
      Value m = loop(next, n, carried[0], [&](Value column, ValueRange values) {
        return subtract(values[0], row, factor, k, column);
      })[0];
      Value r = overColumns(carried[1], [&](Value column, ValueRange values) {
        return subtract(values[0], row, factor, k, column);
      })[0];
      return SmallVector<Value>{m, r};
    });
  }

  // Back substitution with the upper triangle, from the last row to the first.
  Value substitute(Value matrix, Value right) {
    return loop(c(0), n, right, [&](Value step, ValueRange carried) {
      Value last = arith::SubIOp::create(b, loc, n, c(1));
      Value k = arith::SubIOp::create(b, loc, last, step), pivot = read(matrix, k, k);
      Value x = overColumns(carried[0], [&](Value column, ValueRange values) {
        Value quotient = arith::DivFOp::create(b, loc, read(values[0], k, column), pivot);
        return SmallVector<Value>{write(quotient, values[0], k, column)};
      })[0];
      return loop(c(0), k, x, [&](Value row, ValueRange rows) {
        Value factor = read(matrix, row, k);
        return overColumns(rows[0], [&](Value column, ValueRange values) {
          return subtract(values[0], row, factor, k, column);
        });
      });
    })[0];
  }

  OpBuilder &b;
  Location loc;
  Type element;
  Value n;
  OpFoldResult columns;
};

// Solves the matrices of a slice one after the other.
class BatchSolver {
public:
  BatchSolver(DenseSolveOp op, ValueRange operands)
      : a(operands[0]), right(operands[1]), batchRank(cast<ShapedType>(a.getType()).getRank() - 2),
        isVector(cast<ShapedType>(right.getType()).getRank() == batchRank + 1),
        element(cast<ShapedType>(a.getType()).getElementType()), compute(accumulatorType(element)) {
  }

  Value run(OpBuilder &b, Location loc, const ResultSlice &slice) {
    SmallVector<OpFoldResult> sizes(ArrayRef(slice.sizes).take_front(batchRank));
    return inOrder(b, loc, sizes, slice.tensors[0],
                   [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
                     SmallVector<Value> batch =
                         shifted(n, l, at, ArrayRef(slice.offsets).take_front(batchRank));
                     return SmallVector<Value>{solve(n, l, batch, at, carried[0])};
                   })[0];
  }

private:
  Value solve(OpBuilder &b, Location loc, ValueRange batch, ValueRange at, Value result) {
    OpFoldResult one = b.getIndexAttr(1), size = tensor::getMixedSize(b, loc, a, batchRank);
    OpFoldResult columns = isVector ? one : tensor::getMixedSize(b, loc, right, batchRank + 1);
    Value matrix = workingCopy(b, loc, a, batch, {size, size});
    Value x = workingCopy(b, loc, right, batch, {size, columns});
    x = Elimination(b, loc, compute, size, columns).run(matrix, x, number(b, loc, batch));
    return write(b, loc, x, result, at, {size, columns});
  }

  // The row-major index of a matrix in the batch.
  Value number(OpBuilder &b, Location loc, ValueRange batch) {
    Value number = indexConstant(b, loc, 0);
    for (auto [i, at] : llvm::enumerate(batch)) {
      Value size = getValueOrCreateConstantIndexOp(b, loc, tensor::getMixedSize(b, loc, a, i));
      number = arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, number, size), at);
    }
    return number;
  }

  // The slice of one batch element: a matrix, or a vector if the tensor holds vectors.
  struct Part {
    SmallVector<OpFoldResult> offsets, sizes, ones;
    RankedTensorType type;
  };
  Part partOf(OpBuilder &b, Location loc, RankedTensorType type, ValueRange at,
              ArrayRef<OpFoldResult> sizes) {
    Part part;
    part.offsets = getAsOpFoldResult(at);
    part.sizes.assign(batchRank, b.getIndexAttr(1));
    part.offsets.resize(type.getRank(), b.getIndexAttr(0));
    llvm::append_range(part.sizes, sizes.take_front(type.getRank() - batchRank));
    part.ones.assign(type.getRank(), b.getIndexAttr(1));
    SmallVector<int64_t> shape;
    for (OpFoldResult size : ArrayRef(part.sizes).drop_front(batchRank))
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    part.type = RankedTensorType::get(shape, type.getElementType());
    return part;
  }

  // A copy of a batch element as a matrix, in the type of the computation.
  Value workingCopy(OpBuilder &b, Location loc, Value tensor, ValueRange batch,
                    ArrayRef<OpFoldResult> sizes) {
    Part part = partOf(b, loc, cast<RankedTensorType>(tensor.getType()), batch, sizes);
    Value source = tensor::ExtractSliceOp::create(b, loc, part.type, tensor, part.offsets,
                                                  part.sizes, part.ones);
    Value copy = tensor::EmptyOp::create(b, loc, sizes, compute);
    if (part.type.getRank() == 2)
      return convertInto(b, loc, source, copy);
    AffineMap rows = AffineMap::get(2, 0, b.getAffineDimExpr(0));
    return converted(b, loc, source, copy, rows);
  }

  // The result with the solution of the batch element at `at`.
  Value write(OpBuilder &b, Location loc, Value x, Value result, ValueRange at,
              ArrayRef<OpFoldResult> sizes) {
    Part part = partOf(b, loc, cast<RankedTensorType>(result.getType()), at, sizes);
    Value slice = tensor::ExtractSliceOp::create(b, loc, part.type, result, part.offsets,
                                                 part.sizes, part.ones);
    if (part.type.getRank() == 2) {
      slice = convertInto(b, loc, x, slice);
    } else {
      AffineMap column =
          AffineMap::get(1, 0, {b.getAffineDimExpr(0), b.getAffineConstantExpr(0)}, b.getContext());
      slice = converted(b, loc, x, slice, column);
    }
    return tensor::InsertSliceOp::create(b, loc, slice, result, part.offsets, part.sizes,
                                         part.ones);
  }

  // `source`, read through `map`, in the element type of `into`.
  static Value converted(OpBuilder &b, Location loc, Value source, Value into, AffineMap map) {
    Type to = getElementTypeOrSelf(into.getType());
    return parallelGeneric(
        b, loc, into, source, map,
        [&](OpBuilder &nested, Location l, ValueRange, ValueRange elements) {
          return convertFloat(nested, l, elements[0], to);
        },
        /*needsIndices=*/false);
  }

  Value a, right;
  int64_t batchRank;
  bool isVector;
  Type element, compute;
};

} // namespace

FailureOr<SmallVector<Value>> DenseSolveOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &) {
  auto type = cast<RankedTensorType>(operands[0].getType());
  SmallVector<int64_t> batches = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank() - 2));
  int64_t size = type.getShape().back();
  int64_t steps = ShapedType::isDynamic(size) ? kAssumedSteps : size * size * size;
  BatchSolver solver(*this, operands);
  return forEachSlice(b, getLoc(), emptyResult(b, *this, operands), batches, steps,
                      [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
                        return SmallVector<Value>{solver.run(nested, l, slice)};
                      });
}

namespace {

// Solves in place: `x` holds the right-hand sides. False if `a` is singular.
bool solveInPlace(std::vector<double> a, double *x, int64_t n, int64_t columns) {
  for (int64_t k = 0; k < n; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[pivot * n + k]))
        pivot = i;
    if (a[pivot * n + k] == 0)
      return false;
    if (pivot != k) {
      std::swap_ranges(a.begin() + k * n, a.begin() + (k + 1) * n, a.begin() + pivot * n);
      std::swap_ranges(x + k * columns, x + (k + 1) * columns, x + pivot * columns);
    }
    for (int64_t i = 0; i < n; ++i) { // Gauss-Jordan: eliminates above the diagonal too
      if (i == k)
        continue;
      double factor = a[i * n + k] / a[k * n + k];
      for (int64_t j = k; j < n; ++j)
        a[i * n + j] -= factor * a[k * n + j];
      for (int64_t j = 0; j < columns; ++j)
        x[i * columns + j] -= factor * x[k * columns + j];
    }
  }
  for (int64_t i = 0; i < n * columns; ++i)
    x[i] /= a[i / columns * (n + 1)];
  return true;
}

} // namespace

llvm::Error DenseSolveOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &a = in[0], &b = in[1];
  int64_t n = a.shape.back(), columns = b.rank() == a.rank() ? b.shape.back() : 1;
  int64_t count = n == 0 ? 0 : a.numElements() / (n * n);
  out[0].floats = b.floats;
  for (int64_t i = 0; i < count; ++i) {
    auto begin = a.floats.begin() + i * n * n;
    if (!solveInPlace({begin, begin + n * n}, out[0].floats.data() + i * n * columns, n, columns))
      return llvm::createStringError("cannot solve: matrix " + llvm::Twine(i) +
                                     " of the batch is singular");
  }
  return llvm::Error::success();
}
