// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks from a tensor back to the kernel's buffers, and emits scalar code on the way (see
// ElementEmitter.h). Bodies are cloned, with elements in place of their reads. A cost model bounds
// how often elements are computed again.
#include "conversions/gpu/builder/ElementEmitter.h"

#include "conversions/gpu/builder/ReductionBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace rlx {
namespace {

bool isOfKernel(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return tensor.getDefiningOp<bufferization::ToTensorOp>();
}

// Whether each element of the result depends on one iteration only.
bool isElementwise(linalg::LinalgOp op, OpResult result) {
  return op.getNumParallelLoops() == op.getNumLoops() && op.hasPureTensorSemantics() &&
         op.getIndexingMapMatchingResult(result).isPermutation();
}

bool isSplat(Value tensor) {
  auto constant = tensor.getDefiningOp<arith::ConstantOp>();
  auto values = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  return values && values.isSplat() && !isa<ComplexType>(values.getElementType());
}

// Visits the values from outside of `op` that it, or an op in its regions, uses.
template <typename Fn>
void forEachUsed(Operation *op, Fn visit) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        visit(operand);
  });
}

} // namespace

int64_t ElementCheck::bodyCost(linalg::LinalgOp op) {
  int64_t total = 1;
  op.getBlock()->walk([&](Operation *inner) {
    // A tensor that the body makes is none of the kernel's.
    if (auto read = dyn_cast<tensor::ExtractOp>(inner))
      total += op->isAncestor(read.getTensor().getParentBlock()->getParentOp())
                   ? kNever
                   : cost(read.getTensor());
    // Bodies read tensors by elements only. Checks would be repeated, or left out.
    else if (llvm::any_of(inner->getOperandTypes(), llvm::IsaPred<TensorType>))
      total += kNever;
    else if (!isa<linalg::IndexOp>(inner) && !isMemoryEffectFree(inner) &&
             !inner->hasTrait<mlir::OpTrait::IsTerminator>())
      total += kNever;
  });
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<ShapedType>(input->get().getType()))
      total += cost(input->get());
  return std::min(total, kNever);
}

int64_t ElementCheck::cost(Value tensor) {
  if (auto known = costs.find(tensor); known != costs.end())
    return known->second;
  int64_t found = kNever; // for example, a loop-carried value
  if (isOfKernel(tensor) || isSplat(tensor))
    found = 1;
  else if (auto made = dyn_cast<OpResult>(tensor))
    found = costOfOp(made);
  return costs[tensor] = std::min(found, kNever);
}

int64_t ElementCheck::costOfOp(OpResult tensor) {
  return llvm::TypeSwitch<Operation *, int64_t>(tensor.getOwner())
      .Case([&](linalg::LinalgOp op) {
        if (op == allowed)
          return std::min(fewSteps(op) * bodyCost(op) + cost(op.getDpsInits().front()), kNever);
        if (!isElementwise(op, tensor))
          return kNever;
        OpOperand *init = op.getDpsInitOperand(tensor.getResultNumber());
        int64_t ofInit = op.payloadUsesValueFromOperand(init) ? cost(init->get()) : 0;
        return bodyCost(op) + ofInit;
      })
      .Case<tensor::CastOp, tensor::ExtractSliceOp, tensor::ExpandShapeOp>(
          [&](Operation *op) { return cost(op->getOperand(0)); })
      .Case([&](tensor::CollapseShapeOp op) {
        // An index is delinearized by the sizes of the source.
        bool sized = op.getSrcType().hasStaticShape() || isOfKernel(op.getSrc());
        return sized ? cost(op.getSrc()) : kNever;
      })
      .Default([](Operation *) { return kNever; });
}

int64_t fewSteps(linalg::LinalgOp op) {
  constexpr int64_t kMax = 8;
  if (!Reduction::find(op))
    return 0;
  int64_t steps = 1;
  for (auto [size, iterator] : llvm::zip(op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
    if (iterator != utils::IteratorType::reduction)
      continue;
    if (ShapedType::isDynamic(size) || size > kMax)
      return 0;
    steps *= size;
  }
  return steps > kMax ? 0 : steps;
}

// The values with which a region in a kernel's body may be entered as this argument. For loops: the
// initial value and the one that an iteration yields. For other ops: all results.
static SmallVector<Value> entriesOf(BlockArgument argument) {
  Operation *entered = argument.getOwner()->getParentOp();
  const unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(entered)) {
    if (argument == loop.getInductionVar())
      return {loop.getLowerBound(), loop.getStep()};
    const unsigned carried = number - loop.getNumInductionVars();
    return {loop.getInitArgs()[carried], loop.getYieldedValues()[carried]};
  }
  if (auto loop = dyn_cast<scf::WhileOp>(entered)) {
    if (argument.getOwner()->getParent() == &loop.getBefore())
      return {loop.getInits()[number], loop.getYieldOp().getOperand(number)};
    return {loop.getConditionOp().getArgs()[number]};
  }
  return SmallVector<Value>(entered->getResults());
}

