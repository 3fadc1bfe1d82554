// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dual numbers: values with their derivatives (forward-mode differentiation). Reference bodies of
// backward ops use them to derive gradients from the definition of the forward function,
// independently of the ops' formulas. They are never emitted as code.
#ifndef RLX_DIALECTS_RLX_REFERENCE_DUAL_H
#define RLX_DIALECTS_RLX_REFERENCE_DUAL_H

#include <array>
#include <cmath>

namespace rlx::ref {

/// A value and its derivatives with respect to `n` variables.
template <unsigned n>
struct Dual {
  double value = 0;
  std::array<double, n> d = {};

  Dual() = default;
  Dual(double value) : value(value) {}
  static Dual variable(double value, unsigned i) {
    Dual x(value);
    x.d[i] = 1;
    return x;
  }
  /// f(x), given f(x.value) and the slope f'(x.value).
  Dual mapped(double f, double slope) const {
    Dual y(f);
    for (unsigned i = 0; i < n; ++i)
      y.d[i] = slope * d[i];
    return y;
  }
  friend Dual operator+(Dual l, const Dual &r) {
    l.value += r.value;
    for (unsigned i = 0; i < n; ++i)
      l.d[i] += r.d[i];
    return l;
  }
  friend Dual operator-(const Dual &l, const Dual &r) { return l + r.mapped(-r.value, -1); }
  friend Dual operator*(const Dual &l, const Dual &r) {
    return l.mapped(0, r.value) + r.mapped(l.value * r.value, l.value);
  }
  friend Dual operator/(const Dual &l, const Dual &r) {
    return l * r.mapped(1 / r.value, -1 / (r.value * r.value));
  }
};
template <unsigned n>
Dual<n> exp(const Dual<n> &x) {
  return x.mapped(std::exp(x.value), std::exp(x.value));
}
template <unsigned n>
Dual<n> sqrt(const Dual<n> &x) {
  return x.mapped(std::sqrt(x.value), 0.5 / std::sqrt(x.value));
}
inline double valueOf(double x) {
  return x;
}
template <unsigned n>
double valueOf(const Dual<n> &x) {
  return x.value;
}

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_DUAL_H
