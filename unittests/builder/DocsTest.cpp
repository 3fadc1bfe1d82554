// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of docs/guides/build-graphs.md. test/lit/docs/build-graphs.test compares the texts.
#include "dialects/rlx/builder/GraphBlocks.h"
#include "unittests/builder/GraphCheck.h"

using namespace rlx;
using namespace rlx::test;
using rt::DType;

namespace {

TEST(GraphBuilderDocs, Ops) {
  GraphBuilder g;
  GraphValue image = g.input("image", DType::F32, {1, 2, 6, 6});
  GraphValue filter = g.param("filter", DType::F32, {3, 2, 3, 3});
  GraphValue bias = g.param("bias", DType::F32, {3});
  GraphValue scores = g.input("scores", DType::F32, {"n", 8});
  GraphValue tokens = g.input("tokens", DType::F32, {"batch", "length", 16});
  rlx::GraphValue y =
      g.conv(image, filter, {.bias = bias, .strides = {2, 2}, .pads = {1, 1, 1, 1}});
  auto [values, indices] = g.topK(scores, 5, -1);
  rlx::GraphSize rows = g.dim(tokens, 0) * g.dim(tokens, 1);
  rlx::GraphValue flat = g.reshape(tokens, {rows, 16});
  g.output("y", y);
  g.output("values", values);
  g.output("indices", indices);
  g.output("flat", flat);
  Arrays out = run(g, {{"image", noise({1, 2, 6, 6}, 1)},
                       {"filter", noise({3, 2, 3, 3}, 2)},
                       {"bias", noise({3}, 3)},
                       {"scores", noise({2, 8}, 4)},
                       {"tokens", noise({2, 3, 16}, 5)}});
  EXPECT_EQ(out["flat"].shape, (std::vector<int64_t>{6, 16}));
}

TEST(GraphBuilderDocs, BodiesAndParts) {
  GraphBuilder g;
  GraphValue sequence = g.input("sequence", DType::F32, {"n", 2}),
             zero = g.full(DType::F32, 0, {2});
  GraphValue weight = g.param("weight", DType::F32, {2});
  GraphValue tokens = g.input("tokens", DType::F32, {"n", 4});
  GraphValue up = g.param("up", DType::F32, {4, 3}), gate = up, down = g.transpose(up, {1, 0});
  rlx::GraphValues sums = g.scan(zero, sequence, [&](const rlx::GraphValues &a) {
    rlx::GraphValue sum = g.add(a[0], g.mul(a[1], weight));
    return rlx::GraphValues{sum, sum}; // what is carried, and a row of the second result
  });
  g.output("sums", sums[1]);
  {
    auto encoder = g.scope("encoder");
    rlx::GraphValue hidden = rlx::blocks::swiGlu(g, tokens, up, gate, down);
    g.output("hidden", hidden);
  }
  Arrays out = run(g, {{"sequence", {DType::F32, {2, 2}, {1, 2, 3, 4}}},
                       {"weight", {DType::F32, {2}, {10, 100}}},
                       {"tokens", noise({2, 4}, 1)},
                       {"up", noise({4, 3}, 2)}});
  expectNear(out["sums"], {10, 200, 40, 600});
}

} // namespace
