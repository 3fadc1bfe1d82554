// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR diagnostics as the text of a status: compile errors of sessions and tools reach the user
// through it. A collector belongs to one call on one context. It collects errors, warnings and
// their notes, but no remarks.
#ifndef RLX_DIALECTS_BRIDGE_DIAGNOSTICS_H
#define RLX_DIALECTS_BRIDGE_DIAGNOSTICS_H

#include <optional>
#include <string>
#include <vector>

#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/IR/Diagnostics.h"
#include "runtime/base/Status.h"

namespace rlx {

/// A location as text, as placeText() gives it without the kinds of nodes.
std::string locationText(mlir::Location loc);

/// The text of every location that `loc` was fused from. Those without information are omitted.
std::vector<std::string> locationTexts(mlir::Location loc);

/// Collects the diagnostics of a context during its lifetime, except remarks.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(mlir::MLIRContext *context);

  /// The status of a call that failed: the first diagnostic, then the others, one per line. The
  /// kind of the first error decides the code: invalid_argument, unsupported or internal.
  rt::Status status() const;

private:
  void add(mlir::Diagnostic &diagnostic);

  std::string text, place;       // the place is that of the first diagnostic
  std::optional<ErrorKind> kind; // of the first error
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace rlx

#endif // RLX_DIALECTS_BRIDGE_DIAGNOSTICS_H
