// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The importer's messages for unsupported models: one error each, and never a crash.
#include "dialects/Register.h"
#include "importers/onnx/OnnxNode.h"
#include "mlir/IR/BuiltinOps.h"
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

ModelBuilder unaryModel(const std::string &op, int opset = 13) {
  ModelBuilder b(opset);
  b.input("x", {2, 3}).output("y");
  b.node(op, {"x"}, {"y"});
  return b;
}

TEST(OnnxError, NotAModel) {
  for (std::string bytes : {std::string("garbage, not protobuf"), std::string(1, '\0')}) {
    Imported r = importBytes(bytes);
    EXPECT_EQ(r.errors, "not an ONNX model, or a damaged one: the protobuf message cannot be "
                        "read\n");
  }
  EXPECT_EQ(importBytes("\x08\x08").errors, "not an ONNX model: it has no graph\n");
}

// Files of other kinds under a model's name.
TEST(OnnxError, OtherKindsOfFiles) {
  const auto expectKind = [](const std::string &bytes, const std::string &kind) {
    EXPECT_EQ(importBytes(bytes).errors, "not an ONNX model: the file is " + kind + "\n");
  };
  expectKind("", "empty");
  expectKind("\n <!DOCTYPE html><p>404", "a web page; download the model again");
  expectKind("version https://git-lfs.github.com/spec/v1\noid sha256:0",
             "a pointer of Git LFS; git lfs pull fetches the model");
  expectKind("PK\x03\x04", "a zip archive, such as a PyTorch checkpoint; unpack it, or export the "
                           "model to ONNX");
  expectKind("\x89HDF\r\n", "HDF5, such as a Keras model; export the model to ONNX");
  expectKind(std::string("\x20\0\0\0ORTM", 8), "in the format of ONNX Runtime (.ort); use the ONNX "
                                               "model it was made from");
  expectKind(std::string("\x20\0\0\0TFL3", 8), "a TensorFlow Lite model; convert it to ONNX");
}

TEST(OnnxError, InputsThatMustBeConstants) {
  ModelBuilder b(20);
  b.input("x", {2, 8, 1}).input("a", {}, onnx::TensorProto::INT64).output("y");
  b.node("SplitToSequence", {"x", "a"}, {"parts"});
  b.node("ConcatFromSequence", {"parts"}, {"y"});
  setInt(b.graph().mutable_node(1), "axis", 0);
  expectError(
      b, "node 'SplitToSequence_under_test' (SplitToSequence, opset 20): input #1 'a' (the size "
         "of a part), i64 [], must be a constant, but follows from the sizes or the data of "
         "the model's inputs; export the model with a constant here, for example with fixed "
         "sizes and constant folding");
}

TEST(OnnxError, OutputsOfAnotherType) {
  ModelBuilder b(13);
  b.input("x", {2, 3}).output("y");
  b.node("Exp", {"x"}, {"y"});
  auto *type = b.graph().mutable_output(0)->mutable_type()->mutable_tensor_type();
  type->set_elem_type(onnx::TensorProto::INT64);
  expectError(b, "node 'Exp_under_test' (Exp, opset 13): output 'y' is declared as i64 of any "
                 "rank, but is f32");
  type->set_elem_type(onnx::TensorProto::FLOAT);
  EXPECT_TRUE(import(b).ok);
  // An input that is an output, too.
  ModelBuilder same(13);
  same.input("x", {2}).output("x");
  same.graph().mutable_output(0)->mutable_type()->mutable_tensor_type()->set_elem_type(
      onnx::TensorProto::DOUBLE);
  expectError(same, "output 'x' is declared as f64 of any rank, but is f32");
}

TEST(OnnxError, MissingFile) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::string text;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    text += diagnostic.str();
    return mlir::success();
  });
  EXPECT_TRUE(mlir::failed(importOnnxFile(&context, "does/not/exist.onnx")));
  EXPECT_EQ(text, "cannot read the model: No such file or directory");
}

