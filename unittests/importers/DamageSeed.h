// A small model that touches most of the importer, for mutation tests and the fuzz target: a
// convolution, pooling, a block of attention-like shape arithmetic, constants of several types.
#ifndef RLX_UNITTESTS_IMPORTERS_DAMAGESEED_H
#define RLX_UNITTESTS_IMPORTERS_DAMAGESEED_H

#include "unittests/importers/OnnxModels.h"

namespace rlx::test {

inline std::string damageSeed() {
  ModelBuilder b(17);
  b.input("x", {"batch", 2, 8, "w"}).output("y");
  b.floats("f", {4, 2, 3, 3}).floats("c", {4}).floats("m", {4, 6}).floats("low", {}, 0);
  b.ints("zero", {0}).ints("one", {1}).ints("tail", {-1, 4}).ints("shape2", {0, -1, 4});
  onnx::NodeProto *conv = b.node("Conv", {"x", "f", "c"}, {"h0"});
  setInts(conv, "pads", {1, 1, 1, 1});
  setInts(conv, "strides", {2, 1});
  onnx::NodeProto *pool = b.node("MaxPool", {"h0"}, {"h1"});
  setInts(pool, "kernel_shape", {2, 2});
  b.node("Shape", {"h1"}, {"shape"});
  b.node("Gather", {"shape", "zero"}, {"batch"});
  setInt(b.node("Concat", {"batch", "tail"}, {"target"}), "axis", 0);
  b.node("Reshape", {"h1", "target"}, {"h2"});
  b.node("MatMul", {"h2", "m"}, {"h3"});
  b.node("Clip", {"h3", "low"}, {"h4"});
  setInts(b.node("Transpose", {"h4"}, {"h5"}), "perm", {0, 2, 1});
  b.node("Slice", {"h5", "zero", "one", "one"}, {"h6"});
  b.node("Softmax", {"h6"}, {"h7"});
  b.node("Squeeze", {"h7", "one"}, {"h8"});
  b.node("Unsqueeze", {"h8", "zero"}, {"h9"});
  setInt(b.node("Cast", {"h9"}, {"h10"}), "to", onnx::TensorProto::INT32);
  setInts(b.node("ReduceMax", {"h10"}, {"y"}), "axes", {0, 2});
  return b.bytes();
}

} // namespace rlx::test

#endif // RLX_UNITTESTS_IMPORTERS_DAMAGESEED_H
