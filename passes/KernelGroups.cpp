// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grows groups from root ops, then from the remaining elementwise ops; see KernelGroups.h.
//
// Roots that are not elementwise come first, so that an epilogue is not taken by a chain.
#include "passes/KernelGroups.h"

#include <queue>

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/ExpertRoutingInterface.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/interfaces/SourceOp.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace rlx {
namespace {

// Users of ops in the order of their block, each once.
class UsersInOrder {
public:
  explicit UsersInOrder(Block &block) : block(block) {}

  void addUsersOf(Operation *op) {
    for (Operation *user : op->getUsers())
      if (user->getBlock() == &block && seen.insert(user).second)
        users.push(user);
  }

  // Null if there are no more.
  Operation *next() {
    if (users.empty())
      return nullptr;
    Operation *first = users.top();
    users.pop();
    return first;
  }

private:
  struct IsLater {
    bool operator()(Operation *a, Operation *b) const { return b->isBeforeInBlock(a); }
  };
  Block &block;
  std::priority_queue<Operation *, std::vector<Operation *>, IsLater> users;
  llvm::SmallPtrSet<Operation *, 16> seen;
};

class Grouper {
public:
  Grouper(Block &block, const SymbolicShapes &shapes, const InputDependence &dependence, bool fuse)
      : block(block), shapes(shapes), dependence(dependence), fuse(fuse) {}

  SmallVector<KernelGroup> run() {
    SmallVector<KernelGroup> groups;
    // Consumers of a contraction belong to it, even if an elementwise chain that joins it begins
    // earlier.
    for (bool elementwise : {false, true})
      for (Operation &op : block)
        if (isKernelOp(&op) && isElementwiseOp(&op) == elementwise && !grouped.contains(&op))
          groups.push_back(grow(&op));
    llvm::sort(groups, [](const KernelGroup &a, const KernelGroup &b) {
      return a.ops.back()->isBeforeInBlock(b.ops.back());
    });
    return groups;
  }

private:
  bool isPrepare(Operation *op) const { return dependence.isPrepared(op->getResult(0)); }

  bool mayFuse(Operation *a, Operation *b) const { return fuse || haveOneSource(a, b); }

  // Adds consumers of the root one by one. Keeps the largest set in which only the results of the
  // last op escape.
  KernelGroup grow(Operation *root) {
    if (Operation *user = dataMovementUserOf(root)) {
      grouped.insert_range(ArrayRef<Operation *>{root, user});
      return {{root, user}, isPrepare(root)};
    }
    llvm::SetVector<Operation *> members;
    UsersInOrder candidates(block);
    members.insert(root);
    candidates.addUsersOf(root);
    size_t best = 1;
    while (members.size() < kMaxOps) {
      Operation *op = candidates.next();
      if (!op)
        break;
      if (!canJoin(op, members, root))
        continue;
      members.insert(op);
      candidates.addUsersOf(op);
      if (onlyLastEscapes(members))
        best = members.size();
    }
    SmallVector<Operation *> ops(members.begin(), members.begin() + best);
    absorbProducers(ops);
    bool hasReduced = absorbReduced(ops);
    // A root comes before absorbed ops behind it, which do not depend on it.
    bool isFirst = !isElementwiseOp(root) && !hasReduced;
    llvm::sort(ops.begin() + (isFirst ? 1 : 0), ops.end(),
               [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    grouped.insert_range(ops);
    return {ops, isPrepare(root)};
  }

  // The op that only moves the elements of this op, if its kernel computes them at their final
  // location: each run recomputes them, or they are independent of each other, or a schedule stores
  // them there. Null if there is none.
  Operation *dataMovementUserOf(Operation *root) const {
    // Matmuls of blocks have a lowering of their own, and an epilogue instead.
    const bool isByElement = isa<ElementLowerableOpInterface>(root) &&
                             !isa<LinalgLowerableOpInterface>(root) && isSpeculatable(root);
    if ((!root->hasAttr(kNoHoistAttr) && !root->hasAttr(kMovesResultAttr) && !isByElement) ||
        !root->hasOneUse())
      return nullptr;
    Operation *user = *root->getUsers().begin();
    bool moves = isKernelOp(user) && user->hasTrait<OpTrait::KeepsElements>() &&
                 user->getNumOperands() == 1 && user->getNumResults() == 1;
    return moves && user->getBlock() == &block && !grouped.contains(user) && mayFuse(user, root)
               ? user
               : nullptr;
  }

  bool canJoin(Operation *op, const llvm::SetVector<Operation *> &members, Operation *root) {
    if (!isElementwiseOp(op) || grouped.contains(op) || op->getNumResults() != 1 ||
        isPrepare(op) != isPrepare(root) || root->getNumResults() != 1 ||
        (root->hasTrait<OpTrait::NoFusion>() && !root->hasAttr(kFusesConsumersAttr)) ||
        !mayFuse(op, root))
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

  // Absorbs elementwise producers of the same shape without other users.
  void absorbProducers(SmallVector<Operation *> &ops) {
    Operation *root = ops.front();
    bool isChain = isElementwiseOp(root);
    // The operands of a root that is not elementwise are read many times or in another order. Those
    // of its consumers are not.
    for (size_t i = isChain ? 0 : 1; i < ops.size(); ++i) {
      for (Value operand : ops[i]->getOperands()) {
        Operation *producer = operand.getDefiningOp();
        if (!isComputable(operand, root) || llvm::is_contained(ops, producer) ||
            ops.size() >= kMaxOps || (!isChain && !isNarrower(operand, root)))
          continue;
        if (llvm::all_of(producer->getUsers(), [&](Operation *user) {
              return (isChain || user != root) && llvm::is_contained(ops, user);
            }))
          ops.push_back(producer);
      }
    }
  }

  // Absorbs the producers of what the root reduces, such as a cast, if they read fewer bits than
  // they make. The root reads each element once, or a few times within one row. Whether there are
  // any.
  bool absorbReduced(SmallVector<Operation *> &ops) {
    Operation *root = ops.front();
    if (!isa<ReductionOpInterface>(root) && !root->hasTrait<OpTrait::RowReductionComposite>())
      return false;
    Value reduced = root->getOperand(0);
    if (!isReducedChain(reduced, root) || bitsReduced(reduced, root) >= elementBits(reduced))
      return false;
    SmallVector<Value> chain = {reduced};
    for (size_t i = 0; i < chain.size() && ops.size() < kMaxOps; ++i) {
      Operation *producer = chain[i].getDefiningOp();
      ops.push_back(producer);
      for (Value operand : producer->getOperands())
        if (isReducedChain(operand, root))
          chain.push_back(operand);
    }
    return true;
  }

  // Whether only the chain before the root uses this elementwise value, which has the shape of what
  // the root reduces.
  bool isReducedChain(Value value, Operation *root) const {
    Operation *producer = value.getDefiningOp();
    return producer && value.hasOneUse() && producer->getBlock() == &block &&
           isElementwiseOp(producer) && !grouped.contains(producer) &&
           isPrepare(producer) == isPrepare(root) && producer->getNumResults() == 1 &&
           mayFuse(producer, root) && shapes.shape(value) == shapes.shape(root->getOperand(0));
  }

  unsigned bitsReduced(Value value, Operation *root, unsigned depth = 0) const {
    if (shapes.shape(value) != shapes.shape(root->getOperand(0)))
      return 0; // negligible: it is broadcast
    if (depth == kMaxDepth || !isReducedChain(value, root))
      return elementBits(value);
    unsigned bits = 0;
    for (Value operand : value.getDefiningOp()->getOperands())
      bits += bitsReduced(operand, root, depth + 1);
    return bits;
  }

  // Whether a value is elementwise and has the root's shape. An op outside a loop does not move
  // into it.
  bool isComputable(Value value, Operation *root) const {
    Operation *producer = value.getDefiningOp();
    return producer && producer->getBlock() == &block && isElementwiseOp(producer) &&
           !grouped.contains(producer) && isPrepare(producer) == isPrepare(root) &&
           producer->getNumResults() == 1 && mayFuse(producer, root) &&
           shapes.shape(value) == shapes.shape(root->getResult(0));
  }

  // Whether reading the operands of the value's producers, such as quantized numbers, takes fewer
  // bits than reading the value.
  bool isNarrower(Value value, Operation *root) const {
    return bitsRead(value, root, /*depth=*/0) < elementBits(value);
  }

  unsigned bitsRead(Value value, Operation *root, unsigned depth) const {
    if (shapes.shape(value) != shapes.shape(root->getResult(0)))
      return 0; // negligible: it is broadcast
    if (depth == kMaxDepth || !isComputable(value, root) || !value.hasOneUse())
      return elementBits(value);
    unsigned bits = 0;
    for (Value operand : value.getDefiningOp()->getOperands())
      bits += bitsRead(operand, root, depth + 1);
    return bits;
  }

  static unsigned elementBits(Value value) {
    Type element = getElementTypeOrSelf(value.getType());
    if (auto pair = dyn_cast<ComplexType>(element))
      return 2 * pair.getElementType().getIntOrFloatBitWidth();
    return element.getIntOrFloatBitWidth();
  }

  static constexpr size_t kMaxOps = 64;
  static constexpr unsigned kMaxDepth = 8; // a dequantization has four ops
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

bool isInlineConstant(OpOperand &operand) {
  ElementsAttr value;
  if (!matchPattern(operand.get(), m_Constant(&value)))
    return false;
  const bool isSmall = value.getNumElements() <= 4;
  if (isElementwiseOp(operand.getOwner()))
    return isSmall || value.isSplat();
  // Scalars, and zero points, indices and sizes. Schedules take a bias of any size from memory.
  const bool isScalar = value.getShapedType().getRank() == 0;
  return isScalar || (isSmall && !isa<FloatType>(value.getElementType()));
}

SmallVector<KernelGroup> groupKernels(Block &block, const SymbolicShapes &shapes,
                                      const InputDependence &dependence, bool fuse) {
  return Grouper(block, shapes, dependence, fuse).run();
}

} // namespace rlx
