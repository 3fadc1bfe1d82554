// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards, and their messages in the caller's terms: the expected and the actual sizes, where the
// actual ones come from, and the nearest sizes that would fit.
#include "runtime/program/model/Guards.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"

namespace rlx::rt {

// For messages: "dimension 0 of input 'x'".
static std::string sourceText(const Symbol &symbol, const Program &model) {
  if (symbol.source == SymbolSource::Computed)
    return "computed in this run";
  return strCat(symbol.source == SymbolSource::Element ? "element " : "dimension ", symbol.dim,
                " of input '", model.inputs[symbol.input].name, "'");
}

static bool holds(const Guard &guard, std::span<const int64_t> symbols) {
  const StatusOr<int64_t> lhs = evaluate(guard.lhs, symbols), rhs = evaluate(guard.rhs, symbols);
  return lhs.ok() && rhs.ok() && (guard.relation == Relation::Equal ? *lhs == *rhs : *lhs >= *rhs);
}

// The symbols that a caller gives and on which the guard depends.
static std::set<size_t> usedSymbols(const Guard &guard, const Program &model) {
  std::set<size_t> used;
  addUsedSymbols(guard.lhs, model.symbols, used);
  addUsedSymbols(guard.rhs, model.symbols, used);
  std::erase_if(used,
                [&](size_t index) { return model.symbols[index].source == SymbolSource::Derived; });
  return used;
}

// The nearest values of a symbol with which all guards on it alone hold: "; 32 or 64 would fit".
static std::string fittingText(const Program &model, std::vector<int64_t> symbols, size_t index) {
  constexpr int64_t kFarthest = 1024;
  std::vector<const Guard *> guards;
  for (const Guard &guard : model.guards)
    if (usedSymbols(guard, model) == std::set<size_t>{index})
      guards.push_back(&guard);
  const auto fits = [&] {
    return derive(model.symbols, symbols).ok() &&
           std::ranges::all_of(guards, [&](const Guard *guard) { return holds(*guard, symbols); });
  };
  std::string found;
  const int64_t given = symbols[index];
  for (const int64_t step : {-1, 1}) {
    symbols[index] = given + step;
    while (symbols[index] > 0 && std::abs(symbols[index] - given) <= kFarthest && !fits())
      symbols[index] += step;
    if (symbols[index] > 0 && fits())
      found += strCat(found.empty() ? "" : " or ", symbols[index]);
  }
  return found.empty() ? "" : strCat("; ", found, " would fit");
}

// The given sizes that a guard's formulas depend on: ", since n is 33". Nothing if both sides are
// sizes themselves.
static std::string sourceText(const Guard &guard, const Program &model,
                              const std::vector<int64_t> &symbols) {
  const std::set<size_t> used = usedSymbols(guard, model);
  const auto isPlain = [&](const Expr &side) {
    return side.code.size() == 1 &&
           (side.code[0].opcode == ExprOpcode::Const ||
            model.symbols[static_cast<size_t>(side.code[0].value)].source ==
                SymbolSource::Dimension);
  };
  if (isPlain(guard.lhs) && isPlain(guard.rhs))
    return "";
  std::string text;
  for (const size_t index : used) {
    const Symbol &symbol = model.symbols[index];
    text += strCat(text.empty() ? ", since " : " and ", symbol.name, " (",
                   sourceText(symbol, model), ") is ", symbols[index]);
  }
  const bool isGiven = std::ranges::none_of(
      used, [&](size_t index) { return model.symbols[index].source == SymbolSource::Computed; });
  return used.size() == 1 && isGiven ? text + fittingText(model, symbols, *used.begin()) : text;
}

// The expected and the actual sizes of a guard: "expects length <= 512, but it is 2000".
static std::string relationText(const Guard &guard, const Program &model, int64_t lhs,
                                int64_t rhs) {
  constexpr size_t kMostReadable = 100;
  const std::string left = text(guard.lhs, model.symbols), right = text(guard.rhs, model.symbols);
  const bool equal = guard.relation == Relation::Equal;
  if (isStatic(guard.lhs))
    return strCat("expects ", right, equal ? " = " : " <= ", left, ", but it is ", rhs);
  const char *relation = equal ? " = " : " >= ";
  if (left.size() + right.size() > kMostReadable) // formulas that help nobody
    return strCat("expects two sizes to be ", equal ? "equal" : "in descending order",
                  ", but they are ", lhs, " and ", rhs);
  if (isStatic(guard.rhs))
    return strCat("expects ", left, relation, right, ", but it is ", lhs);
  return strCat("expects ", left, relation, right, ", but they are ", lhs, " and ", rhs);
}

Status checkGuard(const Program &program, const Guard &guard, std::span<const int64_t> values) {
  RLX_ASSIGN_OR_RETURN(const int64_t lhs, evaluate(guard.lhs, values));
  RLX_ASSIGN_OR_RETURN(const int64_t rhs, evaluate(guard.rhs, values));
  if (guard.relation == Relation::Equal ? lhs == rhs : lhs >= rhs)
    return okStatus();
  const std::vector<int64_t> symbols(
      values.begin(), values.begin() + static_cast<std::ptrdiff_t>(program.symbols.size()));
  return invalidArgument(strCat(guard.message, " (", relationText(guard, program, lhs, rhs),
                                sourceText(guard, program, symbols), ")"));
}

Status explainDerivation(const Program &program, std::span<const uint32_t> guards,
                         std::span<const int64_t> values, Status error) {
  std::vector<int64_t> known(values.begin(), values.end());
  std::set<size_t> unknown;
  const auto dependsOnUnknown = [&](std::initializer_list<const Expr *> exprs) {
    std::set<size_t> used;
    for (const Expr *expr : exprs)
      addUsedSymbols(*expr, program.symbols, used);
    return std::ranges::any_of(used, [&](size_t index) { return unknown.contains(index); });
  };
  for (size_t i = 0; i < program.symbols.size(); ++i) {
    const Symbol &symbol = program.symbols[i];
    if (symbol.source != SymbolSource::Derived)
      continue;
    const StatusOr<int64_t> value = evaluate(symbol.definition, known);
    if (value.ok() && !dependsOnUnknown({&symbol.definition}))
      known[i] = *value;
    else
      unknown.insert(i);
  }
  for (const uint32_t index : guards) {
    const Guard &guard = program.guards[index];
    if (dependsOnUnknown({&guard.lhs, &guard.rhs}) || !evaluate(guard.lhs, known).ok() ||
        !evaluate(guard.rhs, known).ok())
      continue;
    RLX_RETURN_IF_ERROR(checkGuard(program, guard, known));
  }
  return error;
}

std::vector<uint32_t> guardsOfStart(const Program &program) {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < program.guards.size(); ++i) {
    const std::set<size_t> used = usedSymbols(program.guards[i], program);
    const bool isComputed = std::ranges::any_of(used, [&](size_t index) {
      return program.symbols[index].source == SymbolSource::Computed;
    });
    if (!isComputed && !program.guards[i].branch)
      found.push_back(i);
  }
  return found;
}

} // namespace rlx::rt
