// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See LeastSizes.h.
#include "tools/rlx-run-rt/LeastSizes.h"

#include <algorithm>

#include "runtime/program/model/ExprEval.h"

namespace rlx::run {
namespace {

constexpr int64_t kMaxSize = 1024;
constexpr int kMaxRounds = 64;

// A guard that cannot be evaluated (an overflow, a division by zero) does not hold.
bool holds(const rt::Guard &guard, const std::vector<int64_t> &sizes) {
  const rt::StatusOr<int64_t> lhs = rt::evaluate(guard.lhs, sizes);
  const rt::StatusOr<int64_t> rhs = rt::evaluate(guard.rhs, sizes);
  if (!lhs.ok() || !rhs.ok())
    return false;
  return guard.relation == rt::Relation::Equal ? *lhs == *rhs : *lhs >= *rhs;
}

// Raises the one size that needs the smallest value for the guard to hold.
bool raise(const rt::Guard &guard, const std::vector<rt::Symbol> &symbols,
           const std::vector<bool> &isFixed, std::vector<int64_t> &sizes) {
  size_t best = sizes.size();
  int64_t bestSize = kMaxSize + 1;
  std::set<size_t> used;
  rt::addUsedSymbols(guard.lhs, symbols, used);
  rt::addUsedSymbols(guard.rhs, symbols, used);
  for (const size_t i : used) {
    if (isFixed[i])
      continue;
    std::vector<int64_t> trial = sizes;
    while (++trial[i] < bestSize)
      if (rt::derive(symbols, trial).ok() && holds(guard, trial)) {
        best = i;
        bestSize = trial[i];
      }
  }
  if (best == sizes.size())
    return false;
  sizes[best] = bestSize;
  return true;
}

} // namespace

std::optional<NamedSizes> minSizes(const std::vector<rt::Symbol> &symbols,
                                   const std::vector<rt::Guard> &guards, const NamedSizes &known) {
  std::vector<int64_t> sizes(symbols.size(), 1);
  std::vector<bool> isFixed(symbols.size());
  for (size_t i = 0; i < symbols.size(); ++i) {
    isFixed[i] = symbols[i].source == rt::SymbolSource::Derived;
    if (const auto found = known.find(symbols[i].name); found != known.end()) {
      sizes[i] = found->second;
      isFixed[i] = true;
    }
  }
  for (int round = 0; round < kMaxRounds && rt::derive(symbols, sizes).ok(); ++round) {
    const auto broken = std::find_if(guards.begin(), guards.end(),
                                     [&](const rt::Guard &guard) { return !holds(guard, sizes); });
    if (broken == guards.end()) {
      NamedSizes named;
      for (size_t i = 0; i < symbols.size(); ++i)
        if (symbols[i].source != rt::SymbolSource::Derived)
          named[symbols[i].name] = sizes[i];
      return named;
    }
    if (!raise(*broken, symbols, isFixed, sizes))
      return std::nullopt;
  }
  return std::nullopt;
}

std::vector<std::string> dimNames(const std::vector<rt::Symbol> &symbols) {
  std::vector<std::string> names;
  for (const rt::Symbol &symbol : symbols)
    if (symbol.source == rt::SymbolSource::Dimension)
      names.push_back(symbol.name);
  return names;
}

} // namespace rlx::run
