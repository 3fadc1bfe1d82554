// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators whose attributes are graphs: If, Loop and Scan.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

// The graph of an attribute, built like a model.
void setGraph(onnx::NodeProto *node, const std::string &name, ModelBuilder body) {
  *addAttr(node, name, onnx::AttributeProto::GRAPH)->mutable_g() = body.graph();
}

// Of the first input.
void setFirstSize(ModelBuilder &b, int64_t size) {
  onnx::TypeProto *type = b.graph().mutable_input(0)->mutable_type();
  type->mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_value(size);
}

ModelBuilder branch(const std::string &op, const std::string &input, const std::string &output) {
  ModelBuilder b(13);
  b.output(output);
  b.node(op, {input}, {output});
  return b;
}

ModelBuilder choice() {
  ModelBuilder b(13);
  b.input("p", {1}, P::BOOL).input("x", {"n", 4}).floats("w", {20}).output("y").output("z");
  b.node("Neg", {"x"}, {"unused_elsewhere"}); // only a branch reads it
  onnx::NodeProto *node = b.node("If", {"p"}, {"y"});
  setGraph(node, "then_branch", branch("Exp", "unused_elsewhere", "a"));
  setGraph(node, "else_branch", branch("Relu", "x", "b"));
  b.node("Tanh", {"y"}, {"z"});
  return b;
}

TEST(OnnxControlFlow, IfSeesTheValuesAround) {
  expectParts(choice(), {"rlx.reshape %arg0 to []", "= rlx.if %", "-> (tensor<?x4xf32>) {",
                         "rlx.exp", "} else {", "rlx.relu %arg1", "rlx.tanh"});
}

