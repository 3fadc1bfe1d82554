// Products of matrices and what is one in another guise, as kernels compute them: one sum whose
// every term is a product of two factors, and elements of a result computed from it.
#ifndef RLX_CONVERSIONS_LINALG_TO_SPIRV_PRODUCT_H
#define RLX_CONVERSIONS_LINALG_TO_SPIRV_PRODUCT_H

#include <optional>

#include "conversions/linalg_to_spirv/Reduction.h"

namespace rlx {

using Loops = llvm::SmallVector<unsigned>;

// One side of a product.
struct Factor {
  mlir::Value value; // in the body
  Loops own;         // the loops of the result that only this factor has
  bool alongSum;     // whether neighbours in memory are neighbours in the sum
};

// sum over `sum` of rows[batch, rows.own, sum] * columns[batch, columns.own, sum]
struct Product {
  mlir::linalg::LinalgOp root; // makes the kernel's result
  Reduction reduction;
  llvm::SmallVector<mlir::AffineExpr> sizes; // of the product's loops
  llvm::SmallVector<unsigned> rootLoops;     // of the product's loop: that of the root
  Loops batch, sum;
  Factor rows, columns;

  // Nothing if the kernel with this root is no such product, or has what cannot be computed element
  // by element.
  static std::optional<Product> find(mlir::linalg::LinalgOp root);

  // How many steps these loops have together; `otherwise` if the kernel's sizes decide.
  int64_t known(llvm::ArrayRef<unsigned> loops, int64_t otherwise) const;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_SPIRV_PRODUCT_H
