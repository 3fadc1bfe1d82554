// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that rearrange, join, repeat or pad elements: they import to the expected ops and
// shapes.
#include <limits>

#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxShape, Rearranging) {
  ModelBuilder transpose = unary("Transpose", {"n", 3, 4});
  expectParts(transpose, {"rlx.transpose %arg0 perm = [2, 1, 0]", "-> tensor<4x3x?xf32>"});
  setInts(nodeOf(transpose), "perm", {0, 2, 2});
  expectError(transpose, "node 'Transpose_under_test' (Transpose, opset 13): axis 2 occurs twice");
  expectParts(unary("Flatten", {"n", 3, 4}), {"-> tensor<?x12xf32>"});
  ModelBuilder squeeze = unary("Squeeze", {"n", 1, 4}, 11);
  setInts(nodeOf(squeeze), "axes", {1});
  expectParts(squeeze, {"-> tensor<?x4xf32>"});
  ModelBuilder unsqueeze(13);
  unsqueeze.ints("axes", {0, -1}).input("x", {"n", 4}).output("y");
  unsqueeze.node("Unsqueeze", {"x", "axes"}, {"y"});
  expectParts(unsqueeze, {"-> tensor<1x?x4x1xf32>"});
}

TEST(OnnxShape, ConcatAndSplit) {
  ModelBuilder b(13);
  b.input("x", {"n", 6}).output("z");
  setInt(b.node("Split", {"x"}, {"a", "b", "c"}), "axis", 1);
  setInt(b.node("Concat", {"c", "a"}, {"z"}), "axis", -1);
  expectParts(b, {"rlx.slice %arg0 from [0, 0]", "rlx.slice %arg0 from [0, 4]", "axis = 1",
                  "-> tensor<?x4xf32>"});
  ModelBuilder lengths(13);
  lengths.ints("l", {2, 5}).input("x", {7}).output("b");
  lengths.node("Split", {"x", "l"}, {"a", "b"});
  expectParts(lengths, {"from [2] sizes [5]"});
}

// The lengths of the parts sum to the size of the dimension: at once, or when the size is known.
TEST(OnnxShape, PartsOfASplit) {
  auto split = [](int opset, DimSpec size, const std::vector<int64_t> &lengths, bool readsAll) {
    ModelBuilder b(opset);
    b.input("x", {2, size}).output("a");
    std::vector<std::string> outputs = {"a"};
    for (size_t i = 1; i < lengths.size(); ++i)
      outputs.push_back("unused" + std::to_string(i));
    if (readsAll)
      b.output(outputs.back());
    onnx::NodeProto *node = b.node("Split", {"x"}, outputs);
    setInt(node, "axis", 1);
    if (opset < 13) {
      setInts(node, "split", lengths);
    } else {
      node->add_input("l");
      b.ints("l", lengths);
    }
    return b;
  };
  for (int opset : {11, 13}) {
    std::string node = "node 'Split_under_test' (Split, opset " + std::to_string(opset) + "): ";
    std::string inputs =
        opset < 13 ? "the input is 'x' [2x5]" : "the inputs are 'x' [2x5], 'l' [2]";
    for (bool readsAll : {false, true}) {
      expectError(split(opset, 5, {2, 2}, readsAll),
                  node + "the lengths of the parts sum to 4, but dimension 1 has size 5; " +
                      inputs);
      expectError(split(opset, 5, {4, 4}, readsAll),
                  node + "the lengths of the parts sum to 8, but dimension 1 has size 5; " +
                      inputs);
      expectParts(split(opset, "n", {2, 2}, readsAll),
                  {"rlx.reshape %arg0 to [2, 4] : (tensor<2x?xf32>) -> tensor<2x4xf32>"});
      EXPECT_FALSE(contains(import(split(opset, 5, {2, 3}, readsAll)).text, "rlx.reshape"));
    }
    expectError(split(opset, 5, {-1, 6}, false), node + "has a part of length -1");
  }
  ModelBuilder equal(13); // an even size
  equal.input("x", {"n"}).output("a");
  equal.node("Split", {"x"}, {"a", "b"});
  expectParts(equal, {"rlx.reshape %arg0 to [%"});
  ModelBuilder same(13); // known to fit
  same.input("x", {"n"}).output("a").node("Shape", {"x"}, {"l"});
  same.node("Split", {"x", "l"}, {"a"});
  EXPECT_FALSE(contains(import(same).text, "rlx.reshape"));
}

