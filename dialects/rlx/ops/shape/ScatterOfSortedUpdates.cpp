// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scatter of sorted updates (kSortedIndicesAttr): each result element finds the updates of its
// row by binary search, and applies them in order. So elements are independent, as GPUs need it.
// Indices are not checked again; the pass that sorted them (rlx-sort-scatter-updates) has checked
// them. Also the methods of ScatterOpInterface, which that pass calls.
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ops/shape/ScatterUpdates.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "dialects/rlx/support/SortedHints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// Emits the code of one result element.
class SortedUpdates {
public:
  SortedUpdates(OpBuilder &b, Location loc, ScatterNDOp op, Value indices, Value updates,
                ValueRange at, int64_t count)
      : b(b), loc(loc), op(op), indices(indices), updates(updates), row(at.front()),
        inner(at.drop_front()), count(count) {}

  Value run(Value old) {
    return op.getReduction() == ScatterReduction::None ? last(old) : combined(old);
  }

private:
  // The last update of the row, or the old element if there is none.
  Value last(Value old) {
    Value behind = numBefore(arith::CmpIPredicate::sle);
    Value number = arith::MaxSIOp::create(b, loc, sub(behind, constant(1)), constant(0));
    Value isThere = arith::AndIOp::create(b, loc, less(constant(0), behind), isOfRow(number));
    auto choice = scf::IfOp::create(b, loc, old.getType(), isThere, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(b, loc, updateAt(number));
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, loc, old);
    return choice.getResult(0);
  }

  // The old element combined with all updates of the row in order, rounded once.
  Value combined(Value old) {
    Type element = old.getType(), wide = accumulatorType(element), index = b.getIndexType();
    Value first = numBefore(arith::CmpIPredicate::slt);
    auto loop = scf::WhileOp::create(b, loc, TypeRange{index, wide},
                                     ValueRange{first, convertFloat(b, loc, old, wide)});
    loop->setAttr(kMaxIterationsAttr, b.getI64IntegerAttr(count));
    {
      OpBuilder::InsertionGuard guard(b);
      Location locations[] = {loc, loc};
      Block *before = b.createBlock(&loop.getBefore(), {}, loop.getResultTypes(), locations);
      Value number = before->getArgument(0);
      Value read = arith::MinSIOp::create(b, loc, number, constant(count - 1));
      Value goesOn = arith::AndIOp::create(b, loc, less(number, constant(count)), isOfRow(read));
      scf::ConditionOp::create(b, loc, goesOn, before->getArguments());
      Block *after = b.createBlock(&loop.getAfter(), {}, loop.getResultTypes(), locations);
      number = after->getArgument(0);
      Value update = convertFloat(b, loc, updateAt(number), wide);
      Value changed = combineUpdate(b, loc, op.getReduction(), operandElement(op),
                                    after->getArgument(1), update);
      scf::YieldOp::create(b, loc, ValueRange{add(number, constant(1)), changed});
    }
    return convertFloat(b, loc, loop.getResult(1), element);
  }

  // The number of updates whose index is less than (or at most) the row. A binary search with steps
  // of powers of two: a step is taken if the update at its end still satisfies the predicate.
  Value numBefore(arith::CmpIPredicate predicate) {
    const uint64_t largest = llvm::bit_floor(static_cast<uint64_t>(count));
    auto loop = scf::ForOp::create(
        b, loc, constant(0), constant(llvm::Log2_64(largest) + 1), constant(1), constant(0),
        [&](OpBuilder &nested, Location, Value i, ValueRange before) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPoint(nested.getInsertionBlock(), nested.getInsertionPoint());
          Value step = arith::ShRUIOp::create(b, loc, constant(static_cast<int64_t>(largest)), i);
          Value next = add(before[0], step);
          Value number =
              arith::MinSIOp::create(b, loc, sub(next, constant(1)), constant(count - 1));
          Value isBefore = arith::CmpIOp::create(b, loc, predicate, indexAt(number), row);
          isBefore = arith::AndIOp::create(b, loc, isBefore,
                                           less(sub(next, constant(1)), constant(count)));
          Value taken = arith::SelectOp::create(b, loc, isBefore, next, before[0]);
          scf::YieldOp::create(b, loc, taken);
          nested.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
        });
    return loop.getResult(0);
  }

  Value indexAt(Value number) {
    Value index = tensor::ExtractOp::create(b, loc, indices, ValueRange{number, constant(0)});
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
  }

  Value isOfRow(Value number) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, indexAt(number), row);
  }

  Value updateAt(Value number) {
    SmallVector<Value> at{number};
    llvm::append_range(at, inner);
    return tensor::ExtractOp::create(b, loc, updates, at);
  }

  Value constant(int64_t value) { return indexConstant(b, loc, value); }
  Value add(Value l, Value r) { return arith::AddIOp::create(b, loc, l, r); }
  Value sub(Value l, Value r) { return arith::SubIOp::create(b, loc, l, r); }
  Value less(Value l, Value r) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, l, r);
  }

  OpBuilder b;
  Location loc;
  ScatterNDOp op;
  Value indices, updates, row;
  ValueRange inner;
  int64_t count;
};

} // namespace

FailureOr<SmallVector<Value>> ScatterNDOp::lowerToElements(OpBuilder &b, ValueRange operands,
                                                           LoweringReason &why) {
  auto count = (*this)->getAttrOfType<IntegerAttr>(kSortedIndicesAttr);
  // A grid has one to three dimensions: those of the updates' count, and of a slice.
  const int64_t loops =
      getIndices().getType().getRank() - 1 + getType().getRank() - getNumIndexed();
  if (!count && (*this)->hasAttr(kUpdatesDataAttr) && getReduction() == ScatterReduction::None &&
      loops >= 1 && loops <= 3)
    return replaceInPlace(b, *this, operands);
  if (!count)
    return lowerToLinalg(b, operands, why);
  AffineMap same = b.getMultiDimIdentityMap(static_cast<unsigned>(getType().getRank()));
  auto element = [&](OpBuilder &nested, Location loc, ValueRange at, ValueRange old) {
    return SortedUpdates(nested, loc, *this, operands[1], operands[2], at, count.getInt())
        .run(old[0]);
  };
  return SmallVector<Value>{
      parallelGeneric(b, getLoc(), emptyResult(b, *this, operands), operands[0], same, element)};
}

// ---- ScatterOpInterface ----

int64_t ScatterElementsOp::getNumIndexed() {
  return getType().getRank();
}

int64_t ScatterElementsOp::getNumPartitions() {
  SmallVector<int64_t> others(getType().getShape());
  others.erase(others.begin() + normalizedAxis(getAxis(), getType().getRank()));
  return staticProduct(others);
}

Value ScatterElementsOp::readTable(OpBuilder &b, Location loc, Value table) {
  return GatherElementsOp::create(b, loc, table, getIndices(), getAxis());
}

int64_t ScatterNDOp::getNumIndexed() {
  return getIndices().getType().getShape().back();
}

int64_t ScatterNDOp::getNumPartitions() {
  return staticProduct(getType().getShape().drop_front(getNumIndexed()));
}

Value ScatterNDOp::readTable(OpBuilder &b, Location loc, Value table) {
  return GatherNDOp::create(b, loc, table, getIndices(), /*batch_dims=*/0);
}
