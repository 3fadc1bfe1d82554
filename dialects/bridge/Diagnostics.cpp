// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Diagnostics.h. A diagnostic becomes a line "where: message", and each of its
// notes a line "  note: where: message" below it. If the message already starts with the location,
// as messages of importers do, it is not repeated.
#include "dialects/bridge/Diagnostics.h"

#include "dialects/rlx/interfaces/Parts.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace rlx {

std::string locationText(Location loc) {
  return placeText(loc, /*withKind=*/false);
}

std::vector<std::string> locationTexts(Location loc) {
  std::vector<std::string> texts;
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations())
      llvm::append_range(texts, locationTexts(part));
  } else if (std::string text = locationText(loc); !text.empty()) {
    texts.push_back(std::move(text));
  }
  return texts;
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        add(diagnostic);
        return success();
      }) {}

rt::Status DiagnosticCollector::status() const {
  if (!kind) // failure without an error
    return rt::internalError(text.empty() ? "the model could not be compiled" : text);
  switch (*kind) {
  case ErrorKind::Invalid:
    return rt::invalidArgument(text).at(place);
  case ErrorKind::Unsupported:
    return rt::unsupported(text).at(place);
  case ErrorKind::Internal:
    return rt::internalError(text).at(place);
  }
  return rt::internalError(text);
}

void DiagnosticCollector::add(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
    return;
  if (!kind && diagnostic.getSeverity() == DiagnosticSeverity::Error)
    kind = errorKind(diagnostic);
  if (text.empty())
    place = placeText(diagnostic.getLocation());
  llvm::raw_string_ostream os(text);
  auto print = [&](Diagnostic &item, StringRef indent) {
    if (!text.empty())
      os << "\n";
    os << indent;
    // Importers name the node in the message.
    std::string where = placeText(item.getLocation()), message = item.str();
    if (!where.empty() && !StringRef(message).starts_with(where))
      os << where << ": ";
    os << message;
  };
  print(diagnostic, "");
  for (Diagnostic &note : diagnostic.getNotes())
    print(note, "  note: ");
}

} // namespace rlx
