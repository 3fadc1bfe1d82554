// The loops of a Fourier transform along one axis, for any way in which its numbers lie in tensors.
// Several transforms go side by side, one a lane of a vector; their numbers lie in scratch memory
// lane by lane, so that every pass is vector arithmetic whatever the layout and the length.
#ifndef RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTLOOPS_H
#define RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTLOOPS_H

#include "dialects/rlx/ops/spectral/FftPlan.h"
#include "mlir/IR/Builders.h"

namespace rlx {

// A complex number, or a vector of them.
struct FftNumber {
  mlir::Value re, im;
};

// Reads number k of the transform at the position `row` (of which the entry of the axis means
// nothing), as scalars of the type in which the transform computes.
using FftLoad = llvm::function_ref<FftNumber(mlir::OpBuilder &, mlir::Location,
                                             mlir::ValueRange row, mlir::Value k)>;
// Writes it into `results` and returns them.
using FftStore = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange results, mlir::ValueRange row,
    mlir::Value k, FftNumber number)>;

struct FftLoops {
  const FftPlan &plan;
  mlir::Type compute;            // f32 or f64
  mlir::Value table;             // [2, plan.tableSize] of `compute`: real parts, imaginary parts
  bool inverse;                  // e^(+2 pi i j k / N)
  double scale;                  // of the results
  int64_t numStored;             // numbers 0 to numStored - 1 are wanted
  llvm::ArrayRef<int64_t> taken; // dimensions that are not of the batch: the axis, pairs

  // Computes `inits`, which have one rank and the same sizes along all dimensions of the batch.
  llvm::SmallVector<mlir::Value> emit(mlir::OpBuilder &b, mlir::Location loc,
                                      mlir::ValueRange inits, FftLoad load, FftStore store) const;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTLOOPS_H
