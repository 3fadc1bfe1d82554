// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The relations of rlx.compare, as code and as a predicate of arith.
#ifndef RLX_DIALECTS_RLX_SUPPORT_COMPAREPREDICATES_H
#define RLX_DIALECTS_RLX_SUPPORT_COMPAREPREDICATES_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace rlx {

/// A comparison with NaN is false, except `ne`.
inline mlir::arith::CmpFPredicate floatPredicate(ComparePredicate predicate) {
  using P = mlir::arith::CmpFPredicate;
  switch (predicate) {
  case ComparePredicate::eq:
    return P::OEQ;
  case ComparePredicate::ne:
    return P::UNE;
  case ComparePredicate::lt:
    return P::OLT;
  case ComparePredicate::le:
    return P::OLE;
  case ComparePredicate::gt:
    return P::OGT;
  case ComparePredicate::ge:
    return P::OGE;
  }
  llvm_unreachable("every predicate is handled");
}

template <typename T>
bool holds(ComparePredicate predicate, T x, T y) {
  switch (predicate) {
  case ComparePredicate::eq:
    return x == y;
  case ComparePredicate::ne:
    return x != y;
  case ComparePredicate::lt:
    return x < y;
  case ComparePredicate::le:
    return x <= y;
  case ComparePredicate::gt:
    return x > y;
  case ComparePredicate::ge:
    return x >= y;
  }
  llvm_unreachable("every predicate is handled");
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_COMPAREPREDICATES_H
