// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of a transpose that stay together: a small last dimension that stays the last one.
#ifndef RLX_DIALECTS_RLX_SUPPORT_TRANSPOSEUNIT_H
#define RLX_DIALECTS_RLX_SUPPORT_TRANSPOSEUNIT_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

namespace rlx {

/// Whether a last dimension of this size can move as one word of at most 64 bits. For example, two
/// bf16 are a word of 32 bits.
inline bool isTransposeUnit(int64_t size, mlir::Type element) {
  constexpr int64_t kMaxBits = 64;
  return !mlir::ShapedType::isDynamic(size) && size <= kMaxBits && llvm::isPowerOf2_64(size) &&
         element.isIntOrFloat() && size * element.getIntOrFloatBitWidth() <= kMaxBits;
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_TRANSPOSEUNIT_H
