// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk from a product back to query and key; see AttentionMatch.h.
//
// Between the softmax and the product of query and key may be scales, masks, a soft cap, limits
// that no score of a working model reaches, casts, and reshapes and transposes of the scores.
#include "passes/AttentionMatch.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "passes/CausalMask.h"
#include "passes/PatternUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace rlx;

namespace {

// A product of stacks of matrices: left [batch.., rows, depth] times right [batch.., columns,
// depth], in this order of dimensions.
struct Product {
  HeadsOperand left, right;
};

std::optional<Product> productOf(DotGeneralOp dot) {
  auto operand = [](Value tensor, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
    HeadsOperand result{tensor, llvm::to_vector<4>(batch)};
    int64_t rank = tensorType(tensor).getRank();
    for (int64_t i = 0; i < rank; ++i)
      if (!llvm::is_contained(batch, i) && !llvm::is_contained(contract, i))
        result.perm.push_back(i);
    llvm::append_range(result.perm, contract);
    return result;
  };
  int64_t batch = dot.getLhsBatch().size(), rank = batch + 2;
  if (dot.getTo() || (batch != 1 && batch != 2) || dot.getLhsContract().size() != 1 ||
      tensorType(dot.getLhs()).getRank() != rank || tensorType(dot.getRhs()).getRank() != rank)
    return std::nullopt;
  return Product{operand(dot.getLhs(), dot.getLhsBatch(), dot.getLhsContract()),
                 operand(dot.getRhs(), dot.getRhsBatch(), dot.getRhsContract())};
}

std::optional<Product> productOf(Operation *op) {
  if (auto dot = dyn_cast_if_present<DotGeneralOp>(op))
    return productOf(dot);
  auto matmul = dyn_cast_if_present<MatmulOp>(op);
  if (!matmul)
    return std::nullopt;
  int64_t rank = tensorType(matmul.getLhs()).getRank();
  if ((rank != 3 && rank != 4) || tensorType(matmul.getRhs()).getRank() != rank ||
      !isa<FloatType>(matmul.getType().getElementType()))
    return std::nullopt;
  auto left = llvm::to_vector<4>(llvm::seq<int64_t>(0, rank)), right = left;
  std::swap(right[rank - 2], right[rank - 1]);
  return Product{{matmul.getLhs(), left}, {matmul.getRhs(), right}};
}

// Whether the op computes from the elements of the tensors that it reads, one by one or moved.
bool isScoreOp(Operation *op) {
  return isa<ElementwiseOpInterface>(op) || isa<ReshapeOp, TransposeOp>(op);
}

// The nearest op behind elementwise ops, reshapes and transposes that `test` accepts.
template <typename Test>
Operation *findBehind(Value value, Test test, unsigned most) {
  llvm::SetVector<Operation *> queue;
  auto push = [&](Value operand) {
    if (Operation *op = operand.getDefiningOp(); op && queue.size() < most)
      queue.insert(op);
  };
  push(value);
  for (size_t i = 0; i < queue.size(); ++i) {
    Operation *op = queue[i];
    if (test(op))
      return op;
    if (isScoreOp(op))
      llvm::for_each(op->getOperands(), push);
  }
  return nullptr;
}

bool isProduct(Operation *op) {
  return productOf(op).has_value();
}

Operation *softmaxBehind(Operation *product) {
  for (Value operand : product->getOperands())
    if (Operation *softmax =
            findBehind(operand, [](Operation *op) { return isa<SoftmaxOp>(op); }, /*most=*/6))
      return softmax;
  return nullptr;
}

// The number that all elements of a tensor are, also behind ops that repeat it.
std::optional<double> uniformValue(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<ExpandOp, ReshapeOp, TransposeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return splatValue(value);
}

// Whether adding the number to a score gives the score no weight.
bool hides(double number) {
  return number <= -1e4;
}

class AttentionMatcher {
public:
  AttentionMatcher(const SymbolicShapes &shapes, std::string &why) : shapes(shapes), why(why) {}

