// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-collapse-dims`: makes adjacent dimensions of a kernel one, if all of its ops treat
// them alike.
//
//   the mean of tensor<8x256x14x14xf32> over the last two dimensions
//   ->
//   tensor.collapse_shape … : tensor<8x256x14x14xf32> into tensor<2048x196xf32>, its mean over the
//   last one
//
// LLVM vectorizes the innermost loop, so 196 iterations are better than 14. Kernels without a
// reduction stay as they are, and so do those with ops on tensors other than linalg.
#include "conversions/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallBitVector.h"

namespace rlx {
#define GEN_PASS_DEF_COLLAPSEDIMSPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// The empty tensor that the makers of a tensor write to, or null.
tensor::EmptyOp destinationOf(Value value) {
  while (auto writer = value.getDefiningOp<DestinationStyleOpInterface>())
    value = writer.getTiedOpOperand(cast<OpResult>(value))->get();
  return value.getDefiningOp<tensor::EmptyOp>();
}

bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

// Bit p of a tensor: dimensions p and p + 1 become one. Starts with all and takes bits away until
// all ops agree.
class Merges {
public:
  explicit Merges(func::FuncOp kernel) : kernel(kernel) {
    for (BlockArgument argument : kernel.getArguments())
      add(argument);
    for (Operation &op : kernel.getBody().front())
      for (Value result : op.getResults())
        add(result);
    while (changed) {
      changed = false;
      for (Operation &op : kernel.getBody().front())
        visit(&op);
    }
  }

  bool any() const {
    return llvm::any_of(bits, [](const auto &entry) { return entry.second.any(); });
  }
  // Whether loops `loop` and `loop + 1` of the op become one.
  bool ofLoops(linalg::GenericOp op, unsigned loop) const;

  SmallVector<ReassociationIndices> groups(Value tensor) const {
    SmallVector<ReassociationIndices> groups;
    const llvm::SmallBitVector &merged = bits.at(tensor);
    for (int64_t dim = 0, rank = cast<RankedTensorType>(tensor.getType()).getRank(); dim < rank;
         ++dim) {
      if (dim == 0 || !merged.test(dim - 1))
        groups.emplace_back();
      groups.back().push_back(dim);
    }
    return groups;
  }

private:
  void add(Value value) {
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      bits[value] = llvm::SmallBitVector(std::max<int64_t>(type.getRank() - 1, 0), true);
  }

  void clear(Value tensor, unsigned dim) {
    if (!bits[tensor].test(dim))
      return;
    bits[tensor].reset(dim);
    changed = true;
  }

  // Both tensors have the same shape.
  void tie(Value lhs, Value rhs) {
    for (unsigned dim = 0; dim < bits[lhs].size(); ++dim) {
      if (!bits[rhs].test(dim))
        clear(lhs, dim);
      if (!bits[lhs].test(dim))
        clear(rhs, dim);
    }
  }

  void visit(Operation *op) {
    if (auto writer = dyn_cast<DestinationStyleOpInterface>(op))
      for (OpResult result : op->getResults())
        tie(writer.getTiedOpOperand(result)->get(), result);
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = generic.getMatchingIndexingMap(&operand);
      for (unsigned dim = 0; dim + 1 < map.getNumResults(); ++dim) {
        AffineExpr first = map.getResult(dim), second = map.getResult(dim + 1);
        if (isa<AffineConstantExpr>(first) && isa<AffineConstantExpr>(second))
          continue; // both of size 1
        auto loop = dyn_cast<AffineDimExpr>(first);
        if (!loop || second != getAffineDimExpr(loop.getPosition() + 1, op->getContext()) ||
            !ofLoops(generic, loop.getPosition()))
          clear(operand.get(), dim);
      }
    }
  }

  func::FuncOp kernel;
  DenseMap<Value, llvm::SmallBitVector> bits;
  bool changed = true;
};

bool Merges::ofLoops(linalg::GenericOp op, unsigned loop) const {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (loop + 1 >= iterators.size() || iterators[loop] != iterators[loop + 1])
    return false;
  for (linalg::IndexOp index : op.getBody()->getOps<linalg::IndexOp>())
    if (index.getDim() == loop || index.getDim() == loop + 1)
      return false;
  AffineExpr first = getAffineDimExpr(loop, op.getContext());
  AffineExpr second = getAffineDimExpr(loop + 1, op.getContext());
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    ArrayRef<AffineExpr> results = map.getResults();
    auto uses = [&](unsigned dim) {
      return llvm::count_if(results, [&](AffineExpr expr) { return expr.isFunctionOfDim(dim); });
    };
    if (uses(loop) == 0 && uses(loop + 1) == 0)
      return true;
    unsigned dim = llvm::find(results, first) - results.begin();
    return uses(loop) == 1 && uses(loop + 1) == 1 && dim + 1 < results.size() &&
           results[dim + 1] == second && bits.at(operand.get()).test(dim);
  });
}

class Collapse {
public:
  Collapse(func::FuncOp kernel, const Merges &merges)
      : kernel(kernel), merges(merges), b(OpBuilder::atBlockBegin(&kernel.getBody().front())) {}

  void run() {
    for (BlockArgument argument : kernel.getArguments())
      if (isTensor(argument))
        collapsed[argument] = collapse(argument);
    for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front())) {
      b.setInsertionPoint(&op);
      if (auto empty = dyn_cast<tensor::EmptyOp>(op))
        collapsed[empty] = emptyTensor(empty);
      else if (auto fill = dyn_cast<linalg::FillOp>(op))
        collapsed[fill->getResult(0)] =
            linalg::FillOp::create(b, op.getLoc(), fill.getInputs(), of(fill.getOutputs()))
                .getResult(0);
      else if (auto generic = dyn_cast<linalg::GenericOp>(op))
        rewrite(generic);
    }
    expandResults();
  }

