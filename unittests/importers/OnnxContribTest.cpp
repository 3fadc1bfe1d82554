// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators of com.microsoft: the ops that they become, and their errors.
// test/onnx/contrib_cases.py has their results.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

// A model of one node, whose name is that of its operator with "_under_test".
ModelBuilder contribModel(const char *op, const std::vector<std::string> &inputs) {
  ModelBuilder b(17);
  onnx::OperatorSetIdProto *import = b.model.add_opset_import();
  import->set_domain("com.microsoft");
  import->set_version(1);
  b.output("y").node(op, inputs, {"y"})->set_domain("com.microsoft");
  return b;
}

std::string errorOf(const std::string &op, const std::string &text) {
  return "node '" + op + "_under_test' (com.microsoft." + op + ", opset 1): " + text;
}

ModelBuilder &bytes(ModelBuilder &b, const char *name, const std::vector<int64_t> &shape,
                    int type) {
  onnx::TensorProto *tensor = b.graph().add_initializer();
  tensor->set_name(name);
  tensor->set_data_type(type);
  int64_t count = 1;
  for (int64_t size : shape) {
    tensor->add_dims(size);
    count *= size;
  }
  tensor->set_raw_data(std::string(count, '\x21'));
  return b;
}

TEST(OnnxContrib, UnknownOperators) {
  ModelBuilder b = contribModel("FastGelus", {"x"});
  b.input("x", {"n", 4});
  expectError(b, errorOf("FastGelus", "operator 'FastGelus' of domain 'com.microsoft' is not "
                                      "supported; did you mean 'FastGelu'?"));
  ModelBuilder search = contribModel("GreedySearch", {"x"});
  search.input("x", {"n", 4}, P::INT32);
  expectError(search,
              errorOf("GreedySearch", "this operator is not supported, because it is a loop "
                                      "of text generation; export the decoder alone and "
                                      "run the loop outside of the model"));
}

TEST(OnnxContrib, Activations) {
  ModelBuilder b = contribModel("BiasGelu", {"x", "b"});
  b.input("x", {"n", 4}).floats("b", {4});
  expectParts(b, {"rlx.add", "rlx.gelu ", "-> tensor<?x4xf32>"});
  ModelBuilder wrong = contribModel("FastGelu", {"x", "b"});
  wrong.input("x", {"n", 4}).floats("b", {3});
  expectError(wrong, errorOf("FastGelu", "input #1 'b' (the bias) must have shape [4], one element "
                                         "for each column, but has shape [3]"));
}

// The input of all steps and the state of each are quantized, and multiplied in integers. A zero
// point of equal elements becomes one.
TEST(OnnxContrib, DynamicQuantizeLSTM) {
  ModelBuilder b = contribModel("DynamicQuantizeLSTM",
                                {"x", "w", "r", "", "lengths", "", "", "", "s", "z", "s", "z"});
  b.input("x", {"length", 2, 3}).input("lengths", {2}, P::INT32);
  bytes(b, "w", {1, 3, 16}, P::INT8);
  bytes(b, "r", {1, 4, 16}, P::INT8);
  bytes(b.floats("s", {1, 16}), "z", {1, 16}, P::INT8);
  setInt(nodeOf(b), "hidden_size", 4);
  expectParts(b, {"rlx.reduce_max", "rlx.where", "-> tensor<?x2x3xui8>", "rlx.matmul_integer",
                  "tensor<3x16xi8>, tensor<ui8>, tensor<i8>) -> tensor<?x2x16xi32>", "rlx.scan",
                  "rlx.where", "-> tensor<2x4xui8>", "rlx.matmul_integer"});
  ModelBuilder wrong =
      contribModel("DynamicQuantizeLSTM", {"x", "w", "r", "", "", "", "", "", "s", "z", "s", "z"});
  wrong.input("x", {"length", 2, 3});
  bytes(wrong, "w", {1, 3, 16}, P::INT8);
  bytes(wrong, "r", {1, 4, 16}, P::INT8);
  bytes(wrong.floats("s", {2}), "z", {1}, P::INT8);
  setInt(nodeOf(wrong), "hidden_size", 4);
  expectError(wrong, errorOf("DynamicQuantizeLSTM",
                             "input #8 's' must have one element, or one for each column of the "
                             "weights, for each direction, but has shape [2]"));
}

