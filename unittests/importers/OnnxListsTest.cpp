// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences and optionals: positions, loops that collect, inputs and outputs of the model.
#include "unittests/importers/OnnxExpect.h"

#include <random>

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

void setBody(onnx::NodeProto *node, const std::string &name, ModelBuilder body) {
  *addAttr(node, name, onnx::AttributeProto::GRAPH)->mutable_g() = body.graph();
}

// Adds an input that is a sequence of tensors of f32.
onnx::TypeProto *sequenceInput(ModelBuilder &b, const std::string &name) {
  onnx::ValueInfoProto *info = b.graph().add_input();
  info->set_name(name);
  onnx::TypeProto *element = info->mutable_type()->mutable_sequence_type()->mutable_elem_type();
  element->mutable_tensor_type()->set_elem_type(P::FLOAT);
  return element;
}

// s = [a, b], and y is made of it.
ModelBuilder pair(int64_t sizeOfB = 3, int opset = 13) {
  ModelBuilder b(opset);
  b.input("a", {"n", 3}).input("b", {"n", sizeOfB}).output("y");
  b.node("SequenceConstruct", {"a", "b"}, {"s"});
  return b;
}

TEST(OnnxLists, KnownPositionsMakeNoOp) {
  ModelBuilder b = pair();
  b.ints("at", {-2});
  b.node("SequenceAt", {"s", "at"}, {"y"});
  expectParts(b, {"return %arg0"});
}

TEST(OnnxLists, ComputedPositionsNeedOneShape) {
  ModelBuilder same = pair(), other = pair(4);
  for (ModelBuilder *b : {&same, &other}) {
    b->input("at", {}, P::INT64);
    b->node("SequenceAt", {"s", "at"}, {"y"});
  }
  expectParts(same, {"rlx.concat", "rlx.gather"});
  expectError(
      other,
      "node 'SequenceAt_under_test' (SequenceAt, opset 13): the elements of the sequence must "
      "have one shape, but have [?x3], [?x4], and a position in it is known only in "
      "a run; make the position a constant");
}

TEST(OnnxLists, PositionsAreChecked) {
  ModelBuilder at = pair(), erase = pair(), insert = pair();
  at.ints("p", {2});
  at.node("SequenceAt", {"s", "p"}, {"y"});
  erase.ints("p", {-3});
  erase.node("SequenceErase", {"s", "p"}, {"y"});
  insert.ints("p", {3});
  insert.node("SequenceInsert", {"s", "a", "p"}, {"y"});
  expectError(
      at, "node 'SequenceAt_under_test' (SequenceAt, opset 13): position 2 is not in [-2, 1], the "
          "positions of a sequence of 2 elements");
  expectError(erase,
              "node 'SequenceErase_under_test' (SequenceErase, opset 13): position -3 is not in "
              "[-2, 1], the positions of a sequence of 2 elements");
  expectError(insert,
              "node 'SequenceInsert_under_test' (SequenceInsert, opset 13): position 3 is not in "
              "[-2, 2], the positions of a sequence of 2 elements");
}

TEST(OnnxLists, TypesAreChecked) {
  ModelBuilder tensor = pair(), element = pair(), mixed = pair();
  tensor.node("Exp", {"s"}, {"y"});
  expectError(
      tensor,
      "node 'Exp_under_test' (Exp, opset 13): input #0 's' (input) must be f32, f16, f64 or "
      "bf16, but is a sequence of 2 x f32");
  element.input("i", {3}, P::INT64);
  element.node("SequenceInsert", {"s", "i"}, {"y"});
  expectError(element,
              "node 'SequenceInsert_under_test' (SequenceInsert, opset 13): inserts i64 [3] into a "
              "sequence of 2 x f32");
  mixed.input("i", {3}, P::INT64);
  mixed.node("SequenceConstruct", {"a", "i"}, {"t"});
  mixed.node("SequenceLength", {"t"}, {"y"});
  expectError(mixed,
              "node 'SequenceConstruct_under_test' (SequenceConstruct, opset 13): input #0 'a' "
              "(inputs) and input #1 'i' (inputs) must have the same type, but are f32 and "
              "i64");
}

// The part is far larger than the axis: the only element is the whole.
TEST(OnnxLists, SplitIntoOneHugePart) {
  ModelBuilder b(24);
  b.ints("split", {int64_t(1) << 51}).input("x", {3, 6}).output("y");
  b.graph().mutable_initializer(0)->clear_dims();
  b.node("SplitToSequence", {"x", "split"}, {"y"});
  expectParts(b, {"(tensor<3x6xf32> {rlx.name = \"y.0\"})"});
  b.graph().mutable_initializer(0)->add_dims(2);
  b.graph().mutable_initializer(0)->add_dims(0);
  b.graph().mutable_initializer(0)->clear_int64_data();
  expectError(b, "node 'SplitToSequence_under_test' (SplitToSequence, opset 24): input #1 'split' "
                 "(the size of a part) must have one element, but has shape [2x0]");
}