  FailureOr<AttentionMatch> match(Operation *op) {
    AttentionMatch m;
    m.product = op;
    std::optional<Product> product = productOf(op);
    for (bool isRight : {false, true}) {
      HeadsOperand weights = isRight ? product->right : product->left;
      SoftmaxOp softmax = softmaxOf(weights.tensor);
      if (!softmax)
        continue;
      m.value = isRight ? product->left : product->right;
      m.isTransposed = isRight;
      // The depth of this product is the keys: its values are [batch.., size, keys].
      std::swap(m.value.perm[m.value.rank() - 2], m.value.perm.back());
      if (!weights.isInOrder(llvm::to_vector(llvm::seq<int64_t>(0, weights.rank()))))
        return missed("its weights are transposed");
      return matchSoftmax(softmax, m);
    }
    return missed(why.empty() ? "its weights are changed before the second product" : why);
  }

private:
  FailureOr<AttentionMatch> missed(const Twine &reason) {
    why = reason.str();
    return failure();
  }

  // The softmax whose result the weights are, or null. It may be behind casts, and behind a choice
  // of 0 where it is NaN because its row has no key.
  SoftmaxOp softmaxOf(Value weights) {
    while (Operation *op = weights.getDefiningOp()) {
      if (!weights.hasOneUse() && !isChosenOnce(weights)) {
        if (isa<SoftmaxOp>(op))
          why = "its weights have another user";
        return {};
      }
      if (auto softmax = dyn_cast<SoftmaxOp>(op))
        return softmax;
      if (auto cast = dyn_cast<CastOp>(op);
          cast && isa<FloatType>(getElementTypeOrSelf(cast.getInput().getType())))
        weights = cast.getInput();
      else if (auto where = dyn_cast<WhereOp>(op); where && isChoiceOfNumbers(where))
        weights = where.getOperand(2);
      else
        return {};
    }
    return {};
  }

  // where(is_nan(x), 0, x).
  static bool isChoiceOfNumbers(WhereOp where) {
    auto isNan = where.getOperand(0).getDefiningOp<IsNanOp>();
    return isNan && isNan.getOperand() == where.getOperand(2) &&
           uniformValue(where.getOperand(1)) == 0.0 &&
           where.getType() == where.getOperand(2).getType();
  }
  static bool isChosenOnce(Value value) {
    SmallPtrSet<Operation *, 2> users(value.getUsers().begin(), value.getUsers().end());
    if (users.size() != 2 || std::distance(value.use_begin(), value.use_end()) != 2)
      return false;
    return llvm::any_of(users, [&](Operation *user) {
      auto where = dyn_cast<WhereOp>(user);
      return where && isChoiceOfNumbers(where) && where.getOperand(2) == value &&
             users.contains(where.getOperand(0).getDefiningOp()) && where.getOperand(0).hasOneUse();
    });
  }

  FailureOr<AttentionMatch> matchSoftmax(SoftmaxOp softmax, AttentionMatch &m) {
    int64_t rank = softmax.getType().getRank(), axis = int64_t(softmax.getAxis());
    if (rank != m.value.rank())
      return missed("its weights are reshaped before the second product");
    if (axis != -1 && axis != rank - 1)
      return missed("it is over axis " + Twine(axis) + ", not over the last one");
    if (softmax->getBlock() != m.product->getBlock())
      return missed("the second product is in another block");
    if (!walk(softmax.getInput(), m, Walk{softmax}))
      return failure();
    std::reverse(m.masks.begin(), m.masks.end());
    if (failed(matchOperands(m)))
      return failure();
    m.isCausal = m.masks.size() == 1 && isCausal(m);
    return m;
  }

  // ---- from the softmax to the product of query and key -----------------------------------------

  struct Walk {
    Operation *user;           // of the value
    double factor = 1.0;       // by which the value is multiplied
    bool isTransposed = false; // the last two dimensions of the value
    bool isFlat = false;       // a mask was added where batch and heads are one dimension
    std::optional<double> cap = std::nullopt;
  };

  bool fail(const Twine &reason) {
    why = reason.str();
    return false;
  }