TEST(OnnxContrib, FusedOperators) {
  ModelBuilder b = contribModel("FusedMatMul", {"x", "w"});
  b.input("x", {"n", 3, 4}).floats("w", {5, 4});
  setInt(nodeOf(b), "transB", 1);
  setFloat(nodeOf(b), "alpha", 0.5f);
  expectParts(b, {"rlx.transpose", "rlx.matmul", "rlx.mul", "-> tensor<?x3x5xf32>"});
  setInt(nodeOf(b), "transA", 2);
  expectError(b, errorOf("FusedMatMul", "attribute 'transA' is 2, expected 0 or 1"));
  ModelBuilder gemm = contribModel("FusedGemm", {"x", "w"});
  gemm.input("x", {"n", 4}).floats("w", {4, 5});
  setString(nodeOf(gemm), "activation", "Mish");
  expectError(gemm, errorOf("FusedGemm",
                            "attribute 'activation' is 'Mish'; supported are Clip with two "
                            "parameters, Elu, HardSigmoid, LeakyRelu, Relu, Sigmoid, Softplus, "
                            "Softsign and Tanh"));
  ModelBuilder inverse = contribModel("Inverse", {"x"});
  inverse.input("x", {2, 3});
  expectError(inverse,
              errorOf("Inverse", "input #0 must hold square matrices, but has shape [2x3]; "
                                 "the input is 'x' [2x3]"));
}

TEST(OnnxContrib, Normalizations) {
  ModelBuilder b = contribModel("SkipSimplifiedLayerNormalization", {"x", "s", "g"});
  b.input("x", {"b", "s", 8}).input("s", {"b", "s", 8}).floats("g", {8});
  expectParts(b, {"rlx.add", "rlx.rms_norm", "-> tensor<?x?x8xf32>"});
  ModelBuilder wrong = contribModel("SkipLayerNormalization", {"x", "s", "g"});
  wrong.input("x", {2, 3, 8}).input("s", {2, 4, 8}).floats("g", {8});
  expectError(wrong, errorOf("SkipLayerNormalization",
                             "input #1 (skip) must have the shape of input #0; only the batch may "
                             "be 1 or absent; the inputs are 'x' [2x3x8], 's' [2x4x8], 'g' [8]"));
  ModelBuilder embed = contribModel("EmbedLayerNormalization", {"i", "k", "w", "p", "", "g", "b"});
  embed.input("i", {2, 3}, P::INT32).input("k", {2, 3}, P::INT32);
  embed.floats("w", {9, 8}).floats("p", {4, 8}).floats("g", {8}).floats("b", {8});
  expectError(embed, errorOf("EmbedLayerNormalization",
                             "expects segment_ids and segment_embedding together"));
}

TEST(OnnxContrib, Attention) {
  ModelBuilder b = contribModel("MultiHeadAttention", {"q", "k", "v"});
  b.input("q", {"b", "s", 8}).input("k", {"b", "s", 8}).input("v", {"b", "s", 8});
  setInt(nodeOf(b), "num_heads", 2);
  setInt(nodeOf(b), "unidirectional", 1);
  expectParts(b, {"layout = bshd mask = causal", "-> tensor<?x?x8xf32>"});
  nodeOf(b)->mutable_input()->RemoveLast();
  expectError(b, errorOf("MultiHeadAttention",
                         "expects key and value, unless query has rank 5 and holds all three, or "
                         "key has rank 5 and holds both"));
  ModelBuilder own = contribModel("Attention", {"x", "w", "", "m"});
  own.input("x", {2, 3, 8}).floats("w", {8, 24}).input("m", {8}, P::INT32);
  setInt(nodeOf(own), "num_heads", 2);
  expectError(own,
              errorOf("Attention", "input #3 'm' (the mask) has shape [8]; supported are one or "
                                   "two elements for each of the batches [2], and masks of "
                                   "rank 2 to 4"));
}

TEST(OnnxContrib, RotaryEmbedding) {
  ModelBuilder b = contribModel("RotaryEmbedding", {"x", "p", "c", "s"});
  b.input("x", {"b", "s", 16}).input("p", {1}, P::INT64).floats("c", {9, 4}).floats("s", {9, 4});
  expectParts(b, {"rlx.rope", "style = half layout = bshd", "-> tensor<?x?x16xf32>"});
  setInt(nodeOf(b), "rotary_embedding_dim", 6);
  expectError(b, errorOf("RotaryEmbedding", "attribute 'rotary_embedding_dim' is 6, but cos_cache "
                                            "has 4 columns; expected are 3"));
}

