// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the fused transformer blocks. They decompose into smaller fused ops (linear layers and
// residual norms) around one attention; a target may take these whole too. The weights of q, k and
// v stay one matrix, so their projection is one matmul.
#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/FusedBlocksOps.h"
#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/RopeOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/attention/AttentionRules.h"
#include "dialects/rlx/ops/attention/FusedActivations.h"
#include "dialects/rlx/reference/RefNorm.h"
#include "dialects/rlx/support/AttributeChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

constexpr int64_t kMaxWidth = int64_t(1) << 31; // of all heads

// Fails unless all operands except the mask have the element type of the first one.
template <typename Adaptor>
LogicalResult checkTypes(InferContext &ctx, Adaptor op) {
  SmallVector<Value> floats;
  for (Value operand : op.getOperands())
    if (operand != op.getMask() || operand == op.getHidden())
      floats.push_back(operand);
  return expectSameElementType(ctx, floats);
}

// The checks that both ops share: _c1 to _c3, _c5 (of qkv_bias) and _c6. Returns the width H*D of
// all heads.
template <typename Adaptor>
FailureOr<int64_t> checkBlock(InferContext &ctx, Adaptor op) {
  Dims hidden = ctx.shape(op.getHidden());
  if (hidden.size() != 3) // _c1
    return ctx.fail("expects a hidden state of rank 3, but got rank " + Twine(hidden.size()));
  int64_t heads = op.getNumHeads(), size = op.getHeadDim(), width;
  if (heads < 1 || size < 1 || llvm::MulOverflow(heads, size, width) || width > kMaxWidth) // _c2
    return ctx.fail("expects positive heads and head_dim whose product is at most " +
                    Twine(kMaxWidth) + ", but got " + Twine(heads) + " and " + Twine(size));
  Dims weight = {hidden[2], ctx.constant(3 * width)};
  if (failed(expectShape(ctx, "a qkv weight", op.getQkvWeight(), weight)) ||  // _c3
      failed(expectShape(ctx, "a qkv bias", op.getQkvBias(), weight.back()))) // _c5
    return failure();
  Dim count = ctx.constant(heads), length = hidden[1], head = ctx.constant(size);
  AttentionSizes<Dim> sizes = {hidden[0], count, count, length, length, head, head};
  if (failed(checkAttention(ctx, attentionRule(op), op.getMask(), // _c6
                            InferContext::elementType(op.getHidden()), sizes)))
    return failure();
  return width;
}

LogicalResult checkTables(InferContext &ctx, FusedAttentionBlockOp::Adaptor op) {
  if (bool(op.getCos()) != bool(op.getSin())) // fused_attention_block_c7
    return ctx.fail("expects both tables, cos and sin, or none");
  if (!op.getCos())
    return success();
  Dims table = ctx.shape(op.getCos());
  std::optional<int64_t> half =
      table.size() == 2 ? InferContext::staticValue(table[1]) : std::nullopt;
  if (!half || *half < 1 || *half > int64_t(op.getHeadDim()) / 2) // fused_attention_block_c7
    return ctx.fail("expects a cos table of rank 2 with 1 to " + Twine(op.getHeadDim() / 2) +
                    " columns, but got " + toString(table));
  if (failed(expectShape(ctx, "sin", op.getSin(), table))) // fused_attention_block_c7
    return failure();
  return expectNonNegative(ctx, table[0] - ctx.shape(op.getHidden())[1], // fused_attention_block_c8
                           "expects a table row for every element of the sequence");
}

// activation(matmul(x, weight) + bias)
Value linear(OpComposer &c, Value x, Value weight, Value bias,
             FusedActivation activation = FusedActivation::None) {
  return c.make<FusedMatmulBiasActOp>(x, weight, bias, activation);
}

// The heads from `begin` on, of [B, S, heads, D].
Value headsFrom(OpComposer &c, Value x, int64_t begin, int64_t count) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(c.builder, c.loc, x);
  sizes[2] = c.builder.getIndexAttr(count);
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  return c.make<SliceOp>(x, ValueRange(), dynamic, ArrayRef<int64_t>{0, 0, begin, 0}, constant,
                         ArrayRef<int64_t>());
}

// Rotates the heads of [B, S, H*D]; null for no rotation.
using HeadRotation = llvm::function_ref<Value(Value)>;

// The attention block of both ops.
template <typename Op>
Value composeBlock(OpComposer &c, Op op, HeadRotation rotate) {
  int64_t heads = op.getNumHeads(), size = op.getHeadDim();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(c.builder, c.loc, op.getHidden());
  OpFoldResult batch = sizes[0], length = sizes[1];
  auto constant = [&](int64_t value) { return OpFoldResult(c.builder.getIndexAttr(value)); };
  Value qkv = linear(c, op.getHidden(), op.getQkvWeight(), op.getQkvBias());
  qkv = c.reshape(qkv, {batch, length, constant(3 * heads), constant(size)});
  Value query = rotate(headsFrom(c, qkv, 0, heads)), key = rotate(headsFrom(c, qkv, heads, heads));
  Value value = headsFrom(c, qkv, 2 * heads, heads);
  Value attended =
      c.make<AttentionOp>(query, key, value, op.getMask(), AttentionLayout::BSHD, op.getMaskKind(),
                          op.getWindowAttr(), op.getScaleAttr(), op.getSoftcapAttr());
  attended = c.reshape(attended, {batch, length, constant(heads * size)});
  return linear(c, attended, op.getOutWeight(), op.getOutBias());
}

