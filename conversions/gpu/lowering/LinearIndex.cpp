// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows arithmetic on indices up to a fixed depth (see LinearIndex.h). Divisors come from
// constants, loop bounds and loop steps: for example, an induction variable from 0 with step 8 is a
// multiple of 8.
#include "conversions/gpu/lowering/LinearIndex.h"

#include <numeric>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx {
namespace {

// The divisor of zero. Larger ones are of no interest.
constexpr int64_t kMaxDivisor = 1 << 16;
// Ops that are followed. Beyond them an index is a single term.
constexpr unsigned kMaxIterations = 64;

int64_t divisorOf(Value value, unsigned steps);

int64_t divisorOfOp(Operation *op, unsigned steps) {
  auto of = [&](unsigned i) { return divisorOf(op->getOperand(i), steps + 1); };
  if (isa<arith::MulIOp>(op))
    return std::min(of(0) * of(1), kMaxDivisor);
  if (isa<arith::AddIOp, arith::SubIOp, arith::RemUIOp, arith::MinUIOp, arith::MaxUIOp>(op))
    return std::gcd(of(0), of(1));
  if (isa<arith::SelectOp>(op))
    return std::gcd(of(1), of(2));
  if (std::optional<int64_t> by = isa<arith::DivUIOp>(op) ? getConstantIntValue(op->getOperand(1))
                                                          : std::optional<int64_t>())
    if (const int64_t divisor = of(0); *by > 0 && divisor % *by == 0)
      return divisor / *by;
  return 1;
}

int64_t divisorOf(Value value, unsigned steps) {
  if (std::optional<int64_t> known = getConstantIntValue(value)) {
    if (*known == 0)
      return kMaxDivisor;
    // Its power of two: products of such divisors are powers of two again.
    return std::min(*known & -*known, kMaxDivisor);
  }
  if (steps > kMaxIterations)
    return 1;
  if (Operation *op = value.getDefiningOp())
    return divisorOfOp(op, steps);
  auto loop = dyn_cast<scf::ForOp>(cast<BlockArgument>(value).getOwner()->getParentOp());
  if (loop && loop.getInductionVar() == value)
    return std::gcd(divisorOf(loop.getLowerBound(), steps + 1),
                    divisorOf(loop.getStep(), steps + 1));
  return 1;
}

void add(LinearIndex &index, Value value, int64_t factor, unsigned steps) {
  if (std::optional<int64_t> known = getConstantIntValue(value)) {
    index.constant += factor * *known;
    return;
  }
  Operation *op = steps > kMaxIterations ? nullptr : value.getDefiningOp();
  if (isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op)) {
    add(index, op->getOperand(0), factor, steps + 1);
    add(index, op->getOperand(1), isa<arith::SubIOp>(op) ? -factor : factor, steps + 1);
    return;
  }
  if (auto times = dyn_cast_or_null<arith::MulIOp>(op))
    if (std::optional<int64_t> known = getConstantIntValue(times.getRhs())) {
      add(index, times.getLhs(), factor * *known, steps + 1);
      return;
    }
  auto *term = llvm::find_if(index.terms, [&](auto &each) { return each.first == value; });
  if (term == index.terms.end())
    index.terms.push_back({value, factor});
  else
    term->second += factor;
}

// Undoes a delinearization: x mod n, and n times x div n, become x. Returns whether there was such
// a pair of terms.
bool joinParts(LinearIndex &index) {
  for (LinearIndex::Term &rest : index.terms) {
    auto rem = rest.first.getDefiningOp<arith::RemUIOp>();
    std::optional<int64_t> size = rem ? getConstantIntValue(rem.getRhs()) : std::nullopt;
    if (!size)
      continue;
    auto *whole = llvm::find_if(index.terms, [&](LinearIndex::Term &other) {
      auto div = other.first.getDefiningOp<arith::DivUIOp>();
      return div && div.getLhs() == rem.getLhs() && getConstantIntValue(div.getRhs()) == size &&
             other.second == rest.second * *size;
    });
    if (whole == index.terms.end())
      continue;
    const int64_t factor = rest.second;
    index.terms.erase(std::max(whole, &rest));
    index.terms.erase(std::min(whole, &rest));
    add(index, rem.getLhs(), factor, 0);
    return true;
  }
  return false;
}

} // namespace

LinearIndex LinearIndex::of(Value value) {
  LinearIndex index;
  add(index, value, 1, 0);
  while (joinParts(index))
    continue;
  llvm::erase_if(index.terms, [](const Term &term) { return term.second == 0; });
  return index;
}

bool LinearIndex::hasSameTerms(const LinearIndex &other) const {
  return terms.size() == other.terms.size() && llvm::all_of(terms, [&](const Term &term) {
           return llvm::is_contained(other.terms, term);
         });
}

Value LinearIndex::dividedBy(OpBuilder &b, Location loc, int64_t number) const {
  auto constantOf = [&](int64_t each) { return arith::ConstantIndexOp::create(b, loc, each); };
  // Terms that are multiples of the number are divided one by one.
  Value whole = constantOf(llvm::divideFloorSigned(constant, number)), rest;
  auto addTo = [&](Value &sum, const Term &term, int64_t factor) {
    Value product = b.createOrFold<arith::MulIOp>(loc, term.first, constantOf(factor));
    sum = sum ? b.createOrFold<arith::AddIOp>(loc, sum, product) : product;
  };
  for (const Term &term : terms)
    if (term.second % number == 0)
      addTo(whole, term, term.second / number);
    else
      addTo(rest, term, term.second);
  if (!rest)
    return whole;
  // The rest may be negative even if the whole index is not.
  const bool isSigned = llvm::any_of(terms, [](const Term &term) { return term.second < 0; });
  rest = isSigned ? b.createOrFold<arith::DivSIOp>(loc, rest, constantOf(number))
                  : b.createOrFold<arith::DivUIOp>(loc, rest, constantOf(number));
  return b.createOrFold<arith::AddIOp>(loc, whole, rest);
}

int64_t LinearIndex::divisor() const {
  int64_t divisor = kMaxDivisor;
  for (auto [value, factor] : terms)
    divisor = std::gcd(divisor, factor * divisorOf(value, 0));
  return divisor;
}

} // namespace rlx
