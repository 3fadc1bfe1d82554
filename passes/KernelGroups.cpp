// Grouping of ops into kernels; see KernelGroups.h.
#include "passes/KernelGroups.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/SourceOp.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace rlx {
namespace {

class Grouper {
public:
  Grouper(Block &block, const SymbolicShapes &shapes, const InputDependence &dependence, bool fuse)
      : block(block), shapes(shapes), dependence(dependence), fuse(fuse) {}

  SmallVector<KernelGroup> run() {
    SmallVector<KernelGroup> groups;
    for (Operation &op : block)
      if (isKernelOp(&op) && !grouped.contains(&op))
        groups.push_back(grow(&op));
    llvm::sort(groups, [](const KernelGroup &a, const KernelGroup &b) {
      return a.ops.back()->isBeforeInBlock(b.ops.back());
    });
    return groups;
  }

private:
  bool isPrepare(Operation *op) const { return dependence.isPrepared(op->getResult(0)); }

  bool mayMeet(Operation *a, Operation *b) const { return fuse || haveOneSource(a, b); }

  // Adds consumers of the root one by one and remembers the largest set whose only escaping
  // values are those of its last op.
  KernelGroup grow(Operation *root) {
    llvm::SetVector<Operation *> members;
    members.insert(root);
    size_t best = 1;
    for (Operation *op = root->getNextNode(); op && members.size() < kMaxOps;
         op = op->getNextNode()) {
      if (!canJoin(op, members, root))
        continue;
      members.insert(op);
      if (onlyLastEscapes(members))
        best = members.size();
    }
    SmallVector<Operation *> ops(members.begin(), members.begin() + best);
    absorbProducers(ops);
    llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    grouped.insert_range(ops);
    return {ops, isPrepare(root)};
  }

  bool canJoin(Operation *op, const llvm::SetVector<Operation *> &members, Operation *root) {
    if (!isElementwiseOp(op) || grouped.contains(op) || op->getNumResults() != 1 ||
        isPrepare(op) != isPrepare(root) || root->getNumResults() != 1 ||
        root->hasTrait<OpTrait::StandsAlone>() || !mayMeet(op, root))
      return false;
    bool consumes = llvm::any_of(op->getOperands(), [&](Value operand) {
      return operand.getDefiningOp() && members.contains(operand.getDefiningOp());
    });
    return consumes && shapes.shape(op->getResult(0)) == shapes.shape(root->getResult(0));
  }

  static bool onlyLastEscapes(const llvm::SetVector<Operation *> &members) {
    return llvm::all_of(members.getArrayRef().drop_back(), [&](Operation *member) {
      return llvm::all_of(member->getUsers(),
                          [&](Operation *user) { return members.contains(user); });
    });
  }

  // Elementwise producers of the same shape that nobody else needs are computed in place.
  void absorbProducers(SmallVector<Operation *> &ops) {
    if (!isElementwiseOp(ops.front()))
      return; // a root's operands are read many times or in other orders
    for (size_t i = 0; i < ops.size(); ++i) {
      for (Value operand : ops[i]->getOperands()) {
        Operation *producer = operand.getDefiningOp();
        // An op outside a loop does not move into it.
        if (!producer || producer->getBlock() != &block || !isElementwiseOp(producer) ||
            grouped.contains(producer) || llvm::is_contained(ops, producer) ||
            ops.size() >= kMaxOps || isPrepare(producer) != isPrepare(ops.front()) ||
            producer->getNumResults() != 1 || !mayMeet(producer, ops.front()) ||
            shapes.shape(operand) != shapes.shape(ops.front()->getResult(0)))
          continue;
        if (llvm::all_of(producer->getUsers(),
                         [&](Operation *user) { return llvm::is_contained(ops, user); }))
          ops.push_back(producer);
      }
    }
  }

  static constexpr size_t kMaxOps = 64;
  Block &block;
  const SymbolicShapes &shapes;
  const InputDependence &dependence;
  bool fuse;
  llvm::DenseSet<Operation *> grouped;
};

} // namespace

bool isElementwiseOp(Operation *op) {
  return isa<ElementwiseOpInterface>(op) || op->hasTrait<OpTrait::ElementwiseBody>();
}

bool isKernelOp(Operation *op) {
  return isa_and_nonnull<RLXDialect>(op->getDialect()) &&
         !op->hasTrait<mlir::OpTrait::ConstantLike>() &&
         !op->hasTrait<OpTrait::ReshapesOperand>() &&
         !op->hasTrait<mlir::OpTrait::IsTerminator>() && !isControlFlow(op);
}

bool isInlineConstant(Operation *op) {
  ElementsAttr value;
  return matchPattern(op, m_Constant(&value)) && (value.isSplat() || value.getNumElements() <= 4);
}

SmallVector<KernelGroup> groupKernels(Block &block, const SymbolicShapes &shapes,
                                      const InputDependence &dependence, bool fuse) {
  return Grouper(block, shapes, dependence, fuse).run();
}

} // namespace rlx
