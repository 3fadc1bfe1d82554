// The two sides of a product of tensors (rlx.matmul, rlx.dot_general), before it is a kernel.
#ifndef RLX_CONVERSIONS_GPU_GRAPH_MATMULOPERANDS_H
#define RLX_CONVERSIONS_GPU_GRAPH_MATMULOPERANDS_H

#include <optional>

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace rlx {

// A factor, its dimensions that the other one has too, and the one that is summed over.
struct MatmulOperand {
  mlir::Value value;
  llvm::SmallVector<int64_t> batch;
  int64_t summed;

  mlir::RankedTensorType type() const {
    return mlir::cast<mlir::RankedTensorType>(value.getType());
  }
  int64_t size(int64_t dim) const { return type().getDimSize(dim); }
  // How many rows or columns it gives the result, where sizes are known.
  int64_t own() const;
};

struct MatmulOperands {
  MatmulOperand lhs, rhs;

  // Nothing for products with broadcasting, or of vectors, or with several sums, and for other ops.
  static std::optional<MatmulOperands> of(mlir::Operation *op);
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_GRAPH_MATMULOPERANDS_H
