// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators of other domains than the default one, each with operator sets of its own.
#include "unittests/importers/OnnxExpect.h"

#include <cmath>

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

// A model that uses only the domain.
ModelBuilder inDomain(const char *domain, int opset) {
  ModelBuilder b(opset);
  b.model.mutable_opset_import(0)->set_domain(domain);
  return b;
}

onnx::NodeProto *nodeIn(ModelBuilder &b, const char *op, const std::vector<std::string> &inputs,
                        const std::vector<std::string> &outputs) {
  onnx::NodeProto *node = b.node(op, inputs, outputs);
  node->set_domain(b.model.opset_import(0).domain());
  return node;
}

TEST(OnnxDomain, OperatorSets) {
  ModelBuilder b = inDomain("ai.onnx.ml", 1);
  b.input("x", {"n", 3}).output("y");
  nodeIn(b, "Scaler", {"x"}, {"y"});
  expectParts(b, {"rlx.sub", "rlx.mul", "-> tensor<?x3xf32>"});
  b.model.mutable_opset_import(0)->set_version(99);
  expectError(b, "the model uses operator set 99 of domain 'ai.onnx.ml'; ONNX has 1 to 5; export "
                 "the model with operator set 5 of domain 'ai.onnx.ml'");
  b.model.mutable_opset_import(0)->set_version(1);
  nodeOf(b)->set_op_type("TreeEnsemble");
  expectError(b,
              "node 'Scaler_under_test' (ai.onnx.ml.TreeEnsemble, opset 1): this operator is "
              "new in operator set 5; export the model with operator set 5 of domain 'ai.onnx.ml'");
  nodeOf(b)->set_op_type("Scalar");
  expectError(
      b, "node 'Scaler_under_test' (ai.onnx.ml.Scalar, opset 1): ONNX has no operator 'Scalar' in "
         "domain 'ai.onnx.ml' up to operator set 5; did you mean 'Scaler'?");
  nodeOf(b)->set_op_type("Abs");
  nodeOf(b)->set_domain("");
  expectError(b, "node 'Scaler_under_test' (Abs): the model does not say which operator "
                 "set of the default domain it uses");
}

TEST(OnnxDomain, FlexAttention) {
  ModelBuilder b = inDomain("ai.onnx.preview", 1);
  b.input("q", {2, 4, "l", 8}).input("k", {2, 2, "s", 8}).input("v", {2, 2, "s", 6}).output("y");
  onnx::NodeProto *attention = nodeIn(b, "FlexAttention", {"q", "k", "v"}, {"y"});
  expectParts(b, {"rlx.attention %arg0, %arg1, %arg2", "-> tensor<2x4x?x6xf32>"});
  b.model.add_opset_import()->set_version(26);
  onnx::GraphProto *graph =
      addAttr(attention, "score_mod", onnx::AttributeProto::GRAPH)->mutable_g();
  graph->add_input()->set_name("s");
  graph->add_output()->set_name("t");
  onnx::NodeProto *tanh = graph->add_node();
  tanh->set_op_type("Tanh");
  tanh->add_input("s");
  tanh->add_output("t");
  expectParts(b, {"rlx.tanh", "rlx.softmax", "-> (tensor<2x4x?x6xf32> {"});
  tanh->set_op_type("IsNaN");
  expectError(b, "node 'FlexAttention_under_test' (ai.onnx.preview.FlexAttention, opset 1): "
                 "attribute 'score_mod' "
                 "must be a graph with one output like its input, f32 [2x4x?x?]");
}

TEST(OnnxDomain, Optimisers) {
  ModelBuilder b = inDomain("ai.onnx.preview.training", 1);
  b.input("r", {}).input("t", {}, P::INT64).input("x", {3}).input("g", {3}).input("h", {3});
  b.output("y").output("h2");
  nodeIn(b, "Adagrad", {"r", "t", "x", "g", "h"}, {"y", "h2"});
  expectParts(b, {"rlx.sqrt", "rlx.div", "tensor<3xf32> {rlx.name = \"h2\"}"});
  nodeOf(b)->mutable_input()->RemoveLast();
  expectError(b, "node 'Adagrad_under_test' (ai.onnx.preview.training.Adagrad, opset 1): expects a "
                 "multiple of 3 inputs "
                 "after R and T, but got 2");
}

TEST(OnnxDomain, LinearModels) {
  ModelBuilder b = inDomain("ai.onnx.ml", 1);
  b.input("x", {"n", 2}).output("label").output("scores");
  onnx::NodeProto *node = nodeIn(b, "LinearClassifier", {"x"}, {"label", "scores"});
  setFloats(node, "coefficients", {1, 2});
  setInts(node, "classlabels_ints", {4, 5});
  expectParts(b, {"rlx.matmul", "compare gt", "rlx.where", "rlx.concat", "tensor<?xi64> {",
                  "tensor<?x2xf32> {"});
  node->mutable_attribute(0)->add_floats(3); // one more than needed is left over
  EXPECT_TRUE(import(b).ok);
  node->mutable_attribute(0)->mutable_floats()->Truncate(1);
  setFloats(node, "intercepts", {0.5});
  expectError(
      b, "node 'LinearClassifier_under_test' (ai.onnx.ml.LinearClassifier, opset 1): attribute "
         "'coefficients' has 1 elements, expected 1 x 2");
}

