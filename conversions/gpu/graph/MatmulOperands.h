// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operands of rlx.matmul and rlx.dot_general, with their dimensions sorted by use. For rewrites
// of models: one rewrite serves both ops. Kernels have a Contraction instead
// (gpu/matmul/Contraction.h), which also covers convolutions.
#ifndef RLX_CONVERSIONS_GPU_GRAPH_MATMULOPERANDS_H
#define RLX_CONVERSIONS_GPU_GRAPH_MATMULOPERANDS_H

#include <optional>

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace rlx {

// An operand, its batch dimensions, and the one along K. All others are its own: M or N.
struct MatmulOperand {
  mlir::Value value;
  llvm::SmallVector<int64_t> batch;
  int64_t summed;

  mlir::RankedTensorType type() const {
    return mlir::cast<mlir::RankedTensorType>(value.getType());
  }
  int64_t size(int64_t dim) const { return type().getDimSize(dim); }
  // Rows or columns that it gives the result; for static shapes.
  int64_t own() const;
};

struct MatmulOperands {
  MatmulOperand lhs, rhs;

  // std::nullopt for other ops, and for matmuls that broadcast, have vectors, or several dimensions
  // along K.
  static std::optional<MatmulOperands> of(mlir::Operation *op);
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_GRAPH_MATMULOPERANDS_H