TEST(OnnxError, OperatorSet) {
  expectError(unaryModel("Exp", 0),
              "the model uses operator set 0 of the default domain; ONNX has 1 to 28; export the "
              "model with opset_version=28");
  expectError(unaryModel("Exp", 99),
              "the model uses operator set 99 of the default domain; ONNX has 1 to 28; export the "
              "model with opset_version=28");
  ModelBuilder none = unaryModel("Exp");
  none.model.clear_opset_import();
  expectError(none, "the model does not say which operator set of the default domain it uses");
}

TEST(OnnxError, UnknownOperator) {
  expectError(unaryModel("Frobnicate"),
              "node 'Frobnicate_under_test' (Frobnicate, opset 13): ONNX has no operator "
              "'Frobnicate' up to operator set 28");
  expectError(unaryModel("Sigmoyd"),
              "node 'Sigmoyd_under_test' (Sigmoyd, opset 13): ONNX has no operator 'Sigmoyd' up to "
              "operator set 28; did you mean 'Sigmoid'?");
  ModelBuilder known = unaryModel("Gradient"); // of ONNX, but without a handler
  onnx::OperatorSetIdProto training;
  training.set_domain("ai.onnx.preview.training");
  training.set_version(1);
  *known.model.add_opset_import() = training;
  known.graph().mutable_node(0)->set_domain(training.domain());
  expectError(known, "node 'Gradient_under_test' (ai.onnx.preview.training.Gradient, opset 1): "
                     "this operator is not supported");
  // All of them at once, each once.
  ModelBuilder several(20);
  several.input("x", {2, 3}).output("d");
  *several.model.add_opset_import() = training;
  several.node("Gradient", {"x"}, {"a"})->set_domain(training.domain());
  several.node("Cross", {"a"}, {"b"})->set_domain("com.example");
  several.node("Gradient", {"b"}, {"c"})->set_domain(training.domain());
  several.node("Det", {"c"}, {"d"})->set_domain("com.example");
  several.node("Nosuch", {"x"}, {"unused"});
  expectError(several,
              "node 'Gradient_under_test' (ai.onnx.preview.training.Gradient, opset 1): this "
              "operator is not supported; "
              "nor can these operators of the model run: com.example.Cross, com.example.Det");
  several.node("Cross", {"d"}, {"e"})->set_domain("com.example");
  several.output("e");
  EXPECT_PRED2(
      contains, import(several).errors,
      "nor can these operators of the model run: com.example.Cross (2 nodes), com.example.Det");
  ModelBuilder custom = unaryModel("Exp");
  custom.graph().mutable_node(0)->set_domain("com.example");
  expectError(custom, "node 'Exp_under_test' (com.example.Exp): operators of domain 'com.example' "
                      "are not supported, only those of these domains are: ai.onnx.ml, "
                      "ai.onnx.preview, ai.onnx.preview.training, com.microsoft and the "
                      "default one");
  expectError(
      unaryModel("Trilu", 9),
      "node 'Trilu_under_test' (Trilu, opset 9): this operator is new in operator set 14; export "
      "the model with opset_version=14");
  expectError(unaryModel("Scatter", 13),
              "node 'Scatter_under_test' (Scatter, opset 13): this operator is supported for opset "
              "9 to 10 only; export the model with opset_version=10");
}

TEST(OnnxError, Attributes) {
  ModelBuilder unknown = unaryModel("Exp");
  setInt(unknown.graph().mutable_node(0), "turbo", 1);
  expectError(unknown, "node 'Exp_under_test' (Exp, opset 13): attribute 'turbo' is not "
                       "supported");
  ModelBuilder mistyped = unaryModel("Flatten");
  setInt(mistyped.graph().mutable_node(0), "axs", 1);
  expectError(mistyped, "node 'Flatten_under_test' (Flatten, opset 13): attribute 'axs' is not "
                        "supported; did you mean 'axis'?");
  ModelBuilder wrongType = unaryModel("Flatten");
  setFloat(wrongType.graph().mutable_node(0), "axis", 1);
  expectError(wrongType, "node 'Flatten_under_test' (Flatten, opset 13): attribute 'axis' is "
                         "expected to be INT, but is FLOAT");
  ModelBuilder wrongAxis = unaryModel("Flatten");
  setInt(wrongAxis.graph().mutable_node(0), "axis", 3);
  expectError(wrongAxis, "node 'Flatten_under_test' (Flatten, opset 13): axis 3 is not in "
                         "[-2, 2)");
}

