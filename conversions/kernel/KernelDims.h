// The dynamic sizes of a kernel, as the kernel ABI numbers them: s0, s1, … are the dynamic
// dimensions and index arguments of a kernel function, operand by operand, inputs then outputs.
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
  // The size of dimension `dim` of argument `argument`.
  mlir::AffineExpr dim(mlir::BlockArgument argument, unsigned dim) const;
  // An index value (or constant) as an expression over the dims (symbols, so that products of sizes
  // are expressions too); null if it is not one.
  mlir::AffineExpr trace(mlir::OpFoldResult value) const;
  // Like trace, but where an `affine.min` stands in the way takes its smallest constant.
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
