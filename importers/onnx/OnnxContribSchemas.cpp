// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by hand after docs/ContribOperators.md of ONNX Runtime. All have version 1.
//
//   {"BiasGelu", {one("A", T), one("B", T)}, {one("C", T)}}
#include "importers/onnx/OnnxContribSchemas.h"

namespace rlx::onnxim {
namespace {

constexpr TypeSet bit(int dataType) {
  return TypeSet(1) << dataType;
}
constexpr TypeSet kF32 = bit(1), kU8 = bit(2), kI8 = bit(3), kU16 = bit(4), kI16 = bit(5),
                  kI32 = bit(6), kI64 = bit(7), kBool = bit(9), kF16 = bit(10), kF64 = bit(11),
                  kU32 = bit(12), kU64 = bit(13), kBf16 = bit(16), kU4 = bit(21), kI4 = bit(22);
constexpr TypeSet kBytes = kU8 | kI8, kHalves = kF16 | kBf16, kFloats = kF32 | kHalves,
                  kAllFloats = kFloats | kF64, kIndices = kI32 | kI64,
                  kNumbers = kAllFloats | kBytes | kU16 | kI16 | kIndices | kU32 | kU64;

// Types of a parameter. Those with the same variable, which is not 0, have the same type.
struct Types {
  TypeSet set;
  int variable = 0;
};

constexpr FormalParameter one(const char *name, Types types) {
  return {name, types.set, types.variable, FormalParameter::Single};
}
constexpr FormalParameter maybe(const char *name, Types types) {
  return {name, types.set, types.variable, FormalParameter::Optional};
}
constexpr FormalParameter many(const char *name, Types types) {
  return {name, types.set, types.variable, FormalParameter::Variadic};
}

struct ContribOperator {
  const char *name;
  std::vector<FormalParameter> inputs, outputs;
  const char *domain = kContribDomain.data();
};

// Type variables have the letters of the operators' documentation.
// NOLINTBEGIN(readability-identifier-naming)

// Elementwise operators and matmuls.
std::vector<ContribOperator> fusedOperators() {
  const Types T{kAllFloats, 1}, F{kFloats, 1}, N{kNumbers | kBool, 1};
  return {
      {"BiasAdd", {one("X", F), one("bias", F), one("skip", F)}, {one("Y", F)}},
      {"BiasGelu", {one("A", T), one("B", T)}, {one("C", T)}},
      {"BiasSoftmax", {one("data", T), one("bias", T)}, {one("output", T)}},
      {"BiasSplitGelu", {one("X", F), one("bias", F)}, {one("Y", F)}},
      {"FastGelu", {one("X", T), maybe("bias", T)}, {one("Y", T)}},
      {"FusedConv", {one("X", T), one("W", T), maybe("B", T), maybe("Z", T)}, {one("Y", T)}},
      {"FusedGemm",
       {one("A", {kNumbers, 1}), one("B", {kNumbers, 1}), maybe("C", {kNumbers, 1})},
       {one("Y", T)}},
      {"FusedMatMul", {one("A", T), one("B", T)}, {one("Y", T)}},
      {"FusedMatMulActivation", {one("A", T), one("B", T)}, {one("Y", T)}},
      {"Gelu", {one("X", T)}, {one("Y", T)}},
      {"GemmFastGelu", {one("X", F), one("W", F), maybe("bias", F)}, {one("Y", F)}},
      {"Inverse", {one("X", T)}, {one("Y", T)}},
      {"NhwcMaxPool", {one("x", {kBytes, 1})}, {one("y", T)}},
      {"NhwcConv", {one("X", T), one("W", T), maybe("B", T)}, {one("Y", T)}},
      {"NhwcFusedConv", {one("X", T), one("W", T), maybe("B", T), maybe("Z", T)}, {one("Y", T)}},
      {"QuickGelu", {one("X", T)}, {one("Y", T)}},
      {"TransposeMatMul", {one("A", T), one("B", T)}, {one("Y", T)}},
      {"Trilu", {one("X", N), maybe("k", {kI64})}, {one("Y", N)}},
      {"Range",
       {one("start", {kNumbers, 1}), one("limit", {kNumbers, 1}), maybe("delta", {kNumbers, 1})},
       {one("Y", T)}},
  };
}

std::vector<ContribOperator> normalizations() {
  const Types T{kFloats, 1}, I{kI32, 2}, U{kF32}, A{kAllFloats, 1}, V{kAllFloats, 2};
  return {
      {"EmbedLayerNormalization",
       {one("input_ids", I), maybe("segment_ids", I), one("word_embedding", T),
        one("position_embedding", T), maybe("segment_embedding", T), one("gamma", T),
        one("beta", T), maybe("mask", I), maybe("position_ids", I)},
       {one("output", T), maybe("mask_index", I), maybe("embedding_sum", T)}},
      {"GroupNorm", {one("X", T), one("gamma", V), one("beta", V)}, {one("Y", T)}},
      {"SkipGroupNorm",
       {one("X", T), one("gamma", V), one("beta", V), one("skip", T), maybe("bias", T)},
       {one("Y", T), maybe("S", T)}},
      {"SkipLayerNormalization",
       {one("input", T), one("skip", T), one("gamma", T), maybe("beta", T), maybe("bias", T)},
       {one("output", T), maybe("mean", U), maybe("inv_std_var", U),
        maybe("input_skip_bias_sum", T)}},
      {"SkipSimplifiedLayerNormalization",
       {one("input", T), one("skip", T), one("gamma", T), maybe("bias", T)},
       {one("output", T), maybe("mean", U), maybe("inv_std_var", U),
        maybe("input_skip_bias_sum", T)}},
      // ONNX Runtime's own, from before ONNX had them, and without a domain.
      {"LayerNormalization",
       {one("X", A), one("Scale", V), maybe("B", V)},
       {one("Y", V), maybe("Mean", A), maybe("InvStdDev", A)},
       ""},
      {"SimplifiedLayerNormalization",
       {one("X", A), one("scale", V)},
       {one("Y", V), maybe("inv_std_var", A)},
       ""},
  };
}

std::vector<ContribOperator> attentions() {
  const Types T{kFloats, 1}, M{kI32}, B{kBytes, 2}, W{kBytes, 3};
  return {
      {"Attention",
       {one("input", T), one("weights", T), maybe("bias", T), maybe("mask_index", M),
        maybe("past", T), maybe("attention_bias", T), maybe("past_sequence_length", M)},
       {one("output", T), maybe("present", T)}},
      {"GroupQueryAttention",
       {one("query", T), maybe("key", T), maybe("value", T), maybe("past_key", {kFloats | kBytes}),
        maybe("past_value", {kFloats | kBytes}), one("seqlens_k", M),
        one("total_sequence_length", M), maybe("cos_cache", T), maybe("sin_cache", T),
        maybe("position_ids", {kI64}), maybe("attention_bias", T), maybe("head_sink", T),
        maybe("k_scale", {kF32}), maybe("v_scale", {kF32}), maybe("q_norm_weight", T),
        maybe("k_norm_weight", T)},
       {one("output", T), maybe("present_key", T), maybe("present_value", T),
        maybe("output_qk", T)}},
      {"MultiHeadAttention",
       {one("query", T), maybe("key", T), maybe("value", T), maybe("bias", T),
        maybe("key_padding_mask", M), maybe("attention_bias", T), maybe("past_key", T),
        maybe("past_value", T), maybe("past_sequence_length", M), maybe("cache_indirection", M)},
       {one("output", T), maybe("present_key", T), maybe("present_value", T), maybe("qk", T)}},
      {"QAttention",
       {one("input", B), one("weight", W), one("bias", T), one("input_scale", T),
        one("weight_scale", T), maybe("mask_index", M), maybe("input_zero_point", B),
        maybe("weight_zero_point", W), maybe("past", T)},
       {one("output", T), maybe("present", T)}},
      {"RotaryEmbedding",
       {one("input", T), one("position_ids", {kI64}), one("cos_cache", T), one("sin_cache", T)},
       {one("output", T)}},
  };
}

// Weights of few bits with scales per block, and mixtures of experts.
std::vector<ContribOperator> blockQuantized() {
  const Types T{kFloats, 1}, U{kU8}, S{kFloats, 2}, D{kU8 | kU4 | kI4, 3};
  return {
      {"GatherBlockQuantized",
       {one("data", D), one("indices", {kIndices}), one("scales", T), maybe("zero_points", D)},
       {one("output", T)}},
      {"MatMulNBits",
       {one("A", T), one("B", U), one("scales", T), maybe("zero_points", {kU8 | kFloats}),
        maybe("g_idx", {kI32}), maybe("bias", T)},
       {one("Y", T)}},
      {"MoE",
       {one("input", T), one("router_probs", T), one("fc1_experts_weights", T),
        maybe("fc1_experts_bias", T), one("fc2_experts_weights", T), maybe("fc2_experts_bias", T),
        maybe("fc3_experts_weights", T), maybe("fc3_experts_bias", T)},
       {one("output", T)}},
      {"QMoE",
       {one("input", T), one("router_probs", T), one("fc1_experts_weights", U),
        maybe("fc1_scales", S), maybe("fc1_experts_bias", T), one("fc2_experts_weights", U),
        maybe("fc2_scales", S), maybe("fc2_experts_bias", T), maybe("fc3_experts_weights", U),
        maybe("fc3_scales", S), maybe("fc3_experts_bias", T), maybe("fc1_zero_points", U),
        maybe("fc2_zero_points", U), maybe("fc3_zero_points", U), maybe("router_weights", T)},
       {one("output", T)}},
  };
}

// x, its scale and its zero point.
std::vector<FormalParameter> quantized(const char *x, const char *scale, const char *zeroPoint,
                                       bool needsZeroPoint = false) {
  const Types T{kBytes, 1};
  return {one(x, T), one(scale, {kF32}), needsZeroPoint ? one(zeroPoint, T) : maybe(zeroPoint, T)};
}

std::vector<FormalParameter> operator+(std::vector<FormalParameter> lhs,
                                       const std::vector<FormalParameter> &rhs) {
  lhs.insert(lhs.end(), rhs.begin(), rhs.end());
  return lhs;
}

std::vector<ContribOperator> quantizedOperators() {
  const Types T{kBytes, 1}, F{kF32}, A{kBytes, 1}, B{kBytes, 2}, S{kF32 | kF16, 3};
  const Types Q{kBytes | kU16 | kI16 | kI32 | kI4 | kU4, 1}, D{kF32 | kF16, 2};
  const std::vector<FormalParameter> x = quantized("X", "X_scale", "X_zero_point");
  const std::vector<FormalParameter> operands =
      quantized("A", "A_scale", "A_zero_point") + quantized("B", "B_scale", "B_zero_point");
  const std::vector<FormalParameter> y = {one("Y_scale", F), maybe("Y_zero_point", T)};
  const std::vector<FormalParameter> result = {one("Y", T)};
  return {
      {"DequantizeLinear", {one("x", Q), one("x_scale", D), maybe("x_zero_point", Q)}, result},
      {"DynamicQuantizeLSTM",
       {one("X", F), one("W", B), one("R", B), maybe("B", F), maybe("sequence_lens", {kI32}),
        maybe("initial_h", F), maybe("initial_c", F), maybe("P", F), one("W_scale", F),
        one("W_zero_point", B), one("R_scale", F), one("R_zero_point", B)},
       {maybe("Y", F), maybe("Y_h", F), maybe("Y_c", F)}},
      {"DynamicQuantizeMatMul",
       {one("A", F), one("B", B), one("b_scale", F), maybe("b_zero_point", B), maybe("bias", F)},
       result},
      {"MatMulIntegerToFloat",
       {one("A", A), one("B", B), one("a_scale", S), one("b_scale", S), maybe("a_zero_point", A),
        maybe("b_zero_point", B), maybe("bias", S)},
       result},
      {"QGemm",
       {one("A", A), one("a_scale", F), one("a_zero_point", A), one("B", B), one("b_scale", F),
        one("b_zero_point", B), maybe("C", {kI32}), maybe("y_scale", F),
        maybe("y_zero_point", {kBytes})},
       result},
      {"QLinearAdd", operands + y, result},
      {"QLinearAveragePool", x + y, result},
      {"QLinearConcat",
       {one("Y_scale", F), one("Y_zero_point", T), many("inputs", {kBytes | kF32})},
       result},
      {"QLinearConv",
       {one("x", A), one("x_scale", F), one("x_zero_point", A), one("w", B), one("w_scale", F),
        one("w_zero_point", B), one("y_scale", F), one("y_zero_point", {kBytes}),
        maybe("B", {kI32})},
       result},
      {"QLinearGlobalAveragePool", x + y, result},
      {"QLinearLeakyRelu", x + y, result},
      {"QLinearMul", operands + y, result},
      {"QLinearReduceMean", x + y, result},
      {"QLinearSigmoid", x + y, result},
      {"QLinearSoftmax", x + y, result},
      {"QLinearWhere",
       std::vector<FormalParameter>{one("condition", {kBool})} +
           quantized("X", "x_scale", "x_zero_point", true) +
           quantized("Y", "y_scale", "y_zero_point", true) +
           std::vector<FormalParameter>{one("z_scale", F), one("z_zero_point", T)},
       result},
      {"QuantizeLinear", {one("x", D), one("y_scale", D), maybe("y_zero_point", Q)}, result},
  };
}

// Loops of text generation. They are here for their errors only.
std::vector<ContribOperator> generators() {
  const Types any{kNumbers};
  std::vector<ContribOperator> result;
  for (const char *name : {"BeamSearch", "GreedySearch", "Sampling", "WhisperBeamSearch"})
    result.push_back({name, {many("inputs", any)}, {many("outputs", any)}});
  return result;
}

// NOLINTEND(readability-identifier-naming)

OpSchema schemaOf(const ContribOperator &op) {
  OpSchema schema = {op.domain, op.name, 1, 1, false, op.inputs, op.outputs, 0, 0, 0, 0};
  auto count = [](llvm::ArrayRef<FormalParameter> formals, unsigned &least, unsigned &most) {
    for (const FormalParameter &formal : formals) {
      ++most;
      if (formal.option == FormalParameter::Single)
        least = most;
      if (formal.option == FormalParameter::Variadic)
        most = ~0u >> 1;
    }
  };
  count(op.inputs, schema.minInputs, schema.maxInputs);
  count(op.outputs, schema.minOutputs, schema.maxOutputs);
  return schema;
}

} // namespace

std::vector<OpSchema> contribSchemas() {
  static const std::vector<ContribOperator> operators = [] {
    std::vector<ContribOperator> all;
    for (auto family : {fusedOperators, normalizations, attentions, blockQuantized,
                        quantizedOperators, generators})
      for (ContribOperator &op : family())
        all.push_back(std::move(op));
    return all;
  }();
  std::vector<OpSchema> schemas;
  for (const ContribOperator &op : operators)
    schemas.push_back(schemaOf(op));
  return schemas;
}

} // namespace rlx::onnxim
