// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention, RotaryEmbedding and the normalizations of transformers. ONNX's own tests compare
// numbers (test/onnx).
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

// Attention of inputs with these sizes; the caller adds optional inputs and attributes.
ModelBuilder attention(std::vector<DimSpec> query, std::vector<DimSpec> key, int opset = 23) {
  ModelBuilder b(opset);
  b.input("q", query).input("k", key).input("v", key).output("y");
  b.node("Attention", {"q", "k", "v"}, {"y"});
  return b;
}

TEST(OnnxAttention, InputsOfRank3AreNotTransposed) {
  ModelBuilder b = attention({"b", "s", 64}, {"b", "s", 32});
  setInt(nodeOf(b), "q_num_heads", 4);
  setInt(nodeOf(b), "kv_num_heads", 2);
  expectParts(b, {"layout = bshd mask = none", "tensor<?x?x4x16xf32>, tensor<?x?x2x16xf32>",
                  "tensor<?x?x64xf32> {rlx.name = \"y\"}"});
  EXPECT_PRED2(lacks, import(b).text, "transpose");
}

TEST(OnnxAttention, CausalityNeedsNoOperandWhereTheLastQueryIsAtTheLastKey) {
  ModelBuilder square = attention({2, 4, "s", 8}, {2, 4, "s", 8});
  setInt(nodeOf(square), "is_causal", 1);
  expectParts(square, {"layout = bhsd mask = causal"});
  EXPECT_PRED2(lacks, import(square).text, "iota");
  ModelBuilder window = attention({2, 4, "s", 8}, {2, 4, "s", 8}, 25);
  setInt(nodeOf(window), "is_causal", 1);
  setInt(nodeOf(window), "left_window_size", 3);
  expectParts(window, {"mask = sliding_window window = 3"});
  // The first query is at the first key, so the last ones are seen by none.
  ModelBuilder cross = attention({2, 4, 5, 8}, {2, 4, 7, 8});
  setInt(nodeOf(cross), "is_causal", 1);
  expectParts(cross, {"rlx.iota", "rlx.compare", "mask = custom"});
}

TEST(OnnxAttention, CacheIsConcatenated) {
  ModelBuilder b(23);
  b.input("q", {2, 4, "s", 8}).input("k", {2, 4, "s", 8}).input("v", {2, 4, "s", 8});
  b.input("pk", {2, 4, "p", 8}).input("pv", {2, 4, "p", 8});
  b.output("y").output("ck").output("cv");
  setInt(b.node("Attention", {"q", "k", "v", "", "pk", "pv"}, {"y", "ck", "cv"}), "is_causal", 1);
  expectParts(
      b, {"rlx.concat", "axis = 2", "mask = causal", "tensor<2x4x?x8xf32> {rlx.name = \"ck\"}"});
}

TEST(OnnxAttention, MasksAreJoined) {
  ModelBuilder booleans = attention({2, 4, 5, 8}, {2, 4, 5, 8});
  booleans.input("m", {5, 5}, onnx::TensorProto::BOOL);
  nodeOf(booleans)->add_input("m");
  expectParts(booleans, {"mask = custom"});
  setInt(nodeOf(booleans), "is_causal", 1);
  expectParts(booleans, {"rlx.and", "mask = custom"});
  ModelBuilder numbers = attention({2, 4, 5, 8}, {2, 4, 5, 8});
  numbers.input("m", {5, 5});
  nodeOf(numbers)->add_input("m");
  expectParts(numbers, {"mask = bias"});
  setInt(nodeOf(numbers), "is_causal", 1);
  expectParts(numbers, {"rlx.where", "mask = bias"});
}

TEST(OnnxAttention, Errors) {
  ModelBuilder heads = attention({2, 5, 64}, {2, 5, 64});
  expectError(heads, "node 'Attention_under_test' (Attention, opset 23): expects the number of "
                     "heads of an input of rank 3 to be at least 1, but got 0");
  ModelBuilder past = attention({2, 4, 5, 8}, {2, 4, 5, 8});
  past.input("pk", {2, 4, 3, 8});
  nodeOf(past)->add_input("");
  nodeOf(past)->add_input("pk");
  expectError(past, "node 'Attention_under_test' (Attention, opset 23): expects past_key and "
                    "past_value together");
  past.input("pv", {2, 4, 8});
  nodeOf(past)->add_input("pv");
  expectError(past, "node 'Attention_under_test' (Attention, opset 23): expects past_key and "
                    "past_value of rank 4, but got rank 3");
  ModelBuilder hidden = attention({2, 5, 62}, {2, 5, 62});
  setInt(nodeOf(hidden), "q_num_heads", 4);
  expectError(hidden, "node 'Attention_under_test' (Attention, opset 23): the hidden size 62 is no "
                      "multiple of 4 heads");
  ModelBuilder ranks = attention({2, 4, 5, 8}, {2, 5, 32});
  expectError(ranks,
              "node 'Attention_under_test' (Attention, opset 23): expects Q, K and V of rank "
              "3, or of rank 4, but got rank 4, 3 and 3");
}

