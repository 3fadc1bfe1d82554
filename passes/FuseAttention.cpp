// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fuse-attention`: recognizes attention as exporters write it.
//
//   %s = rlx.matmul %q, %kt ; scales and masks of %s
//   %p = rlx.softmax %s axis = -1
//   %o = rlx.matmul %p, %v
//   =>
//   %o = rlx.attention %q, %k, %v, %mask layout = bhsd …
//
// AttentionMatch.h finds the parts. The attention has the layout in which the model holds most of
// its operands, so that no op moves keys and values.
#include "passes/Passes.h"

#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "passes/AttentionMatch.h"
#include "passes/FunctionPass.h"
#include "passes/PatternUtils.h"

namespace rlx {
#define GEN_PASS_DEF_FUSEATTENTIONPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

constexpr int64_t kHeadsFirst[] = {0, 1, 2, 3}, kPositionsFirst[] = {0, 2, 1, 3};

// Where the result goes: the last of the ops that only move it.
struct ResultTarget {
  Value value;
  bool isPositionsFirst = false;
};

class AttentionBuilder {
public:
  // `replaced` has the results of the attentions so far by the values that they replace.
  AttentionBuilder(const AttentionMatch &match, const SymbolicShapes &shapes,
                   DenseMap<Value, Value> &replaced)
      : m(match), shapes(shapes), replaced(replaced), b(m.product), c(b, m.product->getLoc()),
        element(cast<FloatType>(getElementTypeOrSelf(m.product->getResult(0).getType()))) {}

  void rewrite() {
    target = findTarget();
    layout = chooseLayout();
    Value query = scaled(arranged(m.query)), key = arranged(m.key), value = arranged(m.value);
    auto [kind, mask] = composeMask();
    Value attention = AttentionOp::create(b, c.loc, query, key, value, mask, layout, kind,
                                          IntegerAttr(), b.getF64FloatAttr(m.scale),
                                          m.softcap ? b.getF64FloatAttr(*m.softcap) : FloatAttr());
    remark::passed(c.loc, remark::RemarkOpts::name("FuseAttention").category("rlx-fuse"))
        << "matmul, softmax and matmul are one attention";
    Value result = asTarget(attention);
    replaced[target.value] = result;
    target.value.replaceAllUsesWith(result);
  }

private:
  ArrayRef<int64_t> order() const {
    return layout == AttentionLayout::BSHD ? ArrayRef(kPositionsFirst) : ArrayRef(kHeadsFirst);
  }

  // ---- layout -----------------------------------------------------------------------------------

  // Behind the product may be a transpose of its matrices, a reshape that splits batch and heads,
  // and a transpose to [batch, positions, heads, size].
  ResultTarget findTarget() {
    Value value = m.product->getResult(0);
    if (m.isTransposed) {
      auto swap = onlyUser<TransposeOp>(value);
      if (!swap)
        return {value};
      SmallVector<int64_t> perm(swap.getPerm());
      std::swap(perm[perm.size() - 2], perm.back());
      if (perm == ArrayRef(kPositionsFirst) && m.query.rank() == 4)
        return {swap, true};
      if (!llvm::equal(perm, llvm::seq<int64_t>(0, perm.size())))
        return {value};
      value = swap;
    }
    if (auto split = onlyUser<ReshapeOp>(value); split && isSplit(split))
      value = split;
    auto transpose = onlyUser<TransposeOp>(value);
    if (!transpose)
      return {value};
    const bool isFlat = tensorType(value).getRank() == 3;
    if (isFlat ? m.query.rank() == 3 && !m.query.holdsBatch &&
                     transpose.getPerm() == ArrayRef<int64_t>({1, 0, 2})
               : transpose.getPerm() == ArrayRef(kPositionsFirst))
      return {transpose, true};
    return {value};
  }

  template <typename OpTy>
  static OpTy onlyUser(Value value) {
    return value.hasOneUse() ? dyn_cast<OpTy>(*value.getUsers().begin()) : OpTy();
  }

  // Whether a reshape makes [batch, heads, positions, size] from a result of rank 3.
  bool isSplit(ReshapeOp split) const {
    ArrayRef<Dim> from = shapes.shape(split.getInput()), to = shapes.shape(split.getResult());
    if (from.size() != 3 || to.size() != 4 || !shapes.isKnown(from) || !shapes.isKnown(to) ||
        to.take_back(2) != from.take_back(2))
      return false;
    if (m.query.rank() == 4)
      return to[0] == m.query.size(shapes, 0) && to[1] == m.query.size(shapes, 1);
    return m.scores && to.take_front(2) == shapes.shape(m.scores).take_front(2);
  }

