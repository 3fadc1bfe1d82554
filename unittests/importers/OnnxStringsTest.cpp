// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors of strings: numbers in ops, calls of kernels for characters, and labels.
#include <cmath>

#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

constexpr int kString = onnx::TensorProto::STRING;

void setStrings(onnx::NodeProto *node, const std::string &name,
                const std::vector<std::string> &values) {
  onnx::AttributeProto *attribute = addAttr(node, name, onnx::AttributeProto::STRINGS);
  for (const std::string &value : values)
    attribute->add_strings(value);
}

void addStrings(ModelBuilder &b, const std::string &name, const std::vector<std::string> &values) {
  onnx::TensorProto *tensor = b.graph().add_initializer();
  tensor->set_name(name);
  tensor->set_data_type(kString);
  tensor->add_dims(static_cast<int64_t>(values.size()));
  for (const std::string &value : values)
    tensor->add_string_data(value);
}

TEST(OnnxStrings, AreNumbersInOps) {
  ModelBuilder b(19);
  addStrings(b, "c", {"red", "", "red"});
  b.input("x", {"n", 3}, kString).output("y").output("z");
  b.node("Equal", {"x", "c"}, {"y"});
  b.node("Where", {"y", "x", "c"}, {"z"});
  expectParts(b, {"%arg0: tensor<?x3xi64> {", "rlx.string}", "tensor<?x3xi1> {rlx.name = \"y\"}",
                  "tensor<?x3xi64> {rlx.name = \"z\", rlx.string}", "rlx.strings = [\"\", \"red\"]",
                  "dense<[1, 0, 1]> : tensor<3xi64>", "rlx.compare eq"});
}

TEST(OnnxStrings, LargeConstantsAreNoParams) {
  ModelBuilder b(13);
  addStrings(b, "c", std::vector<std::string>(200, "x"));
  b.input("i", {"n"}, onnx::TensorProto::INT64).output("y");
  b.node("Gather", {"c", "i"}, {"y"});
  Imported result = import(b);
  ASSERT_TRUE(result.ok) << result.errors;
  EXPECT_PRED2(lacks, result.text, "param");
}

TEST(OnnxStrings, ConstantsAndPadding) {
  ModelBuilder b(18);
  b.ints("pads", {1, 0}).output("y");
  setStrings(b.node("Constant", {}, {"c"}), "value_strings", {"a", "b"});
  b.node("Pad", {"c", "pads"}, {"y"});
  expectParts(b, {"rlx.pad", "dense<0> : tensor<i64>", "rlx.strings = [\"\", \"a\", \"b\"]"});
}

TEST(OnnxStrings, Concat) {
  ModelBuilder b(20);
  b.input("x", {"n", 1}, kString).input("y", {3}, kString).output("z");
  b.node("StringConcat", {"x", "y"}, {"z"});
  expectParts(b, {"rlx.custom \"rlx.string_concat\"", "tensor<?x3xi64> {rlx.name = \"z\""});
  ModelBuilder wrong(20);
  wrong.input("x", {3}, kString).input("y", {3}, onnx::TensorProto::INT64).output("z");
  wrong.node("StringConcat", {"x", "y"}, {"z"});
  expectError(wrong, "node 'StringConcat_under_test' (StringConcat, opset 20): input #1 'y' (Y) "
                     "must be string, but is i64");
}

TEST(OnnxStrings, Split) {
  ModelBuilder b(20);
  b.input("x", {2, "n"}, kString).output("y").output("z");
  onnx::NodeProto *node = b.node("StringSplit", {"x"}, {"y", "z"});
  setString(node, "delimiter", ", ");
  setInt(node, "maxsplit", 2);
  expectParts(b, {"\"rlx.string_split_count\"", "config = \"2:, \"", "tensor<2x?x?xi64>"});
  node->mutable_attribute(1)->set_i(-1);
  expectError(b, "node 'StringSplit_under_test' (StringSplit, opset 20): attribute 'maxsplit' is "
                 "-1, but must not be negative");
}

TEST(OnnxStrings, Normalizer) {
  ModelBuilder b(13);
  b.input("x", {1, "n"}, kString).output("y");
  onnx::NodeProto *node = b.node("StringNormalizer", {"x"}, {"y"});
  setString(node, "case_change_action", "UPPER");
  setStrings(node, "stopwords", {"a", "The"});
  setString(node, "locale", "en_US");
  expectParts(b, {"config = \"upper\"", "config = \"lower\"", "tensor<1x?xi64>"});
  node->mutable_attribute(2)->set_s("tr_TR");
  expectError(b, "node 'StringNormalizer_under_test' (StringNormalizer, opset 13): attribute "
                 "'locale' has a language with case rules of its own, which are not supported");
  node->mutable_attribute(2)->set_s("");
  node->mutable_attribute(0)->set_s("Upper");
  expectError(b, "node 'StringNormalizer_under_test' (StringNormalizer, opset 13): attribute "
                 "'case_change_action' is 'Upper', but must be NONE, LOWER or UPPER");
  ModelBuilder rank(13);
  rank.input("x", {2, 2}, kString).output("y");
  rank.node("StringNormalizer", {"x"}, {"y"});
  expectError(rank, "node 'StringNormalizer_under_test' (StringNormalizer, opset 13): expects "
                    "input #0 of shape [C] or [1, C], but got [2x2]");
}

