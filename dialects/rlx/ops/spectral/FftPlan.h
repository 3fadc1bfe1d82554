// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of a Fourier transform of a static length: the passes, and the table of twiddle factors.
// This is host arithmetic in double precision; FftLoops.h emits the loops.
//
// Lengths with small prime factors use Stockham's mixed-radix FFT, which needs no reordering. A
// pass reads `radix` elements at equal distances, and writes their sums next to each other, in
// blocks of `stride`. All other lengths use Bluestein's algorithm (chirp-z): a convolution with a
// chirp, which is three pointwise multiplications and two transforms of a power-of-two length.
//
//   length 12 = 3 * 4:    radix 3, groups 4, stride 1    ->    radix 4, groups 1, stride 3
#ifndef RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTPLAN_H
#define RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTPLAN_H

#include <complex>
#include <cstdint>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace rlx {

/// One pass of the mixed-radix FFT.
struct FftPass {
  int64_t radix;
  int64_t groups; // butterflies with different twiddle factors; the length left after the pass
  int64_t stride; // elements with equal twiddle factors: the product of the earlier radices
  /// The table index of e^(-2 pi i p j / (radix * groups)), for p < groups and 1 <= j < radix. The
  /// last pass, with one group, needs none.
  int64_t table;
};

/// The plan of a transform.
struct FftPlan {
  int64_t length;     // of the transform, at least 1
  int64_t workLength; // of the passes: `length` or, for Bluestein, the length of the convolution
  llvm::SmallVector<FftPass> passes;
  bool usesChirp = false;
  /// For Bluestein: the table indices of e^(-pi i k^2 / length) for k < length, and of the filter.
  /// The filter is the transform of the conjugated chirp, wrapped around and divided by workLength;
  /// it has workLength elements.
  int64_t chirp = 0, filter = 0;
  int64_t tableSize = 0;

  explicit FftPlan(int64_t length);
  std::vector<std::complex<double>> table() const;

private:
  void addPasses(llvm::ArrayRef<int64_t> radices);
};

/// The largest length with a plan of reasonable size.
constexpr int64_t kMaxFftLength = int64_t(1) << 20;

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTPLAN_H