TEST(OnnxDomain, Trees) {
  ModelBuilder b = inDomain("ai.onnx.ml", 5);
  b.input("x", {"n", 3}).output("y");
  onnx::NodeProto *node = nodeIn(b, "TreeEnsemble", {"x"}, {"y"});
  auto tensor = [&](const char *name, int type, int count) {
    onnx::TensorProto *t = addAttr(node, name, onnx::AttributeProto::TENSOR)->mutable_t();
    t->set_data_type(type);
    t->add_dims(count);
    for (int i = 0; i < count; ++i)
      type == P::FLOAT ? t->add_float_data(static_cast<float>(i)) : t->add_int32_data(0);
  };
  tensor("nodes_modes", P::UINT8, 1);
  tensor("nodes_splits", P::FLOAT, 1);
  tensor("leaf_weights", P::FLOAT, 2);
  for (auto [name, values] : std::initializer_list<std::pair<const char *, std::vector<int64_t>>>{
           {"nodes_featureids", {2}},
           {"nodes_truenodeids", {0}},
           {"nodes_falsenodeids", {1}},
           {"nodes_trueleafs", {1}},
           {"nodes_falseleafs", {1}},
           {"leaf_targetids", {0, 1}},
           {"tree_roots", {0}}})
    setInts(node, name, values);
  setInt(node, "n_targets", 2);
  expectParts(b, {"rlx.tree_leaves_bitvector %arg0", "-> tensor<?x2xf32>"});
  // Tests for equality have no bits: the trees are descended.
  ModelBuilder equal = b;
  equal.graph().mutable_node(0)->mutable_attribute(0)->mutable_t()->set_int32_data(0, 4);
  expectParts(equal, {"rlx.tree_leaves eq %arg0", "-> tensor<?x2xf32>"});
  // Nor have tests against NaN, which a missing feature alone passes.
  ModelBuilder missing = b;
  missing.graph().mutable_node(0)->mutable_attribute(1)->mutable_t()->set_float_data(0, NAN);
  expectParts(missing, {"rlx.tree_leaves le %arg0", "-> tensor<?x2xf32>"});
  ModelBuilder cyclic = b;
  cyclic.graph().mutable_node(0)->mutable_attribute(6)->set_ints(0, 0); // nodes_trueleafs
  expectError(cyclic,
              "node 'TreeEnsemble_under_test' (ai.onnx.ml.TreeEnsemble, opset 5): the trees have a "
              "cycle");
}

// Two trees of two classes, a test and two leaves each. Node numbers need no order.
TEST(OnnxDomain, TreeClassifier) {
  ModelBuilder b = inDomain("ai.onnx.ml", 1);
  b.input("x", {"n", 3}).output("label").output("scores");
  onnx::NodeProto *node = nodeIn(b, "TreeEnsembleClassifier", {"x"}, {"label", "scores"});
  auto setModes = [&](const std::vector<const char *> &modes) {
    onnx::AttributeProto *attr = addAttr(node, "nodes_modes", onnx::AttributeProto::STRINGS);
    for (const char *mode : modes)
      attr->add_strings(mode);
  };
  setInts(node, "nodes_nodeids", {0, 1, 2, 7, 5, 6});
  setInts(node, "nodes_treeids", {0, 0, 0, 4, 4, 4});
  setInts(node, "nodes_featureids", {2, 0, 0, 1, 0, 0});
  setInts(node, "nodes_truenodeids", {1, 0, 0, 6, 0, 0});
  setInts(node, "nodes_falsenodeids", {2, 0, 0, 5, 0, 0});
  setFloats(node, "nodes_values", {1, 0, 0, 2, 0, 0});
  setModes({"BRANCH_LEQ", "LEAF", "LEAF", "BRANCH_EQ", "LEAF", "LEAF"});
  setInts(node, "class_nodeids", {1, 2, 5, 6});
  setInts(node, "class_treeids", {0, 0, 4, 4});
  setInts(node, "class_ids", {0, 0, 1, 1});
  setFloats(node, "class_weights", {-1, 2, 3, 4});
  setInts(node, "classlabels_int64s", {8, 9});
  // Every row has votes for both classes.
  expectParts(b, {"dense<[[2, 1065353216, 1, 2], [0, 0, 1, 1], [0, 0, 2, 2], "
                  "[1, 1073741824, 5, 4], [0, 0, 4, 4], [0, 0, 5, 5]]> : tensor<6x4xi32>",
                  "rlx.reduce_sum", "rlx.argmax"});
  EXPECT_PRED2(lacks, import(b).text, std::string("rlx.where"));
  // Not if one of the leaves has none.
  ModelBuilder lacking = b;
  onnx::NodeProto *changed = lacking.graph().mutable_node(0);
  for (onnx::AttributeProto &attr : *changed->mutable_attribute())
    if (attr.name() == "class_nodeids")
      attr.set_ints(1, 1); // both votes of the first tree
  expectParts(lacking, {"rlx.reduce_sum", "rlx.where", "rlx.argmax"});
  ModelBuilder twice = b;
  twice.graph().mutable_node(0)->mutable_attribute(0)->set_ints(4, 7); // nodes_nodeids
  expectError(twice, "node 'TreeEnsembleClassifier_under_test' (ai.onnx.ml.TreeEnsembleClassifier, "
                     "opset 1): tree 4 has two nodes 7");
  ModelBuilder none = b;
  none.graph().mutable_node(0)->mutable_attribute(3)->set_ints(3, 3); // nodes_truenodeids
  expectError(none, "node 'TreeEnsembleClassifier_under_test' (ai.onnx.ml.TreeEnsembleClassifier, "
                    "opset 1): tree 4 has no node 3");
}

} // namespace