  // Continues at the operand that computes the scores.
  bool walk(Value value, AttentionMatch &m, Walk at) {
    Operation *op = value.getDefiningOp();
    if (!op || !isOnlyUseInBlock(value, at.user))
      return fail(op ? "its scores have another user" : "its scores are no product");
    if (std::optional<Product> product = productOf(op))
      return finish(*product, m, at);
    at.user = op;
    if (isa<AddOp, SubOp>(op))
      return walkAdd(op, m, at);
    if (auto where = dyn_cast<WhereOp>(op))
      return walkWhere(where, m, at);
    if (isa<MaxOp, MinOp, ClampOp>(op))
      return walkLimit(op, m, at);
    if (isa<MulOp, DivOp>(op))
      return walkScale(op, m, at);
    if (isa<TanhOp>(op))
      return walkTanh(op, m, at);
    if (auto cast = dyn_cast<CastOp>(op);
        cast && isa<FloatType>(getElementTypeOrSelf(cast.getInput().getType())))
      return walk(cast.getInput(), m, at);
    if (auto reshape = dyn_cast<ReshapeOp>(op))
      return walkReshape(reshape, m, at);
    if (auto transpose = dyn_cast<TransposeOp>(op))
      return walkTranspose(transpose, m, at);
    return fail("'" + op->getName().getStringRef() + "' changes its scores");
  }

  bool addMask(AttentionMatch &m, const Walk &at, ScoreMask mask) {
    if (at.cap)
      return fail("a mask is applied before the soft cap");
    if (at.isTransposed)
      return fail("a mask is applied to transposed scores");
    if (!m.multipliers.empty() && mask.kind != ScoreMask::Select)
      return fail("its scores are scaled by a tensor after a mask");
    m.masks.push_back(mask);
    return true;
  }

  bool walkAdd(Operation *op, AttentionMatch &m, Walk at) {
    Type type = op->getResult(0).getType();
    bool found = false;
    for (unsigned i : {0, 1}) {
      Value scores = op->getOperand(i), mask = op->getOperand(1 - i);
      if (scores.getType() != type || scores == mask || (isa<SubOp>(op) && i == 1) ||
          !findBehind(scores, isProduct, /*most=*/32))
        continue;
      found = true;
      AttentionMatch attempt = m;
      Walk next = at;
      next.isFlat |= needsFlatScores(scores, mask);
      double factor = isa<SubOp>(op) ? -at.factor : at.factor;
      if (addMask(attempt, at, {ScoreMask::Add, mask, true, 0, factor}) &&
          walk(scores, attempt, next)) {
        m = attempt;
        return true;
      }
    }
    return found ? false : fail("a mask gives its scores another shape");
  }

  // Whether the scores have rank 3 and a mask that depends on batch or heads.
  static bool needsFlatScores(Value scores, Value mask) {
    return tensorType(scores).getRank() == 3 && tensorType(mask).getRank() == 3 &&
           tensorType(mask).getDimSize(0) != 1;
  }

  bool walkWhere(WhereOp op, AttentionMatch &m, Walk at) {
    for (bool keepIf : {true, false}) {
      Value scores = op.getOperand(keepIf ? 1 : 2);
      std::optional<double> number = uniformValue(op.getOperand(keepIf ? 2 : 1));
      if (!number || scores.getType() != op.getType())
        continue;
      if (!hides(*number) || at.factor <= 0)
        return fail("masked scores become a number that does not hide them");
      at.isFlat |= needsFlatScores(scores, op.getOperand(0));
      return addMask(m, at, {ScoreMask::Select, op.getOperand(0), keepIf, *number}) &&
             walk(scores, m, at);
    }
    return fail("masked scores do not become a constant");
  }

  bool walkLimit(Operation *op, AttentionMatch &m, Walk at) {
    std::optional<double> least, most;
    Value scores = op->getOperand(0);
    if (auto clamp = dyn_cast<ClampOp>(op)) {
      auto number = [](TypedAttr attr) -> std::optional<double> {
        auto value = dyn_cast_if_present<FloatAttr>(attr);
        return value ? std::optional(value.getValueAsDouble()) : std::nullopt;
      };
      least = number(clamp.getMinAttr());
      most = number(clamp.getMaxAttr());
    } else {
      std::optional<double> number = uniformValue(op->getOperand(1));
      if (!number) {
        number = uniformValue(scores);
        scores = op->getOperand(1);
      }
      if (!number)
        return fail("its scores are limited by a tensor");
      (isa<MaxOp>(op) ? least : most) = number;
    }
    if (!hides(least.value_or(-1e30)) || !hides(-most.value_or(1e30)) ||
        scores.getType() != op->getResult(0).getType())
      return fail("its scores are limited to a range that they may leave");
    if (least && !at.cap && !addMask(m, at, {ScoreMask::Floor, {}, true, *least * at.factor}))
      return false;
    return walk(scores, m, at);
  }

