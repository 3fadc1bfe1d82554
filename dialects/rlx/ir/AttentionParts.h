// What attention and its backward op share: their checks, the decomposition of the softmax weights,
// and those weights for the interpreter.
#ifndef RLX_DIALECTS_RLX_IR_ATTENTIONPARTS_H
#define RLX_DIALECTS_RLX_IR_ATTENTIONPARTS_H

#include "dialects/rlx/interfaces/Inference.h"
#include "dialects/rlx/ir/OpComposer.h"
#include "dialects/rlx/reference/RefTensor.h"

namespace rlx {

// The operands and attributes of an attention, from the op or its adaptor.
struct AttentionParts {
  template <typename Op>
  explicit AttentionParts(Op op)
      : query(op.getQuery()), key(op.getKey()), value(op.getValue()), mask(op.getMask()),
        layout(op.getLayout()), maskKind(op.getMaskKind()) {
    if (op.getWindow()) // signless, and read as unsigned
      window = static_cast<int64_t>(*op.getWindow());
    if (op.getScale())
      scale = op.getScale()->convertToDouble();
    if (op.getSoftcap())
      softcap = op.getSoftcap()->convertToDouble();
  }

  // Positions of the dimensions in query, key, value and result.
  unsigned sequenceDim() const { return layout == AttentionLayout::BSHD ? 1 : 2; }
  unsigned headDim() const { return 3 - sequenceDim(); }

  mlir::Value query, key, value, mask;
  AttentionLayout layout;
  AttentionMask maskKind;
  std::optional<int64_t> window;
  std::optional<double> scale, softcap;
};

// The sizes of one attention, by name.
template <typename T>
struct AttentionSizes {
  T batch, heads, keyHeads, queries, keys, size, valueSize;
};

// The checks attention_c1 to attention_c9 of the operands and attributes.
llvm::FailureOr<AttentionSizes<Dim>> inferAttention(InferContext &ctx, const AttentionParts &op);

// The shape of the result, like the query with the value's head size.
Dims attentionResult(InferContext &ctx, const AttentionParts &op);

// Builds attention's decomposition in f32 or f64. Query heads that share a key head become rows of
// one matrix product: "rows" stands for [B, Hk, Hq/Hk * Sq, n], "heads" for [B, Hq, Sq, n].
class AttentionComposer {
public:
  AttentionComposer(const AttentionParts &op, mlir::OpBuilder &builder, mlir::Location loc);

  // An operand, widened and permuted; `permutation` is the one for bshd and says what becomes of
  // the dimensions b, s, h, d.
  mlir::Value inOrder(mlir::Value operand, llvm::SmallVector<int64_t> permutation);
  // [B, H, S, n] in the order of `layout`.
  mlir::Value inLayout(mlir::Value tensor);
  mlir::Value rowsFromHeads(mlir::Value tensor, mlir::OpFoldResult columns);
  mlir::Value headsFromRows(mlir::Value tensor, mlir::OpFoldResult columns);

  // The query times `scale`, as heads.
  mlir::Value scaledQuery();
  double scale() const;
  // scaledQuery times the keys, as heads.
  mlir::Value products(mlir::Value scaledQuery);
  // tanh(products / softcap), or null without softcap.
  mlir::Value squashed(mlir::Value products);
  // softmax over the scores that the mask keeps, as heads.
  mlir::Value weights(mlir::Value scores);

  const AttentionParts &op;
  OpComposer c;
  AttentionSizes<mlir::OpFoldResult> sizes;
  int64_t group;
  mlir::Type element;

private:
  mlir::Value keyPositions();
  mlir::Value queryPositions(int64_t back);
  mlir::Value kept();
  mlir::Value mask(mlir::Value scores);
  bool mayHaveEmptyRows();
  mlir::Value guardedSoftmax(mlir::Value scores);
};

// A view of query, key, value or result by batch, head, position and element.
struct HeadView {
  llvm::ArrayRef<int64_t> shape;
  unsigned sequence;
  int64_t operator()(int64_t b, int64_t h, int64_t s, int64_t d) const {
    int64_t outer = sequence == 1 ? s : h, inner = sequence == 1 ? h : s;
    return ((b * shape[1] + outer) * shape[2] + inner) * shape[3] + d;
  }
};

// The softmax weights from their definition.
class AttentionReference {
public:
  // `mask` may be null.
  AttentionReference(const AttentionParts &op, const ref::Tensor &query, const ref::Tensor &key,
                     const ref::Tensor *mask);

  // Sets the weights of the keys of one query, which are all zero where every score is -inf, and
  // with `slopes` the derivatives of the scores by the products of query and key.
  void weigh(int64_t b, int64_t h, int64_t i, std::vector<double> &weights,
             std::vector<double> *slopes = nullptr) const;

  int64_t batch, heads, queries, keys, size, group;

private:
  double masked(llvm::ArrayRef<int64_t> index, double score) const;

  const AttentionParts &op;
  const ref::Tensor &query, &key, *mask;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_IR_ATTENTIONPARTS_H
