// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax and normalizations: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxNormalization, SoftmaxFlattensBeforeOpset13) {
  expectParts(unary("Softmax", {2, 3, 4}, 11),
              {"rlx.reshape %arg0 to [2, 12]", "rlx.softmax %0 axis = 1", "to [2, 3, 4]"});
  expectParts(unary("Softmax", {2, 3, 4}, 13), {"rlx.softmax %arg0 axis = 2"});
  expectParts(unary("LogSoftmax", {2, 3}, 11), {"rlx.log_softmax %arg0 axis = 1"});
}

TEST(OnnxNormalization, Normalizations) {
  ModelBuilder layer(17);
  layer.input("x", {"n", 16}).floats("g", {16}).floats("b", {16}).output("y");
  layer.node("LayerNormalization", {"x", "g", "b"}, {"y"});
  expectParts(layer, {"rlx.layer_norm %arg0", "-> tensor<?x16xf32>"});
  layer.node("LayerNormalization", {"x", "g", "b"}, {"y2", "mean"});
  layer.output("mean");
  expectParts(layer, {"rlx.reduce_mean", "tensor<?x1xf32> {rlx.name = \"mean\"}"});
  ModelBuilder batch(15);
  batch.input("x", {"n", 4, 5, 5}).output("y");
  for (const char *name : {"s", "b", "m", "v"})
    batch.floats(name, {4});
  batch.node("BatchNormalization", {"x", "s", "b", "m", "v"}, {"y"});
  expectParts(batch, {"rlx.batch_norm %arg0", "-> tensor<?x4x5x5xf32>"});
  ModelBuilder training = batch;
  setInt(nodeOf(training), "training_mode", 1);
  expectParts(training, {"rlx.reduce_mean %arg0 axes = [0, 2, 3]", "rlx.batch_norm %arg0"});
  nodeOf(training)->add_output("mean");
  training.output("mean");
  expectParts(training, {"rlx.mul", "rlx.add", "tensor<4xf32> {rlx.name = \"mean\"}"});
  ModelBuilder old = batch; // one output is inference, five are training
  old.model.mutable_opset_import(0)->set_version(9);
  expectParts(old, {"rlx.batch_norm %arg0"});
  for (const char *name : {"mean", "var", "saved_mean", "saved_var"})
    nodeOf(old)->add_output(name);
  old.output("saved_var");
  expectParts(old, {"rlx.reduce_mean", "tensor<4xf32> {rlx.name = \"saved_var\"}"});
  ModelBuilder instance(13);
  instance.input("x", {2, 4, 5, 5}).floats("s", {4}).floats("b", {4}).output("y");
  instance.node("InstanceNormalization", {"x", "s", "b"}, {"y"});
  expectParts(instance,
              {"rlx.layer_norm %arg0 axis = 2", "rlx.mul", "rlx.add", "-> tensor<2x4x5x5xf32>"});
  ModelBuilder lrn = unary("LRN", {2, 6, 5, 5});
  setInt(nodeOf(lrn), "size", 3);
  expectParts(lrn, {"rlx.pad", "rlx.slice", "rlx.pow", "-> tensor<2x6x5x5xf32>"});
}

TEST(OnnxNormalization, MeanVarianceNormalization) {
  expectParts(unary("MeanVarianceNormalization", {"n", 3, 4, 4}),
              {"rlx.reduce_mean %arg0 axes = [0, 2, 3]", "rlx.sqrt", "-> tensor<?x3x4x4xf32>"});
}

TEST(OnnxNormalization, Epsilon) {
  ModelBuilder b(13);
  b.input("x", {1, 3, 4}).floats("a", {3}).output("y");
  setFloat(b.node("BatchNormalization", {"x", "a", "a", "a", "a"}, {"y"}), "epsilon", -5);
  expectError(b, "node 'BatchNormalization_under_test' (BatchNormalization, opset 13): expects a "
                 "finite epsilon of at least 0, but got -5; the inputs are 'x' [1x3x4], 'a' [3]");
}

TEST(OnnxNormalization, OneElementForEachChannel) {
  ModelBuilder batch(13);
  batch.input("x", {1, 3, 4}).floats("a", {3}).floats("b", {2}).output("y");
  batch.node("BatchNormalization", {"x", "a", "a", "a", "b"}, {"y"});
  expectError(batch,
              "node 'BatchNormalization_under_test' (BatchNormalization, opset 13): input #4 "
              "'b' (the variance) must have shape [3], one element for each channel, but has "
              "shape [2]");
  ModelBuilder instance(13);
  instance.input("x", {1, 3, 4}).floats("a", {3}).floats("b", {2}).output("y");
  instance.node("InstanceNormalization", {"x", "b", "a"}, {"y"});
  expectError(instance,
              "node 'InstanceNormalization_under_test' (InstanceNormalization, opset 13): "
              "input #1 'b' (the scale) must have shape [3], one element for each channel, "
              "but has shape [2]");
}

} // namespace
