// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that rearrange, join, repeat or pad elements: they import to the expected ops and
// shapes.
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

TEST(OnnxShape, BlocksAndChannels) {
  ModelBuilder b = unary("DepthToSpace", {"n", 8, 2, 3});
  setInt(nodeOf(b), "blocksize", 2);
  expectParts(b, {"perm = [0, 3, 4, 1, 5, 2]", "-> tensor<?x2x4x6xf32>"});
  ModelBuilder s = unary("SpaceToDepth", {"n", 2, 4, 6});
  setInt(nodeOf(s), "blocksize", 2);
  expectParts(s, {"-> tensor<?x8x2x3xf32>"});
}

} // namespace