TEST(OnnxStrings, RegexFullMatch) {
  ModelBuilder b(20);
  b.input("x", {"n"}, kString).output("y");
  onnx::NodeProto *node = b.node("RegexFullMatch", {"x"}, {"y"});
  setString(node, "pattern", "[a-z]+(\\d)?");
  expectParts(b, {"rlx.regex_full_match", "tensor<?xi1>"});
  node->mutable_attribute(0)->set_s("(a");
  expectError(b, "node 'RegexFullMatch_under_test' (RegexFullMatch, opset 20): attribute "
                 "'pattern': the regular expression '(a' is not one of RE2: missing ): (a");
}

TEST(OnnxStrings, Cast) {
  ModelBuilder b(13);
  b.input("x", {"n"}, kString).input("h", {}, onnx::TensorProto::FLOAT16).output("y").output("z");
  setInt(b.node("Cast", {"x"}, {"y"}), "to", onnx::TensorProto::FLOAT);
  setInt(b.node("Cast", {"h"}, {"z"}), "to", kString);
  expectParts(b, {"rlx.string_to_number", "rlx.number_to_string", "tensor<?xf32>",
                  "tensor<i64> {rlx.name = \"z\", rlx.string}"});
}

TEST(OnnxStrings, UniqueIsInTheOrderOfCharacters) {
  ModelBuilder b(13);
  b.input("x", {"n"}, kString).output("y");
  b.node("Unique", {"x"}, {"y"});
  expectParts(b, {"rlx.string_order", "rlx.gather %arg0"});
}

TEST(OnnxStrings, WhatNoStringMayBe) {
  ModelBuilder b(13);
  b.input("x", {"n"}, kString).output("y");
  b.node("Add", {"x", "x"}, {"y"});
  expectError(b, "node 'Add_under_test' (Add, opset 13): input #0 'x' (A) must be f32, i32, i64, "
                 "f16, f64, u32, u64 or bf16, but is string");
  ModelBuilder few(13);
  addStrings(few, "c", {"a"});
  few.graph().mutable_initializer(0)->set_dims(0, 2);
  few.output("y");
  few.node("Identity", {"c"}, {"y"});
  expectError(few, "initializer 'c' has 1 strings, but its shape needs 2");
}

ModelBuilder encoder(int type) {
  ModelBuilder b(13);
  onnx::OperatorSetIdProto *import = b.model.add_opset_import();
  import->set_domain("ai.onnx.ml");
  import->set_version(3);
  b.input("x", {"n", 2}, type).output("y");
  b.node("LabelEncoder", {"x"}, {"y"})->set_domain("ai.onnx.ml");
  return b;
}

TEST(OnnxStrings, LabelEncoder) {
  ModelBuilder b = encoder(kString);
  setStrings(nodeOf(b), "keys_strings", {"b", "a", "b"});
  setInts(nodeOf(b), "values_int64s", {7, 8, 9});
  setInt(nodeOf(b), "default_int64", 5);
  // Numbers: "" 0, "b" 1, "a" 2. Other strings have the default, the last value.
  expectParts(b, {"dense<[3, 0, 1, 3]>", "dense<[7, 8, 9, 5]>", "tensor<?x2xi64>"});
  ModelBuilder floats = encoder(onnx::TensorProto::FLOAT);
  onnx::AttributeProto *keys = addAttr(nodeOf(floats), "keys_floats", onnx::AttributeProto::FLOATS);
  keys->add_floats(2);
  keys->add_floats(std::nanf(""));
  setStrings(nodeOf(floats), "values_strings", {"two", "none"});
  expectParts(floats, {"rlx.search_sorted", "rlx.is_nan", "\"_Unused\"", "rlx.string}"});
  setInts(nodeOf(floats), "keys_int64s", {1, 2});
  expectError(floats, "node 'LabelEncoder_under_test' (ai.onnx.ml.LabelEncoder, opset 3): has keys "
                      "of type i64, but its input is f32");
  ModelBuilder few = encoder(kString);
  setStrings(nodeOf(few), "keys_strings", {"a", "b"});
  setInts(nodeOf(few), "values_int64s", {1});
  expectError(few, "node 'LabelEncoder_under_test' (ai.onnx.ml.LabelEncoder, opset 3): has 2 keys, "
                   "but 1 values");
}

} // namespace
