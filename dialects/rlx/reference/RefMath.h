// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers for `evaluate` bodies: maps over elements, with and without broadcasting, and formulas
// that keep their precision. Integers are computed in int64 or uint64, floats in double. Rounding
// to the element type follows in the interpreter.
#ifndef RLX_DIALECTS_RLX_REFERENCE_REFMATH_H
#define RLX_DIALECTS_RLX_REFERENCE_REFMATH_H

#include <cmath>
#include <complex>

#include "dialects/rlx/reference/RefTensor.h"

namespace rlx::ref {

/// Whether elements are compared and divided as unsigned integers (i1 holds 0 or 1).
inline bool isUnsigned(const Tensor &tensor) {
  return tensor.elementType.isUnsignedInteger() || tensor.elementType.isInteger(1);
}

/// result[i] = f(input[i]), in double.
template <typename F>
llvm::Error mapUnary(llvm::ArrayRef<Tensor> inputs, llvm::MutableArrayRef<Tensor> results, F f) {
  for (int64_t i = 0, e = results[0].numElements(); i < e; ++i)
    results[0].set(i, f(inputs[0].asDouble(i)));
  return llvm::Error::success();
}

/// result[i] = f(input[i]) in double for floats, and g(input[i]) for integers, where g takes
/// int64_t or, for unsigned types, uint64_t.
template <typename F, typename G>
llvm::Error mapUnary(llvm::ArrayRef<Tensor> inputs, llvm::MutableArrayRef<Tensor> results, F f,
                     G g) {
  const Tensor &x = inputs[0];
  for (int64_t i = 0, e = results[0].numElements(); i < e; ++i) {
    if (x.isFloat())
      results[0].set(i, f(x.floats[i]));
    else if (isUnsigned(x))
      results[0].setInt(i, static_cast<int64_t>(g(static_cast<uint64_t>(x.ints[i]))));
    else
      results[0].setInt(i, static_cast<int64_t>(g(x.ints[i])));
  }
  return llvm::Error::success();
}

/// result[i] = f(lhs[..], rhs[..]) with broadcasting: `f` in double for floats, `g` in int64_t for
/// integers or, for unsigned types, in uint64_t.
template <typename F, typename G>
llvm::Error mapBinary(llvm::ArrayRef<Tensor> inputs, llvm::MutableArrayRef<Tensor> results, F f,
                      G g) {
  const Tensor &lhs = inputs[0], &rhs = inputs[1];
  forEachIndex(results[0].shape, [&](llvm::ArrayRef<int64_t> index, int64_t i) {
    int64_t l = broadcastOffset(lhs.shape, index), r = broadcastOffset(rhs.shape, index);
    if (lhs.isFloat())
      results[0].set(i, f(lhs.floats[l], rhs.floats[r]));
    else if (isUnsigned(lhs))
      results[0].setInt(i, static_cast<int64_t>(g(static_cast<uint64_t>(lhs.ints[l]),
                                                  static_cast<uint64_t>(rhs.ints[r]))));
    else
      results[0].setInt(i, static_cast<int64_t>(g(lhs.ints[l], rhs.ints[r])));
  });
  return llvm::Error::success();
}

/// result[i] = f(input[i]) for complex tensors.
template <typename F>
llvm::Error mapComplex(llvm::ArrayRef<Tensor> inputs, llvm::MutableArrayRef<Tensor> results, F f) {
  for (int64_t i = 0, e = results[0].numElements(); i < e; ++i)
    results[0].setComplex(i, f(inputs[0].complexAt(i)));
  return llvm::Error::success();
}

/// result[i] = f(lhs[..], rhs[..]) with broadcasting, for complex tensors.
template <typename F>
llvm::Error mapComplexBinary(llvm::ArrayRef<Tensor> inputs, llvm::MutableArrayRef<Tensor> results,
                             F f) {
  forEachIndex(results[0].shape, [&](llvm::ArrayRef<int64_t> index, int64_t i) {
    results[0].setComplex(i, f(inputs[0].complexAt(broadcastOffset(inputs[0].shape, index)),
                               inputs[1].complexAt(broadcastOffset(inputs[1].shape, index))));
  });
  return llvm::Error::success();
}

/// x Phi(x). erfc does not cancel for x < 0, where 1 + erf would.
inline double gelu(double x) {
  return 0.5 * x * std::erfc(-x / std::sqrt(2));
}

/// x (1 + tanh u) / 2, with u as below. For u < 0, 1 + tanh u cancels; it equals 2 e^2u / (1 +
/// e^2u).
inline double geluTanh(double x) {
  double u = std::sqrt(2 / M_PI) * (x + 0.044715 * std::pow(x, 3));
  return u < 0 ? x * std::exp(2 * u) / (1 + std::exp(2 * u)) : 0.5 * x * (1 + std::tanh(u));
}

/// The product by its formula; the operator of std::complex returns infinities for some NaN.
inline std::complex<double> product(std::complex<double> z, std::complex<double> w) {
  return {z.real() * w.real() - z.imag() * w.imag(), z.real() * w.imag() + z.imag() * w.real()};
}

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_REFMATH_H
