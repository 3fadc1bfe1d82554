// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles a kernel by the op that produces its result, through TilingInterface. Targets choose the
// tile sizes; the mechanics here are the same for all.
//
// No op is known by name.
#ifndef RLX_CONVERSIONS_KERNEL_TILEROOT_H
#define RLX_CONVERSIONS_KERNEL_TILEROOT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace rlx {

// The value of which a kernel's result is a reshape, as long as sizes are known: the kernel can
// write it into a view of its output. The result itself if it is no reshape.
mlir::Value behindReshapes(mlir::Value result);

// The tileable op whose result, or a reshape of it, the kernel returns; null if there is none.
mlir::TilingInterface findTileRoot(mlir::func::FuncOp kernel);

// Whether a loop runs zero times. MLIR's tiling cannot slice its operands.
bool hasEmptyLoop(mlir::func::FuncOp kernel);

// Turns the root into an scf.forall over tiles (size 0: the loop stays whole) and computes its
// producers inside the tile. Emits an error on failure.
llvm::LogicalResult tileRoot(mlir::func::FuncOp kernel, mlir::TilingInterface root,
                             llvm::ArrayRef<int64_t> sizes);

// Tiles the kernel's result, unless the kernel is already in its final form, and estimates its
// cost. The target chooses tile sizes: `ofAssembly` for a result assembled from slices
// (SliceAssembly.h), from its sizes, and `ofRoot` for one produced by a root. 0 leaves a loop
// whole, and a result with neither stays whole. Emits an error on failure.
llvm::LogicalResult tileResult(
    mlir::func::FuncOp kernel,
    llvm::function_ref<llvm::SmallVector<int64_t>(llvm::ArrayRef<mlir::OpFoldResult>)> ofAssembly,
    llvm::function_ref<llvm::SmallVector<int64_t>(mlir::TilingInterface)> ofRoot);

// Erases ops that fusion has copied into their consumers. Fusion keeps the original if it contains
// a check, since a check counts as an effect. Without users it would only repeat the checks of the
// copies, and would prevent the kernel's distribution to workgroups.
void eraseFusedOps(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_TILEROOT_H
