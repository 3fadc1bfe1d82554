// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checked and simplified affine arithmetic; see OnnxSizes.h.
//
// Results are simplified and bounded in size. Constants are checked for overflow before they are
// combined.
#include "importers/onnx/OnnxSizes.h"

#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace rlx::onnxim {
namespace {
constexpr int kMaxNodes = 64;

void countNodes(Dim dim, int &budget) {
  if (--budget < 0)
    return;
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(dim)) {
    countNodes(binary.getLHS(), budget);
    countNodes(binary.getRHS(), budget);
  }
}

// The index of the last symbol in the expression plus one.
unsigned numSymbols(Dim dim) {
  unsigned number = 0;
  dim.walk([&](AffineExpr expr) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      number = std::max(number, symbol.getPosition() + 1);
  });
  return number;
}

// Both operands are small, so building and simplifying one more node is cheap. Simplification makes
// rows with a column per declared symbol, so no more symbols are declared than occur.
MaybeDim checked(Dim dim) {
  dim = simplifyAffineExpr(dim, 0, numSymbols(dim));
  return isSmall(dim) ? MaybeDim(dim) : std::nullopt;
}

MaybeDim constantDim(std::optional<int64_t> value, MLIRContext *context) {
  return value ? MaybeDim(getAffineConstantExpr(*value, context)) : std::nullopt;
}

bool isReasonable(std::optional<int64_t> value) {
  return !value || (*value > -(int64_t(1) << 48) && *value < (int64_t(1) << 48));
}

// A lower bound for all sizes >= 0; std::nullopt if none is obvious.
std::optional<int64_t> lowerBound(Dim dim) {
  if (auto value = constantOf(dim))
    return value;
  if (isa<AffineSymbolExpr>(dim))
    return 0;
  auto binary = cast<AffineBinaryOpExpr>(dim);
  std::optional<int64_t> l = lowerBound(binary.getLHS()), r = lowerBound(binary.getRHS());
  switch (dim.getKind()) {
  case AffineExprKind::Mod:
    return 0;
  case AffineExprKind::Add:
    return l && r ? llvm::checkedAdd(*l, *r) : std::nullopt;
  case AffineExprKind::Mul:
    return l && r && *l >= 0 && *r >= 0 ? llvm::checkedMul(*l, *r) : std::nullopt;
  default: { // divisions
    auto divisor = constantOf(binary.getRHS());
    if (!l || !divisor || *divisor <= 0)
      return std::nullopt;
    return dim.getKind() == AffineExprKind::CeilDiv ? llvm::divideCeilSigned(*l, *divisor)
                                                    : llvm::divideFloorSigned(*l, *divisor);
  }
  }
}

// Splits a product into its constant and its other factors.
bool collectFactors(Dim dim, int64_t &constant, SmallVectorImpl<Dim> &factors) {
  if (auto value = constantOf(dim)) {
    std::optional<int64_t> product = llvm::checkedMul(constant, *value);
    constant = product.value_or(0);
    return product.has_value();
  }
  if (dim.getKind() == AffineExprKind::Mul) {
    auto binary = cast<AffineBinaryOpExpr>(dim);
    return collectFactors(binary.getLHS(), constant, factors) &&
           collectFactors(binary.getRHS(), constant, factors);
  }
  factors.push_back(dim);
  return true;
}
} // namespace

std::optional<int64_t> constantOf(Dim dim) {
  return InferContext::staticValue(dim);
}

bool isSmall(Dim dim) {
  int budget = kMaxNodes;
  countNodes(dim, budget);
  return budget >= 0 && isReasonable(constantOf(dim));
}

MaybeDim add(Dim lhs, Dim rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (l && r)
    return constantDim(llvm::checkedAdd(*l, *r), lhs.getContext());
  return isReasonable(l) && isReasonable(r) ? checked(lhs + rhs) : std::nullopt;
}

