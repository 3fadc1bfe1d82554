// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The form of imported modules: signature, params, dynamic dimensions, resolved shapes.
#include "unittests/importers/OnnxExpect.h"
#include "unittests/importers/OnnxModels.h"

#include <chrono>

#include <gtest/gtest.h>

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxForm, InputsComeFirstThenParams) {
  ModelBuilder b(13);
  b.floats("w", {3, 4}).input("x", {"batch", 3}).output("y");
  b.node("MatMul", {"x", "w"}, {"y"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text,
               R"(%arg0: tensor<?x3xf32> {rlx.dims = ["batch", ""], )"
               R"(rlx.kind = "input", rlx.name = "x"})");
  EXPECT_PRED2(contains, r.text, R"(%arg1: tensor<3x4xf32> {rlx.kind = "param", rlx.name = "w"})");
  EXPECT_PRED2(contains, r.text, R"((tensor<?x4xf32> {rlx.name = "y"}))");
  ASSERT_EQ(r.model.params.size(), 1u);
  EXPECT_EQ(r.model.params[0].name, "w");
  ASSERT_EQ(r.model.params[0].bytes.size(), 48u);
  float first;
  std::memcpy(&first, r.model.params[0].bytes.data(), sizeof(first));
  EXPECT_EQ(first, 0.5f);
  EXPECT_EQ(r.model.param("w"), &r.model.params[0]);
  EXPECT_EQ(r.model.param("x"), nullptr);
}

TEST(OnnxForm, OldModelsListInitializersAsInputs) {
  ModelBuilder b(9);
  b.model.set_ir_version(3);
  b.floats("w", {3, 4}).input("x", {2, 3}).input("w", {3, 4}).output("y");
  b.node("MatMul", {"x", "w"}, {"y"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, R"({rlx.kind = "param", rlx.name = "w"})");
  EXPECT_EQ(r.model.params.size(), 1u);
}

TEST(OnnxForm, EqualDimNamesAreOneSize) {
  ModelBuilder b(13);
  b.input("x", {"n", 4}).input("y", {"n", 4}).output("z");
  b.node("Add", {"x", "y"}, {"z"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "rlx.add %arg0, %arg1");
}

// A name that an input has twice is a hint: the second size has its own name, in all inputs alike.
TEST(OnnxForm, RepeatedDimNamesMayDiffer) {
  ModelBuilder b(13);
  b.input("x", {"n", "n"}).input("y", {"n", "n"}).input("z", {"n_2", 4}).output("r").output("s");
  b.node("Add", {"x", "y"}, {"r"});
  b.node("Relu", {"z"}, {"s"});
  expectParts(b, {R"(rlx.dims = ["n", "n_3"], rlx.kind = "input", rlx.name = "x")",
                  R"(rlx.dims = ["n", "n_3"], rlx.kind = "input", rlx.name = "y")",
                  R"(rlx.dims = ["n_2", ""], rlx.kind = "input", rlx.name = "z")",
                  "rlx.add %arg0, %arg1"});
}

// Unless the model relies on it.
TEST(OnnxForm, RepeatedDimNamesThatMustBeEqual) {
  const char *equal = R"(rlx.dims = ["n", "n"])";
  ModelBuilder matmul(13);
  matmul.input("x", {"n", "n"}).output("y").node("MatMul", {"x", "x"}, {"y"});
  expectParts(matmul, {equal});
  ModelBuilder add(13); // where they would broadcast otherwise
  add.input("x", {"n", "n"}).output("y").node("Transpose", {"x"}, {"t"});
  add.node("Add", {"x", "t"}, {"y"});
  expectParts(add, {equal, "rlx.add %arg0, %0"});
  ModelBuilder strided(13); // sizes that depend on them
  strided.input("x", {1, 1, "n", "n"}).floats("w", {1, 1, 3, 3}).output("y");
  setInts(strided.node("Conv", {"x", "w"}, {"c"}), "strides", {2, 2});
  setInts(strided.node("Transpose", {"c"}, {"t"}), "perm", {0, 1, 3, 2});
  strided.node("Mul", {"c", "t"}, {"y"});
  expectParts(strided, {R"(rlx.dims = ["", "", "n", "n"])"});
}

// A chain of sizes, each the quotient of the one before. Its import once took half a minute.
TEST(OnnxForm, ChainsOfSizesImportQuickly) {
  ModelBuilder b(13);
  b.input("v0", {"n"}).ints("two", {2}).ints("zero", {0}).output("v100");
  for (int i = 0; i < 100; ++i) {
    std::string step = std::to_string(i);
    b.node("Shape", {"v" + step}, {"size" + step});
    b.node("Div", {"size" + step, "two"}, {"half" + step});
    b.node("Slice", {"v" + step, "zero", "half" + step}, {"part" + step});
    setInt(b.node("Concat", {"v" + step, "part" + step}, {"v" + std::to_string(i + 1)}), "axis", 0);
  }
  auto start = std::chrono::steady_clock::now();
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(OnnxForm, AnonymousDimsGetFreshNames) {
  ModelBuilder b(13);
  b.input("x", {"", "x_0", ""}).output("y");
  b.node("Exp", {"x"}, {"y"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, R"(rlx.dims = ["x_1", "x_0", "x_2"])");
}

TEST(OnnxForm, DimSizesFixDynamicDimensions) {
  ModelBuilder b(13);
  b.input("x", {"batch", 3}).output("y");
  b.node("Exp", {"x"}, {"y"});
  OnnxImportOptions options;
  options.dimSizes["batch"] = 7;
  Imported r = import(b, options);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "(tensor<7x3xf32>) -> tensor<7x3xf32>");
  EXPECT_PRED2(lacks, r.text, "rlx.dims");
}

TEST(OnnxForm, ConstantInputsAreFolded) {
  ModelBuilder b(13);
  b.input("x", {2, 6}).input("shape", {2}, onnx::TensorProto::INT64).output("y");
  b.node("Reshape", {"x", "shape"}, {"y"});
  ModelBuilder value(13);
  value.ints("", {3, -1});
  OnnxImportOptions options;
  options.constantInputs["shape"] = value.graph().initializer(0).SerializeAsString();
  Imported r = import(b, options);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "rlx.reshape %arg0 to [3, 4]");
  EXPECT_PRED2(lacks, r.text, "rlx.name = \"shape\"");
  options.constantInputs["shape"] = "damaged";
  EXPECT_EQ(import(b, options).errors, "the constant given for input 'shape' is not a tensor\n");
}

TEST(OnnxForm, OptionsNameWhatTheModelHas) {
  ModelBuilder b(13);
  b.input("x", {"batch", 3}).input("w", {2}).floats("w", {2}).output("y");
  b.node("Exp", {"x"}, {"y"});
  OnnxImportOptions options;
  options.dimSizes["nosuch"] = 7;
  EXPECT_EQ(import(b, options).errors, "no input has a size named 'nosuch' that could be fixed\n");
  options = {};
  options.constantInputs["nosuch"] = "";
  EXPECT_EQ(import(b, options).errors, "there is no input 'nosuch' that could become a constant\n");
}

// An input with an initializer is a constant, unless the options say otherwise.
TEST(OnnxForm, DefaultedInputsCanBeOverridden) {
  ModelBuilder b(13), other(13);
  b.input("x", {"batch", 2}).input("w", {2}).floats("w", {2}).output("y");
  b.node("Add", {"x", "w"}, {"y"});
  const auto expectText = [&](const OnnxImportOptions &options, const std::string &part,
                              bool isThere) {
    Imported r = import(b, options);
    ASSERT_TRUE(r.ok) << r.errors;
    EXPECT_EQ(contains(r.text, part), isThere) << r.text;
  };
  expectText({}, "rlx.name = \"w\"", false);
  OnnxImportOptions options;
  options.isOverridden = [](llvm::StringRef name) { return name == "w"; };
  expectText(options, "%arg1: tensor<2xf32> {rlx.kind = \"input\", rlx.name = \"w\"}", true);
  options = {};
  other.floats("", {2}, 7);
  options.constantInputs["w"] = other.graph().initializer(0).SerializeAsString();
  expectText(options, "dense<[7.000000e+00, 8.000000e+00]>", true);
}

TEST(OnnxForm, InputsCanBeParams) {
  ModelBuilder b(13);
  b.input("x", {"batch", 2}).input("w", {2}).input("unused", {2}).input("u", {2}).floats("u", {2});
  b.output("y").node("Add", {"x", "w"}, {"y"});
  OnnxImportOptions options;
  options.paramInputs.insert("w");
  options.paramInputs.insert("unused");
  Imported r = import(b, options);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "%arg1: tensor<2xf32> {rlx.kind = \"param\", rlx.name = \"w\"}");
  EXPECT_PRED2(lacks, r.text, "unused");
  options.paramInputs.insert("x");
  EXPECT_EQ(import(b, options).errors,
            "input 'x' is f32[batch,2]; expected a tensor with a static shape for a param\n");
  options.paramInputs.erase("x");
  for (const char *wrong : {"nosuch", "u"}) {
    options.paramInputs.insert(wrong);
    EXPECT_EQ(import(b, options).errors, "there is no input '" + std::string(wrong) +
                                             "' without a value that could become a param\n");
    options.paramInputs.erase(wrong);
  }
}

TEST(OnnxForm, InputsWithoutAShapeNeedARank) {
  ModelBuilder b(13);
  b.input("x", {}).output("y");
  b.graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->clear_shape();
  b.node("Exp", {"x"}, {"y"});
  EXPECT_EQ(
      import(b).errors,
      "input 'x' has no shape in the model, so its rank is not known; declare the shape in the "
      "model (sizes may be dynamic)\n");
  OnnxImportOptions options;
  options.rankOf = [](llvm::StringRef) { return std::nullopt; }; // rlx-run, without a value
  EXPECT_EQ(import(b, options).errors,
            "input 'x' has no shape in the model, so its rank is not known; give rlx-run a value "
            "with a shape, such as --input='x=1x3xf32=random', or declare the shape in the model "
            "(sizes may be dynamic)\n");
  options.rankOf = [](llvm::StringRef) { return 2; };
  Imported r = import(b, options);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "%arg0: tensor<?x?xf32>");
}

// y = x + w with a sparse w of shape [2, 3].
ModelBuilder sparse(std::vector<int64_t> indices, std::vector<int64_t> indexShape) {
  ModelBuilder b(13);
  b.input("x", {2, 3}).output("y");
  onnx::SparseTensorProto *w = b.graph().add_sparse_initializer();
  w->add_dims(2);
  w->add_dims(3);
  w->mutable_values()->set_name("w");
  w->mutable_values()->set_data_type(onnx::TensorProto::FLOAT);
  w->mutable_values()->add_dims(2);
  w->mutable_values()->add_float_data(5);
  w->mutable_values()->add_float_data(7);
  w->mutable_indices()->set_data_type(onnx::TensorProto::INT64);
  for (int64_t size : indexShape)
    w->mutable_indices()->add_dims(size);
  for (int64_t index : indices)
    w->mutable_indices()->add_int64_data(index);
  b.node("Add", {"x", "w"}, {"y"});
  return b;
}

TEST(OnnxForm, SparseInitializersBecomeDense) {
  const char *dense = "dense<[[0.000000e+00, 5.000000e+00, 0.000000e+00], "
                      "[0.000000e+00, 0.000000e+00, 7.000000e+00]]>";
  for (const ModelBuilder &b : {sparse({1, 5}, {2}), sparse({0, 1, 1, 2}, {2, 2})}) {
    Imported r = import(b);
    ASSERT_TRUE(r.ok) << r.errors;
    EXPECT_PRED2(contains, r.text, dense);
  }
  for (const ModelBuilder &b : {sparse({1, 6}, {2}), sparse({0, 1, 1, 3}, {2, 2}),
                                sparse({1, -1}, {2}), sparse({0, 1, 2, 0}, {2, 2})})
    EXPECT_EQ(import(b).errors,
              "initializer 'w' is sparse, and the index of its value #1 is outside its shape\n");
  EXPECT_EQ(
      import(sparse({1}, {1})).errors,
      "initializer 'w' is sparse, but its values are not a list, or its indices are not INT64 "
      "of shape [2] or [2, 2]\n");
}

TEST(OnnxForm, ASegmentMustBeTheWholeTensor) {
  ModelBuilder b(13);
  b.input("x", {2}).floats("w", {2}).output("y");
  b.node("Add", {"x", "w"}, {"y"});
  auto *segment = b.graph().mutable_initializer(0)->mutable_segment();
  segment->set_begin(0);
  segment->set_end(2);
  EXPECT_TRUE(import(b).ok);
  segment->set_end(1);
  EXPECT_EQ(import(b).errors,
            "initializer 'w' has only the segment [0, 1) of its 2 elements, and tensors in several "
            "segments are not supported; save the model with whole tensors, or with external "
            "data\n");
}

TEST(OnnxForm, TrainingGraphsAreIgnored) {
  ModelBuilder b(13);
  b.input("x", {2}).output("y");
  b.node("Exp", {"x"}, {"y"});
  {
    Imported r = import(b);
    EXPECT_TRUE(r.model.notes.empty());
  }
  b.model.add_training_info();
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  ASSERT_EQ(r.model.notes.size(), 1u);
  EXPECT_PRED2(contains, r.model.notes[0], "training_info");
}

TEST(OnnxForm, ConstantInputsHaveTheDeclaredType) {
  ModelBuilder b(13), ints(13), floats(13);
  b.input("x", {"batch", 3}).output("y");
  b.node("Exp", {"x"}, {"y"});
  OnnxImportOptions options;
  ints.ints("", {3, 1});
  options.constantInputs["x"] = ints.graph().initializer(0).SerializeAsString();
  EXPECT_EQ(import(b, options).errors, "the constant given for input 'x' has elements of type "
                                       "INT64, but the input's are FLOAT\n");
  floats.floats("", {2, 3}).floats("", {2, 4});
  options.constantInputs["x"] = floats.graph().initializer(0).SerializeAsString();
  EXPECT_TRUE(import(b, options).ok);
  options.dimSizes["batch"] = 5;
  EXPECT_EQ(import(b, options).errors, "the constant given for input 'x' is a "
                                       "'tensor<2x3xf32>', but the input is a 'tensor<5x3xf32>'\n");
  options.dimSizes.clear();
  options.constantInputs["x"] = floats.graph().initializer(1).SerializeAsString();
  EXPECT_EQ(import(b, options).errors, "the constant given for input 'x' is a "
                                       "'tensor<2x4xf32>', but the input is a 'tensor<?x3xf32>'\n");
}

TEST(OnnxForm, NodesNobodyNeedsAreSkipped) {
  ModelBuilder b(13);
  b.input("x", {2}).output("y");
  b.node("NoSuchOp", {"x"}, {"unused"});
  b.node("Exp", {"x"}, {"y"});
  EXPECT_TRUE(import(b).ok);
}

TEST(OnnxForm, ReshapeCopiesZeroAndInfersMinusOne) {
  ModelBuilder b(13);
  b.ints("shape", {0, -1, 12, 32}).input("x", {"batch", "seq", 384}).output("y");
  b.node("Reshape", {"x", "shape"}, {"y"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text,
               "12, 32] : (tensor<?x?x384xf32>, index, index) -> "
               "tensor<?x?x12x32xf32>");
  EXPECT_PRED2(contains, r.text, "tensor.dim %arg0, %c0");
  EXPECT_PRED2(contains, r.text, "tensor.dim %arg0, %c1");
  EXPECT_PRED2(lacks, r.text, "floordiv");
}

// reshape(x, concat(gather(shape(x), 0), [-1])): the idiom of all exporters.
TEST(OnnxForm, ShapeArithmeticIsFolded) {
  ModelBuilder b(13);
  b.ints("zero", {0}).ints("rest", {-1}).input("x", {"batch", 6, 4}).output("y");
  b.node("Shape", {"x"}, {"shape"});
  b.node("Gather", {"shape", "zero"}, {"batch"});
  b.node("Concat", {"batch", "rest"}, {"target"});
  setInt(b.graph().mutable_node(2), "axis", 0);
  b.node("Reshape", {"x", "target"}, {"y"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "-> tensor<?x24xf32>");
  EXPECT_PRED2(lacks, r.text, "rlx.concat");
}

TEST(OnnxForm, StaticShapesLeaveNoIndexArithmetic) {
  ModelBuilder b(13);
  b.ints("axes", {0}).input("x", {2, 6}).output("y");
  b.node("Shape", {"x"}, {"shape"});
  b.node("Mul", {"shape", "shape"}, {"squared"});
  b.node("Slice", {"squared", "axes", "one"}, {"first"});
  b.ints("one", {1});
  b.ints("rest", {3, -1});
  b.node("Reshape", {"x", "rest"}, {"y"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "rlx.reshape %arg0 to [3, 4]");
  EXPECT_PRED2(lacks, r.text, "arith.");
}

TEST(OnnxForm, LocationsNameTheNode) {
  ModelBuilder b(13);
  b.input("x", {2}).output("y");
  b.node("Exp", {"x"}, {"y"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  bool found = false;
  r.model.module->walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() != "rlx.exp")
      return;
    auto loc = llvm::dyn_cast<mlir::NameLoc>(op->getLoc());
    found = loc && loc.getName() == "Exp_under_test";
  });
  EXPECT_TRUE(found);
}

} // namespace
