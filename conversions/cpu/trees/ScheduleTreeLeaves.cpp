// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of tree_leaves: several trees of a row at a time, each one step down in turn. A step
// waits for memory, and no branch depends on it, so that processors overlap the waits of all trees.
// Gathers of vectors were slower: they have the same loads, and more to do for each.
//
//   workgroup x: rows [x * kRows, ..), y: trees [y * kTrees, ..)
//   for row: for trees in steps of kInterleavedTrees: repeat step of each until no node changes
//
// Most paths are far shorter than the deepest one, so the trees end once all their nodes are
// leaves.
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/builder/KernelBuilder.h"
#include "conversions/cpu/builder/RootPlan.h"
#include "dialects/rlx/ir/TreesOps.h"
#include "dialects/rlx/support/ComparePredicates.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kInterleavedTrees = 8;
// Per workgroup.
constexpr int64_t kRows = 8, kTrees = 512;
// For cost estimates: a step, and the steps of a typical way.
constexpr int64_t kStepNanoseconds = 3, kTypicalSteps = 8;

class TreeLeavesEmitter {
public:
  TreeLeavesEmitter(KernelBuilder &builder, TreeLeavesOp op)
      : k(builder), op(op), element(op.getX().getType().getElementType()),
        ifTrue(TreeLeavesOp::ifTrueColumn(element)) {}

  void emit() {
    Value x = k.argument(op.getX()), rows = k.size(x, 0),
          trees = k.size(k.argument(op.getRoots()), 0);
    lastFeature = narrow(k.sub(k.size(x, 1), k.c(1)));
    lastNode = narrow(k.sub(k.size(k.argument(op.getNodes()), 0), k.c(1)));
    Value firstTree = k.mul(k.workgroup(1), kTrees), firstRow = k.mul(k.workgroup(0), kRows);
    endTree = k.min(k.add(firstTree, kTrees), trees);
    k.loop(firstRow, k.min(k.add(firstRow, kRows), rows), 1, [&](Value row) {
      k.loop(firstTree, endTree, kInterleavedTrees, [&](Value first) { emitTrees(row, first); });
    });
  }

private:
  Value narrow(Value number) {
    return arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), number);
  }
  Value integer(int64_t number, unsigned width = 32) {
    return arith::ConstantIntOp::create(k.b, k.loc, number, width);
  }
  Value load(Value old, ValueRange at) {
    return memref::LoadOp::create(k.b, k.loc, k.argument(old), at);
  }
  // An index in [0, last]; a negative number is a large one without a sign.
  Value inRange(Value number, Value last) {
    return arith::MinUIOp::create(k.b, k.loc, number, last);
  }
  Value wide(Value number) {
    return arith::IndexCastUIOp::create(k.b, k.loc, k.b.getIndexType(), number);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(k.b, k.loc, predicate, lhs, rhs);
  }
  Value both(Value lhs, Value rhs) { return arith::AndIOp::create(k.b, k.loc, lhs, rhs); }
  Value either(Value lhs, Value rhs) { return arith::OrIOp::create(k.b, k.loc, lhs, rhs); }

  // If trees are missing in the last step, the last one is descended several times.
  void emitTrees(Value row, Value first) {
    SmallVector<Value> trees, depths, initial = {integer(0)}; // the number of steps, and the nodes
    for (int64_t i = 0; i < kInterleavedTrees; ++i) {
      trees.push_back(k.min(k.add(first, i), k.sub(endTree, k.c(1))));
      depths.push_back(load(op.getDepths(), trees.back()));
      initial.push_back(inRange(load(op.getRoots(), trees.back()), lastNode));
    }
    auto loop = scf::WhileOp::create(
        k.b, k.loc, TypeRange(ValueRange(initial)), initial,
        [&](OpBuilder &inner, Location, ValueRange carried) {
          OpBuilder::InsertionGuard guard(k.b);
          k.b.restoreInsertionPoint(inner.saveInsertionPoint());
          SmallVector<Value> next = {arith::AddIOp::create(k.b, k.loc, carried[0], integer(1))};
          Value any = integer(0, 1);
          for (auto [node, depth] : llvm::zip(carried.drop_front(), depths)) {
            Value isOpen = compare(arith::CmpIPredicate::slt, carried[0], depth);
            next.push_back(k.select(isOpen, step(row, node), node));
            any = either(any, compare(arith::CmpIPredicate::ne, next.back(), node));
          }
          scf::ConditionOp::create(k.b, k.loc, any, next);
        },
        [&](OpBuilder &inner, Location, ValueRange carried) {
          scf::YieldOp::create(inner, k.loc, carried);
        });
    for (auto [tree, node] : llvm::zip(trees, loop.getResults().drop_front()))
      memref::StoreOp::create(k.b, k.loc, node, k.output(), ValueRange{row, tree});
  }

  Value step(Value row, Value node) {
    Value at = wide(node);
    Value feature = wide(inRange(load(op.getNodes(), {at, k.c(0)}), lastFeature));
    Value x = load(op.getX(), {row, feature});
    Value column = k.select(passes(at, x), k.c(ifTrue), k.c(ifTrue + 1));
    if (op.hasMissing())
      column = k.select(arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::UNO, x, x),
                        k.c(ifTrue + 2), column);
    return inRange(load(op.getNodes(), {at, column}), lastNode);
  }

  Value thresholdOf(Value node) {
    Value bits = load(op.getNodes(), {node, k.c(1)});
    if (element.isF64()) {
      Type i64 = k.b.getI64Type();
      Value low = arith::ExtUIOp::create(k.b, k.loc, i64, bits);
      Value high = arith::ExtUIOp::create(k.b, k.loc, i64, load(op.getNodes(), {node, k.c(2)}));
      bits = either(arith::ShLIOp::create(k.b, k.loc, high, integer(32, 64)), low);
    }
    return arith::BitcastOp::create(k.b, k.loc, element, bits);
  }

  Value passes(Value node, Value x) {
    Value threshold = thresholdOf(node);
    auto holds = [&](ComparePredicate predicate) -> Value {
      return arith::CmpFOp::create(k.b, k.loc, floatPredicate(predicate), x, threshold);
    };
    if (!op.getTests())
      return holds(op.getPredicate());
    Value test = load(op.getTests(), node), any = integer(0, 1);
    for (int64_t i = 0; i <= int64_t(ComparePredicate::ge); ++i)
      any = either(any, both(compare(arith::CmpIPredicate::eq, test, integer(i)),
                             holds(static_cast<ComparePredicate>(i))));
    return any;
  }

  KernelBuilder &k;
  TreeLeavesOp op;
  Type element;
  int64_t ifTrue;
  Value endTree, lastFeature, lastNode; // the last two i32
};

void emit(KernelBuilder &k, TreeLeavesOp op) {
  TreeLeavesEmitter(k, op).emit();
  AffineExpr rows = k.outputSizeExpr(0), trees = k.outputSizeExpr(1);
  k.finish({rows.ceilDiv(kRows), trees.ceilDiv(kTrees), k.constantExpr(1)}, k.constantExpr(0),
           rows * trees * (kStepNanoseconds * kTypicalSteps));
}

} // namespace

extern const CpuSchedule kTreeLeaves;
const CpuSchedule kTreeLeaves = {"tree_leaves", "rlx.tree_leaves", takesAnyTypes,
                                 planRoot<TreeLeavesOp, emit>};

} // namespace rlx::cpu
