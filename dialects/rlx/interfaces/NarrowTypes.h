// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which element types are narrow: types of 8 bits and fewer that are for storage only. An element
// has one byte of memory, with the value in the low bits.
#ifndef RLX_DIALECTS_RLX_INTERFACES_NARROWTYPES_H
#define RLX_DIALECTS_RLX_INTERFACES_NARROWTYPES_H

#include "mlir/IR/BuiltinTypes.h"

namespace rlx {

/// The scale type: powers of two, without a sign and without zero.
inline bool isScaleFloat(mlir::Type type) {
  return llvm::isa<mlir::Float8E8M0FNUType>(type);
}
inline bool isNarrowFloat(mlir::Type type) {
  return llvm::isa<mlir::Float8E4M3FNType, mlir::Float8E4M3FNUZType, mlir::Float8E5M2Type,
                   mlir::Float8E5M2FNUZType, mlir::Float8E8M0FNUType, mlir::Float4E2M1FNType>(type);
}
inline bool isNarrowInt(mlir::Type type) {
  auto integer = llvm::dyn_cast<mlir::IntegerType>(type);
  return integer && !integer.isSigned() && (integer.getWidth() == 4 || integer.getWidth() == 2);
}
inline bool isNarrow(mlir::Type type) {
  return isNarrowFloat(type) || isNarrowInt(type);
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_NARROWTYPES_H
