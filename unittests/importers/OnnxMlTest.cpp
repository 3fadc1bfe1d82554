// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Support vector machines and preparations of features of ai.onnx.ml.
#include "unittests/importers/OnnxExpect.h"

#include <numeric>

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

onnx::NodeProto *mlNode(ModelBuilder &b, const char *op, const std::vector<std::string> &inputs,
                        const std::vector<std::string> &outputs) {
  b.model.mutable_opset_import(0)->set_domain("ai.onnx.ml");
  onnx::NodeProto *node = b.node(op, inputs, outputs);
  node->set_domain("ai.onnx.ml");
  return node;
}

onnx::AttributeProto *attributeOf(onnx::NodeProto *node, const std::string &name) {
  for (onnx::AttributeProto &attribute : *node->mutable_attribute())
    if (attribute.name() == name)
      return &attribute;
  return nullptr;
}

// Three classes with 1, 2 and 1 support vectors of two features.
onnx::NodeProto *classifierIn(ModelBuilder &b) {
  b.input("x", {"n", 2}).output("label").output("scores");
  onnx::NodeProto *node = mlNode(b, "SVMClassifier", {"x"}, {"label", "scores"});
  setInts(node, "classlabels_ints", {7, 8, 9});
  setInts(node, "vectors_per_class", {1, 2, 1});
  setFloats(node, "support_vectors", {1, 2, 3, 4, 5, 6, 7, 8});
  setFloats(node, "coefficients", {10, 11, 12, 13, 20, 21, 22, 23});
  setFloats(node, "rho", {0.5, 0.25, 0.125});
  return node;
}

constexpr const char *kSvm =
    "node 'SVMClassifier_under_test' (ai.onnx.ml.SVMClassifier, opset 1): ";

TEST(OnnxMl, SvmClassifier) {
  ModelBuilder b(1);
  onnx::NodeProto *node = classifierIn(b);
  // A block of each class, padded to two vectors: vector 0 has its coefficients against 1 and 2.
  expectParts(b, {"[[1.000000e+01, 2.000000e+01], [0.000000e+00, 0.000000e+00]]",
                  "[[1.100000e+01, 2.100000e+01], [1.200000e+01, 2.200000e+01]]",
                  "tensor<3x2x2xf32>", "rlx.argmax", "dense<[7, 8, 9]> : tensor<3xi64>",
                  "-> (tensor<?xi64> {", "tensor<?x3xf32> {"});
  setFloats(node, "prob_a", {-1, -1, -1});
  expectError(b, kSvm + std::string("attributes 'prob_a' and 'prob_b' have 3 and 0 elements"));
  setFloats(node, "prob_b", {0, 0, 0});
  expectParts(b, {"rlx.sigmoid", "rlx.while", "rlx.scan", "tensor<?x3xf32> {"});
}

// The limit of libsvm: 100 iterations, and one per class of more classes.
TEST(OnnxMl, SvmClassifierIterations) {
  for (auto [numClasses, limit] :
       {std::pair(3, "dense<100> : tensor<i64>"), std::pair(101, "dense<101> : tensor<i64>")}) {
    ModelBuilder b(1);
    b.input("x", {"n", 2}).output("label").output("scores");
    onnx::NodeProto *node = mlNode(b, "SVMClassifier", {"x"}, {"label", "scores"});
    std::vector<int64_t> labels(numClasses), counts(numClasses, 1);
    std::iota(labels.begin(), labels.end(), 200);
    setInts(node, "classlabels_ints", labels);
    setInts(node, "vectors_per_class", counts);
    setFloats(node, "support_vectors", std::vector<float>(2 * numClasses, 1));
    setFloats(node, "coefficients", std::vector<float>(numClasses * (numClasses - 1), 1));
    for (const char *name : {"rho", "prob_a", "prob_b"})
      setFloats(node, name, std::vector<float>(numClasses * (numClasses - 1) / 2, 1));
    expectParts(b, {"rlx.while", limit, "rlx.scan"});
  }
}

