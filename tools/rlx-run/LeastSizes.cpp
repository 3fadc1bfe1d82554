// See LeastSizes.h.
#include "tools/rlx-run/LeastSizes.h"

#include "runtime/program/ExprEval.h"
#include "llvm/ADT/STLExtras.h"

namespace rlx::run {
namespace {

constexpr int64_t kMostSize = 1024;
constexpr int kMostRounds = 64;

// A guard that cannot be evaluated (an overflow, a division by zero) does not hold.
bool holds(const rt::Guard &guard, llvm::ArrayRef<int64_t> sizes) {
  rt::StatusOr<int64_t> lhs = rt::evaluate(guard.lhs, sizes);
  rt::StatusOr<int64_t> rhs = rt::evaluate(guard.rhs, sizes);
  if (!lhs.ok() || !rhs.ok())
    return false;
  return guard.relation == rt::Relation::Equal ? *lhs == *rhs : *lhs >= *rhs;
}

bool uses(const rt::Expr &expr, size_t symbol) {
  return llvm::any_of(expr.code, [&](const rt::ExprOp &op) {
    return op.opcode == rt::ExprOpcode::Symbol && op.value == static_cast<int64_t>(symbol);
  });
}

// Raises the one size that has to grow least for the guard to hold.
bool raise(const rt::Guard &guard, std::vector<int64_t> &sizes) {
  size_t best = sizes.size();
  int64_t bestSize = kMostSize + 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!uses(guard.lhs, i) && !uses(guard.rhs, i))
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

std::optional<std::vector<int64_t>> leastSizes(size_t symbols, llvm::ArrayRef<rt::Guard> guards) {
  std::vector<int64_t> sizes(symbols, 1);
  for (int round = 0; round < kMostRounds; ++round) {
    const rt::Guard *broken =
        llvm::find_if(guards, [&](const rt::Guard &guard) { return !holds(guard, sizes); });
    if (broken == guards.end())
      return sizes;
    if (!raise(*broken, sizes))
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace rlx::run
