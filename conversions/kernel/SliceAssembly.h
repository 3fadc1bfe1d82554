// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results that a chain of tensor.insert_slice assembles from operands, as concatenation does, and
// their tiling. A tile inserts, from each source, the part that falls into it.
//
//   %0 = tensor.insert_slice %a into %empty[0, 0] [4, 3] [1, 1]
//   %1 = tensor.insert_slice %b into %0[4, 0] [5, 3] [1, 1]
//   ->
//   %1 = scf.forall (%i) = (0) to (9) step (2) shared_outs(%out = %empty) {
//     … the rows of %a and %b in [%i, %i + 2) are inserted into %out[%i, 0] [2, 3] …
//   }
#ifndef RLX_CONVERSIONS_KERNEL_SLICEASSEMBLY_H
#define RLX_CONVERSIONS_KERNEL_SLICEASSEMBLY_H

#include <optional>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {

class SliceAssembly {
public:
  // Nothing if the kernel's only result is no such chain.
  static std::optional<SliceAssembly> find(mlir::func::FuncOp kernel);

  // The sizes of the result.
  llvm::SmallVector<mlir::OpFoldResult> sizes() { return empty.getMixedSizes(); }
  // Replaces the chain by a loop over tiles. 0 leaves a dimension whole; at least one size is not
  // 0. Call it once.
  void tile(llvm::ArrayRef<int64_t> tileSizes);

private:
  struct Tile {
    llvm::SmallVector<unsigned> dims; // tiled dimensions
    llvm::SmallVector<mlir::OpFoldResult> begin, extent;
  };

  // Inserts the part of the source that lies in the tile into `target`, the tile so far.
  static mlir::Value insertPart(mlir::OpBuilder &b, mlir::tensor::InsertSliceOp insert,
                                const Tile &tile, mlir::Value target);

  llvm::SmallVector<mlir::tensor::InsertSliceOp> inserts; // first to last
  mlir::tensor::EmptyOp empty;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_SLICEASSEMBLY_H
