// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison of tensors with the reference, and the only table of tolerances, which
// docs/reference/numerics.md explains. Users are the check dialect, the conformance lanes and
// `rlx-run --compare`.
#ifndef RLX_DIALECTS_RLX_REFERENCE_COMPARE_H
#define RLX_DIALECTS_RLX_REFERENCE_COMPARE_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Value.h"

namespace rlx::ref {

/// An element passes if it is within `ulp` units in the last place of its type, or if
///   |actual - expected| <= atol + rtol * |expected| + normwise * max |expected element|.
/// NaN matches only NaN. An infinity matches itself, and finite values within `ulp` of it.
struct Tolerance {
  double atol = 0, rtol = 0;
  /// Relative to the tensor's largest finite element; needed for sums that cancel.
  double normwise = 0;
  uint64_t ulp = 0;
  /// Whether +0 and -0 differ.
  bool signedZeros = false;
};

/// The result of a comparison.
struct Comparison {
  bool ok = true;
  std::string mismatch; // shapes or element types differ, so nothing was compared
  int64_t numElements = 0, numBad = 0, numNaNMismatches = 0;
  int64_t numNotFinite = 0;      // among the expected elements
  double maxAbs = 0, maxRel = 0; // over pairs of finite elements
  uint64_t maxUlp = 0;
  llvm::SmallVector<int64_t> firstBad; // index of the first element that failed
  bool isComplex = false;
  std::complex<double> actualAtBad = 0, expectedAtBad = 0; // with isComplex; otherwise real

  /// For example "3 of 24 elements differ; first at [0, 2]: got 1.5, expected 2; max abs 0.5, …".
  std::string report() const;
};

/// `flushed` is the reference result with subnormals flushed to zero, for devices that need not
/// preserve them. Each integer, float or part of a complex number may then agree with that result
/// instead. It may also be zero where the expected value is subnormal, or subnormal where the
/// flushed value is zero.
Comparison compare(const Tensor &actual, const Tensor &expected, const Tolerance &tolerance,
                   const Tensor *flushed = nullptr);

/// The distance of two values in representable numbers of `type`. It is 0 for +0 and -0 and for two
/// NaNs, and the maximum if only one is NaN. Infinity is adjacent to the largest finite number.
uint64_t ulpDistance(double lhs, double rhs, mlir::FloatType type);

/// The tolerance classes: how far a correct implementation may be from the reference.
enum class OpClass {
  Exact,        // moves or selects elements, or rounds once: bit for bit
  Elementwise,  // a few roundings or a math function per element
  Accumulation, // sums of many terms in any order
};

/// The class of one op. Ops without floats and the exact ops of the table are Exact.
OpClass classify(mlir::Operation *op);
/// The loosest class of the ops that compute `value`. Several exact ops in a chain are Elementwise,
/// because a compiler may contract them (a*b+c). A sum or difference of inexact terms, such as
/// tanh(x) - c, is Accumulation.
OpClass classify(mlir::Value value);

/// The type whose precision an f32 value has, if the rows of block-quantized matmuls behind it may
/// be rounded: f16 for `high`, bf16 for `fast`, else f32. `asked` is the option of
/// rlx-set-row-precision.
mlir::FloatType rowPrecisionType(mlir::Value value,
                                 std::optional<RowPrecision> asked = std::nullopt);

/// The names of ops that these classes depend on. A test checks that each is an op: a name that is
/// none would only make comparisons less strict.
llvm::SmallVector<llvm::StringRef> opsOfClasses();

/// The tolerance of the table. Integers and i1 are always exact; complex types have the row of
/// their parts.
Tolerance toleranceFor(mlir::Type elementType, OpClass opClass);
/// The tolerance of a value: its class, in the row of the coarsest float type among its own and
/// those of the inexact ops that compute it. For example, an f32 that was a sum in f16 has the row
/// of f16. Rounded rows of block-quantized matmuls count as in rowPrecisionType().
Tolerance toleranceFor(mlir::Value value);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_COMPARE_H
