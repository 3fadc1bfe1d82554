// MLIR's diagnostics as the text of a status: how compile errors reach people.
#ifndef RLX_DIALECTS_BRIDGE_DIAGNOSTICS_H
#define RLX_DIALECTS_BRIDGE_DIAGNOSTICS_H

#include <optional>
#include <string>
#include <vector>

#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/IR/Diagnostics.h"
#include "runtime/base/Status.h"

namespace rlx {

// "file:line:column", "file", "node 'name'", or nothing for a location that says nothing. A place
// in a named part of a model is "file:line:column in part", or "… in part/inner part".
std::string locationText(mlir::Location loc);

// The same of every location that `loc` was fused from; those that say nothing are left out.
std::vector<std::string> locationTexts(mlir::Location loc);

// Gathers the diagnostics of a context while it lives. Remarks are not among them.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(mlir::MLIRContext *context);

  // The first diagnostic first, then the rest, one a line; for a call that failed. The code says
  // what the first error is about: invalid_argument, unsupported or internal.
  rt::Status status() const;

private:
  void add(mlir::Diagnostic &diagnostic);

  std::string text;
  std::optional<ErrorKind> kind; // of the first error
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace rlx

#endif // RLX_DIALECTS_BRIDGE_DIAGNOSTICS_H