TEST(OnnxRotaryEmbedding, Forms) {
  ModelBuilder rank4(23);
  rank4.input("x", {2, 4, "s", 8}).input("p", {2, "s"}, onnx::TensorProto::INT64).output("y");
  rank4.floats("c", {50, 4}).floats("t", {50, 4});
  rank4.node("RotaryEmbedding", {"x", "c", "t", "p"}, {"y"});
  expectParts(rank4, {"rlx.rope", "style = half layout = bhsd"});
  ModelBuilder rank3(23);
  rank3.input("x", {2, "s", 32}).output("y");
  rank3.input("c", {2, "s", 4}).input("t", {2, "s", 4});
  onnx::NodeProto *node = rank3.node("RotaryEmbedding", {"x", "c", "t"}, {"y"});
  setInt(node, "num_heads", 4);
  setInt(node, "interleaved", 1);
  expectParts(rank3, {"rlx.iota", "style = interleaved layout = bshd",
                      "tensor<2x?x32xf32> {rlx.name = \"y\"}"});
  setInt(nodeOf(rank3), "rotary_embedding_dim", 6);
  expectError(rank3, "node 'RotaryEmbedding_under_test' (RotaryEmbedding, opset 23): attribute "
                     "'rotary_embedding_dim' is 6, but cos_cache has 4 columns; expected are 3");
}

TEST(OnnxRotaryEmbedding, TablesOfOtherRanks) {
  for (bool hasPositions : {false, true}) {
    ModelBuilder b(23);
    b.input("x", {2, 4, 5, 8}).input("c", {}).input("p", {2, 5}, onnx::TensorProto::INT64);
    b.output("y").node("RotaryEmbedding", {"x", "c", "c", hasPositions ? "p" : ""}, {"y"});
    expectError(b, "node 'RotaryEmbedding_under_test' (RotaryEmbedding, opset 23): expects "
                   "cos_cache and sin_cache of rank " +
                       std::string(hasPositions ? "2 with" : "3 without") +
                       " position_ids, but got rank 0 and 0");
  }
}

TEST(OnnxNormalization, OfTransformers) {
  ModelBuilder rms(23);
  rms.input("x", {"n", 16}).floats("g", {16}).output("y");
  rms.node("RMSNormalization", {"x", "g"}, {"y"});
  expectParts(rms, {"rlx.rms_norm", "-> tensor<?x16xf32>"});
  for (int opset : {18, 21}) {
    ModelBuilder group(opset);
    const int64_t scales = opset == 18 ? 2 : 4;
    group.input("x", {"n", 4, 5, 5}).floats("g", {scales}).floats("b", {scales}).output("y");
    setInt(group.node("GroupNormalization", {"x", "g", "b"}, {"y"}), "num_groups", 2);
    expectParts(group, {"rlx.group_norm", "groups = 2", "-> tensor<?x4x5x5xf32>"});
  }
}

// The past comes by Concat and the mask has a length of its own: that it is the number of keys is
// checked before the op that relies on it.
TEST(OnnxAttention, AMaskHasALengthOfItsOwn) {
  ModelBuilder b(23);
  b.input("q", {"b", 8, "s", 64}).input("k", {"b", 8, "s", 64}).input("past", {"b", 8, "p", 64});
  b.input("keep", {"b", 1, "s", "t"}, onnx::TensorProto::BOOL).output("y").output("keys");
  b.floats("zero", {}, 0).floats("low", {}, -1e9f);
  setInt(b.node("Concat", {"past", "k"}, {"keys"}), "axis", 2);
  b.node("Where", {"keep", "zero", "low"}, {"mask"});
  b.node("Attention", {"q", "keys", "keys", "mask"}, {"y"});
  expectParts(b, {"cf.assert", "rlx.dynamic_expand", "rlx.attention"});
}

} // namespace
