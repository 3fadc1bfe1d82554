// Tiling a kernel by the op that makes its result, through TilingInterface: what every target's
// choice of tiles shares.
#ifndef RLX_CONVERSIONS_KERNEL_TILEROOT_H
#define RLX_CONVERSIONS_KERNEL_TILEROOT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace rlx {

// What a kernel's result is a reshape of, as long as sizes are known: the kernel can write that
// into a view of its output. The result itself if it is no reshape.
mlir::Value behindReshapes(mlir::Value result);

// The tileable op whose result the kernel returns, or returns a reshape of; null if there is none.
mlir::TilingInterface findTileRoot(mlir::func::FuncOp kernel);

// A loop known to run zero times; MLIR's tiling cannot slice its operands.
bool hasEmptyLoop(mlir::func::FuncOp kernel);

// Makes the root an scf.forall over tiles of these sizes (0: the loop stays whole) and computes its
// producers inside a tile. A failure has been reported.
llvm::LogicalResult tileRoot(mlir::func::FuncOp kernel, mlir::TilingInterface root,
                             llvm::ArrayRef<int64_t> sizes);

// Cuts the kernel's result, unless the kernel is in its final form, and estimates its cost. The
// target chooses the sizes of tiles, where 0 leaves a loop whole: for a result that is put together
// from slices (SliceAssembly.h), whose sizes it is given, and for one that a root makes. A result
// with neither stays whole. A failure has been reported.
llvm::LogicalResult tileResult(
    mlir::func::FuncOp kernel,
    llvm::function_ref<llvm::SmallVector<int64_t>(llvm::ArrayRef<mlir::OpFoldResult>)> ofAssembly,
    llvm::function_ref<llvm::SmallVector<int64_t>(mlir::TilingInterface)> ofRoot);

// Fusion copies an op into its consumers, and leaves it where it was if it checks something: a
// check counts as an effect. Without users it would only check again what the copies check, and
// keep the kernel from being shared among workgroups. Erases such ops.
void eraseFusedOps(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_TILEROOT_H
