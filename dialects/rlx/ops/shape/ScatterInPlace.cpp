// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scatter that replaces slices of its data in place (kUpdatesDataAttr), with independent
// elements, as GPUs need them. Of several updates with one index, all write the elements of the
// last one. So the order of writes does not matter. With `unique_indices` there is no other one.
//
//   scf.forall (%row, %column) in (updates, elements of an update) {
//     %last = the last update with the index of update %row
//     data[index of %row][%column] = updates[%last][%column]
//   }
#include "dialects/rlx/ops/shape/ScatterUpdates.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// Emits the code of one element of an update.
class ReplacedElement {
public:
  ReplacedElement(OpBuilder &b, Location loc, ScatterNDOp op, ValueRange operands,
                  ArrayRef<OpFoldResult> rows)
      : b(b), loc(loc), element(operandElement(op, 1)), indices(operands[1]), updates(operands[2]),
        isUnique(op.getUniqueIndices() || llvm::all_of(rows, [](OpFoldResult size) {
                   return getConstantIntValue(size) == 1;
                 })) {
    for (OpFoldResult size : rows)
      rowSizes.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
    const int64_t count = cast<ShapedType>(indices.getType()).getShape().back();
    for (int64_t i = 0; i < count; ++i)
      sizes.push_back(sizeOf(b, loc, operands[0], i));
  }

  // The index of the update `row` in the data; an index out of range fails the run.
  SmallVector<Value> target(ValueRange row) {
    SmallVector<Value> at;
    for (auto [i, size] : llvm::enumerate(sizes))
      at.push_back(checkedIndex(b, loc, rawIndex(row, i), element, size));
    return at;
  }

  Value value(ValueRange row, ValueRange inner) {
    SmallVector<Value> from = isUnique ? SmallVector<Value>(row) : lastLike(row);
    llvm::append_range(from, inner);
    return tensor::ExtractOp::create(b, loc, updates, from);
  }

private:
  Value rawIndex(ValueRange row, size_t i) {
    SmallVector<Value> at(row);
    at.push_back(indexConstant(b, loc, static_cast<int64_t>(i)));
    return tensor::ExtractOp::create(b, loc, indices, at);
  }

  // Negative indices count from the end.
  Value wrappedIndex(ValueRange row, size_t i) {
    Value raw = rawIndex(row, i);
    if (isUnsigned(element))
      return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), raw);
    Value given = arith::IndexCastOp::create(b, loc, b.getIndexType(), raw);
    Value isNegative =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, given, indexConstant(b, loc, 0));
    Value wrapped = arith::AddIOp::create(b, loc, given, sizes[i]);
    return arith::SelectOp::create(b, loc, isNegative, wrapped, given);
  }

  // The last update with the index of `row`.
  SmallVector<Value> lastLike(ValueRange row) {
    SmallVector<Value> wanted;
    for (size_t i = 0; i < sizes.size(); ++i)
      wanted.push_back(wrappedIndex(row, i));
    Value count = indexConstant(b, loc, 1), own = indexConstant(b, loc, 0);
    for (auto [at, size] : llvm::zip_equal(row, rowSizes)) {
      count = arith::MulIOp::create(b, loc, count, size);
      own = arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, own, size), at);
    }
    Value one = indexConstant(b, loc, 1);
    auto loop =
        scf::ForOp::create(b, loc, arith::AddIOp::create(b, loc, own, one), count, one, own);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      const SmallVector<Value> at = rowOf(loop.getInductionVar());
      Value isLike = arith::ConstantIntOp::create(b, loc, 1, 1);
      for (auto [i, index] : llvm::enumerate(wanted)) {
        Value isEqual =
            arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, wrappedIndex(at, i), index);
        isLike = arith::AndIOp::create(b, loc, isLike, isEqual);
      }
      Value last = arith::SelectOp::create(b, loc, isLike, loop.getInductionVar(),
                                           loop.getRegionIterArgs().front());
      scf::YieldOp::create(b, loc, last);
    }
    return rowOf(loop.getResult(0));
  }

  SmallVector<Value> rowOf(Value number) {
    SmallVector<Value> row(rowSizes.size());
    for (size_t i = rowSizes.size(); i-- > 1;) {
      row[i] = arith::RemUIOp::create(b, loc, number, rowSizes[i]);
      number = arith::DivUIOp::create(b, loc, number, rowSizes[i]);
    }
    if (!row.empty())
      row.front() = number;
    return row;
  }

  OpBuilder &b;
  Location loc;
  Type element; // of the indices
  Value indices, updates;
  bool isUnique;                      // no other update has the same index
  SmallVector<Value> rowSizes, sizes; // of the updates, and of the indexed dimensions
};

} // namespace

FailureOr<SmallVector<Value>> rlx::replaceInPlace(OpBuilder &b, ScatterNDOp op,
                                                  ValueRange operands) {
  Location loc = op.getLoc();
  Value data = operands[0];
  SmallVector<OpFoldResult> rows = tensor::getMixedSizes(b, loc, operands[1]);
  const auto count = static_cast<size_t>(cast<ShapedType>(operands[1].getType()).getShape().back());
  rows.pop_back();
  SmallVector<OpFoldResult> upper(rows);
  llvm::append_range(upper, ArrayRef(tensor::getMixedSizes(b, loc, data)).drop_front(count));
  auto replace = [&](OpBuilder &nested, Location at, ValueRange arguments) {
    ValueRange row = arguments.take_front(rows.size());
    ValueRange inner = arguments.drop_back(1).drop_front(rows.size());
    Value out = arguments.back();
    ReplacedElement update(nested, at, op, operands, rows);
    SmallVector<OpFoldResult> to, ones(op.getType().getRank(), nested.getIndexAttr(1));
    llvm::append_range(to, update.target(row));
    llvm::append_range(to, inner);
    Value slice = tensor::ExtractSliceOp::create(nested, at, out, to, ones, ones);
    SmallVector<Value> first(ones.size(), indexConstant(nested, at, 0));
    slice = tensor::InsertOp::create(nested, at, update.value(row, inner), slice, first);
    auto join = scf::InParallelOp::create(nested, at);
    nested.setInsertionPointToStart(join.getBody());
    tensor::ParallelInsertSliceOp::create(nested, at, slice, out, to, ones, ones);
  };
  SmallVector<OpFoldResult> lower(upper.size(), b.getIndexAttr(0)),
      step(upper.size(), b.getIndexAttr(1));
  auto loop =
      scf::ForallOp::create(b, loc, lower, upper, step, data, /*mapping=*/std::nullopt, replace);
  return SmallVector<Value>(loop.getResults());
}
