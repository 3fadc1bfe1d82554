// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of tree_leaves: one vector holds the current nodes of a row in several trees, and
// gathers take all of them one step down.
//
//   workgroup x: rows [x * kRows, ..)
//   for row: for trees in steps of the lanes: repeat step until no node changes
//
// Most ways are far shorter than the deepest one, so a vector ends once all its nodes are leaves.
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/builder/KernelBuilder.h"
#include "conversions/cpu/builder/RootPlan.h"
#include "dialects/rlx/ir/TreesOps.h"
#include "dialects/rlx/support/ComparePredicates.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kRows = 8; // per workgroup
// For cost estimates: a step of a vector, and the steps of a typical way.
constexpr int64_t kStepNanoseconds = 12, kTypicalSteps = 6;

int64_t lanesOf(TreeLeavesOp op) {
  return getElementTypeOrSelf(op.getX().getType()).isF64() ? 8 : 16;
}

class TreeLeavesEmitter {
public:
  TreeLeavesEmitter(KernelBuilder &builder, TreeLeavesOp op)
      : k(builder), op(op), lanes(lanesOf(op)),
        columns(cast<ShapedType>(op.getChildren().getType()).getDimSize(1)),
        index(VectorType::get(lanes, k.b.getI32Type())),
        value(VectorType::get(lanes, getElementTypeOrSelf(op.getX().getType()))),
        allLanes(arith::ConstantOp::create(
            k.b, k.loc, DenseElementsAttr::get(index.clone(k.b.getI1Type()), true))) {}

  void emit() {
    Value x = k.argument(op.getX()), features = k.argument(op.getFeatures()), rows = k.size(x, 0);
    trees = k.size(k.argument(op.getRoots()), 0);
    lastFeature = splat(k.sub(k.size(x, 1), k.c(1)));
    lastNode = splat(k.sub(k.size(features, 0), k.c(1)));
    nodes = k.sizeProduct(k.argument(op.getChildren()), 0, 2);
    children = k.recast(k.argument(op.getChildren()), {ShapedType::kDynamic}, nodes);
    Value first = k.mul(k.workgroup(0), kRows);
    k.loop(first, k.min(k.add(first, kRows), rows), 1, [&](Value row) {
      k.loop(k.c(0), trees, lanes, [&](Value tree) { emitVector(row, tree); });
    });
  }

private:
  Value splat(Value number) {
    Value narrow = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), number);
    return vector::BroadcastOp::create(k.b, k.loc, index, narrow);
  }
  Value constant(int64_t number) {
    return arith::ConstantOp::create(
        k.b, k.loc, DenseElementsAttr::get(index, k.b.getI32IntegerAttr(int32_t(number))));
  }
  Value minimum(Value lhs, Value rhs) { return arith::MinUIOp::create(k.b, k.loc, lhs, rhs); }
  Value select(Value condition, Value lhs, Value rhs) {
    return arith::SelectOp::create(k.b, k.loc, condition, lhs, rhs);
  }
  Value gather(VectorType type, Value table, ValueRange base, Value at) {
    Value none = arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(type));
    return vector::GatherOp::create(k.b, k.loc, type, table, base, at, allLanes, none);
  }
  Value gather(Value table, Value at) {
    auto type = value.clone(cast<MemRefType>(table.getType()).getElementType());
    return gather(type, table, k.c(0), at);
  }

  // Lanes behind the last tree stay at a node of depth 0.
  void emitVector(Value row, Value tree) {
    Value mask = vector::CreateMaskOp::create(k.b, k.loc, index.clone(k.b.getI1Type()),
                                              ValueRange{k.sub(trees, tree)});
    Value zero = constant(0);
    auto load = [&](Value old) -> Value {
      return vector::MaskedLoadOp::create(k.b, k.loc, index, k.argument(old), tree, mask, zero);
    };
    Value root = minimum(load(op.getRoots()), lastNode), depths = load(op.getDepths());
    auto loop = scf::WhileOp::create(
        k.b, k.loc, TypeRange{index, index}, ValueRange{root, zero},
        [&](OpBuilder &inner, Location, ValueRange carried) {
          OpBuilder::InsertionGuard guard(k.b);
          k.b.restoreInsertionPoint(inner.saveInsertionPoint());
          Value isOpen =
              arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::slt, carried[1], depths);
          Value next = select(isOpen, step(row, carried[0]), carried[0]);
          Value moved =
              arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::ne, next, carried[0]);
          Value any = vector::ReductionOp::create(k.b, k.loc, vector::CombiningKind::OR, moved);
          Value count = arith::AddIOp::create(k.b, k.loc, carried[1], constant(1));
          scf::ConditionOp::create(k.b, k.loc, any, ValueRange{next, count});
        },
        [&](OpBuilder &inner, Location, ValueRange carried) {
          scf::YieldOp::create(inner, k.loc, carried);
        });
    vector::MaskedStoreOp::create(k.b, k.loc, k.output(), ValueRange{row, tree}, mask,
                                  loop.getResult(0));
  }

  Value step(Value row, Value node) {
    Value feature = minimum(gather(k.argument(op.getFeatures()), node), lastFeature);
    Value x = gather(value, k.argument(op.getX()), ValueRange{row, k.c(0)}, feature);
    Value column = select(passes(node, x), constant(0), constant(1));
    if (columns == 3)
      column = select(arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::UNO, x, x),
                      constant(2), column);
    Value at = arith::AddIOp::create(
        k.b, k.loc, arith::MulIOp::create(k.b, k.loc, node, constant(columns)), column);
    return minimum(gather(children, at), lastNode);
  }

  Value passes(Value node, Value x) {
    Value threshold = gather(k.argument(op.getThresholds()), node);
    auto compare = [&](ComparePredicate predicate) -> Value {
      return arith::CmpFOp::create(k.b, k.loc, floatPredicate(predicate), x, threshold);
    };
    if (!op.getTests())
      return compare(op.getPredicate());
    Value test = gather(k.argument(op.getTests()), node), holds;
    for (int64_t i = 0; i <= int64_t(ComparePredicate::ge); ++i) {
      Value isThis = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, test, constant(i));
      Value both =
          arith::AndIOp::create(k.b, k.loc, isThis, compare(static_cast<ComparePredicate>(i)));
      holds = holds ? arith::OrIOp::create(k.b, k.loc, holds, both).getResult() : both;
    }
    return holds;
  }

  KernelBuilder &k;
  TreeLeavesOp op;
  int64_t lanes, columns;
  VectorType index, value;
  Value allLanes, trees, lastFeature, lastNode, nodes, children;
};

void emit(KernelBuilder &k, TreeLeavesOp op) {
  TreeLeavesEmitter(k, op).emit();
  AffineExpr rows = k.outputSizeExpr(0), one = k.constantExpr(1);
  AffineExpr vectors = k.outputSizeExpr(1).ceilDiv(lanesOf(op));
  k.finish({rows.ceilDiv(kRows), one, one}, k.constantExpr(0),
           rows * vectors * (kStepNanoseconds * kTypicalSteps));
}

} // namespace

extern const CpuSchedule kTreeLeaves;
const CpuSchedule kTreeLeaves = {"tree_leaves", "rlx.tree_leaves", takesAnyTypes,
                                 planRoot<TreeLeavesOp, emit>};

} // namespace rlx::cpu
