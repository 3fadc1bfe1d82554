// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxReduction, Reductions) {
  for (NamePair names : std::initializer_list<NamePair>{{"ReduceMean", "reduce_mean"},
                                                        {"ReduceMax", "reduce_max"},
                                                        {"ReduceMin", "reduce_min"},
                                                        {"ReduceProd", "reduce_prod"},
                                                        {"ReduceL1", "abs"},
                                                        {"ReduceL2", "sqrt"},
                                                        {"ReduceSumSquare", "mul"},
                                                        {"ReduceLogSum", "log"},
                                                        {"ReduceLogSumExp", "reduce_max"}}) {
    SCOPED_TRACE(names.onnxOp);
    ModelBuilder b = unary(names.onnxOp, {"n", 4, 5});
    setInts(nodeOf(b), "axes", {-1});
    setInt(nodeOf(b), "keepdims", 0);
    expectParts(b, {std::string("rlx.") + names.op, "-> (tensor<?x4xf32> {"});
  }
  ModelBuilder integers(13);
  integers.input("x", {2, 3}, onnx::TensorProto::INT32).output("y");
  integers.node("ReduceL2", {"x"}, {"y"});
  expectParts(integers, {"rlx.sqrt", "tensor<1x1xf64>", "-> tensor<1x1xi32>"});
  ModelBuilder b(13);
  b.ints("axes", {1}).input("x", {"n", 4, 5}).output("y");
  b.node("ReduceSum", {"x", "axes"}, {"y"});
  expectParts(b, {"rlx.reduce_sum", "-> (tensor<?x1x5xf32> {"});
  ModelBuilder noop = unary("ReduceSum", {2, 3});
  setInt(nodeOf(noop), "noop_with_empty_axes", 1);
  expectParts(noop, {"return %arg0"});
}

TEST(OnnxReduction, ArgReductions) {
  ModelBuilder b = unary("ArgMax", {"n", 10});
  setInt(nodeOf(b), "axis", -1);
  setInt(nodeOf(b), "keepdims", 0);
  expectParts(b, {"rlx.argmax", "-> tensor<?xi64>"});
}

} // namespace
