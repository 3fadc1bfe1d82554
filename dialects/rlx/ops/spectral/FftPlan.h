// How a Fourier transform of a known length is computed: the passes, and the table of constants
// that they multiply with. Host arithmetic only, in double precision; FftLoops.h emits the loops.
//
// Lengths with small prime factors are computed by Stockham's mixed-radix algorithm, which needs
// no reordering: a pass reads `radix` elements at equal distances and writes their sums next to
// each other, in blocks of `stride`. All other lengths go through Bluestein's algorithm: a
// convolution with a chirp, which is three products and two transforms of a power of two.
#ifndef RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTPLAN_H
#define RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTPLAN_H

#include <complex>
#include <cstdint>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace rlx {

struct FftPass {
  int64_t radix;
  int64_t groups; // sums whose terms are multiplied by equal powers; the length left after the pass
  int64_t stride; // elements that go through the pass alike: the product of the radices before it
  // Where in the table e^(-2 pi i p j / (radix * groups)) stand, for p < groups, 1 <= j < radix.
  // The last pass, with one group, has none.
  int64_t table;
};

struct FftPlan {
  int64_t length;     // of the transform, at least 1
  int64_t workLength; // of the passes: `length`, or with a chirp the length of the convolution
  llvm::SmallVector<FftPass> passes;
  bool usesChirp = false;
  // Bluestein: where in the table e^(-pi i k^2 / length) stand for k < length, and the transform of
  // its conjugate, wrapped around and divided by workLength, of which there are workLength
  // elements.
  int64_t chirp = 0, filter = 0;
  int64_t tableSize = 0;

  explicit FftPlan(int64_t length);
  std::vector<std::complex<double>> table() const;

private:
  void addPasses(llvm::ArrayRef<int64_t> radices);
};

// The longest length with a plan of reasonable size.
constexpr int64_t kMaxFftLength = int64_t(1) << 20;

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_SPECTRAL_FFTPLAN_H