  bool walkScale(Operation *op, AttentionMatch &m, Walk at) {
    Type type = op->getResult(0).getType();
    bool divides = isa<DivOp>(op);
    for (unsigned i : {0, 1}) {
      Value scores = op->getOperand(i), by = op->getOperand(1 - i);
      if (scores.getType() != type || (divides && i == 1))
        continue;
      if (std::optional<double> factor = splatValue(by)) {
        if (divides && *factor == 0)
          return fail("its scores are divided by 0");
        at.factor *= divides ? 1.0 / *factor : *factor;
        return walk(scores, m, at);
      }
      if (scalesMatrices(by) && findBehind(scores, isProduct, /*most=*/32)) {
        if (at.cap)
          return fail("its scores are scaled by a tensor before the soft cap");
        if (tensorType(by).getRank() > 2 && tensorType(scores).getRank() != 4)
          return fail("its scores are scaled by a tensor of batch and heads in one dimension");
        m.multipliers.push_back({by, divides});
        return walk(scores, m, at);
      }
    }
    return fail("its scores are scaled by a tensor");
  }

  // Whether a factor is the same for all scores of a matrix.
  static bool scalesMatrices(Value by) {
    ArrayRef<int64_t> shape = tensorType(by).getShape();
    return shape.size() <= 4 &&
           llvm::all_of(shape.take_back(2), [](int64_t size) { return size == 1; });
  }

  // cap * tanh(x / cap).
  bool walkTanh(Operation *op, AttentionMatch &m, Walk at) {
    if (at.cap || at.factor <= 0 || !m.multipliers.empty())
      return fail("'rlx.tanh' changes its scores");
    at.cap = at.factor;
    at.factor = 1.0;
    return walk(op->getOperand(0), m, at);
  }

  // Batch and heads are merged or split.
  bool walkReshape(ReshapeOp op, AttentionMatch &m, Walk at) {
    ArrayRef<Dim> from = shapes.shape(op.getInput()), to = shapes.shape(op.getResult());
    bool keepsMatrices = from.size() >= 3 && to.size() >= 3 && from.size() <= 4 && to.size() <= 4 &&
                         shapes.isKnown(from) && shapes.isKnown(to) &&
                         from.take_back(2) == to.take_back(2);
    if (!keepsMatrices)
      return fail("its scores are reshaped");
    if (to.size() == 4)
      m.scores = op.getResult();
    return walk(op.getInput(), m, at);
  }

  bool walkTranspose(TransposeOp op, AttentionMatch &m, Walk at) {
    auto expected = llvm::to_vector(llvm::seq<int64_t>(0, op.getType().getRank()));
    std::swap(expected[expected.size() - 2], expected.back());
    if (op.getPerm() != ArrayRef(expected))
      return fail("its scores are transposed");
    at.isTransposed = !at.isTransposed;
    return walk(op.getInput(), m, at);
  }

  bool finish(const Product &product, AttentionMatch &m, const Walk &at) {
    m.query = at.isTransposed ? product.right : product.left;
    m.flatQuery = m.query;
    m.key = at.isTransposed ? product.left : product.right;
    m.scale = at.factor * at.cap.value_or(1.0);
    m.softcap = at.cap;
    if (m.query.rank() == 4)
      m.scores = {};
    if (m.scores && at.isFlat)
      return fail("a mask is added where batch and heads are one dimension");
    return true;
  }

  // ---- query, key and value ---------------------------------------------------------------------

  LogicalResult matchOperands(AttentionMatch &m) {
    Type element = getElementTypeOrSelf(m.product->getResult(0).getType());
    m.query.skipScales(m.scale, element);
    m.key.skipScales(m.scale, element);
    m.value.skipTransposes();
    if (m.query.rank() != m.value.rank())
      return missed("one product has rank 3, the other one rank 4");
    if (m.query.rank() == 3)
      splitHeads(m, element);
    if (m.query.rank() == 4)
      return matchHeads(m);
    auto heads = [](const HeadsOperand &x) { return tensorType(x.tensor).getDimSize(x.perm[0]); };
    if (heads(m.query) != heads(m.key) || heads(m.query) != heads(m.value))
      return missed("query, key and value have different numbers of heads");
    return success();
  }

