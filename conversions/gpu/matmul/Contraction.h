// Products of matrices and what is one in another guise, as kernels compute them: one sum whose
// every term is a product of two factors, and elements of a result computed from it.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_CONTRACTION_H
#define RLX_CONVERSIONS_GPU_MATMUL_CONTRACTION_H

#include <optional>

#include "conversions/gpu/builder/ReductionBody.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

using Loops = llvm::SmallVector<unsigned>;

// One side of a product.
struct Operand {
  mlir::Value value; // in the body
  Loops own;         // the loops of the result that only this factor has
  bool alongSum;     // whether neighbours in memory are neighbours in the sum
};

// So many rows and columns are not few.
inline constexpr int64_t kMinForTiles = 8;
// So many tiles are, nearly two for each processor.
inline int64_t manyTiles(const rt::DeviceProfile &profile) {
  return int64_t(profile.computeUnits) * 31 / 16;
}

// sum over `sum` of rows[batch, rows.own, sum] * columns[batch, columns.own, sum]
struct Contraction {
  mlir::linalg::LinalgOp root; // makes the kernel's result
  Reduction reduction;
  llvm::SmallVector<mlir::AffineExpr> sizes; // of the product's loops
  llvm::SmallVector<unsigned> rootLoops;     // of the product's loop: that of the root
  Loops batch, sum;
  Operand rows, columns;
  std::optional<int64_t> assumed; // kAssumedSizeAttr

  // Nothing if the kernel with this root is no such product, or has what cannot be computed element
  // by element.
  static std::optional<Contraction> find(mlir::linalg::LinalgOp root);

  // How many steps these loops have together; `otherwise` if the kernel's sizes decide.
  int64_t known(llvm::ArrayRef<unsigned> loops, int64_t otherwise) const;
  // The same of a side; if the kernel's sizes decide, what is assumed of them before `otherwise`.
  int64_t known(const Operand &side, int64_t otherwise) const;
  // Whether it is worth a tile: few rows or columns leave most of one without work.
  bool isForTiles() const;
  // Whether it has as many tiles, `tile` rows and columns each, as keep a large device busy.
  bool hasManyTiles(int64_t tile, const rt::DeviceProfile &profile) const;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_CONTRACTION_H
