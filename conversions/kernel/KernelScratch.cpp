// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds and views of scratch memory; see KernelScratch.h.
//
// A size counts with its upper bound: tiles at the border may be smaller than their allocation.
#include "conversions/kernel/KernelScratch.h"

#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;

namespace rlx {

int64_t scratchElementBytes(Type element) {
  return element.isIndex() ? 8 : ref::byteSize(element);
}

AffineExpr scratchBytes(memref::AllocOp op, const KernelDims &dims) {
  AffineExpr bytes =
      getAffineConstantExpr(scratchElementBytes(op.getType().getElementType()), op.getContext());
  for (OpFoldResult size : op.getMixedSizes()) {
    AffineExpr bound = dims.upperBound(size);
    if (!bound) {
      unsupported(op->emitOpError("has a size that cannot be bounded when the kernel is launched"));
      return {};
    }
    bytes = bytes * bound;
  }
  return bytes;
}

Value materializeDims(OpBuilder &builder, func::FuncOp kernel, const KernelDims &dims,
                      AffineExpr expr) {
  SmallVector<Value> values(dims.size());
  for (BlockArgument argument : kernel.getArguments().drop_back(lir::kKernelContextArguments)) {
    if (argument.getType().isIndex()) {
      values[cast<AffineSymbolExpr>(dims.trace(Value(argument))).getPosition()] = argument;
      continue;
    }
    for (auto [i, size] : llvm::enumerate(cast<MemRefType>(argument.getType()).getShape()))
      if (ShapedType::isDynamic(size))
        values[cast<AffineSymbolExpr>(dims.dim(argument, i)).getPosition()] =
            memref::DimOp::create(builder, kernel.getLoc(), argument, i);
  }
  return affine::AffineApplyOp::create(builder, kernel.getLoc(),
                                       AffineMap::get(0, dims.size(), expr), values);
}

void placeScratch(memref::AllocOp op, Value buffer, Value start) {
  OpBuilder at(op);
  auto view =
      memref::ViewOp::create(at, op.getLoc(), op.getType(), buffer, start, op.getDynamicSizes());
  op.replaceAllUsesWith(view.getResult());
  op.erase();
}

} // namespace rlx