  // The layout with fewer transposes, among which those of keys and values count twice.
  AttentionLayout chooseLayout() const {
    auto cost = [&](bool isPositionsFirst) {
      int64_t sum = target.isPositionsFirst != isPositionsFirst;
      for (auto [operand, weight] : {std::pair(&m.query, 1), {&m.key, 2}, {&m.value, 2}})
        sum += isInLayout(*operand, isPositionsFirst) ? 0 : weight;
      return sum;
    };
    return cost(false) < cost(true) ? AttentionLayout::BHSD : AttentionLayout::BSHD;
  }

  static bool isInLayout(const HeadsOperand &x, bool isPositionsFirst) {
    if (x.rank() == 4)
      return x.isInOrder(isPositionsFirst ? ArrayRef(kPositionsFirst) : ArrayRef(kHeadsFirst));
    // One dimension of batch and heads can be heads behind the positions, but not split there.
    if (isPositionsFirst)
      return !x.holdsBatch && x.isInOrder({1, 0, 2});
    return x.isInOrder({0, 1, 2});
  }

  // ---- operands ---------------------------------------------------------------------------------

  // The operand as rank 4 in the order of the layout.
  Value arranged(HeadsOperand x) {
    if (Value moved = replaced.lookup(x.tensor))
      x.tensor = moved;
    x.tensor = c.cast(x.tensor, element);
    if (x.rank() == 3)
      x = unflattened(x);
    SmallVector<int64_t> perm = llvm::map_to_vector(order(), [&](int64_t i) { return x.perm[i]; });
    if (llvm::equal(perm, llvm::seq<int64_t>(0, 4)))
      return x.tensor;
    return c.make<TransposeOp>(x.tensor, perm);
  }

  // Batch and heads in dimensions of their own; they are 1 and all, unless the scores say more.
  HeadsOperand unflattened(HeadsOperand x) {
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, c.loc, x.tensor);
    int64_t axis = 0;
    if (x.holdsBatch) {
      auto split = m.scores.getDefiningOp<ReshapeOp>();
      auto scores = getMixedValues(split.getStaticSizes(), split.getSizes(), b);
      axis = x.perm[0];
      sizes[axis] = scores[1];
      sizes.insert(sizes.begin() + axis, scores[0]);
    } else {
      sizes.insert(sizes.begin(), b.getIndexAttr(1));
    }
    for (int64_t &dim : x.perm)
      dim += dim >= axis;
    x.perm.insert(x.perm.begin(), axis);
    x.tensor = c.reshape(x.tensor, sizes);
    return x;
  }

