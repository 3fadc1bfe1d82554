// Sums of products with numbers of blocks: what all numbers of a block are multiplied by, and what
// is added to them all, is taken out, x0 (d q0 + m) + x1 (d q1 + m) + .. becomes
// d (x0 q0 + x1 q1 + ..) + m (x0 + x1 + ..), where rows of weights that are multiplied by the same
// numbers have the last sum in common; and what is added to a number that is multiplied is added in
// the same instruction.
#include "conversions/gpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace rlx {
#define GEN_PASS_DEF_FACTORDEQUANTSCALESPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Of f32, and may be rounded in another way. What a model itself multiplies and adds may not.
template <typename Op>
bool isFree(Op op) {
  return op && op.getType().isF32() &&
         arith::bitEnumContainsAll(op.getFastmath(),
                                   arith::FastMathFlags::reassoc | arith::FastMathFlags::contract);
}

// A step of a sum.
bool isStep(Operation *op) {
  return isFree(dyn_cast<math::FmaOp>(op));
}

arith::MulFOp freeProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return isFree(product) ? product : arith::MulFOp();
}

// A step as plain * (scale * scaled + offset) + what there is so far. No offset: 0.
struct Link {
  math::FmaOp fma;
  Value plain, scale, scaled, offset;

  bool isLike(const Link &other) const { return scale == other.scale && offset == other.offset; }
};

// Whether it was f16: its products with integers of few bits are far from what overflows, which
// those with a scale may have kept them from.
bool isSmall(Value value) {
  auto extended = value.getDefiningOp<arith::ExtFOp>();
  return extended && extended.getIn().getType().isF16();
}

// All ways to see it as a link.
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

// From the last step to the first with this scale and offset.
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

  // Whether it saves instructions: what is taken out takes three, and for an offset there is a sum,
  // which costs as many as it saves unless other steps want it too.
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

  // What is not finite as NaN. With an infinite scale numbers are NaN where they were 0, and
  // infinite elsewhere, of both signs as a rule: the sum is NaN, which it would not be as an
  // infinity times a sum. So it is with what is added to them.
  static Value finite(OpBuilder &b, Location loc, Value value) {
    Value nothing = arith::SubFOp::create(b, loc, value, value);
    return arith::AddFOp::create(b, loc, value, nothing);
  }
};

} // namespace
