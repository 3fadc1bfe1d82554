// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interval arithmetic over sizes, and the table of definitions; see DerivedSizes.h.
//
// A difference such as n - min(n, 4) is bounded by each operand of the minimum in its place.
#include "dialects/rlx/support/DerivedSizes.h"

#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace rlx {
namespace {

// In a sum, this many minima and maxima are replaced by their operands one after another.
constexpr unsigned kMaxDepth = 2;
// Longer sums get the bounds of their terms.
constexpr unsigned kMaxTerms = 8;

// The operations in an expression, at most `limit` + 1.
unsigned countTerms(Dim dim, unsigned limit) {
  SmallVector<Dim> work = {dim};
  unsigned terms = 0;
  for (; !work.empty() && terms <= limit; ++terms)
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(work.pop_back_val()))
      work.append({binary.getLHS(), binary.getRHS()});
  return terms;
}

// Longer expressions are not simplified: their products expand.
constexpr unsigned kMaxSimplified = 64;
// Symbols beyond this number are not simplified together: a row of a simplifier has a column for
// each.
constexpr unsigned kMaxColumns = 4096;

Dim simplify(Dim dim) {
  unsigned columns = 0;
  dim.walk([&](AffineExpr expr) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      columns = std::max(columns, symbol.getPosition() + 1);
  });
  return columns > kMaxColumns || countTerms(dim, kMaxSimplified) > kMaxSimplified
             ? dim
             : simplifyAffineExpr(dim, 0, columns);
}

// The summands of a sum, with the factor of each.
void collectTerms(Dim dim, SmallVectorImpl<std::pair<Dim, int64_t>> &terms) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(dim);
  if (binary && dim.getKind() == AffineExprKind::Add) {
    collectTerms(binary.getLHS(), terms);
    collectTerms(binary.getRHS(), terms);
    return;
  }
  if (binary && dim.getKind() == AffineExprKind::Mul)
    if (auto factor = InferContext::staticValue(binary.getRHS()))
      return terms.push_back({binary.getLHS(), *factor});
  terms.push_back({dim, 1});
}

std::optional<int64_t> sum(std::optional<int64_t> lhs, std::optional<int64_t> rhs) {
  return lhs && rhs ? llvm::checkedAdd(*lhs, *rhs) : std::nullopt;
}

// The better of two bounds.
std::optional<int64_t> tighter(std::optional<int64_t> lhs, std::optional<int64_t> rhs, bool upper) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return upper ? std::min(*lhs, *rhs) : std::max(*lhs, *rhs);
}

} // namespace

Dim DerivedSizes::define(const Definition &definition, llvm::function_ref<Dim()> newSymbol) {
  auto &known = byOperands[definition.kind ? static_cast<unsigned>(*definition.kind) : 2];
  for (auto operands :
       {std::pair(definition.lhs, definition.rhs), std::pair(definition.rhs, definition.lhs)})
    if (Dim symbol = known.lookup(operands))
      return symbol;
  Dim symbol = newSymbol();
  known[{definition.lhs, definition.rhs}] = symbol;
  definitions[symbol] = definition;
  knownBounds[symbol] = {boundOf(definition, /*upper=*/false), boundOf(definition, /*upper=*/true)};
  return symbol;
}

Dim DerivedSizes::get(Extremum kind, Dim lhs, Dim rhs, llvm::function_ref<Dim()> newSymbol) {
  bool isMin = kind == Extremum::Min;
  if (isAtLeast(lhs, rhs))
    return isMin ? rhs : lhs;
  if (isAtLeast(rhs, lhs))
    return isMin ? lhs : rhs;
  return define({kind, lhs, rhs}, newSymbol);
}

Dim DerivedSizes::named(Dim dim, unsigned mostTerms, llvm::function_ref<Dim()> newSymbol) {
  return countTerms(dim, mostTerms) <= mostTerms ? dim
                                                 : define({std::nullopt, dim, dim}, newSymbol);
}

