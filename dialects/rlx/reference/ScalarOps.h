// The ops of other dialects that the interpreter runs: size arithmetic on scalars and a few tensor
// ops around it. No rlx op is named here.
#ifndef RLX_DIALECTS_RLX_REFERENCE_SCALAROPS_H
#define RLX_DIALECTS_RLX_REFERENCE_SCALAROPS_H

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Operation.h"

namespace rlx::ref {

// Runs a constant, tensor.dim/cast/extract/from_elements, cf.assert, or a scalar op whose folder
// computes constants (arith, affine.apply). Fails with what is wrong or unsupported; the caller
// names the op.
llvm::Expected<llvm::SmallVector<Tensor>> runScalarOp(mlir::Operation *op,
                                                      llvm::SmallVector<Tensor> operands);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_SCALAROPS_H