  // Finds the operands before batch and heads were merged.
  void splitHeads(AttentionMatch &m, Type element) {
    HeadsOperand q = m.query, k = m.key, v = m.value;
    auto merge = q.tensor.getDefiningOp<ReshapeOp>();
    Dim batch, heads;
    if (m.scores) {
      batch = shapes.shape(m.scores)[0];
      heads = shapes.shape(m.scores)[1];
    } else if (merge && tensorType(merge.getInput()).getRank() == 4) {
      batch = shapes.shape(merge.getInput())[q.perm[0]];
      heads = shapes.shape(merge.getInput())[q.perm[0] + 1];
    }
    if (batch && q.skipMerge(shapes, batch, heads) && k.skipMerge(shapes, batch, heads) &&
        v.skipMerge(shapes, batch, heads)) {
      q.skipScales(m.scale, element);
      k.skipScales(m.scale, element);
      v.skipTransposes();
      m.query = q;
      m.key = k;
      m.value = v;
    } else if (m.scores) {
      m.query.holdsBatch = m.key.holdsBatch = m.value.holdsBatch = true;
    }
  }

  LogicalResult matchHeads(AttentionMatch &m) {
    HeadsOperand key = m.key, value = m.value;
    key.skipRepeatedHeads(shapes);
    value.skipRepeatedHeads(shapes);
    if (key.size(shapes, 1) == value.size(shapes, 1)) {
      m.key = key;
      m.value = value;
      Type element = getElementTypeOrSelf(m.product->getResult(0).getType());
      m.key.skipScales(m.scale, element);
    }
    auto size = [&](const HeadsOperand &x, unsigned i) {
      return tensorType(x.tensor).getDimSize(x.perm[i]);
    };
    // Attention does not broadcast over batch. Dynamic sizes that meet in a product are equal when
    // the model runs.
    if (size(m.query, 0) != size(m.key, 0) || size(m.query, 0) != size(m.value, 0))
      return missed("query, key and value have different batch sizes");
    int64_t heads = size(m.query, 1), keyHeads = size(m.key, 1);
    if (keyHeads != size(m.value, 1))
      return missed("key and value have different numbers of heads");
    if (heads == ShapedType::kDynamic || keyHeads == ShapedType::kDynamic)
      return missed("its number of heads is not known");
    if (keyHeads == 0 || heads % keyHeads != 0)
      return missed("the number of heads is no multiple of the number of key heads");
    return success();
  }

  bool isCausal(const AttentionMatch &m) {
    const ScoreMask &mask = m.masks.front();
    Value keep = mask.value;
    bool keepIf = mask.keepIf;
    if (mask.kind == ScoreMask::Floor)
      return false;
    if (mask.kind == ScoreMask::Add) {
      while (auto reshape = keep.getDefiningOp<ReshapeOp>())
        keep = reshape.getInput();
      auto where = keep.getDefiningOp<WhereOp>();
      if (!where || mask.factor <= 0)
        return false;
      std::optional<double> yes = uniformValue(where.getOperand(1)),
                            no = uniformValue(where.getOperand(2));
      if (!yes || !no || !((*yes == 0 && hides(*no)) || (*no == 0 && hides(*yes))))
        return false;
      keep = where.getOperand(0);
      keepIf = *yes == 0;
    }
    return isCausalMask(keep, keepIf, sequence(m.query), sequence(m.key), shapes);
  }

  Dim sequence(const HeadsOperand &x) { return shapes.shape(x.tensor)[x.perm[x.rank() - 2]]; }

  const SymbolicShapes &shapes;
  std::string &why;
};

} // namespace

bool rlx::mayBeAttention(Operation *product) {
  if (!isProduct(product))
    return false;
  Operation *softmax = softmaxBehind(product);
  return softmax && findBehind(softmax->getOperand(0), isProduct, /*most=*/64);
}

FailureOr<AttentionMatch> rlx::matchAttention(Operation *product, const SymbolicShapes &shapes,
                                              MissedAttention &missed) {
  missed.softmax = softmaxBehind(product);
  return AttentionMatcher(shapes, missed.why).match(product);
}
