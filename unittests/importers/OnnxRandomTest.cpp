// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers and n-grams: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxRandom, Uniform) {
  ModelBuilder b(22);
  b.output("y");
  onnx::NodeProto *node = b.node("RandomUniform", {}, {"y"});
  setInts(node, "shape", {2, 3});
  expectParts(b, {"rlx.xor", "rlx.shift_right", "-> tensor<2x3xf32>"});
  setInt(node, "dtype", P::INT32);
  expectError(b,
              "node 'RandomUniform_under_test' (RandomUniform, opset 22): the result must have a "
              "floating-point type: set attribute 'dtype'");
}

// The seed, or else the name of the node, is in the constants that are added to the words.
TEST(OnnxRandom, Keys) {
  auto text = [](const char *name, bool hasSeed) {
    ModelBuilder b(22);
    b.input("x", {"n", 3}).output("y");
    onnx::NodeProto *node = b.node("RandomNormalLike", {"x"}, {"y"});
    node->set_name(name);
    if (hasSeed)
      setFloat(node, "seed", 1);
    return import(b).text;
  };
  EXPECT_PRED2(contains, text("a", true), "dense<1065353216> : tensor<ui64>"); // the bits of 1.0
  EXPECT_EQ(text("a", true), text("b", true));
  EXPECT_NE(text("a", false), text("b", false));
  EXPECT_PRED2(contains, text("a", false), "-> tensor<?x3xf32>");
}

TEST(OnnxRandom, Samples) {
  ModelBuilder b(22);
  b.input("x", {"n", 5}).output("y");
  onnx::NodeProto *node = b.node("Multinomial", {"x"}, {"y"});
  setInt(node, "sample_size", 4);
  expectParts(b, {"rlx.softmax", "rlx.cumsum", "-> tensor<?x4xi32>"});
  setInt(node, "dtype", P::FLOAT);
  expectError(b, "node 'Multinomial_under_test' (Multinomial, opset 22): attribute 'dtype' must be "
                 "int32 or int64");
  expectParts(unary("Bernoulli", {2, 2}, 15), {"rlx.compare lt", "-> tensor<2x2xf32>"});
}

TEST(OnnxRandom, DropoutInTraining) {
  ModelBuilder b(13);
  b.input("x", {"n", 3}).input("ratio", {}).input("training", {}, P::BOOL).output("y");
  b.node("Dropout", {"x", "ratio", "training"}, {"y"});
  expectParts(b, {"rlx.xor", "rlx.compare ge", "rlx.where", "-> tensor<?x3xf32>"});
}

TEST(OnnxRandom, Ngrams) {
  ModelBuilder b(9);
  b.input("x", {"n", 5}, P::INT64).output("y");
  onnx::NodeProto *node = b.node("TfIdfVectorizer", {"x"}, {"y"});
  for (auto [name, value] : {std::pair("min_gram_length", 1), std::pair("max_gram_length", 2),
                             std::pair("max_skip_count", 0)})
    setInt(node, name, value);
  setString(node, "mode", "TF");
  setInts(node, "ngram_counts", {0, 2});
  setInts(node, "pool_int64s", {7, 8, 7, 8});
  setInts(node, "ngram_indexes", {2, 0, 3});
  expectParts(b, {"rlx.compare eq", "rlx.scatter_elements", "-> tensor<?x4xf32>"});
  node->mutable_attribute(5)->add_ints(1);
  expectError(b, "node 'TfIdfVectorizer_under_test' (TfIdfVectorizer, opset 9): attribute "
                 "'ngram_counts' does not fit the number of elements of the pool");
}

} // namespace