TEST(OnnxError, FlagsAreZeroOrOne) {
  auto expect = [](const std::string &op, const std::string &flag, int opset = 13) {
    for (int value : {2, -1}) {
      ModelBuilder b(opset);
      b.input("x", {2, 3}).ints("one", {1}).output("y");
      onnx::NodeProto *node = b.node(op, {"x"}, {"y"});
      for (const char *name : {"CumSum", "Gemm", "Mod"})
        if (op == name)
          node->add_input(op == "CumSum" ? "one" : "x");
      setInt(node, flag, value);
      expectError(b, "node '" + op + "_under_test' (" + op + ", opset " + std::to_string(opset) +
                         "): attribute '" + flag + "' is " + std::to_string(value) +
                         ", expected 0 or 1");
    }
  };
  expect("ReduceMean", "keepdims");
  expect("ReduceProd", "keepdims");
  expect("ArgMax", "select_last_index");
  expect("CumSum", "exclusive");
  expect("CumSum", "reverse");
  expect("Gemm", "transB");
  expect("Trilu", "upper", 14);
}

TEST(OnnxError, OpInferenceNamesTheNode) {
  ModelBuilder b(13);
  b.input("x", {2, 3}).input("y", {4, 5}).output("z");
  b.node("MatMul", {"x", "y"}, {"z"});
  expectError(b,
              "node 'MatMul_under_test' (MatMul, opset 13): expects the last size of input #0 "
              "'x' to equal the second-last size of input #1 'y', but got 3 and 4; the inputs are "
              "'x' [2x3], 'y' [4x5]");
}

// Messages are in terms of the model: the importer's ops are not the user's.
TEST(OnnxError, MismatchesNameTheInputs) {
  ModelBuilder gemm(13);
  gemm.input("x", {3, 2}).input("w", {5, 4}).output("y");
  setInt(gemm.node("Gemm", {"x", "w"}, {"y"}), "transA", 1);
  expectError(gemm,
              "node 'Gemm_under_test' (Gemm, opset 13): expects equal inner sizes of A and B, "
              "but got 3 and 5 with transA = 1 and transB = 0; the inputs are 'x' [3x2], 'w' "
              "[5x4]");
  ModelBuilder quantized(13);
  quantized.input("a", {2, 3}, onnx::TensorProto::UINT8).input("s", {});
  quantized.input("z", {}, onnx::TensorProto::UINT8).input("b", {4, 4}, onnx::TensorProto::UINT8);
  quantized.output("y").node("QLinearMatMul", {"a", "s", "z", "b", "s", "z", "s", "z"}, {"y"});
  expectError(quantized,
              "node 'QLinearMatMul_under_test' (QLinearMatMul, opset 13): expects the last "
              "size of input #0 'a' to equal the second-last size of input #3 'b', but got "
              "3 and 4; the inputs are 'a' [2x3], 's' [], 'z' [], 'b' [4x4]");
  ModelBuilder types(13);
  types.input("x", {2, "n"}, onnx::TensorProto::FLOAT16).input("w", {2, 1}).output("y");
  types.node("Add", {"x", "w"}, {"y"});
  expectError(types,
              "node 'Add_under_test' (Add, opset 13): input #0 'x' (A) and input #1 'w' (B) must "
              "have the same type, but are f16 and f32");
  ModelBuilder index(13);
  index.input("x", {4}).input("i", {2}).output("y").node("Gather", {"x", "i"}, {"y"});
  expectError(index, "node 'Gather_under_test' (Gather, opset 13): input #1 'i' (indices) must be "
                     "i32 or i64, but is f32");
  ModelBuilder norm(17);
  norm.input("x", {2, 3}).input("scale", {4}).output("y");
  norm.node("LayerNormalization", {"x", "scale"}, {"y"});
  expectError(norm,
              "node 'LayerNormalization_under_test' (LayerNormalization, opset 17): expects "
              "input #1 'scale' of shape 3, but got 4; the inputs are 'x' [2x3], 'scale' [4]");
  // A value that the node itself made has no name.
  ModelBuilder sum(13);
  sum.input("a", {2}).input("b", {2}).input("c", {3}).output("y");
  sum.node("Sum", {"a", "b", "c"}, {"y"});
  expectError(sum,
              "node 'Sum_under_test' (Sum, opset 13): expects operands whose shapes broadcast, "
              "but got 2 and 3; the inputs are 'a' [2], 'b' [2], 'c' [3]");
}

