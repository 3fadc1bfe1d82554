// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Model-local functions are inlined.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

onnx::FunctionProto *addFunction(ModelBuilder &b, const std::string &name,
                                 const std::vector<std::string> &inputs,
                                 const std::vector<std::string> &outputs) {
  onnx::FunctionProto *function = b.model.add_functions();
  function->set_domain("my");
  function->set_name(name);
  for (const std::string &input : inputs)
    function->add_input(input);
  for (const std::string &output : outputs)
    function->add_output(output);
  return function;
}

onnx::NodeProto *addNode(onnx::FunctionProto *function, const std::string &op,
                         const std::vector<std::string> &inputs, const std::string &output) {
  onnx::NodeProto *node = function->add_node();
  node->set_op_type(op);
  for (const std::string &input : inputs)
    node->add_input(input);
  node->add_output(output);
  return node;
}

onnx::NodeProto *call(ModelBuilder &b, const std::string &name,
                      const std::vector<std::string> &inputs,
                      const std::vector<std::string> &outputs) {
  onnx::NodeProto *node = b.node(name, inputs, outputs);
  node->set_domain("my");
  return node;
}

// y = leaky(exp(x)), with the slope as an attribute. Both names inside are also names outside.
ModelBuilder leaky() {
  ModelBuilder b(17);
  b.input("x", {2, 3}).output("z");
  onnx::FunctionProto *function = addFunction(b, "Leaky", {"a"}, {"b"});
  addNode(function, "Exp", {"a"}, "x");
  addAttr(addNode(function, "LeakyRelu", {"x"}, "b"), "alpha", onnx::AttributeProto::FLOAT)
      ->set_ref_attr_name("slope");
  setFloat(call(b, "Leaky", {"x"}, {"y"}), "slope", 0.25f);
  call(b, "Leaky", {"y"}, {"z"});
  return b;
}

TEST(OnnxFunction, NamesAndAttributesAreThoseOfTheCall) {
  Imported r = import(leaky());
  ASSERT_TRUE(r.ok) << r.errors;
  for (const char *part :
       {"%0 = rlx.exp %arg0", "rlx.leaky_relu %0 {alpha = 2.5", "%2 = rlx.exp %1",
        "rlx.leaky_relu %2 :"}) // with the operator's own default
    EXPECT_PRED2(contains, r.text, part);
}

TEST(OnnxFunction, DefaultsOfAttributes) {
  ModelBuilder b = leaky();
  onnx::AttributeProto fallback;
  fallback.set_name("slope");
  fallback.set_type(onnx::AttributeProto::FLOAT);
  fallback.set_f(0.75f);
  // The field attribute_proto of IR version 9, which ONNX 1.12 does not know.
  b.model.mutable_functions(0)->mutable_unknown_fields()->AddLengthDelimited(
      11, fallback.SerializeAsString());
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "alpha = 2.5");
  EXPECT_PRED2(contains, r.text, "alpha = 7.5");
}

TEST(OnnxFunction, FunctionsCallFunctions) {
  ModelBuilder b = leaky();
  onnx::FunctionProto *outer = addFunction(b, "Twice", {"a"}, {"b"});
  addNode(outer, "Leaky", {"a"}, "m")->set_domain("my");
  addNode(outer, "Leaky", {"m"}, "b")->set_domain("my");
  b.graph().clear_node();
  call(b, "Twice", {"x"}, {"z"});
  expectParts(b, {"%0 = rlx.exp %arg0", "%2 = rlx.exp %1", "return %3"});
  // In graphs of attributes too.
  ModelBuilder choice = leaky();
  choice.graph().clear_node();
  choice.input("p", {}, onnx::TensorProto::BOOL);
  onnx::NodeProto *node = choice.node("If", {"p"}, {"z"});
  for (const char *name : {"then_branch", "else_branch"}) {
    ModelBuilder body(17);
    body.output(std::string(name) + "_result");
    if (name[0] == 't')
      call(body, "Leaky", {"x"}, {"then_branch_result"});
    else
      body.node("Relu", {"x"}, {"else_branch_result"});
    *addAttr(node, name, onnx::AttributeProto::GRAPH)->mutable_g() = body.graph();
  }
  expectParts(choice, {"rlx.if", "rlx.leaky_relu", "rlx.relu"});
}

TEST(OnnxFunction, AnOutputMayBeAnInput) {
  ModelBuilder b(17);
  b.input("x", {2, 3}).output("y").output("z");
  onnx::FunctionProto *function = addFunction(b, "Both", {"a"}, {"a", "b"});
  addNode(function, "Exp", {"a"}, "b");
  call(b, "Both", {"x"}, {"y", "z"});
  expectParts(b, {"%0 = rlx.exp %arg0", "return %arg0, %0"});
}

TEST(OnnxFunction, Errors) {
  ModelBuilder itself = leaky();
  addNode(itself.model.mutable_functions(0), "Leaky", {"a"}, "c")->set_domain("my");
  EXPECT_PRED2(contains, import(itself).errors,
               "calls the function 'Leaky', which calls itself, or functions more than 64 deep");
  ModelBuilder inputs = leaky();
  nodeOf(inputs)->add_input("x");
  EXPECT_PRED2(contains, import(inputs).errors,
               "calls the function 'Leaky', which has 1 inputs and 1 outputs, but the node has 2 "
               "and 1");
  ModelBuilder opset = leaky();
  onnx::FunctionProto *function = opset.model.mutable_functions(0);
  function->add_opset_import()->set_version(18);
  EXPECT_TRUE(import(opset).ok) << import(opset).errors; // Exp and LeakyRelu are the same
  addNode(function, "Split", {"b"}, "c");
  EXPECT_PRED2(contains, import(opset).errors,
               "is of operator set 18, where 'Split' is another version than in set 17, the "
               "model's");
}

} // namespace