TEST(OnnxLists, OutputsAreTheElements) {
  ModelBuilder b = pair(4, 14);
  b.node("Identity", {"s"}, {"y"});
  expectParts(b, {"(tensor<?x3xf32> {rlx.name = \"y.0\"}, tensor<?x4xf32> {rlx.name = \"y.1\"})"});
}

TEST(OnnxLists, EmptyOutputsAreNone) {
  ModelBuilder b(13);
  b.input("x", {3}).output("y");
  b.node("SequenceEmpty", {}, {"y"});
  expectError(b, "the model computes nothing: its outputs are empty sequences or optionals");
}

TEST(OnnxLists, InputsAreTheElements) {
  ModelBuilder b(13);
  sequenceInput(b, "s");
  b.output("y");
  setInt(b.node("ConcatFromSequence", {"s"}, {"y"}), "axis", 0);
  expectError(b, "input 's' is a sequence, which becomes one input for each element; only rlx-run, "
                 "which is given all of them, compiles such a model");
  OnnxImportOptions options;
  options.elementsOf = [](llvm::StringRef) { return OnnxElements{false, {{2, 3}, {1, 3}}}; };
  Imported r = import(b, options);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text,
               "%arg1: tensor<1x3xf32> {rlx.kind = \"input\", rlx.name = \"s.1\"}");
  onnx::TypeProto *element =
      b.graph().mutable_input(0)->mutable_type()->mutable_sequence_type()->mutable_elem_type();
  for (const char *name : {"n", "m", "k"})
    element->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_param(name);
  EXPECT_EQ(import(b, options).errors, "input 's.0' is given as 'tensor<2x3xf32>', but the model "
                                       "declares 'tensor<?x?x?xf32>'\n");
}

TEST(OnnxLists, OptionalInputs) {
  ModelBuilder b(18);
  onnx::ValueInfoProto *info = b.graph().add_input();
  info->set_name("o");
  onnx::TypeProto *element = info->mutable_type()->mutable_optional_type()->mutable_elem_type();
  element->mutable_tensor_type()->set_elem_type(P::FLOAT);
  element->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(3);
  b.output("y");
  b.node("OptionalGetElement", {"o"}, {"y"});
  expectParts(b, {"%arg0: tensor<3xf32> {rlx.kind = \"input\", rlx.name = \"o\"}"});
  OnnxImportOptions options;
  options.elementsOf = [](llvm::StringRef) { return OnnxElements{true, {}}; };
  EXPECT_EQ(import(b, options).errors,
            "node 'OptionalGetElement_under_test' (OptionalGetElement, opset 18): "
            "takes the element of an empty optional, input #0 'o'\n");
}

// A loop that inserts `row`, a value of the body, into a sequence.
ModelBuilder collecting(const std::string &start, std::vector<std::string> inserted,
                        const std::function<void(ModelBuilder &)> &makeRow) {
  ModelBuilder b(13), body(13);
  b.input("n", {}, P::INT64).input("x", {"k", 3}).output("y");
  b.node(start,
         start == "SequenceEmpty" ? std::vector<std::string>{} : std::vector<std::string>{"x"},
         {"s"});
  body.input("i", {}, P::INT64).input("c", {}, P::BOOL);
  sequenceInput(body, "t");
  body.output("d").output("u");
  body.node("Identity", {"c"}, {"d"});
  makeRow(body);
  inserted.insert(inserted.begin(), "t");
  body.node("SequenceInsert", inserted, {"u"});
  setBody(b.node("Loop", {"n", "", "s"}, {"r"}), "body", body);
  setInt(b.node("ConcatFromSequence", {"r"}, {"y"}), "axis", -1);
  return b;
}

TEST(OnnxLists, LoopsCarryStacks) {
  for (const char *start : {"SequenceEmpty", "SequenceConstruct"})
    expectParts(
        collecting(start, {"row"}, [](ModelBuilder &body) { body.node("Exp", {"x"}, {"row"}); }),
        {"varying = [2, 0]", "rlx.concat"});
}

TEST(OnnxLists, LoopsNeedElementsOfOneShape) {
  auto joined = [](ModelBuilder &body) {
    body.ints("last", {-1}).ints("axes", {0});
    body.node("SequenceAt", {"t", "last"}, {"before"});
    setInt(body.node("Concat", {"before", "x"}, {"row"}), "axis", 0);
  };
  expectError(collecting("SequenceConstruct", {"row"}, joined),
              "node 'SequenceInsert_under_test' (SequenceInsert, opset 13): inserts f32 [?x3] into "
              "a sequence "
              "of [?x3], whose length is known only in a run; supported are elements of one shape");
}

TEST(OnnxLists, ShortLoopsAreUnrolled) {
  ModelBuilder b = collecting("SequenceEmpty", {"row"}, [](ModelBuilder &body) {
    body.ints("zero", {0}).ints("one", {1});
    body.node("Unsqueeze", {"i", "zero"}, {"at"});
    body.node("Add", {"at", "one"}, {"end"});
    body.node("Slice", {"x", "zero", "end", "one"}, {"row"});
  });
  OnnxImportOptions options;
  onnx::TensorProto three;
  three.set_data_type(P::INT64);
  three.add_int64_data(3);
  options.constantInputs["n"] = three.SerializeAsString();
  Imported r = import(b, options);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "-> tensor<?x6xf32>");
  EXPECT_PRED2(contains, import(b).errors,
               "have a shape that is known only in the loop, and the length");
}