TEST(OnnxMl, SvmClassifierKernels) {
  ModelBuilder b(1);
  onnx::NodeProto *node = classifierIn(b);
  setString(node, "kernel_type", "RBF");
  setFloats(node, "kernel_params", {0.5, 0, 3});
  expectParts(b, {"rlx.exp", "dense<-5.000000e-01> : tensor<f32>"});
  attributeOf(node, "kernel_type")->set_s("POLY");
  expectParts(b, {"rlx.pow", "dense<3.000000e+00> : tensor<f32>"});
  attributeOf(node, "kernel_type")->set_s("SIGMOID");
  expectParts(b, {"rlx.tanh"});
  attributeOf(node, "kernel_type")->set_s("COSINE");
  expectError(b,
              kSvm + std::string("attribute 'kernel_type' is 'COSINE', but must be LINEAR, POLY, "
                                 "RBF or SIGMOID"));
  attributeOf(node, "kernel_type")->set_s("RBF");
  attributeOf(node, "kernel_params")->mutable_floats()->Truncate(2);
  expectError(b,
              kSvm + std::string("attribute 'kernel_params' has 2 elements, expected gamma, coef0 "
                                 "and degree"));
}

TEST(OnnxMl, SvmClassifierRefusals) {
  auto expectWith = [](auto change, const std::string &text) {
    ModelBuilder b(1);
    change(classifierIn(b));
    expectError(b, kSvm + text);
  };
  expectWith([](auto *node) { attributeOf(node, "vectors_per_class")->set_ints(1, -2); },
             "attribute 'vectors_per_class' has the element -2");
  // Refused before anything of this size is made.
  expectWith([](auto *node) { attributeOf(node, "vectors_per_class")->set_ints(1, 1 << 30); },
             "has 1073741826 support vectors for 3 classes; supported are 67108864 vectors times "
             "classes");
  expectWith([](auto *node) { attributeOf(node, "vectors_per_class")->add_ints(0); },
             "attribute 'vectors_per_class' has 4 elements, but there are 3 class labels");
  expectWith([](auto *node) { attributeOf(node, "vectors_per_class")->set_ints(0, 2); },
             "attribute 'support_vectors' has 8 elements, expected 5 vectors of 2 features");
  expectWith([](auto *node) { attributeOf(node, "coefficients")->mutable_floats()->Truncate(7); },
             "attribute 'coefficients' has 7 elements, expected 8");
  expectWith([](auto *node) { attributeOf(node, "rho")->mutable_floats()->Truncate(1); },
             "attribute 'rho' has 1 elements, expected 3");
  expectWith([](auto *node) { attributeOf(node, "classlabels_ints")->mutable_ints()->Truncate(1); },
             "has 1 class labels; supported are 2 to 1024");
}

TEST(OnnxMl, SvmClassifierOfTwoClasses) {
  ModelBuilder b(1);
  onnx::NodeProto *node = classifierIn(b);
  attributeOf(node, "classlabels_ints")->mutable_ints()->Truncate(2);
  attributeOf(node, "vectors_per_class")->mutable_ints()->Truncate(2);
  attributeOf(node, "support_vectors")->mutable_floats()->Truncate(6);
  expectParts(b, {"rlx.neg", "rlx.concat", "tensor<?x2xf32> {"});
  setString(node, "post_transform", "PROBIT");
  expectError(b, kSvm + std::string("post_transform PROBIT of two classes without probabilities is "
                                    "not supported"));
}

TEST(OnnxMl, SvmRegressor) {
  ModelBuilder b(1);
  b.input("x", {"n", 2}).output("y");
  onnx::NodeProto *node = mlNode(b, "SVMRegressor", {"x"}, {"y"});
  setInt(node, "n_supports", 2);
  setFloats(node, "support_vectors", {1, 2, 3, 4});
  setFloats(node, "coefficients", {1, -1});
  setFloats(node, "rho", {0.5});
  setInt(node, "one_class", 1);
  expectParts(b, {"rlx.matmul", "rlx.where", "tensor<?x1xf32> {"});
  attributeOf(node, "support_vectors")->mutable_floats()->Truncate(2);
  expectError(b, "node 'SVMRegressor_under_test' (ai.onnx.ml.SVMRegressor, opset 1): expects 2 "
                 "coefficients, one rho, and support vectors of 2 features");
}

