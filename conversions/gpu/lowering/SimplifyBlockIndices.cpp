// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-simplify-block-indices: contiguous elements that begin at a multiple of their number are in
// one quantized block. The index of the block, and the offset of the first element, are computed
// once.
//
// before: (8 * %i + 3) rem 32        (8 * %i + 3) div 32
// after:  (8 * %i) rem 32 + 3        (8 * %i) div 32
//
// If the block size divides all terms, only constants are left: (64 * %i + 37) rem 32 becomes 5.
#include "conversions/gpu/Passes.h"

#include <numeric>

#include "conversions/gpu/lowering/LinearIndex.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_SIMPLIFYBLOCKINDICESPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// (first + step) div size, or rem size. `first` and the size are multiples of `aligned`.
struct OffsetIndex {
  Value first;
  int64_t step, aligned;

  static std::optional<OffsetIndex> of(Operation *op) {
    auto sum = op->getOperand(0).getDefiningOp<arith::AddIOp>();
    std::optional<int64_t> size = getConstantIntValue(op->getOperand(1));
    std::optional<int64_t> step = sum ? getConstantIntValue(sum.getRhs()) : std::nullopt;
    if (!size || !step || *size <= 0 || *step <= 0 || !op->getResult(0).getType().isIndex())
      return std::nullopt;
    auto index = rlx::LinearIndex::of(sum.getLhs());
    const int64_t aligned = std::gcd(index.divisor(), *size);
    if (index.constant % aligned != 0 || *step % aligned == 0)
      return std::nullopt;
    return OffsetIndex{sum.getLhs(), *step, aligned};
  }

  // The multiple of `aligned` at or before the index.
  Value ownFirst(OpBuilder &b, Location loc) const {
    const int64_t whole = step - step % aligned;
    if (whole == 0)
      return first;
    return arith::AddIOp::create(b, loc, first, arith::ConstantIndexOp::create(b, loc, whole));
  }
};

// The quotient or remainder, if the size divides all terms of the index; or null.
Value whole(Operation *op, OpBuilder &b) {
  std::optional<int64_t> size = getConstantIntValue(op->getOperand(1));
  if (!size || *size <= 0 || !op->getResult(0).getType().isIndex())
    return {};
  auto index = rlx::LinearIndex::of(op->getOperand(0));
  const bool isQuotient = isa<arith::DivUIOp>(op);
  auto divides = [&](const rlx::LinearIndex::Term &term) { return term.second % *size == 0; };
  if (llvm::all_of(index.terms, divides)) {
    if (isQuotient)
      return index.dividedBy(b, op->getLoc(), *size);
  } else if (isQuotient || index.divisor() % *size != 0) {
    return {};
  }
  return arith::ConstantIndexOp::create(b, op->getLoc(), llvm::mod(index.constant, *size));
}

template <typename Op>
struct SimplifyPattern : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (Value known = whole(op, rewriter)) {
      rewriter.replaceOp(op, known);
      return success();
    }
    std::optional<OffsetIndex> at = OffsetIndex::of(op);
    if (!at)
      return failure();
    Location loc = op.getLoc();
    Value begin = Op::create(rewriter, loc, at->ownFirst(rewriter, loc), op.getRhs());
    if (std::is_same_v<Op, arith::RemUIOp>)
      begin = arith::AddIOp::create(
          rewriter, loc, begin,
          arith::ConstantIndexOp::create(rewriter, loc, at->step % at->aligned));
    rewriter.replaceOp(op, begin);
    return success();
  }
};

struct SimplifyBlockIndices : rlx::impl::SimplifyBlockIndicesPassBase<SimplifyBlockIndices> {
  void runOnBody() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SimplifyPattern<arith::DivUIOp>, SimplifyPattern<arith::RemUIOp>>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