// ---- reference ----

// The tensors of an op's operands, by operand.
struct Inputs {
  Operation *op;
  ArrayRef<ref::Tensor> tensors;
  // Null if `operand` is null.
  const ref::Tensor *operator[](Value operand) const {
    return operand ? &tensors[llvm::find(op->getOperands(), operand) - op->operand_begin()]
                   : nullptr;
  }
};

ref::Tensor referenceLinear(const ref::Tensor &x, const ref::Tensor &weight,
                            const ref::Tensor *bias) {
  int64_t inner = weight.shape[0], columns = weight.shape[1];
  SmallVector<int64_t> shape(x.shape);
  shape.back() = columns;
  ref::Tensor result(shape, x.elementType);
  for (int64_t i = 0, e = result.numElements(); i < e; ++i) {
    int64_t row = i / columns, column = i % columns;
    double sum = bias ? bias->floats[column] : 0;
    for (int64_t k = 0; k < inner; ++k)
      sum += x.floats[row * inner + k] * weight.floats[k * columns + column];
    result.floats[i] = sum;
  }
  return result;
}

// Rotates [B, S, H, D] in place by the table's angles of each position.
void referenceRope(ref::Tensor &x, const ref::Tensor &cos, const ref::Tensor &sin,
                   RopeStyle style) {
  int64_t half = cos.shape[1], size = x.shape[3], heads = x.shape[2], length = x.shape[1];
  for (int64_t vector = 0, e = x.shape[0] * length * heads; vector < e; ++vector) {
    double *elements = x.floats.data() + vector * size;
    int64_t position = vector / heads % length;
    for (int64_t i = 0; i < half; ++i) {
      bool isHalf = style == RopeStyle::Half;
      double &first = elements[isHalf ? i : 2 * i];
      double &second = elements[isHalf ? i + half : 2 * i + 1];
      double a = first, b = second, angleCos = cos.floats[position * half + i],
             angleSin = sin.floats[position * half + i];
      first = a * angleCos - b * angleSin;
      second = b * angleCos + a * angleSin;
    }
  }
}

// The attention block of both ops; `cos` and `sin` may be null.
template <typename Op>
ref::Tensor referenceBlock(Op op, const Inputs &in, const ref::Tensor *cos, const ref::Tensor *sin,
                           RopeStyle style) {
  const ref::Tensor &hidden = *in[op.getHidden()];
  int64_t heads = op.getNumHeads(), size = op.getHeadDim(), width = heads * size;
  int64_t rows = hidden.shape[0] * hidden.shape[1];
  ref::Tensor qkv = referenceLinear(hidden, *in[op.getQkvWeight()], in[op.getQkvBias()]);
  SmallVector<ref::Tensor> parts(
      3, ref::Tensor({hidden.shape[0], hidden.shape[1], heads, size}, hidden.elementType));
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t i = 0; i < 3 * width; ++i)
      parts[i / width].floats[row * width + i % width] = qkv.floats[row * 3 * width + i];
  for (ref::Tensor *rotated : {&parts[0], &parts[1]})
    if (cos)
      referenceRope(*rotated, *cos, *sin, style);
  ref::Tensor attended(parts[0].shape, hidden.elementType);
  ref::attention(attentionRule(op), AttentionLayout::BSHD, parts[0], parts[1], parts[2],
                 in[op.getMask()], attended);
  attended.shape = {hidden.shape[0], hidden.shape[1], width};
  return referenceLinear(attended, *in[op.getOutWeight()], in[op.getOutBias()]);
}

// layer_norm(x + y) over the last dimension.
ref::Tensor referenceResidualNorm(ref::Tensor x, const ref::Tensor &y, const ref::Tensor *gamma,
                                  const ref::Tensor *beta, double eps) {
  for (int64_t i = 0, e = x.numElements(); i < e; ++i)
    x.floats[i] += y.floats[i];
  ref::Tensor result(x.shape, x.elementType);
  ref::layerNorm(x, gamma, beta, x.rank() - 1, eps, result);
  return result;
}

} // namespace

// ---- fused_attention_block ----

