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

bool uses(const rt::Expr &expr, size_t symbol) {
  return std::any_of(expr.code.begin(), expr.code.end(), [&](const rt::ExprOp &op) {
    return op.opcode == rt::ExprOpcode::Symbol && op.value == static_cast<int64_t>(symbol);
  });
}

// Raises the one size that needs the smallest value for the guard to hold.
bool raise(const rt::Guard &guard, const std::vector<bool> &isKnown, std::vector<int64_t> &sizes) {
  size_t best = sizes.size();
  int64_t bestSize = kMaxSize + 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (isKnown[i] || (!uses(guard.lhs, i) && !uses(guard.rhs, i)))
      continue;
    std::vector<int64_t> trial = sizes;
    while (++trial[i] < bestSize)
      if (holds(guard, trial)) {
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

std::optional<NamedSizes> minSizes(const std::vector<std::string> &dims,
                                   const std::vector<rt::Guard> &guards, const NamedSizes &known) {
  std::vector<int64_t> sizes(dims.size(), 1);
  std::vector<bool> isKnown(dims.size());
  for (size_t i = 0; i < dims.size(); ++i)
    if (const auto found = known.find(dims[i]); found != known.end()) {
      sizes[i] = found->second;
      isKnown[i] = true;
    }
  for (int round = 0; round < kMaxRounds; ++round) {
    const auto broken = std::find_if(guards.begin(), guards.end(),
                                     [&](const rt::Guard &guard) { return !holds(guard, sizes); });
    if (broken == guards.end()) {
      NamedSizes named;
      for (size_t i = 0; i < dims.size(); ++i)
        named[dims[i]] = sizes[i];
      return named;
    }
    if (!raise(*broken, isKnown, sizes))
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace rlx::run