TEST(OnnxShape, SizesThatDoNotFit) {
  auto expect = [](const std::string &op, std::vector<DimSpec> dims,
                   const std::vector<int64_t> &list, const std::string &error) {
    ModelBuilder b(13);
    b.input("x", std::move(dims)).ints("list", list).output("y");
    b.node(op, {"x", "list"}, {"y"});
    expectError(b, "node '" + op + "_under_test' (" + op + ", opset 13): " + error);
  };
  expect("Tile", {5}, {-2}, "has -2 repeats, expected 0 or more");
  expect("Pad", {5}, {-4, -4}, "pads of -4 and -4 remove more than dimension 0 has, which is 5");
  expect("Pad", {5}, {-6, 3}, "pads of -6 and 3 remove more than dimension 0 has, which is 5");
  expect("Expand", {1}, {-3}, "the shape has the invalid size -3");
  ModelBuilder value(13);
  value.input("x", {5}).ints("p", {1, 1}).input("v", {2}).output("y");
  value.node("Pad", {"x", "p", "v"}, {"y"});
  expectError(value, "node 'Pad_under_test' (Pad, opset 13): input #2 'v' (constant_value) must "
                     "have one element, but has shape [2]");
  auto expectBlocks = [](const std::string &op, std::vector<DimSpec> dims,
                         const std::string &error) {
    ModelBuilder b = unary(op, std::move(dims));
    setInt(nodeOf(b), "blocksize", 3);
    expectError(b, "node '" + op + "_under_test' (" + op + ", opset 13): " + error);
  };
  expectBlocks("DepthToSpace", {1, 8, 2, 2},
               "the number of channels is 8, but attribute 'blocksize' needs a multiple of 9");
  expectBlocks("SpaceToDepth", {1, 8, 4, 3},
               "the height is 4, but attribute 'blocksize' needs a multiple of 3");
  expectBlocks("SpaceToDepth", {1, 8, 3, 5},
               "the width is 5, but attribute 'blocksize' needs a multiple of 3");
}

TEST(OnnxShape, ExpandAndTile) {
  ModelBuilder b(13);
  b.ints("shape", {3, 1, 6}).input("x", {"n", 1}).output("y");
  b.node("Expand", {"x", "shape"}, {"y"});
  expectParts(b, {"rlx.expand %arg0", "-> tensor<3x?x6xf32>"});
  ModelBuilder tile(13);
  tile.ints("r", {2, 1}).input("x", {"n", 4}).output("y");
  tile.node("Tile", {"x", "r"}, {"y"});
  expectParts(tile, {"rlx.expand", "-> (tensor<?x4xf32> {"});
}

TEST(OnnxShape, DynamicSizesThatMayBeOne) {
  // Of two names either may be 1; equal names are equal sizes.
  ModelBuilder b(13);
  b.input("x", {"n", "k"}).input("mask", {"m", "k"}).output("y");
  b.node("Add", {"x", "mask"}, {"y"});
  expectParts(b, {"arith.select", "rlx.dynamic_expand %arg0 dims = [0] to",
                  "rlx.dynamic_expand %arg1 dims = [0] to"});
  // A static size is no 1, so that only the other one may be.
  ModelBuilder fixed(13);
  fixed.input("x", {4, 8}).input("bias", {"n"}).output("y");
  fixed.node("Mul", {"x", "bias"}, {"y"});
  expectParts(fixed, {"rlx.dynamic_expand %arg1 dims = [0] to [8]", "rlx.mul %arg0, %"});
  // The number of columns of a matmul is that of the other operand's rows.
  ModelBuilder batch(13);
  batch.input("a", {"n", 3, 4}).input("b", {"m", 4, 5}).output("y");
  batch.node("MatMul", {"a", "b"}, {"y"});
  expectParts(batch, {"rlx.dynamic_expand %arg0 dims = [0] to", "rlx.dynamic_expand %arg1"});
  // Expand broadcasts both ways.
  ModelBuilder expand(13);
  expand.ints("shape", {1, 6}).input("x", {"n", "k"}).output("y");
  expand.node("Expand", {"x", "shape"}, {"y"});
  expectParts(expand, {"rlx.dynamic_expand %arg0 dims = [1] to [6]", "-> (tensor<?x6xf32>"});
}