TEST(OnnxError, GraphStructure) {
  ModelBuilder unsorted(13);
  unsorted.input("x", {2}).output("z");
  unsorted.node("Exp", {"y"}, {"z"});
  unsorted.node("Exp", {"x"}, {"y"});
  expectParts(unsorted, {"%0 = rlx.exp %arg0", "%1 = rlx.exp %0", "return %1"});
  ModelBuilder undefined(13);
  undefined.input("x", {2}).output("y");
  undefined.node("Add", {"x", "x1"}, {"y"});
  expectError(undefined, "node 'Add_under_test' (Add, opset 13): input 'x1' is not defined: no "
                         "input, initializer or node of the model has this name");
  ModelBuilder cycle(13);
  cycle.output("y");
  cycle.node("Exp", {"y"}, {"y"});
  expectError(cycle, "node #0 'Exp_under_test' (Exp) reads its own result, over other nodes or at "
                     "once: the graph has a cycle");
  ModelBuilder longer(13);
  longer.input("x", {2}).output("c");
  longer.node("Exp", {"x"}, {"a"});
  longer.node("Add", {"a", "c"}, {"b"});
  longer.node("Relu", {"b"}, {"c"});
  expectError(longer, "node #1 'Add_under_test' (Add) reads its own result, over other nodes or at "
                      "once: the graph has a cycle");
  ModelBuilder twice(13);
  twice.input("x", {2}).output("y");
  twice.node("Exp", {"x"}, {"y"});
  twice.node("Exp", {"x"}, {"y"});
  expectError(twice, "value 'y' is defined a second time, by node #1 'Exp_under_test'");
  ModelBuilder shadow(13);
  shadow.input("x", {2}).output("x");
  shadow.node("Exp", {"x"}, {"x"});
  expectError(shadow, "value 'x' is defined a second time, by node #0 'Exp_under_test'");
  ModelBuilder noOutput(13);
  noOutput.input("x", {2}).output("y");
  expectError(noOutput, "no node computes output 'y'");
  ModelBuilder empty(13);
  empty.input("x", {2});
  expectError(empty, "the model has no outputs");
}

TEST(OnnxError, NumberOfInputs) {
  ModelBuilder missing = unaryModel("Add");
  expectError(missing, "node 'Add_under_test' (Add, opset 13): input #1 (B) is missing");
  ModelBuilder tooMany(13);
  tooMany.input("x", {2}).output("y");
  tooMany.node("Exp", {"x", "x"}, {"y"});
  expectError(tooMany, "node 'Exp_under_test' (Exp, opset 13): has 2 inputs, but takes at most "
                       "1");
  ModelBuilder extra(13);
  extra.input("x", {2}).output("z").output("y");
  extra.node("Exp", {"x"}, {"y", "z"});
  expectError(extra, "node 'Exp_under_test' (Exp, opset 13): has 2 outputs, but must have at most "
                     "1");
}

