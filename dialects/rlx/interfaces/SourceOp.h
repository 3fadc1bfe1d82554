// Which op of the user's model an op came from. Compilations that keep the model's ops apart mark
// every op's location with it before they rewrite anything: rewrites hand locations on.
#ifndef RLX_DIALECTS_RLX_INTERFACES_SOURCEOP_H
#define RLX_DIALECTS_RLX_INTERFACES_SOURCEOP_H

#include <optional>

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

namespace rlx {

struct SourceOp {
  int64_t number;       // in the order of the module
  llvm::StringRef name; // "rlx.gelu"; lives as long as the context
  // The op has an infinity or a NaN as an attribute or as a small constant operand, which become
  // part of its kernels.
  bool usesNonFinite;
  mlir::Location loc; // the op's own location
};

// Replaces the op's location by one with the mark.
void markSourceOp(mlir::Operation *op, int64_t number, bool usesNonFinite);

// The mark of a location, or of the first of those that it was fused from.
std::optional<SourceOp> sourceOpOf(mlir::Location loc);

// Whether both came from one op of the model; false if either has no mark.
bool haveOneSource(mlir::Operation *a, mlir::Operation *b);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_SOURCEOP_H