Dim DerivedSizes::broadcast(Dim lhs, Dim rhs, Dim isOne, bool areCompatible,
                            llvm::function_ref<Dim(const Definition &)> newSymbol) {
  if (auto known = InferContext::staticValue(isOne))
    return *known == 1 ? rhs : lhs;
  if (areCompatible && (InferContext::isStatic(rhs) || lowerBound(rhs).value_or(0) > 1))
    return rhs; // no 1
  if (isOneElementOf(lhs, rhs))
    return rhs;
  if (isOneElementOf(rhs, lhs))
    return lhs;
  llvm::SmallDenseSet<Dim> left, right;
  collectLeaves(lhs, left);
  collectLeaves(rhs, right);
  auto contains = [](const llvm::SmallDenseSet<Dim> &all, const llvm::SmallDenseSet<Dim> &some) {
    return llvm::all_of(some, [&](Dim dim) { return all.contains(dim); });
  };
  if (contains(left, right))
    return lhs;
  if (contains(right, left) && (areCompatible || broadcastOperands.lookup(rhs).first == lhs))
    return rhs;
  if (Dim symbol = broadcastSymbols.lookup({lhs, rhs}))
    return symbol;
  if (Dim symbol = broadcastSymbols.lookup({rhs, lhs}); symbol && areCompatible)
    return symbol;
  Dim value = simplify(isOne * rhs + lhs - isOne * lhs);
  const Definition definition{std::nullopt, value, value};
  Dim symbol = newSymbol(definition);
  broadcastSymbols[{lhs, rhs}] = symbol;
  broadcastOperands[symbol] = {lhs, rhs};
  definitions[symbol] = definition;
  knownBounds[symbol] = boundsOfBroadcast(lhs, rhs);
  return symbol;
}

// Whether dim is min(whole, 1), as of the first row of a tensor.
bool DerivedSizes::isOneElementOf(Dim dim, Dim whole) const {
  const Definition *definition = find(dim);
  if (!definition || definition->kind != Extremum::Min)
    return false;
  auto isOne = [](Dim each) { return InferContext::staticValue(each) == 1; };
  return (definition->lhs == whole && isOne(definition->rhs)) ||
         (definition->rhs == whole && isOne(definition->lhs));
}

// The size is one of the two.
DerivedSizes::Bounds DerivedSizes::boundsOfBroadcast(Dim lhs, Dim rhs) const {
  auto lower = [&](Dim dim) { return bound(dim, /*upper=*/false, 0); };
  auto upper = [&](Dim dim) { return bound(dim, /*upper=*/true, 0); };
  Bounds result;
  if (auto l = lower(lhs), r = lower(rhs); l && r)
    result.lower = std::min(*l, *r);
  if (auto l = upper(lhs), r = upper(rhs); l && r)
    result.upper = std::max(*l, *r);
  return result;
}

const std::pair<Dim, Dim> *DerivedSizes::findBroadcast(Dim symbol) const {
  auto it = broadcastOperands.find(symbol);
  return it == broadcastOperands.end() ? nullptr : &it->second;
}

// The sizes that a size of broadcasting may have.
void DerivedSizes::collectLeaves(Dim dim, llvm::SmallDenseSet<Dim> &leaves) const {
  const std::pair<Dim, Dim> *operands = findBroadcast(dim);
  if (!operands) {
    leaves.insert(dim);
    return;
  }
  collectLeaves(operands->first, leaves);
  collectLeaves(operands->second, leaves);
}

void DerivedSizes::collectSymbols(Dim dim, llvm::SmallDenseSet<Dim> &symbols) const {
  dim.walk([&](AffineExpr expr) {
    if (!isa<AffineSymbolExpr>(expr) || !symbols.insert(expr).second)
      return;
    if (const Definition *definition = find(expr)) {
      collectSymbols(definition->lhs, symbols);
      collectSymbols(definition->rhs, symbols);
    }
  });
}