TEST(OnnxMl, FeatureVectorizer) {
  ModelBuilder b(1);
  b.input("a", {"n", 3}, P::INT64).input("b", {"n", "m"}, P::INT64).output("y");
  onnx::NodeProto *node = mlNode(b, "FeatureVectorizer", {"a", "b"}, {"y"});
  expectParts(b, {"rlx.cast", "rlx.concat", "tensor<?x?xf32> {"});
  setInts(node, "inputdimensions", {2, 4});
  expectParts(b, {"rlx.slice", "rlx.pad", "tensor<?x6xf32> {"});
  attributeOf(node, "inputdimensions")->mutable_ints()->Truncate(1);
  expectError(b, "node 'FeatureVectorizer_under_test' (ai.onnx.ml.FeatureVectorizer, opset 1): "
                 "attribute 'inputdimensions' has 1 elements, but the node has 2 inputs");
}

TEST(OnnxMl, OneHotEncoder) {
  ModelBuilder b(1);
  b.input("x", {"n"}, P::INT64).output("y");
  onnx::NodeProto *node = mlNode(b, "OneHotEncoder", {"x"}, {"y"});
  setInts(node, "cats_int64s", {4, 2});
  Imported open = import(b);
  EXPECT_TRUE(open.ok);
  EXPECT_PRED2(lacks, open.text, "cf.assert");
  setInt(node, "zeros", 0); // an element that is no category fails a run
  expectParts(b, {"cf.assert", "\"an element is no category, and attribute 'zeros' is 0\"",
                  "tensor<?x2xf32> {"});
}

// A map from i64 to a type of values.
void mapInput(ModelBuilder &b, const char *name, int valueType) {
  onnx::ValueInfoProto *info = b.graph().add_input();
  info->set_name(name);
  onnx::TypeProto_Map *map = info->mutable_type()->mutable_map_type();
  map->set_key_type(P::INT64);
  map->mutable_value_type()->mutable_tensor_type()->set_elem_type(valueType);
}

TEST(OnnxMl, DictVectorizer) {
  ModelBuilder b(1);
  mapInput(b, "m", P::DOUBLE);
  b.output("y");
  onnx::NodeProto *node = mlNode(b, "DictVectorizer", {"m"}, {"y"});
  setInts(node, "int64_vocabulary", {3, 1});
  expectParts(b, {"\"m.keys\"", "\"m.values\"", "tensor<?xi64>", "tensor<?xf64>",
                  "rlx.scatter_elements", "-> (tensor<1x2xf64> {"});
  node->mutable_attribute(0)->set_name("string_vocabulary");
  expectError(b, "node 'DictVectorizer_under_test' (ai.onnx.ml.DictVectorizer, opset 1): has no "
                 "vocabulary of the type of its keys, i64");
}

TEST(OnnxMl, CastMap) {
  ModelBuilder b(1);
  mapInput(b, "m", P::FLOAT);
  b.output("y");
  onnx::NodeProto *node = mlNode(b, "CastMap", {"m"}, {"y"});
  setString(node, "cast_to", "TO_INT64");
  expectParts(b, {"rlx.sort", "rlx.gather", "tensor<1x?xi64> {"});
  setString(node, "map_form", "SPARSE");
  setInt(node, "max_map", 4);
  expectParts(b, {"cf.assert", "\"a key of the map is negative\"", "tensor<1x4xi64> {"});
  node->mutable_attribute(0)->set_s("TO_STRING");
  expectError(b, "node 'CastMap_under_test' (ai.onnx.ml.CastMap, opset 1): cast_to TO_STRING of "
                 "numbers is not supported");
}

TEST(OnnxMl, Maps) {
  ModelBuilder passed(1);
  mapInput(passed, "m", P::FLOAT);
  passed.output("m");
  expectError(passed, "output 'm' is a map, which only operators take");
  ModelBuilder keys(1);
  mapInput(keys, "m", P::FLOAT);
  keys.graph().mutable_input(0)->mutable_type()->mutable_map_type()->set_key_type(P::INT32);
  keys.output("y");
  mlNode(keys, "CastMap", {"m"}, {"y"});
  expectError(keys, "input 'm' is a map with keys of type INT32; supported are INT64 and STRING");
  ModelBuilder tensor(1); // an operator of tensors
  mapInput(tensor, "m", P::FLOAT);
  tensor.output("y");
  mlNode(tensor, "Binarizer", {"m"}, {"y"});
  expectError(tensor,
              "node 'Binarizer_under_test' (ai.onnx.ml.Binarizer, opset 1): input #0 'm' (X) "
              "must be f32, i32, i64 or f64, but is a map from i64 to f32");
}

} // namespace
