// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-cast-reshapes`: reshapes of contiguous buffers become casts of their sizes and
// strides.
//
//   memref.collapse_shape %x [[0, 1]] : memref<?x8xf32> into memref<?xf32>
//   ->
//   memref.reinterpret_cast %x to offset: [0], sizes: [%n * 8], strides: [1]
//
// Folding an access of a reshape into its source would divide the index by sizes, and LLVM does not
// vectorize such loops.
#include "conversions/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace rlx {
#define GEN_PASS_DEF_CASTRESHAPESPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

bool isContiguous(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

OpFoldResult multiply(OpBuilder &b, Location loc, OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs), right = getConstantIntValue(rhs);
  if (left && right)
    return b.getIndexAttr(*left * *right);
  if (left == 1 || right == 1)
    return left == 1 ? rhs : lhs;
  return arith::MulIOp::create(b, loc, getValueOrCreateConstantIndexOp(b, loc, lhs),
                               getValueOrCreateConstantIndexOp(b, loc, rhs))
      .getResult();
}

struct CastReshapes : rlx::impl::CastReshapesPassBase<CastReshapes> {
  void runOnBody() override {
    getOperation()->walk([](memref::CollapseShapeOp op) {
      if (isContiguous(op.getSrc()))
        replace(op, op.getSrc(), collapsedSizes(op));
    });
    getOperation()->walk([](memref::ExpandShapeOp op) {
      if (isContiguous(op.getSrc()))
        replace(op, op.getSrc(), op.getMixedOutputShape());
    });
  }

  static SmallVector<OpFoldResult> collapsedSizes(memref::CollapseShapeOp op) {
    OpBuilder b(op);
    SmallVector<OpFoldResult> sizes;
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      OpFoldResult size = b.getIndexAttr(1);
      for (int64_t dim : group)
        size =
            multiply(b, op.getLoc(), size, memref::getMixedSize(b, op.getLoc(), op.getSrc(), dim));
      sizes.push_back(size);
    }
    return sizes;
  }

  static void replace(Operation *reshape, Value source, ArrayRef<OpFoldResult> sizes) {
    OpBuilder b(reshape);
    SmallVector<OpFoldResult> strides(sizes.size());
    OpFoldResult stride = b.getIndexAttr(1);
    for (size_t i = sizes.size(); i-- > 0;) {
      strides[i] = stride;
      if (i > 0)
        stride = multiply(b, reshape->getLoc(), stride, sizes[i]);
    }
    Value result = memref::ReinterpretCastOp::create(
        b, reshape->getLoc(), mlir::cast<MemRefType>(reshape->getResult(0).getType()), source,
        b.getIndexAttr(0), sizes, strides);
    reshape->getResult(0).replaceAllUsesWith(result);
    reshape->erase();
  }
};

} // namespace