TEST(OnnxContrib, GroupQueryAttention) {
  ModelBuilder b =
      contribModel("GroupQueryAttention", {"q", "k", "v", "pk", "pv", "l", "t", "c", "s"});
  b.input("q", {"b", "s", 32}).input("k", {"b", "s", 16}).input("v", {"b", "s", 16});
  b.input("pk", {"b", 2, "p", 8}).input("pv", {"b", 2, "p", 8});
  b.input("l", {"b"}, P::INT32).input("t", {1}, P::INT32).floats("c", {9, 4}).floats("s", {9, 4});
  setInt(nodeOf(b), "num_heads", 4);
  setInt(nodeOf(b), "kv_num_heads", 2);
  setInt(nodeOf(b), "do_rotary", 1);
  nodeOf(b)->add_output("present");
  b.output("present");
  expectParts(b, {"rlx.rope", "rlx.scatter_elements", "layout = bhsd mask = custom",
                  "tensor<?x2x?x8xf32>"});
  // The present is the past's buffer: nothing is appended, and no size depends on the lengths.
  OnnxImportOptions inPlace;
  inPlace.inPlaceCaches = true;
  const Imported shared = import(b, inPlace);
  EXPECT_TRUE(shared.ok) << shared.errors;
  EXPECT_TRUE(contains(shared.text, "rlx.scatter_elements %arg3")) << shared.text;
  EXPECT_FALSE(contains(shared.text, "rlx.concat")) << shared.text;
  EXPECT_FALSE(contains(shared.text, "tensor.extract")) << shared.text;
  setString(nodeOf(b), "k_quant_type", "PER_TENSOR");
  expectError(b, errorOf("GroupQueryAttention", "attribute 'k_quant_type' is not NONE; caches of "
                                                "quantized numbers are not supported"));
}

TEST(OnnxContrib, BlockQuantizedWeights) {
  ModelBuilder b = contribModel("MatMulNBits", {"x", "w", "s"});
  b.input("x", {"b", "s", 64});
  bytes(b, "w", {3, 2, 16}, P::UINT8).floats("s", {3, 2});
  for (auto [name, value] : {std::pair<const char *, int64_t>{"K", 64}, {"N", 3}, {"bits", 4}})
    setInt(nodeOf(b), name, value);
  setInt(nodeOf(b), "block_size", 32);
  expectParts(
      b, {"rlx.dequant_matmul_scaled", "format = int4 block_size = 32", "-> tensor<?x?x3xf32>"});
  nodeOf(b)->mutable_attribute(3)->set_i(16);
  expectError(b, errorOf("MatMulNBits", "input #2 's' must have shape [3x4], but has shape [3x2]"));
  nodeOf(b)->mutable_attribute(2)->set_i(3);
  expectError(b, errorOf("MatMulNBits", "attribute 'bits' is 3; supported are 2, 4 and 8"));
  ModelBuilder gather = contribModel("GatherBlockQuantized", {"t", "i", "s"});
  bytes(gather, "t", {8, 16}, P::UINT8).input("i", {"n"}, P::INT64).floats("s", {8, 2});
  setInt(nodeOf(gather), "block_size", 16);
  expectParts(gather, {"rlx.gather", "-> tensor<?x32xf32>"});
  setInt(nodeOf(gather), "gather_axis", 1);
  expectError(gather,
              errorOf("GatherBlockQuantized",
                      "attributes 'gather_axis' and 'quantize_axis' are 1 and 1 for rank 2; "
                      "supported are the first and the last axis"));
}

TEST(OnnxContrib, QuantizedOperators) {
  ModelBuilder b = contribModel("QLinearAdd", {"a", "s", "z", "b", "s", "z", "s", "z"});
  b.input("a", {"n", 4}, P::UINT8).input("b", {"n", 4}, P::UINT8).floats("s", {});
  bytes(b, "z", {}, P::UINT8);
  expectParts(b, {"rlx.dequantize", "rlx.add", "rlx.quantize", "-> tensor<?x4xui8>"});
  ModelBuilder concat = contribModel("QLinearConcat", {"s", "z", "a", "s"});
  concat.input("a", {"n", 4}, P::UINT8).floats("s", {});
  bytes(concat, "z", {}, P::UINT8);
  setInt(nodeOf(concat), "axis", 1);
  expectError(concat,
              errorOf("QLinearConcat", "expects 2 inputs and 3 for each operand, but got 4"));
  ModelBuilder product = contribModel("DynamicQuantizeMatMul", {"x", "w", "s"});
  product.input("x", {"n", 4}).floats("s", {6});
  bytes(product, "w", {4, 5}, P::INT8);
  expectError(product, errorOf("DynamicQuantizeMatMul",
                               "input #2 's' (the scale of B) must have shape [5], one element for "
                               "each column of B, but has shape [6]"));
}

} // namespace