namespace {
// Collects the values of the body from which one is computed.
struct Behind {
  linalg::LinalgOp op;
  llvm::SetVector<Value> values;
  llvm::DenseSet<Value> entered = {}; // arguments of regions in the body

  void collect(Value value) {
    Block *block = value.getParentBlock();
    if (!op.getBlock()->getParent()->isAncestor(block->getParent()))
      return;
    if (auto argument = dyn_cast<BlockArgument>(value); argument && block != op.getBlock()) {
      if (entered.insert(argument).second)
        llvm::for_each(entriesOf(argument), [&](Value entry) { collect(entry); });
      return;
    }
    if (!values.insert(value))
      return;
    if (Operation *made = value.getDefiningOp())
      forEachUsed(made, [&](Value used) { collect(used); });
  }
};
} // namespace

llvm::SetVector<Value> valuesBehind(linalg::LinalgOp op, Value value) {
  Behind behind{op, {}};
  behind.collect(value);
  return behind.values;
}

llvm::SmallBitVector loopsBehind(linalg::LinalgOp op, Value value) {
  llvm::SmallBitVector loops(op.getNumLoops());
  for (Value each : valuesBehind(op, value)) {
    if (Operation *made = each.getDefiningOp()) {
      made->walk([&](linalg::IndexOp index) { loops.set(index.getDim()); });
      continue;
    }
    OpOperand *operand = op.getMatchingOpOperand(cast<BlockArgument>(each));
    op.getMatchingIndexingMap(operand).walkExprs([&](AffineExpr expr) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        loops.set(dim.getPosition());
    });
  }
  return loops;
}

bool readsRows(linalg::LinalgOp op, Value value, unsigned loop) {
  auto isRow = [&](AffineMap map) {
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      if (expr.isFunctionOfDim(loop) && (i + 1 != map.getNumResults() || !isa<AffineDimExpr>(expr)))
        return false;
    return true;
  };
  bool along = true;
  for (Value each : valuesBehind(op, value)) {
    if (auto argument = dyn_cast<BlockArgument>(each)) {
      along &= isRow(op.getMatchingIndexingMap(op.getMatchingOpOperand(argument)));
      continue;
    }
    each.getDefiningOp()->walk([&](tensor::ExtractOp read) {
      for (Value index : read.getIndices())
        if (loopsBehind(op, index).test(loop))
          along &= index == read.getIndices().back() && index.getDefiningOp<linalg::IndexOp>();
    });
  }
  return along;
}

Value applyToIndices(OpBuilder &b, Location loc, AffineExpr expr, ValueRange dims) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(b, loc, constant.getValue());
  AffineMap map = AffineMap::get(static_cast<unsigned>(dims.size()), 0, expr);
  SmallVector<Value> used;
  for (auto [i, dim] : llvm::enumerate(dims))
    if (map.isFunctionOfDim(static_cast<unsigned>(i)))
      used.push_back(dim);
  return affine::AffineApplyOp::create(b, loc, compressUnusedDims(map), used);
}

Value ElementEmitter::element(OpBuilder &b, Value tensor, ValueRange indices) {
  if (Value scalar = known.lookup(tensor))
    return scalar;
  Location loc = tensor.getLoc();
  if (auto read = tensor.getDefiningOp<bufferization::ToTensorOp>())
    return memref::LoadOp::create(b, loc, read.getBuffer(), indices);
  if (isSplat(tensor)) {
    auto values = cast<DenseElementsAttr>(tensor.getDefiningOp<arith::ConstantOp>().getValue());
    return arith::ConstantOp::create(b, loc, values.getSplatValue<TypedAttr>());
  }
  return elementOfOp(b, cast<OpResult>(tensor), indices);
}

