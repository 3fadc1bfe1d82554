// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of other dialects that the interpreter runs: arithmetic on sizes, and a few tensor ops
// around it. This file knows no rlx op. A new scalar op usually needs no change here, because the
// interpreter runs any op whose folder computes constants.
#ifndef RLX_DIALECTS_RLX_REFERENCE_SCALAROPS_H
#define RLX_DIALECTS_RLX_REFERENCE_SCALAROPS_H

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Operation.h"

namespace rlx::ref {

/// Runs a constant, tensor.dim/cast/extract/from_elements, cf.assert, or a scalar op whose folder
/// computes constants (arith, affine.apply). The error text does not name the op; the caller does.
llvm::Expected<llvm::SmallVector<Tensor>> runScalarOp(mlir::Operation *op,
                                                      llvm::SmallVector<Tensor> operands);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_SCALAROPS_H