LogicalResult FusedAttentionBlockOp::infer(InferContext &ctx, Adaptor op,
                                           SmallVectorImpl<InferredType> &results) {
  if (failed(checkTypes(ctx, op))) // fused_attention_block_c9
    return failure();
  FailureOr<int64_t> width = checkBlock(ctx, op);
  if (failed(width) || failed(checkTables(ctx, op)))
    return failure();
  Dims result = ctx.shape(op.getHidden()), weight = ctx.shape(op.getOutWeight());
  Dim columns = weight.size() == 2 ? weight[1] : result[2];
  if (failed(expectShape(ctx, "an output weight", op.getOutWeight(), // fused_attention_block_c4
                         {ctx.constant(*width), columns})) ||
      failed(expectShape(ctx, "an output bias", op.getOutBias(), columns))) // _c5
    return failure();
  result[2] = columns;
  results.push_back({result, InferContext::elementType(op.getHidden())});
  return success();
}

FailureOr<SmallVector<Value>> FusedAttentionBlockOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  return SmallVector<Value>{composeBlock(c, *this, [&](Value x) -> Value {
    return getCos()
               ? c.make<RopeOp>(x, getCos(), getSin(), Value(), getStyle(), AttentionLayout::BSHD)
               : x;
  })};
}

llvm::Error FusedAttentionBlockOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                            MutableArrayRef<ref::Tensor> out) {
  Inputs inputs{*this, in};
  out[0].floats =
      referenceBlock(*this, inputs, inputs[getCos()], inputs[getSin()], getStyle()).floats;
  return llvm::Error::success();
}

// ---- fused_transformer_layer ----

LogicalResult FusedTransformerLayerOp::infer(InferContext &ctx, Adaptor op,
                                             SmallVectorImpl<InferredType> &results) {
  if (failed(checkTypes(ctx, op))) // fused_transformer_layer_c10
    return failure();
  FailureOr<int64_t> width = checkBlock(ctx, op);
  if (failed(width))
    return failure();
  Dims hidden = ctx.shape(op.getHidden()), fc1 = ctx.shape(op.getFc1Weight());
  Dim size = hidden[2], inner = fc1.size() == 2 ? fc1[1] : size;
  std::tuple<StringRef, Value, Dims> operands[] = {
      {"an output weight", op.getOutWeight(), {ctx.constant(*width), size}}, // _c4
      {"an output bias", op.getOutBias(), {size}},                           // _c5
      {"a gamma", op.getLn1Gamma(), {size}},                                 // _c7
      {"a beta", op.getLn1Beta(), {size}},                                   // _c7
      {"a gamma", op.getLn2Gamma(), {size}},                                 // _c7
      {"a beta", op.getLn2Beta(), {size}},                                   // _c7
      {"a first weight", op.getFc1Weight(), {size, inner}},                  // _c8
      {"a first bias", op.getFc1Bias(), {inner}},                            // _c8
      {"a second weight", op.getFc2Weight(), {inner, size}},                 // _c9
      {"a second bias", op.getFc2Bias(), {size}}};                           // _c9
  for (const auto &[name, operand, expected] : operands)
    if (failed(expectShape(ctx, name, operand, expected)))
      return failure();
  if (failed(expectEps(ctx, op.getEps1(), "eps1")) || // fused_transformer_layer_c11
      failed(expectEps(ctx, op.getEps2(), "eps2")))   // fused_transformer_layer_c11
    return failure();
  results.push_back({hidden, InferContext::elementType(op.getHidden())});
  return success();
}

FailureOr<SmallVector<Value>> FusedTransformerLayerOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  auto residualNorm = [&](Value x, Value y, Value gamma, Value beta, FloatAttr eps) {
    return c.make<FusedResidualLNOp>(x, y, Value(), gamma, beta, b.getI64IntegerAttr(-1), eps);
  };
  Value block = composeBlock(c, *this, [](Value x) { return x; });
  Value attended = residualNorm(getHidden(), block, getLn1Gamma(), getLn1Beta(), getEps1Attr());
  Value inner = linear(c, attended, getFc1Weight(), getFc1Bias(), getActivation());
  Value outer = linear(c, inner, getFc2Weight(), getFc2Bias());
  return SmallVector<Value>{
      residualNorm(attended, outer, getLn2Gamma(), getLn2Beta(), getEps2Attr())};
}

llvm::Error FusedTransformerLayerOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> tensors,
                                              MutableArrayRef<ref::Tensor> out) {
  Inputs in{*this, tensors};
  ref::Tensor block = referenceBlock(*this, in, nullptr, nullptr, RopeStyle::Half);
  ref::Tensor attended = referenceResidualNorm(tensors[0], block, in[getLn1Gamma()],
                                               in[getLn1Beta()], getEps1().convertToDouble());
  ref::Tensor inner = referenceLinear(attended, *in[getFc1Weight()], in[getFc1Bias()]);
  for (double &x : inner.floats)
    x = ref::activation(getActivation(), x);
  ref::Tensor outer = referenceLinear(inner, *in[getFc2Weight()], in[getFc2Bias()]);
  out[0].floats = referenceResidualNorm(attended, outer, in[getLn2Gamma()], in[getLn2Beta()],
                                        getEps2().convertToDouble())
                      .floats;
  return llvm::Error::success();
}
