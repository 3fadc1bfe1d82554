// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The test for model ops and its error message; see ModelOps.h.
//
// Arith and affine ops must compute on index values only.
#include "passes/ModelOps.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

static bool isSizeArithmetic(Operation *op) {
  auto isIndex = [](Type type) { return type.isIndex(); };
  if (isa<arith::CmpIOp>(op))
    return llvm::all_of(op->getOperandTypes(), isIndex);
  if (isa<arith::SelectOp>(op))
    return llvm::all_of(op->getResultTypes(), isIndex);
  return isa_and_nonnull<arith::ArithDialect, affine::AffineDialect>(op->getDialect()) &&
         op->getNumRegions() == 0 && llvm::all_of(op->getOperandTypes(), isIndex) &&
         llvm::all_of(op->getResultTypes(), isIndex);
}

// An element of a tensor of integers, on its way to an index.
static bool isElementOfIndices(Operation *op) {
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return extract.getType().isInteger() &&
           llvm::all_of(op->getUsers(), llvm::IsaPred<arith::IndexCastOp, arith::IndexCastUIOp>);
  return isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) && op->getResult(0).getType().isIndex();
}

bool isModelOp(Operation *op) {
  return isa_and_nonnull<RLXDialect>(op->getDialect()) ||
         isa<func::ReturnOp, tensor::DimOp, cf::AssertOp>(op) || isSizeArithmetic(op) ||
         isElementOfIndices(op);
}

LogicalResult reportForeignOp(Operation *op) {
  return op->emitOpError(
      "is not expected in a model: models consist of rlx ops, tensor.dim, "
      "tensor.extract of an index, cf.assert, and arith and affine ops on index values");
}

} // namespace rlx