// An input that one operator set requires and another does not know.
TEST(OnnxError, InputsSinceAnOperatorSet) {
  auto expect = [](const std::string &op, int opset, const std::vector<std::string> &inputs,
                   const std::string &error) {
    SCOPED_TRACE(op + " " + std::to_string(opset));
    ModelBuilder b(opset);
    b.input("x", {1, 3}).ints("axes", {0}).output("y");
    b.node(op, inputs, {"y"});
    Imported r = import(b);
    EXPECT_EQ(r.numErrors, 1);
    EXPECT_TRUE(std::regex_match(r.errors, std::regex("node '.*' \\(.*\\): " + error + "\n")))
        << r.errors;
  };
  const std::string missing = "input #1.* is missing";
  for (int opset : {11, 17}) {
    expect("Pad", opset, {"x"}, missing);
    expect("Pad", opset, {"x", ""}, missing);
    expect("Pad", opset, {"x", "", "x"}, missing);
  }
  expect("Unsqueeze", 13, {"x"}, missing);
  expect("Upsample", 9, {"x", ""}, missing);
  expect("Squeeze", 12, {"x", "axes"}, "has 2 inputs, but .*");
  expect("Unsqueeze", 12, {"x", "axes"}, "has 2 inputs, but .*");
  expect("Split", 12, {"x", "axes"}, "has 2 inputs, but .*");
  expect("Upsample", 8, {"x", "axes"}, "has 2 inputs, but .*");
}

// More axes than dimensions, where only the number of the axes is known.
TEST(OnnxError, TooManyDataAxes) {
  auto expect = [](const std::string &op, int opset, const std::vector<std::string> &inputs,
                   const std::vector<std::pair<std::string, int64_t>> &attributes = {}) {
    SCOPED_TRACE(op);
    ModelBuilder b(opset);
    b.input("x", {3, 2, 2}).input("axes", {17}, onnx::TensorProto::INT64).output("y");
    b.ints("ones", std::vector<int64_t>(17, 1)).ints("pads", std::vector<int64_t>(34, 1));
    onnx::NodeProto *node = b.node(op, inputs, {"y"});
    for (auto [name, value] : attributes)
      setInt(node, name, value);
    expectError(b, "node '" + op + "_under_test' (" + op + ", opset " + std::to_string(opset) +
                       "): has more axes than dimensions: 17 for rank 3");
  };
  const std::vector<std::string> reductions = {
      "ReduceSum", "ReduceMean",      "ReduceMax",    "ReduceMin",       "ReduceProd",
      "ReduceL1",  "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp", "ReduceL2"};
  for (const std::string &op : reductions)
    for (int64_t keepDims : {0, 1})
      expect(op, 18, {"x", "axes"}, {{"keepdims", keepDims}});
  expect("ReduceSum", 13, {"x", "axes"}, {{"keepdims", 0}});
  expect("Squeeze", 13, {"x", "axes"});
  expect("Slice", 13, {"x", "ones", "ones", "axes"});
  expect("Pad", 18, {"x", "pads", "", "axes"});
}

TEST(OnnxError, TooManyUnsqueezedDataAxes) {
  ModelBuilder b(13);
  b.input("x", {3, 2, 2}).input("axes", {30}, onnx::TensorProto::INT64).output("y");
  b.node("Unsqueeze", {"x", "axes"}, {"y"});
  Imported r = import(b);
  EXPECT_EQ(r.numErrors, 1);
  EXPECT_PRED2(contains, r.errors, "(Unsqueeze, opset 13): the result has rank 33, more than 32");
}

