// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Survey.h. The functions are those that can be reached by calls, each once.
#include "importers/stablehlo/Survey.h"

#include "dialects/bridge/Diagnostics.h"
#include "importers/stablehlo/Inlining.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace rlx::shlo {
namespace {

// Ops and types without support, in the order of the file, with their places.
class Findings {
public:
  struct Finding {
    std::string title;
    SmallVector<Location> places;
  };

  void add(const std::string &title, Location place) {
    auto [it, isNew] = indices.try_emplace(title, all.size());
    if (isNew)
      all.push_back({title, {}});
    all[it->second].places.push_back(place);
  }
  ArrayRef<Finding> list() const { return all; }

private:
  llvm::StringMap<size_t> indices;
  std::vector<Finding> all;
};

void addTypes(Operation *op, Location place, Findings &findings) {
  for (Type type : op->getResultTypes())
    if (!isSupported(type))
      findings.add("the type " + typeText(type), place);
}

Findings findingsOf(ModuleOp module, func::FuncOp main) {
  Findings findings;
  llvm::MapVector<Operation *, std::optional<Location>> functions; // and a call of each
  functions[main] = std::nullopt;
  for (size_t i = 0; i < functions.size(); ++i) {
    auto [function, call] = *(functions.begin() + i);
    function->walk([&](Operation *op) {
      const Location place = userLocation(op->getLoc(), call);
      if (isa<func::FuncOp>(op) || isTerminator(op))
        return;
      if (!OpTable::get().find(titleOf(op)))
        findings.add(titleOf(op), place);
      else
        addTypes(op, place, findings);
      if (func::FuncOp callee = calleeOf(module, op))
        functions.insert({callee, place});
    });
  }
  return findings;
}

// " (also at f.py:3:7 in jit(f)/svd, …)" for places other than the first one.
std::string otherPlacesText(ArrayRef<Location> places) {
  constexpr size_t kMost = 3;
  SmallVector<std::string> texts;
  for (Location place : places)
    if (std::string text = locationText(place);
        !text.empty() && !llvm::is_contained(texts, text) && texts.size() < kMost + 2)
      texts.push_back(text);
  std::string list;
  for (const std::string &text : ArrayRef(texts).take_front(kMost + 1).drop_front(!texts.empty()))
    list += (list.empty() ? " (also at " : ", ") + text;
  return list.empty() ? "" : list + (texts.size() > kMost + 1 ? ", …)" : ")");
}

} // namespace

bool isTerminator(Operation *op) {
  return llvm::is_contained({"func.return", "stablehlo.return", "chlo.return", "mhlo.return"},
                            op->getName().getStringRef());
}

LogicalResult survey(ModuleOp module, func::FuncOp main) {
  const Findings findings = findingsOf(module, main);
  if (findings.list().empty())
    return success();
  InFlightDiagnostic error = emitError(findings.list().front().places.front());
  error << "the model needs what RLX does not import: ";
  bool isFirst = true;
  for (const auto &[title, places] : findings.list()) {
    error << (isFirst ? "" : ", ") << title;
    isFirst = false;
  }
  for (const auto &[title, places] : findings.list()) {
    const StringRef reason = OpTable::get().reason(title);
    error.attachNote(places.front())
        << title << otherPlacesText(places) << (reason.empty() ? "" : ": ") << reason;
  }
  return unsupported(std::move(error));
}

bool checkForm(Node &op, const Handler &handler) {
  const Arity &arity = handler.arity;
  Operation *source = op.source();
  auto check = [&](int expected, size_t got, StringRef what) {
    return expected == kAny || op.expect(got == static_cast<size_t>(expected),
                                         Twine(expected) + " " + what + ", but got " + Twine(got));
  };
  if (!check(arity.operands, source->getNumOperands(), "operands") ||
      !check(arity.results, source->getNumResults(), "results") ||
      !check(arity.regions, source->getNumRegions(), "regions") ||
      !op.expect(source->getNumSuccessors() == 0, "no successors"))
    return false;
  auto isDynamic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  if (!handler.isDynamic && (llvm::any_of(source->getOperandTypes(), isDynamic) ||
                             llvm::any_of(source->getResultTypes(), isDynamic)))
    op.unsupported("with dynamic sizes is not supported; compile the function for fixed sizes");
  return !op.hasFailed();
}

} // namespace rlx::shlo
