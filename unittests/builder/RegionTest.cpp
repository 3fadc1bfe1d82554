// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops with bodies, built from C++ functions.
#include "unittests/builder/GraphCheck.h"

#include <cmath>

using namespace rlx;
using namespace rlx::test;
using rt::DType;

namespace {

TEST(GraphBuilderRegions, IfTakesABranch) {
  for (bool taken : {false, true}) {
    GraphBuilder g;
    GraphValue p = g.input("p", DType::Bool, {}), x = g.input("x", DType::F32, {"n"});
    GraphValues results = g.if_(p, [&] { return g.exp(x); }, [&] { return g.neg(x); });
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results[0].shape(), std::vector<int64_t>{kDynamicSize});
    g.output("y", results[0]);
    Arrays out = run(g, {{"p", {DType::Bool, {}, {double(taken)}}}, {"x", noise({3}, 1)}});
    Array x0 = noise({3}, 1);
    for (size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(out["y"].values[i], taken ? std::exp(x0.values[i]) : -x0.values[i], 1e-5);
  }
}

// Nested bodies see the values of the enclosing ones.
TEST(GraphBuilderRegions, WhileInIfWithCapturedValues) {
  GraphBuilder g;
  GraphValue p = g.input("p", DType::Bool, {}), n = g.input("n", DType::I64, {});
  GraphValue x = g.input("x", DType::F32, {4}), w = g.param("w", DType::F32, {4});
  GraphValue one = g.full(DType::I64, 1);
  GraphValues results = g.if_(
      p,
      [&] {
        GraphValue twice = g.add(w, w);
        GraphValues loop = g.while_(
            {n, x},
            [&](const GraphValues &a) {
              return g.compare(a[0], g.full(DType::I64, 0), ComparePredicate::gt);
            },
            [&](const GraphValues &a) {
              return GraphValues{g.sub(a[0], one), g.mul(a[1], twice)};
            });
        return loop[1];
      },
      [&] { return x; });
  ASSERT_TRUE(g.status().ok()) << g.status().toString();
  g.output("y", results[0]);
  Arrays out = run(g, {{"p", {DType::Bool, {}, {1}}},
                       {"n", {DType::I64, {}, {3}}},
                       {"x", {DType::F32, {4}, {1, 2, 3, 4}}},
                       {"w", {DType::F32, {4}, {0.5, 1, 1.5, 0.25}}}});
  expectNear(out["y"], {1, 16, 81, 0.5});
}

TEST(GraphBuilderRegions, ScanCarriesAndStacks) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n", 2}), zero = g.full(DType::F32, 0, {2});
  auto body = [&](const GraphValues &a) {
    EXPECT_EQ(a[1].shape(), std::vector<int64_t>{2});
    GraphValue sum = g.add(a[0], a[1]);
    return GraphValues{sum, g.mul(sum, sum)};
  };
  GraphValues results = g.scan(zero, x, body);
  g.output("sum", results[0]);
  g.output("squares", results[1]);
  g.output("back", g.scan(zero, x, body, {.reverse = true})[1]);
  Arrays out = run(g, {{"x", {DType::F32, {3, 2}, {1, 2, 3, 4, 5, 6}}}});
  expectNear(out["sum"], {9, 12});
  expectNear(out["squares"], {1, 4, 16, 36, 81, 144});
  expectNear(out["back"], {81, 144, 64, 100, 25, 36});
}

TEST(GraphBuilderRegions, ScanBackward) {
  GraphBuilder g;
  GraphValue h = g.input("h", DType::F32, {2}), x = g.input("x", DType::F32, {"n", 2});
  GraphValue d = g.input("d", DType::F32, {2});
  GraphValues results = g.scanBackward(
      h, x, d, [&](const GraphValues &a) { return g.mul(a[0], a[1]); },
      [&](const GraphValues &a) { return GraphValues{g.mul(a[2], a[1]), g.mul(a[2], a[0])}; });
  ASSERT_TRUE(g.status().ok()) << g.status().toString();
  g.output("dh", results[0]);
  g.output("dx", results[1]);
  Arrays out = run(g, {{"h", {DType::F32, {2}, {2, 3}}},
                       {"x", {DType::F32, {2, 2}, {5, 7, 11, 13}}},
                       {"d", {DType::F32, {2}, {1, 1}}}});
  expectNear(out["dh"], {55, 91});
  expectNear(out["dx"], {22, 39, 10, 21});
}

TEST(GraphBuilderRegions, ElementwiseRegion) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2, "n"}), b = g.input("b", DType::F32, {"n"});
  GraphValues results =
      g.elementwiseRegion({x, b}, [&](const GraphValues &a) { return g.relu(g.add(a[0], a[1])); });
  g.output("y", results[0]);
  Arrays out =
      run(g, {{"x", {DType::F32, {2, 2}, {1, -2, 3, -4}}}, {"b", {DType::F32, {2}, {0.5, 1}}}});
  expectNear(out["y"], {1.5, 0, 3.5, 0});
}

TEST(GraphBuilderRegions, CustomRunsItsBodyWithoutAKernel) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n", 2});
  GraphValues results = g.custom(
      "twice", x, {{DType::F32, {g.dim(x, 0) * 2, 2}}},
      {.config = "c", .body = [&](const GraphValues &a) { return g.concat({a[0], a[0]}, 0); }});
  ASSERT_TRUE(g.status().ok()) << g.status().toString();
  g.output("y", results[0]);
  Arrays out = run(g, {{"x", {DType::F32, {1, 2}, {1, 2}}}});
  expectNear(out["y"], {1, 2, 1, 2});
}

TEST(GraphBuilderRegions, CustomRunsTheKernelOfTheSession) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n"});
  g.output("y", g.custom("add_config", x, {{DType::F32, {g.dim(x, 0)}}}, {.config = "7"})[0]);
  SessionOptions options;
  options.userKernels.push_back({"add_config", [](const rt::UserCall &call) {
                                   for (int64_t i = 0; i < call.inputs[0].shape[0]; ++i)
                                     call.outputs[0].as<float>()[i] =
                                         call.inputs[0].as<float>()[i] +
                                         float(call.config[0] - '0');
                                   return rt::okStatus();
                                 }});
  ASSERT_OK_AND_ASSIGN(auto session, Session::fromGraph(g, options));
  float data[2] = {1, 2};
  int64_t shape[] = {2};
  rt::NamedTensor input = {"x", {DType::F32, shape, data}};
  ASSERT_OK(session->executable().run({&input, 1}));
  EXPECT_EQ(session->executable().output(0).as<float>()[1], 9);
}

TEST(GraphBuilderRegions, CustomNeedsSizesOfItsInputs) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n"}), y = g.input("y", DType::F32, {"m"});
  EXPECT_TRUE(g.custom("k", x, {{DType::F32, {g.dim(y, 0)}}}).empty());
  EXPECT_ERROR(g.status(), InvalidArgument, "not computed from sizes of the inputs");
}

TEST(GraphBuilderRegions, CustomFn) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n"});
  GraphValues results = g.customFn(x, [&](const GraphValues &a) { return g.round(a[0]); },
                                   {.vjp = [&](const GraphValues &a) { return a[2]; },
                                    .jvp = [&](const GraphValues &a) { return a[1]; }});
  ASSERT_TRUE(g.status().ok()) << g.status().toString();
  g.output("y", results[0]);
  expectNear(run(g, {{"x", {DType::F32, {3}, {0.4, 1.6, -2.2}}}})["y"], {0, 2, -2});
}

} // namespace