bool DerivedSizes::shareSymbol(Dim lhs, Dim rhs) const {
  llvm::SmallDenseSet<Dim> left, right;
  collectSymbols(lhs, left);
  collectSymbols(rhs, right);
  return llvm::any_of(left, [&](Dim symbol) { return right.contains(symbol); });
}

bool DerivedSizes::mayBroadcast(Dim lhs, Dim rhs) const {
  if (lowerBound(lhs).value_or(0) > 1 && lowerBound(rhs).value_or(0) > 1)
    return false;
  // A first row broadcasts.
  if (upperBound(lhs).value_or(2) <= 1 || upperBound(rhs).value_or(2) <= 1)
    return lhs != rhs;
  if (!shareSymbol(lhs, rhs))
    return true;
  // Sizes of broadcasting have operands in common.
  if (!findBroadcast(lhs) && !findBroadcast(rhs))
    return false;
  llvm::SmallDenseSet<Dim> leftLeaves, rightLeaves;
  collectLeaves(lhs, leftLeaves);
  collectLeaves(rhs, rightLeaves);
  return llvm::all_of(leftLeaves, [&](Dim l) {
    return llvm::all_of(rightLeaves, [&](Dim r) { return l == r || mayBroadcast(l, r); });
  });
}

const DerivedSizes::Definition *DerivedSizes::find(Dim symbol) const {
  auto it = definitions.find(symbol);
  return it == definitions.end() ? nullptr : &it->second;
}

Dim DerivedSizes::addEquality(Dim lhs, Dim rhs) {
  lhs = resolve(lhs);
  rhs = resolve(rhs);
  // Younger symbols are replaced by older ones, so that chains of replacements end.
  auto age = [&](Dim dim) { return find(dim) ? cast<AffineSymbolExpr>(dim).getPosition() + 1 : 0; };
  if (age(lhs) < age(rhs))
    std::swap(lhs, rhs);
  unsigned youngest = 0;
  rhs.walk([&](AffineExpr expr) { youngest = std::max(youngest, age(expr)); });
  if (age(lhs) <= youngest)
    return {};
  equalities[lhs] = rhs;
  return lhs;
}

Dim DerivedSizes::resolve(Dim dim) const {
  if (equalities.empty() || InferContext::isStatic(dim))
    return dim;
  for (Dim next = dim.replace(equalities); next != dim; next = dim.replace(equalities))
    dim = next;
  return simplify(dim);
}

std::optional<int64_t> DerivedSizes::lowerBound(Dim dim) const {
  return bound(simplify(dim), /*upper=*/false, 0);
}

std::optional<int64_t> DerivedSizes::upperBound(Dim dim) const {
  return bound(simplify(dim), /*upper=*/true, 0);
}

bool DerivedSizes::isAtLeast(Dim lhs, Dim rhs) const {
  auto l = InferContext::staticValue(lhs), r = InferContext::staticValue(rhs);
  if (l && r)
    return *l >= *r;
  return lhs == rhs || lowerBound(lhs - rhs).value_or(-1) >= 0;
}

// A lower bound of a minimum needs bounds of both operands, one of a maximum needs any.
std::optional<int64_t> DerivedSizes::boundOf(const Definition &definition, bool upper) const {
  std::optional<int64_t> l = bound(definition.lhs, upper, 0);
  if (!definition.kind)
    return l;
  std::optional<int64_t> r = bound(definition.rhs, upper, 0);
  if (upper == (definition.kind == Extremum::Min))
    return tighter(l, r, upper);
  if (!l || !r)
    return std::nullopt;
  return upper ? std::max(*l, *r) : std::min(*l, *r);
}

