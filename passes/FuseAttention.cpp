// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fuse-attention`: recognizes attention as exporters write it.
//
//   %s = rlx.matmul %q, %kt ; [%s = rlx.div/mul %s, constant] ; [%s = rlx.add %s, %mask]
//   %p = rlx.softmax %s axis = -1
//   %o = rlx.matmul %p, %v
//   =>
//   %o = rlx.attention %q, %k, %v, %mask layout = bshd …
//
// Here q and v are [B, H, S, D] and kt is [B, H, D, S]. The attention stands between transposes
// that usually cancel against those around the pattern.
#include "passes/Passes.h"

#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/PatternUtils.h"

namespace rlx {
#define GEN_PASS_DEF_FUSEATTENTIONPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

struct Scores {
  MatmulOp matmul;
  double scale = 1.0;
  Value mask; // added to the scores; null if there is none
};

// Walks from the softmax's operand back to the matmul of query and key.
struct ScoreMatcher {
  std::optional<Scores> match(Value value) {
    Scores scores;
    if (auto add = singleUse<AddOp>(value)) {
      for (Value operand : add->getOperands()) {
        Scores attempt;
        attempt.mask = otherOperand(add, operand);
        if (attempt.mask != operand && add.getType() == operand.getType() &&
            matchScaled(operand, attempt))
          return attempt;
      }
      return std::nullopt;
    }
    if (matchScaled(value, scores))
      return scores;
    return std::nullopt;
  }

private:
  template <typename OpTy>
  static OpTy singleUse(Value value) {
    auto op = value.getDefiningOp<OpTy>();
    return op && isOnlyUseInBlock(value, *value.getUsers().begin()) ? op : OpTy();
  }

  static bool matchScaled(Value value, Scores &scores) {
    if (auto div = singleUse<DivOp>(value)) {
      std::optional<double> divisor = splatValue(div.getRhs());
      if (!divisor || *divisor == 0 || div.getType() != div.getLhs().getType())
        return false;
      scores.scale = 1.0 / *divisor;
      value = div.getLhs();
    } else if (auto mul = singleUse<MulOp>(value)) {
      std::optional<double> factor = splatValue(mul.getRhs());
      value = factor ? mul.getLhs() : mul.getRhs();
      if (!factor)
        factor = splatValue(mul.getLhs());
      if (!factor || mul.getType() != value.getType())
        return false; // no scale, or one that broadcasts the scores to another shape
      scores.scale = *factor;
    }
    scores.matmul = singleUse<MatmulOp>(value);
    return scores.matmul && tensorType(scores.matmul.getLhs()).getRank() == 4 &&
           tensorType(scores.matmul.getRhs()).getRank() == 4;
  }
};

struct FuseAttentionPattern : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    auto softmax = op.getLhs().getDefiningOp<SoftmaxOp>();
    if (!softmax || !isOnlyUseInBlock(op.getLhs(), op) || tensorType(op.getRhs()).getRank() != 4)
      return failure();
    int64_t axis = softmax.getAxis();
    if (axis != -1 && axis != 3)
      return failure();
    std::optional<Scores> scores = ScoreMatcher().match(softmax.getInput());
    if (!scores || !sameHeads(scores->matmul.getLhs(), scores->matmul.getRhs(), op.getRhs()))
      return failure();
    rewrite(op, *scores, rewriter);
    return success();
  }

private:
  // Attention does not broadcast over batch or heads. Dynamic sizes that meet in a matmul are equal
  // when the model runs; they never broadcast.
  static bool sameHeads(Value q, Value kt, Value v) {
    auto same = [](int64_t a, int64_t b) { return a == b; };
    for (int i : {0, 1})
      if (!same(tensorType(q).getDimSize(i), tensorType(kt).getDimSize(i)) ||
          !same(tensorType(q).getDimSize(i), tensorType(v).getDimSize(i)))
        return false;
    return tensorType(q).getDimSize(1) != ShapedType::kDynamic;
  }

  static void rewrite(MatmulOp op, Scores &scores, PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    auto transpose = [&](Value value, ArrayRef<int64_t> perm) -> Value {
      return TransposeOp::create(rewriter, loc, value, perm);
    };
    Value q = transpose(scores.matmul.getLhs(), {0, 2, 1, 3});
    Value k = transpose(scores.matmul.getRhs(), {0, 3, 1, 2});
    Value v = transpose(op.getRhs(), {0, 2, 1, 3});
    auto kind = scores.mask ? AttentionMask::Bias : AttentionMask::None;
    Value attention =
        AttentionOp::create(rewriter, loc, q, k, v, scores.mask, AttentionLayout::BSHD, kind,
                            IntegerAttr(), rewriter.getF64FloatAttr(scores.scale), FloatAttr());
    remark::passed(loc, remark::RemarkOpts::name("FuseAttention").category("rlx-fuse"))
        << "matmul, softmax and matmul are one attention";
    Value result = transpose(attention, {0, 2, 1, 3});
    rewriter.replaceOp(op, result);
  }
};

struct FuseAttention : rlx::impl::FuseAttentionPassBase<FuseAttention> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseAttentionPattern>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