// Loops inside each other do not multiply the model without bound.
TEST(OnnxLists, NestedLoopsEnd) {
  ModelBuilder b(13);
  std::function<void(ModelBuilder &, int)> fill = [&](ModelBuilder &around, int level) {
    const std::string name = std::to_string(level);
    ModelBuilder body(13);
    body.input("i" + name, {}, P::INT64).input("c" + name, {}, P::BOOL);
    sequenceInput(body, "t" + name);
    body.output("d" + name).output("u" + name);
    body.node("Identity", {"c" + name}, {"d" + name});
    if (level < 5)
      fill(body, level + 1);
    else
      body.node("SequenceInsert", {"t" + name, "x"}, {"u" + name});
    const std::string from = level ? "t" + std::to_string(level - 1) : "s";
    const std::string to = level ? "u" + std::to_string(level - 1) : "r";
    setBody(around.node("Loop", {"n", "", from}, {to}), "body", body);
  };
  b.input("x", {3}).ints("n", {60}).output("y");
  b.graph().mutable_initializer(0)->clear_dims();
  b.node("SequenceEmpty", {}, {"s"});
  fill(b, 0);
  b.node("SequenceLength", {"r"}, {"y"});
  Imported r = import(b);
  EXPECT_TRUE(r.ok || contains(r.errors, "nested too deeply")) << r.errors;
}

// Every operator on lists: a loop that collects, a map, a branch, an optional.
ModelBuilder everyOperator() {
  ModelBuilder b(18), body(18), row(18), then(18), other(18);
  b.input("n", {}, P::INT64).input("p", {}, P::BOOL).input("x", {"k", 3}).ints("one", {1});
  sequenceInput(b, "given");
  b.output("y").output("given2").output("l");
  b.node("SequenceEmpty", {}, {"e"});
  body.input("i", {}, P::INT64).input("c", {}, P::BOOL);
  sequenceInput(body, "t");
  body.output("d").output("u");
  body.node("Identity", {"c"}, {"d"});
  body.node("SequenceInsert", {"t", "x"}, {"u"});
  setBody(b.node("Loop", {"n", "", "e"}, {"s"}), "body", body);
  row.input("r", {"k", 3}).output("q");
  row.node("Exp", {"r"}, {"q"});
  setBody(b.node("SequenceMap", {"s"}, {"m"}), "body", row);
  then.output("a");
  then.node("SequenceErase", {"m"}, {"a"});
  other.output("f");
  other.node("SequenceConstruct", {"x", "x"}, {"f"});
  onnx::NodeProto *choice = b.node("If", {"p"}, {"h"});
  setBody(choice, "then_branch", then);
  setBody(choice, "else_branch", other);
  b.node("Optional", {"h"}, {"o"});
  b.node("OptionalGetElement", {"o"}, {"g"});
  b.node("SequenceLength", {"g"}, {"l"});
  b.node("SequenceAt", {"g", "one"}, {"at"});
  b.node("SplitToSequence", {"at"}, {"parts"});
  setInt(b.node("ConcatFromSequence", {"parts"}, {"y"}), "axis", 0);
  b.node("SequenceInsert", {"given", "y", "one"}, {"given2"});
  return b;
}

Imported importGiven(const ModelBuilder &b) {
  OnnxImportOptions options;
  options.elementsOf = [](llvm::StringRef) { return OnnxElements{false, {{2, 3}, {1, 3}}}; };
  return import(b, options);
}

// The names that nodes read and write, also in their graphs.
void collectNames(onnx::GraphProto &graph, std::vector<std::string *> &names) {
  for (onnx::NodeProto &node : *graph.mutable_node()) {
    for (auto *list : {node.mutable_input(), node.mutable_output()})
      for (std::string &name : *list)
        names.push_back(&name);
    names.push_back(node.mutable_op_type());
    for (onnx::AttributeProto &attribute : *node.mutable_attribute())
      if (attribute.has_g())
        collectNames(*attribute.mutable_g(), names);
  }
}

// Any value in place of another gives a module or one error, never a crash.
TEST(OnnxLists, ConfusedModels) {
  Imported whole = importGiven(everyOperator());
  ASSERT_TRUE(whole.ok) << whole.errors;
  std::mt19937 random(7);
  for (int run = 0; run < 500; ++run) {
    ModelBuilder b = everyOperator();
    for (unsigned edits = 1 + random() % 3; edits > 0; --edits) {
      std::vector<std::string *> names;
      collectNames(b.graph(), names);
      *names[random() % names.size()] = *names[random() % names.size()];
    }
    Imported r = importGiven(b);
    EXPECT_EQ(r.numErrors, r.ok ? 0 : 1) << r.errors << b.model.ShortDebugString();
  }
}

} // namespace