std::optional<int64_t> DerivedSizes::bound(Dim dim, bool upper, unsigned depth) const {
  if (auto value = InferContext::staticValue(dim))
    return value;
  if (isa<AffineSymbolExpr>(dim)) {
    if (auto it = knownBounds.find(dim); it != knownBounds.end())
      return upper ? it->second.upper : it->second.lower;
    return upper || signedSymbols.contains(dim) ? std::nullopt : std::optional<int64_t>(0);
  }
  auto binary = cast<AffineBinaryOpExpr>(dim);
  switch (dim.getKind()) {
  case AffineExprKind::Mod:
    if (auto divisor = InferContext::staticValue(binary.getRHS()); upper && divisor)
      return *divisor - 1;
    return upper ? std::nullopt : std::optional<int64_t>(0);
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv: {
    auto divisor = InferContext::staticValue(binary.getRHS());
    auto dividend = bound(binary.getLHS(), upper, depth);
    if (!dividend)
      return std::nullopt;
    if (!divisor) { // a guard requires a divisor of at least 1
      bool isPositive = bound(binary.getRHS(), false, depth).value_or(-1) >= 0;
      return !upper && isPositive && *dividend >= 0 ? std::optional<int64_t>(0) : std::nullopt;
    }
    if (*divisor <= 0)
      return std::nullopt;
    return dim.getKind() == AffineExprKind::CeilDiv ? llvm::divideCeilSigned(*dividend, *divisor)
                                                    : llvm::divideFloorSigned(*dividend, *divisor);
  }
  case AffineExprKind::Mul: {
    auto factor = InferContext::staticValue(binary.getRHS());
    auto l = bound(binary.getLHS(), factor && *factor < 0 ? !upper : upper, depth);
    if (factor)
      return l ? llvm::checkedMul(*l, *factor) : std::nullopt;
    auto r = bound(binary.getRHS(), upper, depth);
    auto leastL = upper ? bound(binary.getLHS(), false, depth) : l;
    auto leastR = upper ? bound(binary.getRHS(), false, depth) : r;
    bool areNonNegative = leastL && leastR && *leastL >= 0 && *leastR >= 0;
    return l && r && areNonNegative ? llvm::checkedMul(*l, *r) : std::nullopt;
  }
  default:
    break;
  }
  return boundOfSum(dim, upper, depth);
}

// The bound of a sum is that of its terms, or one with a term replaced by a bound of the term.
std::optional<int64_t> DerivedSizes::boundOfSum(Dim dim, bool upper, unsigned depth) const {
  SmallVector<std::pair<Dim, int64_t>> terms;
  collectTerms(dim, terms);
  std::optional<int64_t> best = 0;
  for (auto [factor, count] : terms) {
    std::optional<int64_t> term = bound(factor, upper == (count > 0), depth);
    best = sum(best, term ? llvm::checkedMul(*term, count) : std::nullopt);
  }
  if (depth == kMaxDepth || terms.size() > kMaxTerms)
    return best;
  for (auto [factor, count] : terms)
    for (Dim replacement : replacements(factor, upper == (count > 0)))
      best = tighter(best, bound(simplify(dim + (replacement - factor) * count), upper, depth + 1),
                     upper);
  return best;
}

// Sizes that are at least (with `upper`) or at most as large: the operands of a minimum or maximum,
// and the dividend of a quotient or remainder.
SmallVector<Dim> DerivedSizes::replacements(Dim dim, bool upper) const {
  if (const Definition *definition = find(dim)) {
    bool fits = definition->kind && upper == (*definition->kind == Extremum::Min);
    return fits ? SmallVector<Dim>{definition->lhs, definition->rhs} : SmallVector<Dim>();
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(dim);
  auto divisor = binary ? InferContext::staticValue(binary.getRHS()) : std::nullopt;
  bool isDivision =
      binary && dim.getKind() != AffineExprKind::Add && dim.getKind() != AffineExprKind::Mul;
  if (!upper || !isDivision || !divisor || *divisor < 1 ||
      bound(binary.getLHS(), /*upper=*/false, kMaxDepth).value_or(-1) < 0)
    return {};
  return {binary.getLHS()};
}

} // namespace rlx