TEST(OnnxShape, Pad) {
  ModelBuilder b(13);
  b.ints("p", {0, 1, 0, 2}).input("x", {"n", 4}).output("y");
  b.node("Pad", {"x", "p"}, {"y"});
  expectParts(b, {"rlx.pad constant %arg0", "low [0, 1] high [0, 2]", "-> tensor<?x7xf32>"});
  setString(nodeOf(b), "mode", "reflect");
  expectParts(b, {"rlx.pad reflect %arg0 low"});
  nodeOf(b)->mutable_attribute(0)->set_s("edge");
  expectParts(b, {"rlx.pad edge %arg0 low"});
  ModelBuilder crop(13);
  crop.ints("p", {-1, 2}).input("x", {6}).output("y");
  crop.node("Pad", {"x", "p"}, {"y"});
  expectParts(crop, {"rlx.slice %arg0 from [1] sizes [5]", "-> tensor<7xf32>"});
}

// PyTorch's exporter turns pads from its order into that of ONNX: innermost dimension first, both
// ends of a dimension together. The constants on the way have rank 2.
TEST(OnnxShape, PadsThatAreReversedInRankTwo) {
  ModelBuilder b(13);
  b.ints("p", {3, 2, 0, 1}).ints("pairs", {-1, 2}).ints("flat", {-1}).ints("zero", {0});
  b.ints("far", {std::numeric_limits<int64_t>::min() + 1});
  b.input("x", {"n", 4}).output("y");
  b.node("Reshape", {"p", "pairs"}, {"of_dims"});
  b.node("Slice", {"of_dims", "flat", "far", "zero", "flat"}, {"reversed"});
  setInts(b.node("Transpose", {"reversed"}, {"ends"}), "perm", {1, 0});
  b.node("Reshape", {"ends", "flat"}, {"pads"});
  b.node("Pad", {"x", "pads"}, {"y"});
  expectParts(b, {"low [0, 3] high [1, 2]", "-> tensor<?x9xf32>"});
}

TEST(OnnxShape, BlocksAndChannels) {
  ModelBuilder b = unary("DepthToSpace", {"n", 8, 2, 3});
  setInt(nodeOf(b), "blocksize", 2);
  expectParts(b, {"perm = [0, 3, 4, 1, 5, 2]", "-> tensor<?x2x4x6xf32>"});
  ModelBuilder s = unary("SpaceToDepth", {"n", 2, 4, 6});
  setInt(nodeOf(s), "blocksize", 2);
  expectParts(s, {"-> tensor<?x8x2x3xf32>"});
}

// Sizes are followed through Split.
TEST(OnnxShape, PartsOfSizes) {
  ModelBuilder b(13);
  b.input("x", {"n", 4, 6}).output("y");
  b.node("Shape", {"x"}, {"shape"});
  b.node("Split", {"shape"}, {"first", "second", "third"});
  b.ints("rest", {-1});
  setInt(b.node("Concat", {"third", "rest"}, {"sizes"}), "axis", 0);
  b.node("Reshape", {"x", "sizes"}, {"y"});
  expectParts(b, {"-> tensor<6x?xf32>"});
}

// Sizes behind data axes have definitions with many symbols in common. Visiting each as often as it
// is used takes minutes.
TEST(OnnxShape, ManyDataAxes) {
  ModelBuilder b(13);
  std::vector<DimSpec> dims(12, 1);
  dims.push_back("n");
  b.input("x", dims).input("axes", {12}, onnx::TensorProto::INT64).output("y");
  b.node("Squeeze", {"x", "axes"}, {"y"});
  expectParts(b, {"-> (tensor<?xf32> {"});
}

} // namespace
