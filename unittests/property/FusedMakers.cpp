// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random fused blocks, and of matmuls with several weights; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

// Any activation except tan and round. Near the poles of tan the rounding errors of its operand
// dominate, and round jumps.
std::string activation(GraphBuilder &g) {
  FusedActivation kind;
  do
    kind = FusedActivation(g.random.between(0, getMaxEnumValForFusedActivation()));
  while (kind == FusedActivation::Tan || kind == FusedActivation::Round);
  return "activation = " + std::to_string(int64_t(kind)) + " : i32";
}

bool makeMatmulBiasAct(GraphBuilder &g) {
  Value x = pickFloats(g, 2, 4);
  if (!x)
    return false;
  Type type = g.elementType(x);
  Size columns = g.freshSize();
  Value w = weight(g, type, {g.sizes(x).back(), columns});
  return g.addByName("rlx.fused_matmul_bias_act", {x, w, maybeWeight(g, type, columns)},
                     activation(g));
}

bool makeResidualNorm(GraphBuilder &g) {
  Value x = pickFloats(g, 1);
  if (!x)
    return false;
  Type type = g.elementType(x);
  Sizes sizes = g.sizes(x);
  int64_t rank = sizes.size();
  int64_t axis = g.random.chance(70) ? rank - 1 : g.random.between(0, rank - 1);
  ArrayRef<Size> inner = ArrayRef<Size>(sizes).drop_front(axis);
  Value residual = g.like(type, sizes), bias = maybeWeight(g, type, inner);
  Value gamma = maybeWeight(g, type, inner), beta = maybeWeight(g, type, inner);
  return g.addByName(g.random.chance(50) ? "rlx.fused_residual_ln" : "rlx.fused_residual_rms_norm",
                     {x, residual, bias, gamma, beta},
                     llvm::formatv("axis = {0}, eps = 1.0e-3", eitherWay(g, axis, rank)).str());
}

bool makeSwiGLU(GraphBuilder &g) {
  Sizes sizes = randomSizes(g, 0, 3);
  sizes.push_back(g.fixed(2 * g.random.between(1, 9)));
  std::string attributes = g.random.chance(50) ? "gate_first = true" : "gate_first = false";
  if (g.random.chance(30))
    attributes +=
        g.random.pick<StringRef>({", cast_to = f16", ", cast_to = f32", ", cast_to = bf16"});
  return g.addByName("rlx.fused_swiglu", {g.like(floatType(g), sizes)}, attributes);
}

struct Block {
  Type type;
  Size batch, sequence, embedding;
  int64_t heads, depth;
  Value hidden, qkv, out, qkvBias, outBias, mask;
  std::string attributes;
};

// Layers are f32 or f64: other types round between the norms, and the second norm may amplify the
// error.
Block randomBlock(GraphBuilder &g, bool isLayer) {
  Type type = floatType(g);
  if (isLayer && !type.isF64())
    type = g.builder.getF32Type();
  Block b{type,
          g.freshSize(),
          g.freshSize(),
          g.fixed(g.random.between(1, 9)),
          g.random.between(1, 3),
          g.random.pick({2, 4, 6})};
  Size inner = g.fixed(b.heads * b.depth), three = g.fixed(3 * b.heads * b.depth);
  Size last = isLayer ? b.embedding : g.fixed(g.random.between(1, 9));
  b.hidden = g.like(b.type, {b.batch, b.sequence, b.embedding});
  b.qkv = weight(g, b.type, {b.embedding, three});
  b.out = weight(g, b.type, {inner, last});
  b.qkvBias = maybeWeight(g, b.type, three);
  b.outBias = maybeWeight(g, b.type, last);
  int64_t mask = g.random.between(0, 4);
  if (mask == 3)
    b.mask = g.source(g.builder.getI1Type(), {b.batch, b.sequence});
  if (mask == 4)
    b.mask = g.source(b.type, {g.fixed(1), g.fixed(b.heads), b.sequence, b.sequence});
  b.attributes = llvm::formatv("num_heads = {0}, head_dim = {1}, mask_kind = {2} : i32", b.heads,
                               b.depth, mask);
  if (mask == 2)
    b.attributes += ", window = " + std::to_string(g.random.between(0, 4));
  if (g.random.chance(20))
    b.attributes += ", softcap = 5.0";
  return b;
}

bool makeAttentionBlock(GraphBuilder &g) {
  Block b = randomBlock(g, /*isLayer=*/false);
  Value cos, sin;
  if (g.random.chance(50)) {
    Sizes table = {g.fixed(*llvm::max_element(b.sequence.runs) + g.random.between(0, 2)),
                   g.fixed(g.random.between(1, b.depth / 2))};
    cos = g.source(b.type, table, -1, 1), sin = g.source(b.type, table, -1, 1);
  }
  return g.addByName(
      "rlx.fused_attention_block", {b.hidden, b.qkv, b.out, b.qkvBias, b.outBias, cos, sin, b.mask},
      llvm::formatv("{0}, style = {1} : i32", b.attributes, g.random.between(0, 1)).str());
}

bool makeTransformerLayer(GraphBuilder &g) {
  Block b = randomBlock(g, /*isLayer=*/true);
  Size wide = g.fixed(g.random.between(1, 12));
  Value fc1 = weight(g, b.type, {b.embedding, wide}), fc2 = weight(g, b.type, {wide, b.embedding});
  SmallVector<Value> operands = {b.hidden, b.qkv, b.out, fc1, fc2, b.qkvBias, b.outBias};
  operands.push_back(maybeWeight(g, b.type, wide));
  for (unsigned i = 0; i < 5; ++i) // bias, gammas and betas
    operands.push_back(maybeWeight(g, b.type, b.embedding));
  operands.push_back(b.mask);
  return g.addByName("rlx.fused_transformer_layer", operands,
                     b.attributes + ", eps1 = 1.0e-2, eps2 = 1.0e-2, " + activation(g));
}

bool makeLora(GraphBuilder &g) {
  Value x = pickFloats(g, 2, 4);
  if (!x)
    return false;
  Type type = g.elementType(x);
  Size inner = g.sizes(x).back(), columns = g.freshSize(), low = g.fixed(g.random.between(1, 4));
  Value w = weight(g, type, {inner, columns}), a = weight(g, type, {inner, low});
  return g.addByName("rlx.lora_matmul", {x, w, a, weight(g, type, {low, columns})}, "scale = 0.5");
}

bool makeGroupedMatmul(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t rank) { return rank == 2 && !type.isInteger(1); });
  if (!x)
    return false;
  int64_t experts = g.random.between(1, 4);
  Value w = weight(g, g.elementType(x), {g.fixed(experts), g.sizes(x)[1], g.freshSize()});
  return g.addByName("rlx.grouped_matmul", {x, w, indices(g, {g.sizes(x)[0]}, experts)});
}

} // namespace

std::vector<Maker> fusedMakers() {
  return {{4, makeMatmulBiasAct},  {4, makeResidualNorm},     {3, makeSwiGLU},
          {3, makeAttentionBlock}, {2, makeTransformerLayer}, {2, makeLora},
          {3, makeGroupedMatmul}};
}

} // namespace rlx::property
