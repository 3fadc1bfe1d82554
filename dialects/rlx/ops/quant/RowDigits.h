// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of matmuls by block-quantized weights as integers, which CPUs and GPUs share.
#ifndef RLX_DIALECTS_RLX_OPS_QUANT_ROWDIGITS_H
#define RLX_DIALECTS_RLX_OPS_QUANT_ROWDIGITS_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

/// The signed bytes, digits in base 256, of an element of a row.
inline int64_t digitsOf(RowPrecision precision) {
  switch (precision) {
  case RowPrecision::Exact:
    return 3;
  case RowPrecision::High:
    return 2;
  case RowPrecision::Fast:
    return 1;
  }
  llvm_unreachable("a precision of rows");
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_QUANT_ROWDIGITS_H
