// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The test for model ops and its error message; see ModelOps.h.
//
// Arith and affine ops must compute on index values only.
#include "passes/ModelOps.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

static bool isSizeArithmetic(Operation *op) {
  auto isIndex = [](Type type) { return type.isIndex(); };
  return isa_and_nonnull<arith::ArithDialect, affine::AffineDialect>(op->getDialect()) &&
         op->getNumRegions() == 0 && llvm::all_of(op->getOperandTypes(), isIndex) &&
         llvm::all_of(op->getResultTypes(), isIndex);
}

bool isModelOp(Operation *op) {
  return isa_and_nonnull<RLXDialect>(op->getDialect()) || isa<func::ReturnOp, tensor::DimOp>(op) ||
         isSizeArithmetic(op);
}

LogicalResult reportForeignOp(Operation *op) {
  return op->emitOpError("is not expected in a model: models consist of rlx ops, tensor.dim, and "
                         "arith and affine ops on index values");
}

} // namespace rlx
