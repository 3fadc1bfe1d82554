// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models built with GraphBuilder compute the same, expected results by every route.
#include "unittests/builder/GraphCheck.h"

#include <cmath>

using namespace rlx;
using namespace rlx::test;
using rt::DType;

namespace {

TEST(GraphBuilder, DenseLayerWithWeightsOfItsOwn) {
  Array w = noise({4, 3}, 1), b = noise({3}, 2), x = noise({5, 4}, 3);
  GraphBuilder g;
  GraphValue input = g.input("x", DType::F32, {"n", 4});
  GraphValue product = g.matmul(input, g.param("w", tensorOf(w)));
  EXPECT_EQ(product.shape(), (std::vector<int64_t>{kDynamicSize, 3}));
  EXPECT_EQ(product.dtype(), DType::F32);
  g.output("y", g.add(product, g.param("b", tensorOf(b))));
  Array y = run(g, {{"x", x}})["y"];
  std::vector<double> expected;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 3; ++j) {
      double sum = b.values[j];
      for (int k = 0; k < 4; ++k)
        sum += x.values[i * 4 + k] * w.values[k * 3 + j];
      expected.push_back(sum);
    }
  expectNear(y, expected, 1e-5);
}

TEST(GraphBuilder, SessionSetsTheParamsThatHaveValues) {
  GraphBuilder g;
  g.output("y",
           g.add(g.param("w", tensorOf({DType::F32, {2}, {1, 2}})), g.param("v", DType::F32, {2})));
  ASSERT_OK_AND_ASSIGN(auto session, Session::fromGraph(g));
  EXPECT_EQ(session->executable().missingParams(), std::vector<std::string_view>{"v"});
}

TEST(GraphBuilder, OptionsByName) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {1, 2, 5, 5});
  GraphValue w = g.param("w", DType::F32, {3, 2, 3, 3}), b = g.param("b", DType::F32, {3});
  GraphValue y = g.conv(x, w, {.bias = b, .strides = {2, 2}, .pads = {1, 1, 1, 1}});
  EXPECT_EQ(y.shape(), (std::vector<int64_t>{1, 3, 3, 3}));
  g.output("y", y);
  g.output("norm", g.layerNorm(y, {.axis = 3, .eps = 1e-3}));
  g.output("picked", g.clamp(y, {.min = -0.5, .max = 1}));
  Array conv = run(g, {{"x", noise({1, 2, 5, 5}, 1)},
                       {"w", noise({3, 2, 3, 3}, 2)},
                       {"b", noise({3}, 3)}})["picked"];
  for (double value : conv.values)
    EXPECT_TRUE(value >= -0.5 && value <= 1);
}

TEST(GraphBuilder, SeveralResultsByName) {
  GraphBuilder g;
  auto [values, indices] = g.topK(g.input("x", DType::F32, {4}), 2, 0);
  g.output("values", values);
  g.output("indices", indices);
  Arrays out = run(g, {{"x", {DType::F32, {4}, {3, 9, -1, 5}}}});
  expectNear(out["values"], {9, 5});
  expectNear(out["indices"], {1, 3});
  EXPECT_EQ(out["indices"].dtype, DType::I64);
}

TEST(GraphBuilder, SizesAreComputed) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n", 6});
  GraphSize n = g.dim(x, 0);
  EXPECT_TRUE(n.isDynamic());
  EXPECT_EQ(g.dim(x, -1).staticSize(), 6);
  EXPECT_EQ((GraphSize(7) / 2).staticSize(), 3);
  g.output("halves", g.reshape(x, {n * 2, 3}));
  g.output("odd", g.slice(x, {0, 1}, {n, 2}, {.strides = {1, 3}}));
  g.output("first", g.slice(x, {0, 0}, {n / 2, 6}));
  g.output("positions", g.iota(n - 1, {n + 1}, 0));
  Arrays out = run(g, {{"x", noise({4, 6}, 1)}});
  EXPECT_EQ(out["halves"].shape, (std::vector<int64_t>{8, 3}));
  EXPECT_EQ(out["odd"].shape, (std::vector<int64_t>{4, 2}));
  EXPECT_EQ(out["first"].shape, (std::vector<int64_t>{2, 6}));
  expectNear(out["positions"], {3, 4, 5, 6, 7});
}

TEST(GraphBuilder, ConstantsOfEveryKind) {
  GraphBuilder g;
  Array large = noise({100, 3}, 5);
  GraphValue x = g.input("x", DType::F32, {3});
  g.output("large", g.add(x, g.constant(tensorOf(large))));
  int64_t shape[] = {3};
  float numbers[] = {1, 2, 4};
  g.output("copied", g.mul(x, g.constant(rt::TensorView{DType::F32, shape, numbers})));
  g.output("scalar", g.mul(x, g.scalarLike(x, 3)));
  for (DType dtype : {DType::Bool, DType::I8, DType::I16, DType::I32, DType::I64, DType::U8,
                      DType::U16, DType::U32, DType::U64, DType::F16, DType::BF16, DType::F32,
                      DType::F64, DType::C64, DType::C128})
    g.output(std::string(rt::name(dtype)), g.full(dtype, 1, {2}));
  numbers[0] = 100; // the constant has a copy
  Arrays out = run(g, {{"x", {DType::F32, {3}, {1, 2, 3}}}});
  EXPECT_NEAR(out["large"].at({99, 2}), large.at({99, 2}) + 3, 1e-6);
  expectNear(out["copied"], {1, 4, 12});
  expectNear(out["scalar"], {3, 6, 9});
  expectNear(out["u64"], {1, 1});
  expectNear(out["c64"], {1, 0, 1, 0});
}

TEST(GraphBuilder, AnOutputMayBeAnInputAndComeTwice) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2}), y = g.exp(x);
  g.output("x", x);
  g.output("a", y);
  g.output("b", y);
  Arrays out = run(g, {{"x", {DType::F32, {2}, {0, 1}}}});
  expectNear(out["x"], {0, 1});
  expectNear(out["b"], {1, std::exp(1.0)});
}

} // namespace
