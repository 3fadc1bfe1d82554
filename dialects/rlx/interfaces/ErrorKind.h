// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kind of an error diagnostic: the model is invalid, this version does not support it, or RLX
// has broken one of its own invariants. The kind is metadata of the diagnostic; its text does not
// change. Sessions turn it into the code of a status.
#ifndef RLX_DIALECTS_RLX_INTERFACES_ERRORKIND_H
#define RLX_DIALECTS_RLX_INTERFACES_ERRORKIND_H

#include "mlir/IR/Diagnostics.h"

namespace rlx {

/// The kind of an error; see the head of this file.
enum class ErrorKind { Invalid, Unsupported, Internal };

/// Mark an error as unsupported or internal. Unmarked errors are Invalid. For example:
///   return unsupported(op->emitOpError("has 7 dimensions; supported are up to 6"));
inline mlir::InFlightDiagnostic unsupported(mlir::InFlightDiagnostic diagnostic) {
  auto &metadata = diagnostic.getUnderlyingDiagnostic()->getMetadata();
  metadata.push_back(mlir::DiagnosticArgument(llvm::StringRef("rlx.unsupported")));
  return diagnostic;
}
inline mlir::InFlightDiagnostic internal(mlir::InFlightDiagnostic diagnostic) {
  auto &metadata = diagnostic.getUnderlyingDiagnostic()->getMetadata();
  metadata.push_back(mlir::DiagnosticArgument(llvm::StringRef("rlx.internal")));
  return diagnostic;
}

inline ErrorKind errorKind(mlir::Diagnostic &diagnostic) {
  for (mlir::DiagnosticArgument &argument : diagnostic.getMetadata()) {
    if (argument.getKind() != mlir::DiagnosticArgument::DiagnosticArgumentKind::String)
      continue;
    if (argument.getAsString() == "rlx.unsupported")
      return ErrorKind::Unsupported;
    if (argument.getAsString() == "rlx.internal")
      return ErrorKind::Internal;
  }
  return ErrorKind::Invalid;
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_ERRORKIND_H
