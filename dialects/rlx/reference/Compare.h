// Comparison of tensors against the reference, and the one table of tolerances (explained in
// docs/reference/numerics.md). Used by the check dialect, the conformance lanes and
// `rlx-run --compare`.
#ifndef RLX_DIALECTS_RLX_REFERENCE_COMPARE_H
#define RLX_DIALECTS_RLX_REFERENCE_COMPARE_H

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Value.h"

namespace rlx::ref {

// An element passes when it is within `ulp` units in the last place of its type, or when
//   |actual - expected| <= atol + rtol * |expected| + normwise * max |expected element|.
// NaN matches only NaN. Infinities match themselves, or their neighbours within `ulp`.
struct Tolerance {
  double atol = 0, rtol = 0;
  // Relative to the tensor's largest finite element: what cancelling sums need.
  double normwise = 0;
  uint64_t ulp = 0;
  // Whether +0 and -0 differ.
  bool signedZeros = false;
};

struct Comparison {
  bool ok = true;
  std::string mismatch; // shapes or element types differ: nothing was compared
  int64_t numElements = 0, numBad = 0, numNaNMismatches = 0;
  int64_t numNotFinite = 0;      // of the expected elements
  double maxAbs = 0, maxRel = 0; // over pairs of finite elements
  uint64_t maxUlp = 0;
  llvm::SmallVector<int64_t> firstBad; // index of the first element that failed
  bool isComplex = false;
  std::complex<double> actualAtBad = 0, expectedAtBad = 0; // with isComplex; otherwise real

  // "3 of 24 elements differ; first at [0, 2]: got 1.5, expected 2; max abs 0.5, …".
  std::string report() const;
};

// `flushed`: what the reference computes without subnormal numbers, where a device need not keep
// these. Each integer, float or part of a complex number may then agree with that instead, be zero
// where the expected one is subnormal, and subnormal where the flushed one is zero.
Comparison compare(const Tensor &actual, const Tensor &expected, const Tolerance &tolerance,
                   const Tensor *flushed = nullptr);

// How many representable numbers of `type` lie between two of them; 0 for +0 and -0, and for two
// NaNs; the maximum if one is NaN. Infinity is next to the largest finite number.
uint64_t ulpDistance(double lhs, double rhs, mlir::FloatType type);

// How far a correct implementation may be from the reference, coarsely.
enum class OpClass {
  Exact,        // moves or selects elements, or rounds once: bit for bit
  Elementwise,  // a few roundings or a maths function per element
  Accumulation, // sums of many terms in any order
};

// The class of one op: Exact for ops without floats and the exact ops named in the table.
OpClass classify(mlir::Operation *op);
// The loosest class of the ops that `value` is computed by; Elementwise for several exact ones in a
// chain, which a compiler may contract (a*b+c); Accumulation for a sum or difference of terms that
// are not exact (tanh(x) - c).
OpClass classify(mlir::Value value);

// The table. Integers and i1 are always exact; complex types have the row of their parts.
Tolerance toleranceFor(mlir::Type elementType, OpClass opClass);
// For a value: its class in the row of its type, or of the coarsest float type that something which
// is not exact was computed in on the way: an f32 that was a sum in f16 is as far off as that.
Tolerance toleranceFor(mlir::Value value);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_COMPARE_H
