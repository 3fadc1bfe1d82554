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

MaybeDim small(Dim dim) {
  return isSmall(dim) ? checked(dim) : std::nullopt;
}

std::optional<bool> equal(Dim lhs, Dim rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (l && r)
    return *l == *r;
  MaybeDim difference = sub(lhs, rhs);
  if (!difference)
    return std::nullopt;
  if (auto value = constantOf(*difference))
    return *value == 0;
  return std::nullopt;
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
