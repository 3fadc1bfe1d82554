// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++ operators on the tensors of an importer, for ops that are compositions of rlx ops.
//
//   class Expr : public TensorOperators<Expr> { unary(), binary(), compare(), number() };
//   (x + 1) * scale                                     // rlx.add, rlx.mul
//
// Each importer has such a class, which emits the ops for its node. A number becomes a scalar of
// the other operand's element type.
#ifndef RLX_IMPORTERS_SUPPORT_TENSOROPERATORS_H
#define RLX_IMPORTERS_SUPPORT_TENSOROPERATORS_H

#include "dialects/rlx/ir/CompareOps.h"

namespace rlx {

template <typename Expr>
class TensorOperators {
  friend Expr operator-(Expr a) { return a.unary("rlx.neg"); }
  friend Expr operator!(Expr a) { return a.unary("rlx.not"); }
  friend Expr operator+(Expr a, Expr b) { return a.binary("rlx.add", b); }
  friend Expr operator-(Expr a, Expr b) { return a.binary("rlx.sub", b); }
  friend Expr operator*(Expr a, Expr b) { return a.binary("rlx.mul", b); }
  friend Expr operator/(Expr a, Expr b) { return a.binary("rlx.div", b); }
  friend Expr operator&(Expr a, Expr b) { return a.binary("rlx.and", b); }
  friend Expr operator|(Expr a, Expr b) { return a.binary("rlx.or", b); }
  friend Expr operator^(Expr a, Expr b) { return a.binary("rlx.xor", b); }

  // A sum with 0 and a product with 1 need no op.
  friend Expr operator+(Expr a, double b) { return b == 0 ? a : a + a.number(b); }
  friend Expr operator-(Expr a, double b) { return b == 0 ? a : a - a.number(b); }
  friend Expr operator*(Expr a, double b) { return b == 1 ? a : a * a.number(b); }
  friend Expr operator/(Expr a, double b) { return b == 1 ? a : a / a.number(b); }
  friend Expr operator+(double a, Expr b) { return b.number(a) + b; }
  friend Expr operator-(double a, Expr b) { return b.number(a) - b; }
  friend Expr operator*(double a, Expr b) { return b.number(a) * b; }
  friend Expr operator/(double a, Expr b) { return b.number(a) / b; }

  friend Expr operator<(Expr a, Expr b) { return a.compare(ComparePredicate::lt, b); }
  friend Expr operator<=(Expr a, Expr b) { return a.compare(ComparePredicate::le, b); }
  friend Expr operator>(Expr a, Expr b) { return a.compare(ComparePredicate::gt, b); }
  friend Expr operator>=(Expr a, Expr b) { return a.compare(ComparePredicate::ge, b); }
  friend Expr operator==(Expr a, Expr b) { return a.compare(ComparePredicate::eq, b); }
  friend Expr operator!=(Expr a, Expr b) { return a.compare(ComparePredicate::ne, b); }
  friend Expr operator<(Expr a, double b) { return a < a.number(b); }
  friend Expr operator<=(Expr a, double b) { return a <= a.number(b); }
  friend Expr operator>(Expr a, double b) { return a > a.number(b); }
  friend Expr operator>=(Expr a, double b) { return a >= a.number(b); }
  friend Expr operator==(Expr a, double b) { return a == a.number(b); }
  friend Expr operator!=(Expr a, double b) { return a != a.number(b); }

  friend Expr max(Expr a, Expr b) { return a.binary("rlx.max", b); }
  friend Expr max(Expr a, double b) { return max(a, a.number(b)); }
  friend Expr min(Expr a, Expr b) { return a.binary("rlx.min", b); }
  friend Expr floor(Expr a) { return a.unary("rlx.floor"); }
  friend Expr ceil(Expr a) { return a.unary("rlx.ceil"); }
};

} // namespace rlx

#endif // RLX_IMPORTERS_SUPPORT_TENSOROPERATORS_H