MaybeDim sub(Dim lhs, Dim rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (l && r)
    return constantDim(llvm::checkedSub(*l, *r), lhs.getContext());
  return isReasonable(l) && isReasonable(r) ? checked(lhs - rhs) : std::nullopt;
}

MaybeDim mul(Dim lhs, Dim rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (l && r)
    return constantDim(llvm::checkedMul(*l, *r), lhs.getContext());
  return isReasonable(l) && isReasonable(r) ? checked(lhs * rhs) : std::nullopt;
}

MaybeDim floorDiv(Dim lhs, Dim rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (r && *r <= 0)
    return std::nullopt;
  if (l && r)
    return constantDim(llvm::divideFloorSigned(*l, *r), lhs.getContext());
  return checked(lhs.floorDiv(rhs));
}

MaybeDim ceilDiv(Dim lhs, Dim rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (r && *r <= 0)
    return std::nullopt;
  if (l && r)
    return constantDim(llvm::divideCeilSigned(*l, *r), lhs.getContext());
  return checked(lhs.ceilDiv(rhs));
}

MaybeDim mod(Dim lhs, Dim rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (!r || *r <= 0)
    return std::nullopt;
  if (l)
    return constantDim(llvm::mod(*l, *r), lhs.getContext());
  return checked(lhs % rhs);
}

std::optional<int> compare(Dim lhs, Dim rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (l && r)
    return *l < *r ? -1 : *l > *r;
  MaybeDim difference = sub(lhs, rhs), negated = sub(rhs, lhs);
  if (!difference || !negated)
    return std::nullopt;
  if (auto value = constantOf(*difference))
    return *value < 0 ? -1 : *value > 0;
  if (auto bound = lowerBound(*difference); bound && *bound > 0)
    return 1;
  if (auto bound = lowerBound(*negated); bound && *bound > 0)
    return -1;
  return std::nullopt;
}

std::optional<bool> equal(Dim lhs, Dim rhs) {
  std::optional<int> order = compare(lhs, rhs);
  return order ? std::optional<bool>(*order == 0) : std::nullopt;
}

MaybeDim min(Dim lhs, Dim rhs) {
  if (auto difference = sub(lhs, rhs))
    if (auto bound = lowerBound(*difference); bound && *bound >= 0)
      return rhs;
  if (auto difference = sub(rhs, lhs))
    if (auto bound = lowerBound(*difference); bound && *bound >= 0)
      return lhs;
  return std::nullopt;
}

MaybeDim max(Dim lhs, Dim rhs) {
  MaybeDim least = min(lhs, rhs);
  return !least ? std::nullopt : MaybeDim(*least == lhs ? rhs : lhs);
}

MaybeDim quotientOfProducts(ArrayRef<Dim> numerator, ArrayRef<Dim> denominator,
                            MLIRContext *context) {
  int64_t top = 1, bottom = 1;
  SmallVector<Dim> factors, divisors;
  for (Dim dim : numerator)
    if (!collectFactors(dim, top, factors))
      return std::nullopt;
  for (Dim dim : denominator)
    if (!collectFactors(dim, bottom, divisors))
      return std::nullopt;
  MaybeDim divisor = getAffineConstantExpr(1, context);
  for (Dim dim : divisors) {
    auto it = llvm::find(factors, dim);
    if (it != factors.end())
      factors.erase(it);
    else if (divisor)
      divisor = mul(*divisor, dim);
  }
  if (bottom <= 0 || !divisor)
    return std::nullopt;
  if (top % bottom == 0) {
    top /= bottom;
    bottom = 1;
  }
  MaybeDim result = getAffineConstantExpr(top, context);
  for (Dim dim : factors)
    result = result ? mul(*result, dim) : result;
  divisor = mul(*divisor, getAffineConstantExpr(bottom, context));
  if (!result || !divisor)
    return std::nullopt;
  return constantOf(*divisor) == 1 ? result : floorDiv(*result, *divisor);
}

} // namespace rlx::onnxim