Value ElementEmitter::elementOfOp(OpBuilder &b, OpResult tensor, ValueRange indices) {
  Location loc = tensor.getLoc();
  auto value = [&](OpFoldResult mixed) { return getValueOrCreateConstantIndexOp(b, loc, mixed); };
  return llvm::TypeSwitch<Operation *, Value>(tensor.getOwner())
      .Case([&](linalg::LinalgOp op) {
        SmallVector<Value> loops(op.getNumLoops());
        for (auto [i, expr] : llvm::enumerate(op.getIndexingMapMatchingResult(tensor).getResults()))
          loops[cast<AffineDimExpr>(expr).getPosition()] = indices[i];
        if (op.getNumReductionLoops() != 0)
          return reduced(b, op, loops, indices);
        return inBody(b, op, op.getBlock()->getTerminator()->getOperand(tensor.getResultNumber()),
                      loops);
      })
      .Case([&](tensor::CastOp op) { return element(b, op.getSource(), indices); })
      .Case([&](tensor::ExtractSliceOp op) {
        llvm::SmallBitVector dropped = op.getDroppedDims();
        SmallVector<Value> from;
        size_t next = 0;
        for (auto [i, offset, stride] :
             llvm::enumerate(op.getMixedOffsets(), op.getMixedStrides())) {
          Value at = value(offset);
          if (!dropped.test(i)) {
            Value steps = b.createOrFold<arith::MulIOp>(loc, indices[next++], value(stride));
            at = b.createOrFold<arith::AddIOp>(loc, at, steps);
          }
          from.push_back(at);
        }
        return element(b, op.getSource(), from);
      })
      .Case([&](tensor::ExpandShapeOp op) {
        SmallVector<OpFoldResult> sizes =
            getMixedValues(op.getStaticOutputShape(), op.getOutputShape(), b.getContext());
        SmallVector<Value> from;
        for (const ReassociationIndices &group : op.getReassociationIndices()) {
          Value at = indices[group.front()];
          for (int64_t dim : llvm::drop_begin(group)) {
            at = b.createOrFold<arith::MulIOp>(loc, at, value(sizes[dim]));
            at = b.createOrFold<arith::AddIOp>(loc, at, indices[dim]);
          }
          from.push_back(at);
        }
        return element(b, op.getSrc(), from);
      })
      .Case([&](tensor::CollapseShapeOp op) {
        SmallVector<Value> from(op.getSrcType().getRank(), value(b.getIndexAttr(0)));
        for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
          Value rest = indices[i];
          for (int64_t dim : llvm::reverse(ArrayRef(group).drop_front())) {
            Value size = value(tensor::getMixedSize(b, loc, op.getSrc(), dim));
            from[dim] = b.createOrFold<arith::RemUIOp>(loc, rest, size);
            rest = b.createOrFold<arith::DivUIOp>(loc, rest, size);
          }
          from[group.front()] = rest;
        }
        return element(b, op.getSrc(), from);
      });
}

Value ElementEmitter::reduced(OpBuilder &b, linalg::LinalgOp op, MutableArrayRef<Value> loops,
                              ValueRange indices) {
  Reduction reduction = *Reduction::find(op);
  Value total = element(b, op.getDpsInits().front(), indices);
  for (int64_t step = 0; step < fewSteps(op); ++step) {
    int64_t rest = step;
    for (auto [loop, size, iterator] :
         llvm::zip(loops, op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
      if (iterator != utils::IteratorType::reduction)
        continue;
      loop = arith::ConstantIndexOp::create(b, op.getLoc(), rest % size);
      rest /= size;
    }
    total = reduction.combine(b, total, inBody(b, op, reduction.element, loops));
  }
  return total;
}

Value ElementEmitter::inBody(OpBuilder &b, linalg::LinalgOp op, Value value, ValueRange loops) {
  Step step{op, SmallVector<Value>(loops), {}};
  return inBody(b, step, value);
}

Value ElementEmitter::inBody(OpBuilder &b, Step &step, Value value) {
  if (value.getParentBlock() != step.op.getBlock())
    return value;
  if (Value done = step.values.lookupOrNull(value))
    return done;
  Value made = isa<BlockArgument>(value) ? argument(b, step, cast<BlockArgument>(value))
                                         : cloned(b, step, cast<OpResult>(value));
  step.values.map(value, made);
  return made;
}

Value ElementEmitter::argument(OpBuilder &b, Step &step, BlockArgument argument) {
  OpOperand *operand = step.op.getMatchingOpOperand(argument);
  if (!isa<ShapedType>(operand->get().getType()))
    return operand->get();
  SmallVector<Value> indices;
  for (AffineExpr expr : step.op.getMatchingIndexingMap(operand).getResults())
    indices.push_back(applyToIndices(b, argument.getLoc(), expr, step.loops));
  return element(b, operand->get(), indices);
}

Value ElementEmitter::cloned(OpBuilder &b, Step &step, OpResult result) {
  Operation *made = result.getOwner();
  if (auto index = dyn_cast<linalg::IndexOp>(made))
    return step.loops[index.getDim()];
  forEachUsed(made, [&](Value used) {
    if (!isa<ShapedType>(used.getType()))
      inBody(b, step, used);
  });
  if (auto read = dyn_cast<tensor::ExtractOp>(made)) {
    SmallVector<Value> indices;
    for (Value index : read.getIndices())
      indices.push_back(inBody(b, step, index));
    return element(b, read.getTensor(), indices);
  }
  Operation *copy = b.clone(*made, step.values);
  SmallVector<Operation *> inner;
  copy->walk([&](Operation *op) {
    if (isa<linalg::IndexOp, tensor::ExtractOp>(op))
      inner.push_back(op);
  });
  for (Operation *op : inner) {
    OpBuilder at(op);
    auto index = dyn_cast<linalg::IndexOp>(op);
    Value here = index ? step.loops[index.getDim()]
                       : element(at, cast<tensor::ExtractOp>(op).getTensor(),
                                 cast<tensor::ExtractOp>(op).getIndices());
    op->replaceAllUsesWith(ValueRange{here});
    op->erase();
  }
  for (auto [old, fresh] : llvm::zip(made->getResults(), copy->getResults()))
    step.values.map(old, fresh);
  return copy->getResult(result.getResultNumber());
}

} // namespace rlx
