// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of narrow types: the arithmetic on their bytes, and the reference. Private to the
// family.
#ifndef RLX_DIALECTS_RLX_OPS_ELEMENTWISE_NARROWCAST_H
#define RLX_DIALECTS_RLX_OPS_ELEMENTWISE_NARROWCAST_H

#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "dialects/rlx/ir/CompareOps.h"

namespace rlx {

/// How values are rounded to narrow floats; see rlx.cast.
struct NarrowRules {
  bool saturate;
  RoundMode mode;
};

/// The values of bytes (i8) of a narrow type: f32 for floats, i32 for integers. Exact. Takes
/// scalars and vectors, as the next ones.
mlir::Value decodeNarrow(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value bytes,
                         mlir::Type from);

/// The bytes (i8) of f32 values, rounded to a narrow float.
mlir::Value encodeNarrow(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x,
                         mlir::FloatType to, NarrowRules rules);

/// The bytes without the bits above those of a narrow integer.
mlir::Value lowBits(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value bytes, mlir::Type to);

/// The reference: the value of a narrow float that `x` is rounded to. It searches all of them.
double roundedToNarrow(long double x, mlir::FloatType to, NarrowRules rules);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_ELEMENTWISE_NARROWCAST_H
