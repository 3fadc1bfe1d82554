// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of tree_leaves_bitvector: the lanes of a vector are rows, so that a node's feature,
// threshold and mask are loaded once for all of them, and no load depends on a comparison
// (V-QuickScorer, Lucchese et al., 2016).
//
//   workgroup x: rows [x * kBlocks * kRowLanes, ..)
//   for block of rows: transpose it; for tree: for node: bits &= passes ? ~0 : mask
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/builder/KernelBuilder.h"
#include "conversions/cpu/builder/RootPlan.h"
#include "dialects/rlx/ir/TreesOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kRowLanes = 8; // rows of a block: a vector of 64-bit masks
constexpr int64_t kBlocks = 4;   // per workgroup
// For cost estimates.
constexpr int64_t kNodesPerNanosecond = 2;

class BitvectorEmitter {
public:
  BitvectorEmitter(KernelBuilder &builder, TreeLeavesBitvectorOp op)
      : k(builder), op(op), element(getElementTypeOrSelf(op.getX().getType())),
        values(VectorType::get(kRowLanes, element)),
        bitsType(VectorType::get(kRowLanes, k.b.getI64Type())) {}

  // The transposed block of one thread.
  static int64_t bytesPerFeature(TreeLeavesBitvectorOp op) {
    return kRowLanes * getElementTypeOrSelf(op.getX().getType()).getIntOrFloatBitWidth() / 8;
  }

  void emit() {
    x = k.argument(op.getX());
    Value rows = k.size(x, 0), one = k.c(1);
    numFeatures = k.size(x, 1);
    lastFeature = k.sub(numFeatures, one);
    numNodes = k.size(k.argument(op.getFeatures()), 0);
    auto type = MemRefType::get({ShapedType::kDynamic, kRowLanes}, element);
    block = memref::ViewOp::create(k.b, k.loc, type, k.workspace(), k.c(0), numFeatures);
    lanes = k.stack({kRowLanes}, k.b.getI64Type());
    Value first = k.mul(k.workgroup(0), kBlocks * kRowLanes);
    k.loop(first, k.min(k.add(first, kBlocks * kRowLanes), rows), kRowLanes, [&](Value row) {
      transpose(row, rows);
      k.loop(k.c(0), k.size(k.argument(op.getFirstLeaf()), 0), 1,
             [&](Value tree) { emitTree(row, k.min(k.sub(rows, row), k.c(kRowLanes)), tree); });
    });
  }

private:
  Value load(Value old, ValueRange at) {
    return memref::LoadOp::create(k.b, k.loc, k.argument(old), at);
  }
  Value asIndex(Value number) {
    return arith::IndexCastUIOp::create(k.b, k.loc, k.b.getIndexType(), number);
  }
  Value splat(VectorType type, Value number) {
    return vector::BroadcastOp::create(k.b, k.loc, type, number);
  }

  // Lanes behind the last row repeat it.
  void transpose(Value row, Value rows) {
    Value last = k.sub(rows, k.c(1));
    k.loop(k.c(0), numFeatures, 1, [&](Value feature) {
      for (int64_t lane = 0; lane < kRowLanes; ++lane) {
        Value from = k.min(k.add(row, lane), last);
        Value value = memref::LoadOp::create(k.b, k.loc, x, ValueRange{from, feature});
        memref::StoreOp::create(k.b, k.loc, value, block, ValueRange{feature, k.c(lane)});
      }
    });
  }

  Value exclude(Value bits, Value from, Value to, arith::CmpFPredicate predicate) {
    return k.loop(from, to, 1, bits, [&](Value i, ValueRange carried) {
      Value feature =
          arith::MinUIOp::create(k.b, k.loc, asIndex(load(op.getFeatures(), i)), lastFeature);
      Value value = vector::LoadOp::create(k.b, k.loc, values, block, ValueRange{feature, k.c(0)});
      Value passes = arith::CmpFOp::create(k.b, k.loc, predicate, value,
                                           splat(values, load(op.getThresholds(), i)));
      Value less =
          arith::AndIOp::create(k.b, k.loc, carried[0], splat(bitsType, load(op.getMasks(), i)));
      return SmallVector<Value>{
          arith::SelectOp::create(k.b, k.loc, passes, carried[0], less).getResult()};
    })[0];
  }

  void emitTree(Value row, Value count, Value tree) {
    using P = arith::CmpFPredicate;
    Value limits[3];
    for (int64_t i = 0; i < 3; ++i)
      limits[i] = arith::MinUIOp::create(
          k.b, k.loc, asIndex(load(op.getOffsets(), ValueRange{tree, k.c(i)})), numNodes);
    Value bits = arith::ConstantOp::create(
        k.b, k.loc, DenseElementsAttr::get(bitsType, k.b.getI64IntegerAttr(-1)));
    bits = exclude(bits, limits[0], limits[1], op.getStrict() ? P::OLT : P::OLE);
    bits = exclude(bits, limits[1], limits[2], op.getStrict() ? P::ULT : P::ULE);
    vector::StoreOp::create(k.b, k.loc, bits, lanes, k.c(0));
    Value firstLeaf = load(op.getFirstLeaf(), tree);
    k.loop(k.c(0), count, 1, [&](Value lane) {
      Value leaf = math::CountTrailingZerosOp::create(
          k.b, k.loc, memref::LoadOp::create(k.b, k.loc, lanes, lane));
      leaf = arith::TruncIOp::create(k.b, k.loc, k.b.getI32Type(), leaf);
      memref::StoreOp::create(k.b, k.loc, arith::AddIOp::create(k.b, k.loc, firstLeaf, leaf),
                              k.output(), ValueRange{k.add(row, lane), tree});
    });
  }

  KernelBuilder &k;
  TreeLeavesBitvectorOp op;
  Type element;
  VectorType values, bitsType;
  Value x, block, lanes, numFeatures, lastFeature, numNodes;
};

void emit(KernelBuilder &k, TreeLeavesBitvectorOp op) {
  BitvectorEmitter(k, op).emit();
  AffineExpr rows = k.outputSizeExpr(0), one = k.constantExpr(1);
  AffineExpr nodes = k.sizeExpr(op.getFeatures(), 0);
  k.finish({rows.ceilDiv(kBlocks * kRowLanes), one, one},
           k.sizeExpr(op.getX(), 1) * BitvectorEmitter::bytesPerFeature(op),
           rows.ceilDiv(kRowLanes) * nodes.ceilDiv(kNodesPerNanosecond));
}

} // namespace

extern const CpuSchedule kTreeLeavesBitvector;
const CpuSchedule kTreeLeavesBitvector = {"tree_leaves_bitvector", "rlx.tree_leaves_bitvector",
                                          takesAnyTypes, planRoot<TreeLeavesBitvectorOp, emit>};

} // namespace rlx::cpu