private:
  Value of(Value tensor) const { return collapsed.at(tensor); }
  SmallVector<Value> of(ValueRange tensors) const {
    return llvm::map_to_vector(tensors, [&](Value tensor) { return of(tensor); });
  }
  bool stays(Value tensor) const {
    return int64_t(merges.groups(tensor).size()) ==
           cast<RankedTensorType>(tensor.getType()).getRank();
  }
  Value collapse(Value tensor) {
    if (stays(tensor) || tensor.use_empty())
      return tensor;
    return tensor::CollapseShapeOp::create(b, tensor.getLoc(), tensor, merges.groups(tensor));
  }

  OpFoldResult product(Location loc, ArrayRef<OpFoldResult> sizes) {
    int64_t known = 1;
    Value result;
    for (OpFoldResult size : sizes) {
      if (std::optional<int64_t> constant = getConstantIntValue(size))
        known *= *constant;
      else
        result = result ? arith::MulIOp::create(b, loc, result, cast<Value>(size)).getResult()
                        : cast<Value>(size);
    }
    if (!result)
      return b.getIndexAttr(known);
    return known == 1 ? result
                      : arith::MulIOp::create(b, loc, result,
                                              arith::ConstantIndexOp::create(b, loc, known))
                            .getResult();
  }

  Value emptyTensor(tensor::EmptyOp empty) {
    if (stays(empty))
      return empty;
    SmallVector<OpFoldResult> sizes = empty.getMixedSizes(), merged;
    for (const ReassociationIndices &group : merges.groups(empty))
      merged.push_back(product(empty.getLoc(), ArrayRef(sizes).slice(group.front(), group.size())));
    return tensor::EmptyOp::create(b, empty.getLoc(), merged, empty.getType().getElementType());
  }

  void rewrite(linalg::GenericOp op) {
    SmallVector<unsigned> newLoop; // by old loop
    SmallVector<utils::IteratorType> iterators;
    for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
      if (loop == 0 || !merges.ofLoops(op, loop - 1))
        iterators.push_back(iterator);
      newLoop.push_back(iterators.size() - 1);
    }
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands())
      maps.push_back(mapOf(op, operand, newLoop, iterators.size()));
    SmallVector<Value> outputs = of(op.getOutputs());
    auto replaced = linalg::GenericOp::create(b, op.getLoc(), TypeRange(ValueRange(outputs)),
                                              of(op.getInputs()), outputs, maps, iterators);
    IRMapping mapping;
    op.getRegion().cloneInto(&replaced.getRegion(), mapping);
    for (linalg::IndexOp index : replaced.getBody()->getOps<linalg::IndexOp>())
      index.setDim(newLoop[index.getDim()]);
    for (auto [from, to] : llvm::zip(op.getResults(), replaced.getResults()))
      collapsed[from] = to;
  }

  AffineMap mapOf(linalg::GenericOp op, OpOperand &operand, ArrayRef<unsigned> newLoop,
                  unsigned numLoops) const {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    SmallVector<AffineExpr> results, dims;
    for (unsigned loop : newLoop)
      dims.push_back(getAffineDimExpr(loop, op.getContext()));
    for (const ReassociationIndices &group : merges.groups(operand.get()))
      results.push_back(map.getResult(group.front()).replaceDims(dims));
    return AffineMap::get(numLoops, 0, results, op.getContext());
  }

  void expandResults() {
    auto ret = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
    b.setInsertionPoint(ret);
    for (OpOperand &operand : ret->getOpOperands()) {
      Value old = operand.get();
      if (isa<BlockArgument>(old) || of(old) == old)
        continue;
      operand.set(stays(old) ? of(old)
                             : tensor::ExpandShapeOp::create(b, old.getLoc(), old.getType(),
                                                             of(old), merges.groups(old),
                                                             destinationOf(old).getMixedSizes())
                                   .getResult());
    }
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(kernel.getBody().front())))
      if (isa<linalg::GenericOp, linalg::FillOp, tensor::EmptyOp>(op) && op.use_empty())
        op.erase();
  }

  func::FuncOp kernel;
  const Merges &merges;
  OpBuilder b;
  DenseMap<Value, Value> collapsed; // by old tensor
};

struct CollapseDims : rlx::impl::CollapseDimsPassBase<CollapseDims> {
  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    if (!isCandidate(kernel))
      return;
    Merges merges(kernel);
    if (merges.any())
      Collapse(kernel, merges).run();
  }

  static bool isCandidate(func::FuncOp kernel) {
    bool hasReduction = false;
    for (Operation &op : kernel.getBody().front()) {
      if (llvm::none_of(op.getOperands(), isTensor) && llvm::none_of(op.getResults(), isTensor))
        continue;
      if (auto dim = dyn_cast<tensor::DimOp>(op); dim && isa<BlockArgument>(dim.getSource()))
        continue;
      if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
        if (!llvm::all_of(generic.getResults(), destinationOf) || hasChecks(generic))
          return false;
        hasReduction |= generic.getNumReductionLoops() > 0;
      } else if (auto ret = dyn_cast<func::ReturnOp>(op)) {
        if (!llvm::all_of(ret.getOperands(), destinationOf))
          return false;
      } else if (!isa<linalg::FillOp, tensor::EmptyOp>(op)) {
        return false;
      }
    }
    return hasReduction;
  }

  static bool hasChecks(linalg::GenericOp op) {
    return llvm::any_of(*op.getBody(), [](Operation &inner) { return !isPure(&inner); });
  }
};

} // namespace
