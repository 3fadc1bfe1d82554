// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dynamic sizes of a kernel as symbols s0, s1, …, in the numbering of the kernel ABI.
//
// They are the dynamic dimensions and index arguments of the kernel, operand by operand, inputs
// before outputs. For example, (memref<?x8xf32>, index, memref<?x?xf32>) has s0, s1, and s2, s3.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELDIMS_H
#define RLX_CONVERSIONS_KERNEL_KERNELDIMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineExpr.h"

namespace rlx {

class KernelDims {
public:
  // Numbers the first `numOperands` arguments of a function, then its results.
  KernelDims(mlir::func::FuncOp kernel, unsigned numOperands);

  unsigned size() const { return count; }
  // The size of dimension `dim` of `argument`.
  mlir::AffineExpr dim(mlir::BlockArgument argument, unsigned dim) const;
  // The sizes of all dimensions of `argument`, constants for static ones.
  llvm::SmallVector<mlir::AffineExpr> sizes(mlir::BlockArgument argument) const;
  // An index value or constant as an expression over the dims; null if it is none. Dims are
  // symbols, so that products of sizes are expressions, too.
  mlir::AffineExpr trace(mlir::OpFoldResult value) const;
  // Like trace, but takes the smallest constant of an `affine.min`.
  mlir::AffineExpr upperBound(mlir::OpFoldResult value) const;

private:
  mlir::AffineExpr evaluate(mlir::OpFoldResult value, bool bound) const;
  mlir::AffineExpr evaluateOp(mlir::Operation *op, bool bound) const;

  mlir::MLIRContext *context;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> positions; // (argument, dim) -> number
  llvm::DenseMap<unsigned, unsigned> indexPositions;                 // index argument -> number
  unsigned count = 0;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELDIMS_H