// Sizes, constants and params made in one branch are not used in the other, or behind the op.
TEST(OnnxControlFlow, BranchesShareNothing) {
  ModelBuilder b(13);
  b.input("p", {}, P::BOOL).input("x", {"n", 4}).floats("w", {20}).ints("shape", {-1}).output("z");
  for (const char *name : {"y0", "y1"}) {
    onnx::NodeProto *node = b.node("If", {"p"}, {name});
    for (const char *side : {"then_branch", "else_branch"}) {
      ModelBuilder body(13);
      body.output("flat_sum");
      body.node("Reshape", {"x", "shape"}, {"flat"});
      body.node("ReduceSum", {"flat"}, {"sum"});
      body.node("Add", {"sum", "w"}, {"flat_sum"});
      setGraph(node, side, body);
    }
  }
  b.node("Add", {"y0", "y1"}, {"y"});
  b.node("Add", {"y", "w"}, {"z"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_EQ(r.model.params.size(), 1u);
}

// A chain of Ifs, each in a branch of the one around it, with `inner` in the last one.
ModelBuilder nested(int levels, ModelBuilder inner) {
  for (int level = 0; level < levels; ++level) {
    ModelBuilder around(14);
    const std::string name = "chosen" + std::to_string(level);
    around.output(name);
    onnx::NodeProto *node = around.node("If", {"p"}, {name});
    setGraph(node, "then_branch", inner);
    setGraph(node, "else_branch", branch("Identity", "otherwise", "other" + std::to_string(level)));
    inner = around;
  }
  return inner;
}

// Ops with regions are verified where they stand, so the values around must be visible there.
TEST(OnnxControlFlow, OpsWithRegionsAtAnyDepth) {
  for (auto [op, gates] : {std::pair<const char *, int64_t>{"LSTM", 4}, {"GRU", 3}, {"RNN", 1}})
    for (int levels : {1, 2, 3}) {
      SCOPED_TRACE(op + std::to_string(levels));
      ModelBuilder layer(14);
      layer.output("result");
      setInt(layer.node(op, {"x", "w", "r"}, {"result"}), "hidden_size", 4);
      ModelBuilder b = nested(levels, layer);
      b.input("p", {}, P::BOOL).input("x", {"t", 2, 3}).input("otherwise", {"t", 1, 2, 4});
      b.floats("w", {1, gates * 4, 3}).floats("r", {1, gates * 4, 4});
      expectParts(b, {"rlx.if", "rlx.scan", "rlx.yield"});
    }
}

TEST(OnnxControlFlow, AKnownConditionLeavesNoIf) {
  ModelBuilder b = choice();
  b.graph().mutable_input()->DeleteSubrange(0, 1);
  onnx::TensorProto *p = b.graph().add_initializer();
  p->set_name("p");
  p->set_data_type(P::BOOL);
  p->add_int32_data(0);
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_FALSE(contains(r.text, "rlx.if"));
  EXPECT_FALSE(contains(r.text, "rlx.exp"));
  EXPECT_PRED2(contains, r.text, "rlx.relu");
}

// squeeze(0) of a dynamic size, as PyTorch's TorchScript exporter writes it. `y` has rank 1 or 2.
onnx::NodeProto *addSqueeze(ModelBuilder &b) {
  ModelBuilder flat(13);
  b.input("x", {"n", 4}).ints("zero", {0}).ints("one", {1}).output("z");
  b.node("Shape", {"x"}, {"s"});
  b.node("Gather", {"s", "zero"}, {"size"});
  b.node("Equal", {"size", "one"}, {"is_one"});
  onnx::NodeProto *node = b.node("If", {"is_one"}, {"y"});
  flat.output("a");
  flat.node("Squeeze", {"x", "zero"}, {"a"});
  setGraph(node, "then_branch", flat);
  setGraph(node, "else_branch", branch("Relu", "x", "b"));
  return node;
}

TEST(OnnxControlFlow, BranchesOfUnlikeRanksNeedTheSizesOfOne) {
  ModelBuilder b(13);
  onnx::NodeProto *node = addSqueeze(b);
  b.node("Tanh", {"y"}, {"z"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_FALSE(contains(r.text, "rlx.if"));
  EXPECT_FALSE(contains(r.text, "rlx.relu"));
  expectParts(b, {"cf.assert", "branches differ in rank, so the condition must be true",
                  "-> tensor<4xf32>"});
  ASSERT_EQ(r.model.notes.size(), 1U);
  EXPECT_EQ(
      r.model.notes[0],
      "node 'If_under_test' (If, opset 13): its branches differ in rank, so the then_branch is "
      "taken; a run whose sizes need the other one ends with an error");
  auto *other = node->mutable_attribute(1)->mutable_g()->mutable_node(0);
  other->set_op_type("Cast");
  setInt(other, "to", P::INT64);
  expectError(b, "node 'If_under_test' (If, opset 13): output #0 of then_branch, 'a', is f32 [4], "
                 "but that of else_branch is i64 [?x4]");
}

// The rest of the model decides: a matrix multiplication of its own needs rank 2, and so does an
// output that is declared with it.
TEST(OnnxControlFlow, TheRestOfTheModelMayNeedTheHigherRank) {
  ModelBuilder used(13);
  addSqueeze(used);
  used.node("Gemm", {"y", "w"}, {"z"});
  used.floats("w", {4, 1});
  ModelBuilder declared(13);
  addSqueeze(declared);
  declared.node("Tanh", {"y"}, {"z"});
  auto *shape =
      declared.graph().mutable_output(0)->mutable_type()->mutable_tensor_type()->mutable_shape();
  shape->add_dim()->set_dim_param("n");
  shape->add_dim()->set_dim_value(4);
  for (ModelBuilder *b : {&used, &declared})
    expectParts(*b, {"rlx.relu", "cf.assert",
                     "branches differ in rank, so the condition must be false, as it is for large "
                     "sizes"});
  // Neither rank fits: the error is that of the lower one.
  ModelBuilder neither(13);
  addSqueeze(neither);
  neither.node("Conv", {"y", "w"}, {"z"});
  neither.floats("w", {4, 1});
  expectError(neither, "node 'Conv_under_test' (Conv, opset 13): input and filter are expected to "
                       "have the same rank of 3 or more, but have 1 and 2");
}

TEST(OnnxControlFlow, IfErrors) {
  ModelBuilder missing = choice();
  missing.graph().mutable_node(1)->mutable_attribute()->RemoveLast();
  expectError(missing, "node 'If_under_test' (If, opset 13): attribute 'else_branch' is missing");
  ModelBuilder outputs = choice();
  outputs.graph().mutable_node(1)->mutable_attribute(0)->mutable_g()->clear_output();
  expectError(outputs, "node 'If_under_test' (If, opset 13): has 1 outputs, but a branch has 0");
  ModelBuilder unknown = choice();
  auto *exp = unknown.graph().mutable_node(1)->mutable_attribute(0)->mutable_g()->mutable_node(0);
  exp->set_input(0, "nowhere");
  expectError(unknown, "node 'Exp_under_test' (Exp, opset 13): input 'nowhere' is not defined: "
                       "no input, initializer or node of the model has this name");
  exp = unknown.graph().mutable_node(1)->mutable_attribute(0)->mutable_g()->mutable_node(0);
  exp->set_input(0, "x");
  exp->set_output(0, "elsewhere");
  expectError(unknown,
              "node 'If_under_test' (If, opset 13): no node computes output 'a' of the graph");
  ModelBuilder shapes = choice();
  shapes.graph().mutable_node(1)->mutable_attribute(0)->mutable_g()->mutable_node(0)->set_input(
      0, "w");
  expectError(
      shapes,
      "node 'If_under_test' (If, opset 13): output #0 of then_branch, 'a', is f32 [20], but "
      "that of else_branch is f32 [?x4]; supported are equal ranks, or a condition that is "
      "known");
  EXPECT_TRUE(import(shapes).isUnsupported);
  ModelBuilder types = choice();
  auto *other = types.graph().mutable_node(1)->mutable_attribute(1)->mutable_g()->mutable_node(0);
  other->set_op_type("Cast");
  setInt(other, "to", P::INT64);
  expectError(types, "node 'If_under_test' (If, opset 13): output #0 of then_branch, 'a', is f32 "
                     "[?x4], but that of else_branch is i64 [?x4]");
  ModelBuilder several = choice();
  setFirstSize(several, 2);
  expectError(several, "node 'If_under_test' (If, opset 13): input #0 'p' (the condition) must be "
                       "one bool, but is bool [2]");
}

// Doubles x. The sums are stacked if `stacks`.
ModelBuilder loop(bool stacks, const std::string &condition) {
  ModelBuilder body(13);
  body.input("i", {}, P::INT64).input("going", {}, P::BOOL).input("v", {"n"});
  body.output("go_on").output("v_next");
  if (condition == "going")
    body.node("Identity", {"going"}, {"go_on"});
  else
    body.node("Not", {"going"}, {"go_on"});
  body.node("Add", {"v", "v"}, {"v_next"});
  if (stacks) {
    body.output("row");
    body.node("Exp", {"v"}, {"row"});
  }
  ModelBuilder b(13);
  b.input("x", {"n"}).input("m", {1}, P::INT64).input("go", {}, P::BOOL).output("y");
  std::vector<std::string> outputs = {"y"};
  if (stacks)
    outputs.push_back("rows");
  onnx::NodeProto *node = b.node("Loop", {"m", "go", "x"}, outputs);
  setGraph(node, "body", body);
  return b;
}

TEST(OnnxControlFlow, LoopOfUnknownLengthIsAWhile) {
  expectParts(loop(false, "other"),
              {"rlx.while %", ": (tensor<i64>, tensor<i1>, tensor<?xf32>)", "rlx.compare lt",
               "rlx.and", "} do {", "rlx.not", "rlx.yield %"});
  ModelBuilder unbounded = loop(false, "other");
  unbounded.graph().mutable_node(0)->set_input(0, "");
  Imported r = import(unbounded);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_FALSE(contains(r.text, "rlx.compare"));
}

TEST(OnnxControlFlow, LoopWithoutAConditionStarts) {
  ModelBuilder b = loop(false, "going");
  b.graph().mutable_input()->DeleteSubrange(2, 1);
  b.graph().mutable_node(0)->set_input(1, "");
  expectParts(b, {"rlx.constant dense<true> : tensor<i1>", "rlx.while %"});
}

TEST(OnnxControlFlow, LoopOfKnownLengthIsAScan) {
  ModelBuilder b = loop(true, "going");
  b.graph().mutable_input()->DeleteSubrange(1, 2);
  b.output("rows").ints("m", {5});
  b.graph().mutable_node(0)->set_input(1, "");
  expectParts(b, {"rlx.iota", "rlx.scan init(%", "over(%", "-> (tensor<?xf32>, tensor<5x?xf32>)"});
}

// The length of an input: rlx.scan over a dynamic number of iterations.
TEST(OnnxControlFlow, LoopOverASize) {
  ModelBuilder b = loop(true, "going");
  b.graph().mutable_input()->DeleteSubrange(1, 2);
  b.output("rows");
  onnx::NodeProto node = b.graph().node(0);
  b.graph().clear_node();
  b.node("Shape", {"x"}, {"m"});
  node.set_input(1, "");
  *b.graph().add_node() = node;
  expectParts(b, {"tensor.dim %arg0", "rlx.scan init(%", "-> (tensor<?xf32>, tensor<?x?xf32>)"});
}

TEST(OnnxControlFlow, LoopErrors) {
  ModelBuilder inputs = loop(false, "going");
  inputs.graph().mutable_node(0)->add_input("x");
  expectError(inputs, "node 'Loop_under_test' (Loop, opset 13): has 2 carried values and 1 "
                      "outputs, but its body has 3 inputs and 2 outputs");
  ModelBuilder taken = loop(false, "going");
  taken.graph().mutable_node(0)->mutable_attribute(0)->mutable_g()->mutable_input(0)->set_name("x");
  expectError(
      taken,
      "node 'Loop_under_test' (Loop, opset 13): input 'x' of the graph is defined a second time");
  ModelBuilder changes = loop(false, "other");
  auto *body = changes.graph().mutable_node(0)->mutable_attribute(0)->mutable_g();
  body->mutable_node(1)->set_op_type("ReduceSum");
  body->mutable_node(1)->mutable_input()->RemoveLast();
  setInt(body->mutable_node(1), "keepdims", 0);
  expectError(
      changes,
      "node 'Loop_under_test' (Loop, opset 13): input #2 'x' (a carried value) has rank 1, but "
      "output #1 'v_next' of the body has rank 0; supported are carried values of one rank");
  EXPECT_TRUE(import(changes).isUnsupported);
  ModelBuilder limits = loop(false, "other");
  limits.graph()
      .mutable_input(1)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(0)
      ->set_dim_value(3);
  expectError(limits, "node 'Loop_under_test' (Loop, opset 13): input #0 'm' (the trip count) must "
                      "have one element, but has shape [3]");
}

onnx::GraphProto *bodyOf(ModelBuilder &b) {
  return b.graph().mutable_node(0)->mutable_attribute(0)->mutable_g();
}

// A loop whose number of iterations is known, and one for which it is not.
void forEachLoop(const std::function<void(ModelBuilder)> &run) {
  run(loop(false, "other"));
  ModelBuilder counted = loop(false, "going");
  counted.graph().mutable_input()->DeleteSubrange(1, 2);
  counted.ints("m", {5}).graph().mutable_node(0)->set_input(1, "");
  run(counted);
}

TEST(OnnxControlFlow, TheConditionIsOneBool) {
  auto expect = [](const std::string &op, const std::string &type) {
    SCOPED_TRACE(op);
    ModelBuilder b = loop(false, "other");
    auto *node = bodyOf(b)->mutable_node(0);
    node->set_op_type(op);
    node->set_input(0, "v");
    if (op == "Cast")
      setInt(node, "to", P::INT64);
    if (op == "Equal")
      node->add_input("v");
    setFirstSize(b, 2);
    expectError(b, "node 'Loop_under_test' (Loop, opset 13): output #0 'go_on' of the body (the "
                   "condition) must be one bool, but is " +
                       type);
  };
  expect("Identity", "f32 [2]");
  expect("Cast", "i64 [2]");
  expect("Equal", "bool [2]");
  // The first output is a carried value, because the body lacks the condition.
  ModelBuilder lacks = loop(false, "other");
  bodyOf(lacks)->mutable_output(0)->set_name("v_next");
  expectError(lacks, "node 'Loop_under_test' (Loop, opset 13): output #0 'v_next' of the body (the "
                     "condition) must be one bool, but is f32 [?]");
  ModelBuilder one = loop(false, "other"); // one bool of any rank
  bodyOf(one)->mutable_node(0)->set_op_type("Unsqueeze");
  bodyOf(one)->mutable_node(0)->add_input("axes");
  one.ints("axes", {0});
  expectParts(one, {"rlx.while"});
}

TEST(OnnxControlFlow, CarriedValuesKeepTheirTypes) {
  forEachLoop([](ModelBuilder b) {
    auto *node = bodyOf(b)->mutable_node(1);
    node->set_op_type("Cast");
    node->mutable_input()->RemoveLast();
    setInt(node, "to", P::INT64);
    expectError(b, "node 'Loop_under_test' (Loop, opset 13): input #2 'x' (a carried value) starts "
                   "as f32 [?], but output #1 'v_next' of the body is i64 [?]");
  });
}

TEST(OnnxControlFlow, BodiesGetTheTypesTheyDeclare) {
  forEachLoop([](ModelBuilder b) {
    bodyOf(b)->mutable_input(2)->mutable_type()->mutable_tensor_type()->set_elem_type(P::DOUBLE);
    expectError(b, "node 'Loop_under_test' (Loop, opset 13): input 'v' of the graph is declared as "
                   "f64, but gets f32");
    bodyOf(b)->mutable_input(2)->mutable_type()->mutable_tensor_type()->set_elem_type(P::COMPLEX64);
    expectError(b, "node 'Loop_under_test' (Loop, opset 13): input 'v' of the graph is declared as "
                   "COMPLEX64, but gets f32");
    bodyOf(b)->mutable_input(1)->mutable_type()->mutable_tensor_type()->set_elem_type(P::INT32);
    expectError(b, "node 'Loop_under_test' (Loop, opset 13): input 'going' of the graph is "
                   "declared as i32, but gets bool");
    bodyOf(b)->mutable_input(1)->mutable_type()->mutable_tensor_type()->set_elem_type(P::UINT8);
    expectError(b, "node 'Loop_under_test' (Loop, opset 13): input 'going' of the graph is "
                   "declared as u8, but gets bool");
    bodyOf(b)->mutable_input(1)->clear_type(); // not declared
    bodyOf(b)->mutable_input(2)->clear_type();
    EXPECT_TRUE(import(b).ok);
  });
}

ModelBuilder scan() {
  ModelBuilder body(13);
  body.input("s", {4}).input("a", {4}).input("b", {4}).output("s_next").output("row");
  body.node("Add", {"s", "a"}, {"s_next"});
  body.node("Mul", {"s_next", "b"}, {"row"});
  ModelBuilder b(13);
  b.input("s0", {4}).input("x", {"n", 4}).input("y", {4, "n"}).output("z").output("rows");
  onnx::NodeProto *node = b.node("Scan", {"s0", "x", "y"}, {"z", "rows"});
  setGraph(node, "body", body);
  setInt(node, "num_scan_inputs", 2);
  setInts(node, "scan_input_axes", {0, -1});
  setInts(node, "scan_output_axes", {1});
  return b;
}

TEST(OnnxControlFlow, Scan) {
  expectParts(scan(), {"rlx.transpose %arg2", "rlx.scan init(%arg0 : tensor<4xf32>) over(%arg1, %",
                       "rlx.transpose %", "tensor<4x?xf32> {rlx.name = \"rows\"})"});
  ModelBuilder backwards = scan();
  setInts(backwards.graph().mutable_node(0), "scan_input_directions", {1, 1});
  setInts(backwards.graph().mutable_node(0), "scan_output_directions", {1});
  expectParts(backwards, {" reverse -> "});
  ModelBuilder mixed = scan();
  setInts(mixed.graph().mutable_node(0), "scan_input_directions", {1, 0});
  expectParts(mixed, {"rlx.slice %arg1", "strides = [-1, 1]", "over(%"});
}

TEST(OnnxControlFlow, ScanErrors) {
  ModelBuilder carried = scan();
  auto *body = carried.graph().mutable_node(0)->mutable_attribute(0)->mutable_g();
  body->mutable_node(0)->set_op_type("Less");
  body->mutable_node(1)->set_input(0, "a");
  expectError(carried, "node 'Scan_under_test' (Scan, opset 13): input #0 's0' (a carried value) "
                       "starts as f32 [4], but output #0 's_next' of the body is bool [4]");
  body->mutable_node(0)->set_op_type("Concat");
  setInt(body->mutable_node(0), "axis", 0);
  expectError(carried, "node 'Scan_under_test' (Scan, opset 13): input #0 's0' (a carried value) "
                       "starts as f32 [4], but output #0 's_next' of the body is f32 [8]");
  ModelBuilder unknown = scan();
  setInts(unknown.graph().mutable_node(0), "scan_input_directions", {2, 2});
  setInts(unknown.graph().mutable_node(0), "scan_output_directions", {2});
  expectError(unknown, "node 'Scan_under_test' (Scan, opset 13): the elements of attribute "
                       "'scan_input_directions' must be 0 or 1, but got 2");
  ModelBuilder count = scan();
  count.graph().mutable_node(0)->mutable_attribute(1)->set_i(4);
  expectError(
      count,
      "node 'Scan_under_test' (Scan, opset 13): num_scan_inputs = 4, but there are 3 inputs");
  ModelBuilder axes = scan();
  axes.graph().mutable_node(0)->mutable_attribute(2)->clear_ints();
  axes.graph().mutable_node(0)->mutable_attribute(2)->add_ints(0);
  expectError(axes, "node 'Scan_under_test' (Scan, opset 13): attribute 'scan_input_axes' has 1 "
                    "values, expected 2");
}

} // namespace