// Whatever a handler asks of an input that is not there, the node fails and nothing else happens.
TEST(OnnxError, AbsentInputs) {
  auto expect = [](const std::string &what, const std::function<void(onnxim::Node &)> &ask) {
    SCOPED_TRACE(what);
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    mlir::DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    std::string errors;
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
      errors += diagnostic.str() + "\n";
      return mlir::success();
    });
    mlir::OpBuilder b(&context);
    mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(b.getUnknownLoc());
    b.setInsertionPointToStart(module->getBody());
    auto function = mlir::func::FuncOp::create(b, b.getUnknownLoc(), "main",
                                               mlir::FunctionType::get(&context, {}, {}));
    function.addEntryBlock();
    OnnxImportOptions options;
    onnxim::Graph graph(function, options, 13);
    onnxim::ExternalFiles files(".");
    onnxim::NodeProto proto;
    proto.opType = "Pad";
    proto.input = {""};
    onnxim::Node node(graph, proto, files, 0, 13);
    ask(node);
    EXPECT_TRUE(node.hasFailed());
    EXPECT_EQ(errors, "node 'Pad_0' (Pad, opset 13): input #" + what + " is missing\n");
  };
  expect("0", [](onnxim::Node &n) { EXPECT_FALSE(n.tensor(0)); });
  expect("1", [](onnxim::Node &n) { EXPECT_FALSE(n.tensor(1)); });
  expect("0", [](onnxim::Node &n) { EXPECT_EQ(n.rank(0), 0); });
  expect("1", [](onnxim::Node &n) { EXPECT_TRUE(n.dims(1).empty()); });
  expect("1", [](onnxim::Node &n) { EXPECT_TRUE(n.elementType(1)); });
  expect("1", [](onnxim::Node &n) { EXPECT_FALSE(n.known(1)); });
  expect("1", [](onnxim::Node &n) { EXPECT_TRUE(n.constantInts(1, "the pads").empty()); });
  expect("1", [](onnxim::Node &n) { EXPECT_TRUE(n.knownInts(1, "the pads").empty()); });
  expect("1", [](onnxim::Node &n) { EXPECT_FALSE(n.constantDoubles(1)); });
  expect("1", [](onnxim::Node &n) { EXPECT_FALSE(n.constantOrTensor(1, 64)); });
}

TEST(OnnxError, Inputs) {
  ModelBuilder complex(13);
  complex.input("x", {2}, onnx::TensorProto::COMPLEX64).output("y");
  expectError(complex, "input 'x' has the unsupported element type COMPLEX64");
  ModelBuilder huge(13);
  huge.input("x", {int64_t(1) << 40, int64_t(1) << 40}).output("y");
  expectError(huge, "input 'x' has an invalid shape: more elements than the 17592186044416 that "
                    "are supported");
  ModelBuilder negative(13);
  negative.input("x", {-5}).output("y");
  expectError(negative, "input 'x' has an invalid shape: negative size -5");
}

TEST(OnnxError, Initializers) {
  ModelBuilder shortData(13);
  shortData.floats("w", {2, 3});
  shortData.graph().mutable_initializer(0)->set_dims(0, 4);
  expectError(shortData, "initializer 'w' has 24 bytes of data, but its shape and type need 48");
  ModelBuilder complexType(13);
  complexType.floats("w", {2});
  complexType.graph().mutable_initializer(0)->set_data_type(onnx::TensorProto::COMPLEX64);
  expectError(complexType, "initializer 'w' has element type COMPLEX64; supported are the "
                           "floating-point types from FLOAT4E2M1 to DOUBLE except those of 6 bits, "
                           "the 2- to 64-bit integers, BOOL and STRING");
  ModelBuilder twice(13);
  twice.floats("w", {2}).floats("w", {2});
  expectError(twice, "initializer 'w' is defined a second time");
}

TEST(OnnxError, ShapesThatDependOnData) {
  ModelBuilder b(13);
  b.input("x", {2, 3}).input("many", {65}, onnx::TensorProto::INT64).output("y");
  b.ints("two", {2});
  b.node("TopK", {"many", "two"}, {"shape", "i"});
  b.node("Reshape", {"x", "shape"}, {"y"});
  Imported computed = import(b); // the run reads the shape when it is known
  ASSERT_TRUE(computed.ok) << computed.errors;
  EXPECT_PRED2(contains, computed.text, "tensor.extract %values");
  ModelBuilder tooMany(13);
  tooMany.input("x", {2, 3}).input("many", {65}, onnx::TensorProto::INT64).output("y");
  tooMany.node("Reshape", {"x", "many"}, {"y"});
  expectError(
      tooMany,
      "node 'Reshape_under_test' (Reshape, opset 13): input #1 'many' (the shape), i64 "
      "[65], is computed from data; supported are at most 64 signed integers of rank 0 or 1");
  // An input of the model decides sizes itself.
  ModelBuilder input(13);
  input.input("x", {2, 3}).input("shape", {2}, onnx::TensorProto::INT64).output("y");
  input.node("Reshape", {"x", "shape"}, {"y"});
  Imported r = import(input);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "tensor.extract %arg1");
  EXPECT_PRED2(contains, r.text, "a size of the shape must be at least -1");
}

