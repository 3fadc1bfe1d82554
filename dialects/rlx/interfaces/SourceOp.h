// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The op of the user's model that an op was created from. Compilations that keep the model's ops
// apart (rlx-mark-sources) mark the location of every op before they rewrite anything; rewrites
// pass locations on.
#ifndef RLX_DIALECTS_RLX_INTERFACES_SOURCEOP_H
#define RLX_DIALECTS_RLX_INTERFACES_SOURCEOP_H

#include <optional>

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

namespace rlx {

/// A mark: one op of the model.
struct SourceOp {
  int64_t number;       // the op's index in the module
  llvm::StringRef name; // "rlx.gelu"; lives as long as the context
  /// Whether an attribute or a small constant operand of the op holds an infinity or a NaN. Such
  /// values become part of its kernels.
  bool usesNonFinite;
  mlir::Location loc; // the op's own location
};

/// Replaces the op's location by one with the mark.
void markSourceOp(mlir::Operation *op, int64_t number, bool usesNonFinite);

/// The mark of a location, or the first mark among the locations that it was fused from.
std::optional<SourceOp> sourceOpOf(mlir::Location loc);

/// Whether both ops came from one op of the model; false if either has no mark.
bool haveOneSource(mlir::Operation *a, mlir::Operation *b);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_SOURCEOP_H
