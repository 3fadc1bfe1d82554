// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of a Fourier transform along one axis, for any storage of its complex numbers. Several
// transforms run in the lanes of a vector. Their numbers are in scratch memory [length, lanes], so
// that every pass is vector arithmetic, whatever layout and length are.
//
//   load rows -> scratch A -> pass 0 -> scratch B -> pass 1 -> scratch A -> .. -> store rows
#ifndef RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTLOOPS_H
#define RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTLOOPS_H

#include "dialects/rlx/ops/spectral/FftPlan.h"
#include "mlir/IR/Builders.h"

namespace rlx {

/// A complex number, or a vector of them.
struct FftNumber {
  mlir::Value re, im;
};

/// Loads number k of the transform at index `row` (whose entry for the axis is ignored), as scalars
/// of the type in which the transform is computed.
using FftLoad = llvm::function_ref<FftNumber(mlir::OpBuilder &, mlir::Location,
                                             mlir::ValueRange row, mlir::Value k)>;
/// Stores number k into `results`; returns the changed tensors.
using FftStore = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange results, mlir::ValueRange row,
    mlir::Value k, FftNumber number)>;

/// One emission: the plan, and how inputs and results differ from it.
struct FftLoops {
  const FftPlan &plan;
  mlir::Type compute;            // f32 or f64
  mlir::Value table;             // [2, plan.tableSize] of `compute`: real parts, imaginary parts
  bool inverse;                  // e^(+2 pi i j k / N)
  double scale;                  // of the results
  int64_t numStored;             // numbers 0 to numStored - 1 are stored
  llvm::ArrayRef<int64_t> taken; // dimensions that are not batch dimensions: the axis, pairs

  /// Computes `inits`, which have one rank and equal sizes in all batch dimensions.
  llvm::SmallVector<mlir::Value> emit(mlir::OpBuilder &b, mlir::Location loc,
                                      mlir::ValueRange inits, FftLoad load, FftStore store) const;
};

/// Transforms the rows of `real` and `imag`, whose length is a power of two that only the run
/// knows, into `inits`. `table` is that of fft_radix2.
llvm::SmallVector<mlir::Value> emitRadix2(mlir::OpBuilder &b, mlir::Location loc, mlir::Value real,
                                          mlir::Value imag, mlir::Value table, bool inverse,
                                          mlir::ValueRange inits);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTLOOPS_H