// The smallest integer has no absolute value.
TEST(OnnxError, SmallestIntegers) {
  constexpr int64_t kSmallest = std::numeric_limits<int64_t>::min();
  ModelBuilder pad(13);
  pad.input("x", {4}).ints("pads", {kSmallest, 1}).output("y");
  pad.node("Pad", {"x", "pads"}, {"y"});
  expectError(pad, "node 'Pad_under_test' (Pad, opset 13): has the invalid pad " +
                       std::to_string(kSmallest));
  ModelBuilder slice(13);
  slice.input("x", {4}).ints("from", {3}).ints("to", {kSmallest}).ints("axis", {0});
  slice.ints("step", {kSmallest}).output("y");
  slice.node("Slice", {"x", "from", "to", "axis", "step"}, {"y"});
  EXPECT_NE(import(slice).errors.find(std::to_string(kSmallest)), std::string::npos);
}

// Only the shape of the sum is used, so the import keeps no addition. It keeps the check.
TEST(OnnxError, EqualSizesOfDeadNodes) {
  ModelBuilder b(13);
  b.input("a", {"n"}).ints("from", {0}).ints("to", {1000}).ints("axis", {0}).ints("step", {2});
  b.output("y");
  b.node("Slice", {"a", "from", "to", "axis", "step"}, {"half"});
  b.node("Add", {"half", "a"}, {"sum"});
  b.node("Shape", {"sum"}, {"shape"});
  b.node("ConstantOfShape", {"shape"}, {"y"});
  Imported result = import(b);
  ASSERT_TRUE(result.ok) << result.errors;
  EXPECT_PRED2(contains, result.text, "sizes that depend on one dynamic size must be equal");
}

// Forms that are refused are in the table of operators; expectError looks there, too.
TEST(OnnxError, RefusedForms) {
  ModelBuilder same(13);
  same.input("x", {1, 1, "h", 8}).output("y").output("i");
  onnx::NodeProto *pool = same.node("MaxPool", {"x"}, {"y", "i"});
  setString(pool, "auto_pad", "SAME_UPPER");
  setInts(pool, "kernel_shape", {3, 3});
  setInts(pool, "strides", {2, 2});
  expectError(same, "node 'MaxPool_under_test' (MaxPool, opset 13): the spatial shape of the input "
                    "of a node with attribute 'auto_pad' = SAME, strides and result 1, must be "
                    "static, but is dynamic; the input is 'x' [1x1x?x8]; export the model with a "
                    "fixed size");
  // Not refused: a dynamic size stays, and is checked in a run.
  expectParts(unary("Squeeze", {"n", 1}),
              {"dimension 0 has size 1 and would be dropped", "-> tensor<?xf32>"});
  ModelBuilder layer(14);
  layer.input("x", {2, 2, 3}).floats("w", {1, 4, 3}).floats("r", {1, 4, 4}).output("y");
  addAttr(layer.node("RNN", {"x", "w", "r"}, {"y"}), "activations", onnx::AttributeProto::STRINGS)
      ->add_strings("Affine");
  expectError(layer, "node 'RNN_under_test' (RNN, opset 14): the activation function 'Affine' is "
                     "not supported here");
  EXPECT_TRUE(import(layer).isUnsupported);
  EXPECT_PRED2(contains, operatorRow("Abs"), "|  |"); // refuses nothing
}

} // namespace