  // The query times the tensors that scale its scores.
  Value scaled(Value query) {
    for (auto [by, divides] : m.multipliers) {
      SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, c.loc, by);
      Value factor = c.cast(by, element);
      if (sizes.size() > 2) {
        sizes.insert(sizes.begin(), 4 - sizes.size(), b.getIndexAttr(1));
        if (layout == AttentionLayout::BSHD)
          std::swap(sizes[1], sizes[2]);
        factor = c.reshape(factor, sizes);
      }
      query = divides ? c.make<DivOp>(query, factor) : c.make<MulOp>(query, factor);
    }
    return query;
  }

  // ---- masks ------------------------------------------------------------------------------------

  // A choice by a mask is a bias, too: kernels add it in fewer steps than they choose. It is as
  // small as the mask, which heads share.
  std::pair<AttentionMask, Value> composeMask() {
    if (m.isCausal)
      return {AttentionMask::Causal, {}};
    Value bias = composeBias();
    return {bias ? AttentionMask::Bias : AttentionMask::None, bias};
  }

  // The number to add to each score; null if no mask changes one.
  Value composeBias() {
    Value bias;
    for (const ScoreMask &mask : m.masks) {
      if (mask.kind == ScoreMask::Add) {
        Value added = narrowed(mask.value);
        if (mask.factor != 1)
          added = c.make<MulOp>(added, c.scalar(element, mask.factor));
        bias = bias ? c.make<AddOp>(bias, added) : added;
      } else if (mask.kind == ScoreMask::Select) {
        Value before = bias ? bias : c.scalar(element, 0), hidden = c.scalar(element, hiding(mask));
        bias = mask.keepIf ? c.make<WhereOp>(mask.value, before, hidden)
                           : c.make<WhereOp>(mask.value, hidden, before);
      } else if (bias) {
        bias = c.make<MaxOp>(bias, c.scalar(element, finite(mask.number)));
      }
    }
    return bias;
  }

  // A finite number becomes so low that a score is lost in rounding when it is added. So rows
  // without any key have equal weights, as they had.
  double hiding(const ScoreMask &mask) const {
    return std::isinf(mask.number) ? mask.number : finite(std::min(mask.number, -1e30));
  }

  // The number, or the lowest one of the element type.
  double finite(double number) const {
    APFloat lowest = APFloat::getLargest(element.getFloatSemantics(), /*Negative=*/true);
    return std::max(number, lowest.convertToDouble());
  }

  // A mask in the element type. Numbers that are too low for it become its lowest one.
  Value narrowed(Value mask) {
    auto from = cast<FloatType>(getElementTypeOrSelf(mask.getType()));
    if (from.getWidth() > element.getWidth())
      mask = c.make<MaxOp>(mask, c.scalar(from, finite(-HUGE_VAL)));
    return c.cast(mask, element);
  }

  // ---- result -----------------------------------------------------------------------------------

  // The attention's result as the target has it.
  Value asTarget(Value result) {
    if ((layout == AttentionLayout::BSHD) != target.isPositionsFirst)
      result = c.make<TransposeOp>(result, ArrayRef(kPositionsFirst));
    RankedTensorType type = tensorType(target.value);
    bool isSwapped = m.isTransposed && target.value == m.product->getResult(0);
    if (type.getRank() == 3) { // batch and heads are one dimension
      auto size = [&](unsigned i) {
        return tensor::getMixedSize(b, c.loc, m.flatQuery.tensor, m.flatQuery.perm[i]);
      };
      SmallVector<OpFoldResult> sizes = {size(0), size(1),
                                         tensor::getMixedSize(b, c.loc, result, 3)};
      if (target.isPositionsFirst)
        std::swap(sizes[0], sizes[1]);
      result = c.reshape(result, sizes);
    }
    if (isSwapped)
      result = c.swapWithLast(result, type.getRank() - 2);
    return result.getType() == type ? result : withType(result, type);
  }

  // The tensor with a type that knows other sizes.
  Value withType(Value tensor, RankedTensorType type) {
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (type.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(b, c.loc, tensor, i));
    return c.make<ReshapeOp>(type, tensor, sizes, type.getShape());
  }

  const AttentionMatch &m;
  const SymbolicShapes &shapes;
  DenseMap<Value, Value> &replaced;
  OpBuilder b;
  OpComposer c;
  FloatType element;
  ResultTarget target;
  AttentionLayout layout = AttentionLayout::BSHD;
};

void eraseDeadOps(func::FuncOp function) {
  function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

LogicalResult fuseAttention(func::FuncOp function) {
  SmallVector<Operation *> products;
  function.walk([&](Operation *op) {
    if (mayBeAttention(op))
      products.push_back(op);
  });
  if (products.empty())
    return success(); // the analysis costs more than this search
  FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(function);
  if (failed(shapes))
    return failure();
  std::vector<AttentionMatch> matches;
  for (Operation *product : products) {
    MissedAttention missed;
    FailureOr<AttentionMatch> match = matchAttention(product, *shapes, missed);
    if (succeeded(match))
      matches.push_back(*match);
    else
      remark::missed(missed.softmax->getLoc(),
                     remark::RemarkOpts::name("FuseAttention").category("rlx-fuse"))
          << "a softmax between two products is no attention: " + missed.why;
  }
  DenseMap<Value, Value> replaced;
  for (const AttentionMatch &match : matches)
    AttentionBuilder(match, *shapes, replaced).rewrite();
  if (!matches.empty())
    eraseDeadOps(function);
  return success();
}

struct FuseAttention : rlx::impl::FuseAttentionPassBase<FuseAttention> {
  void runOnOperation() override {
    getOperation()->walk([&](func::FuncOp function) {
      if (!function.isExternal() && failed(fuseAttention(function)))
        signalPassFailure();
    });
  }
};

} // namespace
