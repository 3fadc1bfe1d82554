// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-factor-dequant-scales: factors scales and offsets of quantized blocks out of dot products.
//
//   x0 (d q0 + m) + x1 (d q1 + m) + ..   becomes   d (x0 q0 + x1 q1 + ..) + m (x0 + x1 + ..)
//
// Rows of weights that are multiplied by the same x share the last sum. An addition to a product
// that is multiplied again becomes an fma. Only ops with the flags `reassoc` and `contract` are
// changed, as block-quantized matmuls have them.
#include "conversions/gpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace rlx {
#define GEN_PASS_DEF_FACTORDEQUANTSCALESPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Whether the op is of f32 and may be reassociated. Ops of the model itself may not.
template <typename Op>
bool isFree(Op op) {
  return op && op.getType().isF32() &&
         arith::bitEnumContainsAll(op.getFastmath(),
                                   arith::FastMathFlags::reassoc | arith::FastMathFlags::contract);
}

// Whether it accumulates a term.
bool isStep(Operation *op) {
  return isFree(dyn_cast<math::FmaOp>(op));
}

arith::MulFOp freeProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return isFree(product) ? product : arith::MulFOp();
}

// An accumulation: plain * (scale * scaled + offset) + accumulator. A null offset is 0.
struct Link {
  math::FmaOp fma;
  Value plain, scale, scaled, offset;

  bool isLike(const Link &other) const { return scale == other.scale && offset == other.offset; }
};

// Whether the value was f16. Its products with narrow integers are far from overflow, so they do
// not need the scale to stay finite.
bool isSmall(Value value) {
  auto extended = value.getDefiningOp<arith::ExtFOp>();
  return extended && extended.getIn().getType().isF16();
}

// All ways to see the fma as a link.
SmallVector<Link> linksOf(math::FmaOp fma) {
  SmallVector<Link> links;
  if (!isStep(fma))
    return links;
  auto add = [&](Value plain, Value lhs, Value rhs, Value offset) {
    links.push_back({fma, plain, lhs, rhs, offset});
    links.push_back({fma, plain, rhs, lhs, offset});
  };
  for (auto [plain, other] : {std::pair(fma.getA(), fma.getB()), {fma.getB(), fma.getA()}}) {
    if (!isSmall(plain))
      continue;
    if (arith::MulFOp product = freeProduct(other))
      add(plain, product.getLhs(), product.getRhs(), {});
    if (auto moved = other.getDefiningOp<math::FmaOp>(); isFree(moved) && moved->hasOneUse())
      add(plain, moved.getA(), moved.getB(), moved.getC());
  }
  return links;
}

// The accumulations from this one back to the first with the same scale and offset.
SmallVector<Link> chainFrom(const Link &link) {
  SmallVector<Link> chain = {link};
  while (auto before = chain.back().fma.getC().getDefiningOp<math::FmaOp>()) {
    if (!before->hasOneUse())
      break;
    SmallVector<Link> links = linksOf(before);
    auto *same = llvm::find_if(links, [&](const Link &each) { return each.isLike(link); });
    if (same == links.end())
      break;
    chain.push_back(*same);
  }
  return chain;
}

struct FactorDequantScales : rlx::impl::FactorDequantScalesPassBase<FactorDequantScales> {
  void runOnBody() override {
    SmallVector<arith::AddFOp> sums;
    SmallVector<math::FmaOp> steps;
    getOperation().walk([&](Operation *op) {
      if (auto sum = dyn_cast<arith::AddFOp>(op))
        sums.push_back(sum);
      else if (isStep(op))
        steps.push_back(cast<math::FmaOp>(op));
    });
    for (arith::AddFOp sum : sums)
      addInStep(sum);
    DenseSet<math::FmaOp> done;
    for (math::FmaOp step : llvm::reverse(steps))
      if (!done.contains(step))
        factor(step, done);
    for (math::FmaOp step : llvm::reverse(steps))
      if (step->use_empty())
        step->erase();
  }

private:
  // Fuses a sum with a product that only accumulations read: a * b + c becomes an fma.
  static void addInStep(arith::AddFOp sum) {
    if (!isFree(sum) || !llvm::all_of(sum->getUsers(), isStep))
      return;
    for (auto [made, added] : {std::pair(sum.getLhs(), sum.getRhs()), {sum.getRhs(), sum.getLhs()}})
      if (arith::MulFOp product = freeProduct(made)) {
        OpBuilder b(sum);
        Value fused = math::FmaOp::create(b, sum.getLoc(), product.getLhs(), product.getRhs(),
                                          added, sum.getFastmath());
        sum.getResult().replaceAllUsesWith(fused);
        sum->erase();
        return;
      }
  }

  // Whether it saves instructions. The scale costs three. An offset needs a sum of the plain
  // values, which pays off only if other accumulations need it too.
  static bool isWorthIt(ArrayRef<Link> chain) {
    constexpr size_t kMin = 4, kMinWithOffset = 12;
    if (chain.empty() || !chain.front().offset)
      return chain.size() >= kMin;
    SmallPtrSet<Operation *, 32> own;
    for (const Link &link : chain)
      own.insert(link.fma);
    return chain.size() >= kMinWithOffset && llvm::all_of(chain, [&](const Link &link) {
             return llvm::any_of(link.plain.getUsers(), [&](Operation *user) {
               return isStep(user) && !own.contains(user);
             });
           });
  }

  static void factor(math::FmaOp step, DenseSet<math::FmaOp> &done) {
    SmallVector<Link> longest;
    for (const Link &link : linksOf(step))
      if (SmallVector<Link> chain = chainFrom(link); chain.size() > longest.size())
        longest = std::move(chain);
    if (!isWorthIt(longest))
      return;
    OpBuilder b(step);
    const Location loc = step.getLoc();
    arith::FastMathFlags flags = step.getFastmath();
    Value sum, plainSum;
    for (Link &link : llvm::reverse(longest)) {
      done.insert(link.fma);
      flags = flags & link.fma.getFastmath();
      sum = sum ? Value(math::FmaOp::create(b, loc, link.plain, link.scaled, sum, flags))
                : arith::MulFOp::create(b, loc, link.plain, link.scaled);
      if (link.offset)
        plainSum =
            plainSum ? Value(arith::AddFOp::create(b, loc, plainSum, link.plain)) : link.plain;
    }
    const Link &last = longest.front();
    Value total = longest.back().fma.getC();
    if (last.offset)
      total = math::FmaOp::create(b, loc, plainSum, finite(b, loc, last.offset), total, flags);
    total = math::FmaOp::create(b, loc, sum, finite(b, loc, last.scale), total, flags);
    step.getResult().replaceAllUsesWith(total);
  }

  // The value, or NaN if it is not finite. With an infinite scale, products are NaN where the
  // integer is 0, and infinite elsewhere, usually of both signs, so their sum is NaN. An infinity
  // times a sum would not be. The same holds for offsets.
  static Value finite(OpBuilder &b, Location loc, Value value) {
    Value nothing = arith::SubFOp::create(b, loc, value, value);
    return arith::AddFOp::create(b, loc, value, nothing);
  }
};

} // namespace
