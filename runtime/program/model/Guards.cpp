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

// The symbols that a caller gives and on which the sizes depend.
static std::set<size_t> usedSymbols(std::initializer_list<const Expr *> sizes,
                                    const Program &model) {
  std::set<size_t> used;
  for (const Expr *size : sizes)
    addUsedSymbols(*size, model.symbols, used);
  std::erase_if(used,
                [&](size_t index) { return model.symbols[index].source == SymbolSource::Derived; });
  return used;
}

static std::set<size_t> usedSymbols(const Guard &guard, const Program &model) {
  return usedSymbols({&guard.lhs, &guard.rhs}, model);
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

// Whether all sides are sizes themselves.
static bool isPlain(const Guard &guard, const Program &model) {
  const auto isSize = [&](const Expr &side) {
    return side.code.size() == 1 &&
           (side.code[0].opcode == ExprOpcode::Const ||
            model.symbols[static_cast<size_t>(side.code[0].value)].source ==
                SymbolSource::Dimension);
  };
  return isSize(guard.lhs) && isSize(guard.rhs);
}

static bool isComputedSize(const Expr &side, const Program &model) {
  return side.code.size() == 1 && side.code[0].opcode == ExprOpcode::Symbol &&
         model.symbols[static_cast<size_t>(side.code[0].value)].source == SymbolSource::Computed;
}

// Formulas that help nobody are long, or those of conditions, which are 1 or 0.
static bool isReadable(std::string_view formulas) {
  constexpr size_t kMostReadable = 100;
  return formulas.size() <= kMostReadable && formulas.find("max(") == std::string_view::npos &&
         formulas.find("broadcast(") == std::string_view::npos;
}

// The given elements of input `input` among the used symbols: "elements [0, 1] of input 's' are
// [4, -1]".
static std::string elementsText(const Program &model, const std::set<size_t> &used, uint32_t input,
                                const std::vector<int64_t> &symbols) {
  std::string places, values;
  size_t count = 0;
  for (const size_t index : used) {
    const Symbol &symbol = model.symbols[index];
    if (symbol.source != SymbolSource::Element || symbol.input != input)
      continue;
    places += strCat(count == 0 ? "" : ", ", symbol.dim);
    values += strCat(count++ == 0 ? "" : ", ", symbols[index]);
  }
  const std::string name = strCat("input '", model.inputs[input].name, "'");
  if (model.inputs[input].shape.empty())
    return strCat(name, " is ", values);
  if (count == 1)
    return strCat("element ", places, " of ", name, " is ", values);
  return strCat("elements [", places, "] of ", name, " are [", values, "]");
}

// What a guard's formulas depend on: "n (dimension 0 of input 'x') is 33 and …". Symbols of
// elements are named if the message has the formulas.
static std::string givenText(const Program &model, const std::set<size_t> &used, bool namesElements,
                             const std::vector<int64_t> &symbols) {
  std::string text;
  std::set<uint32_t> listed;
  for (const size_t index : used) {
    const Symbol &symbol = model.symbols[index];
    const bool isElement = symbol.source == SymbolSource::Element && !namesElements;
    if (isElement && !listed.insert(symbol.input).second)
      continue;
    text += strCat(
        text.empty() ? "" : " and ",
        isElement ? elementsText(model, used, symbol.input, symbols)
                  : strCat(symbol.name, " (", sourceText(symbol, model), ") is ", symbols[index]));
  }
  return text;
}

// The expected and the actual sizes of a guard: "expects length <= 512, but it is 2000".
static std::string relationText(const Guard &guard, const std::string &left,
                                const std::string &right, int64_t lhs, int64_t rhs) {
  const bool equal = guard.relation == Relation::Equal;
  if (isStatic(guard.lhs))
    return strCat("expects ", right, equal ? " = " : " <= ", left, ", but it is ", rhs);
  const std::string expected = strCat("expects ", left, equal ? " = " : " >= ", right);
  if (isStatic(guard.rhs))
    return strCat(expected, ", but it is ", lhs);
  return strCat(expected, ", but they are ", lhs, " and ", rhs);
}

// The relation, where the sizes come from, and sizes that would fit.
static std::string reasonText(const Guard &guard, const Program &model,
                              const std::vector<int64_t> &symbols, int64_t lhs, int64_t rhs) {
  const std::string left = text(guard.lhs, model.symbols), right = text(guard.rhs, model.symbols);
  const std::set<size_t> used = usedSymbols(guard, model);
  const bool readable = isReadable(left + right);
  const bool isCondition = std::min(lhs, rhs) >= 0 && std::max(lhs, rhs) <= 1;
  std::string reason;
  if (readable)
    reason = relationText(guard, left, right, lhs, rhs);
  else if (guard.relation == Relation::Equal && !isCondition)
    reason = strCat("expects two sizes to be equal, but they are ", lhs, " and ", rhs);
  if (readable && isPlain(guard, model))
    return reason;
  if (readable && isStatic(guard.rhs) && isComputedSize(guard.lhs, model))
    return strCat(reason, ", computed in this run");
  reason += strCat(reason.empty() ? "" : ", since ", givenText(model, used, readable, symbols));
  const bool isGiven = std::ranges::none_of(
      used, [&](size_t index) { return model.symbols[index].source == SymbolSource::Computed; });
  return used.size() == 1 && isGiven ? reason + fittingText(model, symbols, *used.begin()) : reason;
}

// "[2, 3]".
static std::string shapeText(const std::vector<Expr> &shape, std::span<const int64_t> symbols) {
  std::string list;
  for (const Expr &size : shape) {
    const StatusOr<int64_t> value = evaluate(size, symbols);
    list += strCat(list.empty() ? "" : ", ", value.ok() ? std::to_string(*value) : "?");
  }
  return strCat("[", list, "]");
}

// The error tells the given sizes that the size depends on.
static Status explainSize(const Program &program, const Expr &size, std::span<const int64_t> values,
                          Status error) {
  const std::vector<int64_t> symbols(
      values.begin(), values.begin() + static_cast<std::ptrdiff_t>(program.symbols.size()));
  const std::string given = givenText(program, usedSymbols({&size}, program), false, symbols);
  return given.empty() ? std::move(error) : outOfRange(strCat(error.message(), ", since ", given));
}

StatusOr<int64_t> evaluateSize(const Program &program, const Expr &size,
                               std::span<const int64_t> values) {
  StatusOr<int64_t> value = evaluate(size, values);
  if (!value.ok())
    return explainSize(program, size, values, std::move(value).status());
  return value;
}

Status checkGuard(const Program &program, const Guard &guard, std::span<const int64_t> values) {
  const StatusOr<int64_t> left = evaluateSize(program, guard.lhs, values),
                          right = evaluateSize(program, guard.rhs, values);
  if (!left.ok() || !right.ok())
    return (left.ok() ? right : left).status().copy().at(guard.place);
  const int64_t lhs = *left, rhs = *right;
  if (guard.relation == Relation::Equal ? lhs == rhs : lhs >= rhs)
    return okStatus();
  const std::vector<int64_t> symbols(
      values.begin(), values.begin() + static_cast<std::ptrdiff_t>(program.symbols.size()));
  std::string message = guard.message;
  if (!guard.from.empty() || !guard.to.empty())
    message += strCat(" ", shapeText(guard.from, values), " to ", shapeText(guard.to, values));
  const std::string reason = reasonText(guard, program, symbols, lhs, rhs);
  return invalidArgument(reason.empty() ? message : strCat(message, " (", reason, ")"))
      .at(guard.place);
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
    if (!value.ok() && unknown.size() == 1)
      error = explainSize(program, symbol.definition, known, std::move(error));
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
