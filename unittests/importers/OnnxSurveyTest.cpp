// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything in a model that cannot run, found in one import.
#include "unittests/importers/OnnxModels.h"

#include <gtest/gtest.h>

namespace rlx::test {
namespace {

using Cause = OnnxFinding::Cause;

std::vector<OnnxFinding> survey(const ModelBuilder &b, std::string *errors = nullptr) {
  std::vector<OnnxFinding> findings;
  OnnxImportOptions options;
  options.findings = &findings;
  Imported r = import(b, options);
  EXPECT_EQ(r.ok, findings.empty() && r.errors.empty());
  if (errors)
    *errors = r.errors;
  else
    EXPECT_EQ(r.errors, "");
  return findings;
}

void declare(ModelBuilder &b, const std::string &name, int64_t size) {
  onnx::ValueInfoProto *info = b.graph().add_value_info();
  info->set_name(name);
  info->mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
  info->mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(size);
}

TEST(OnnxSurvey, AModelThatRunsHasNoFindings) {
  ModelBuilder b(17);
  b.input("x", {2}).output("y");
  b.node("Exp", {"x"}, {"y"});
  EXPECT_TRUE(survey(b).empty());
}

// The model is right, but the import cannot go on without them.
TEST(OnnxSurvey, InputsWithoutATypeAreNeeded) {
  ModelBuilder b(17);
  b.input("x", {}).input("z", {2}).output("y");
  b.graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->clear_shape();
  b.node("Add", {"x", "z"}, {"y"});
  std::vector<OnnxFinding> found = survey(b);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].cause, Cause::NeedsInput);
  EXPECT_EQ(found[0].node, "");
  EXPECT_EQ(found[1].cause, Cause::NotChecked);
}

TEST(OnnxSurvey, EveryNodeIsListedWithItsCause) {
  ModelBuilder b(20);
  b.input("x", {"n", 4}).output("y");
  b.node("Missing", {"x"}, {"a"})->set_name("a1");
  b.node("Exp", {"a"}, {"b"})->set_name("b1");
  b.node("Nosuch", {"x"}, {"c"})->set_name("c1");
  b.node("Conv", {"x", "x"}, {"d"})->set_name("d1");
  onnx::NodeProto *cast = b.node("Cast", {"x"}, {"e"});
  cast->set_name("");
  setInt(cast, "to", onnx::TensorProto::COMPLEX64);
  b.node("Concat", {"b", "c", "d", "e"}, {"y"})->set_name("f1");
  std::vector<OnnxFinding> found = survey(b);
  ASSERT_EQ(found.size(), 6u);
  const Cause causes[] = {Cause::UnsupportedOperator, Cause::NotChecked,
                          Cause::UnsupportedOperator, Cause::Invalid,
                          Cause::UnsupportedForm,     Cause::NotChecked};
  const char *nodes[] = {"a1", "b1", "c1", "d1", "Cast_4", "f1"};
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(found[i].node, nodes[i]);
    EXPECT_EQ(found[i].cause, causes[i]) << found[i].reason;
    EXPECT_EQ(found[i].opset, 20);
    EXPECT_EQ(found[i].domain, "");
    EXPECT_PRED2(lacks, found[i].reason, "opset 20)");
  }
  EXPECT_EQ(found[1].reason, "depends on node 'a1'");
  EXPECT_EQ(found[5].reason, "depends on node 'b1'");
}

// A declared type stands in for a value, so that its readers are checked.
TEST(OnnxSurvey, DeclaredTypesReplaceResults) {
  ModelBuilder b(17);
  b.input("x", {4}).output("y");
  b.node("Nosuch", {"x"}, {"a"});
  b.node("Add", {"a", "x"}, {"b"});
  b.node("Unknown", {"b"}, {"y"});
  EXPECT_EQ(survey(b).size(), 3u);
  declare(b, "a", 4);
  std::vector<OnnxFinding> found = survey(b);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].op, "Nosuch");
  EXPECT_EQ(found[1].op, "Unknown");
  b.graph()
      .mutable_value_info(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(0)
      ->set_dim_value(3);
  found = survey(b);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1].op, "Add");
  EXPECT_EQ(found[1].cause, Cause::Invalid);
}

TEST(OnnxSurvey, NodesInGraphsAreListedOnce) {
  ModelBuilder b(17);
  b.input("x", {4}).input("c", {}, onnx::TensorProto::BOOL).output("y");
  onnx::NodeProto *node = b.node("If", {"c"}, {"a"});
  for (const char *name : {"then_branch", "else_branch"}) {
    onnx::GraphProto *graph = addAttr(node, name, onnx::AttributeProto::GRAPH)->mutable_g();
    onnx::NodeProto *inner = graph->add_node();
    inner->set_op_type(llvm::StringRef(name).starts_with("t") ? "Nosuch" : "Exp");
    inner->set_name(name);
    inner->add_input("x");
    inner->add_output(std::string(name) + "_out");
    graph->add_output()->set_name(inner->output(0));
  }
  b.node("Exp", {"a"}, {"y"});
  std::vector<OnnxFinding> found = survey(b);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].node, "then_branch");
  EXPECT_EQ(found[1].op, "If");
  EXPECT_EQ(found[1].cause, Cause::NotChecked);
  EXPECT_EQ(found[2].reason, "depends on node 'If_under_test'");
}

TEST(OnnxSurvey, InputsInitializersAndOutputs) {
  ModelBuilder b(17);
  b.input("x", {4}, onnx::TensorProto::COMPLEX64)
      .input("z", {4})
      .floats("w", {2})
      .output("y")
      .output("v");
  b.graph().mutable_initializer(0)->clear_float_data();
  b.node("Add", {"x", "w"}, {"y"});
  std::vector<OnnxFinding> found = survey(b);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_PRED2(contains, found[0].reason, "initializer 'w' has 0 bytes of data");
  EXPECT_PRED2(contains, found[1].reason, "input 'x' has the unsupported element type COMPLEX64");
  EXPECT_EQ(found[2].reason, "depends on input 'x'");
  EXPECT_EQ(found[3].reason, "no node computes output 'v'");
}

// Without a graph, or with a cycle, there is nothing to list.
TEST(OnnxSurvey, ErrorsAboutTheWholeModelStayErrors) {
  ModelBuilder b(17);
  b.input("x", {4}).output("y");
  b.node("Add", {"x", "b"}, {"a"});
  b.node("Exp", {"a"}, {"b"});
  b.node("Exp", {"b"}, {"y"});
  std::string errors;
  EXPECT_TRUE(survey(b, &errors).empty());
  EXPECT_PRED2(contains, errors, "the graph has a cycle");
}

} // namespace
} // namespace rlx::test
