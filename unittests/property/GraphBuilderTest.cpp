// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The graph builder leaves out ops that amplify legitimate rounding errors beyond the tolerance,
// and only these.
#include "unittests/property/GraphBuilder.h"
#include "compiler/Compiler.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace rlx::property;

namespace {

class GraphBuilderTest : public ::testing::Test {
protected:
  Value constant(Type type, ArrayRef<int64_t> shape, llvm::function_ref<double(int64_t)> valueOf) {
    rlx::ref::Tensor tensor(shape, type);
    for (int64_t i = 0, end = tensor.numElements(); i < end; ++i)
      tensor.set(i, valueOf(i));
    return g.constant(tensor);
  }

  std::unique_ptr<MLIRContext> context = rlx::createCompilerContext();
  GraphBuilder g{context.get(), /*seed=*/1};
  Type f32 = g.builder.getF32Type(), bf16 = g.builder.getBF16Type();
};

// The gradient of the offset is the sum of dy, here 0.001 of 240 terms of 1.5. Terms of alternate
// signs that move by turns would not show it.
TEST_F(GraphBuilderTest, SumsOfTermsThatCancel) {
  const std::string attributes = "groups = 1, data_format = 1 : i32, eps = 1.0e-3";
  auto addGradient = [&](llvm::function_ref<double(int64_t)> dy) {
    Value x = constant(f32, {5, 8, 6, 1}, [](int64_t i) { return i % 4 < 2 ? 2 - i % 4 : 0; });
    return g.addByName("rlx.group_norm_backward", {x, constant(f32, {5, 8, 6, 1}, dy), Value()},
                       attributes);
  };
  EXPECT_FALSE(
      addGradient([](int64_t i) { return (i == 0 ? 1.501 : 1.5) * (i % 4 < 2 ? 1 : -1); }));
  EXPECT_TRUE(addGradient([](int64_t i) { return (i % 4 < 2 ? 2 : 1) + 0.3 * double(i % 3); }));
}

// The decomposition rounds 8 + 2^-6 to 8. Its cosine is steep there.
TEST_F(GraphBuilderTest, SteepActivationsOfRoundedArguments) {
  auto addFused = [&](rlx::FusedActivation activation) {
    Value x = constant(bf16, {1, 2}, [](int64_t i) { return i ? 0x1p-6 : 8; });
    Value ones = constant(bf16, {2, 1}, [](int64_t) { return 1; });
    return g.addByName("rlx.fused_matmul_bias_act", {x, ones, Value()},
                       "activation = " + std::to_string(int64_t(activation)) + " : i32");
  };
  EXPECT_FALSE(addFused(rlx::FusedActivation::Cos));
  EXPECT_TRUE(addFused(rlx::FusedActivation::Relu));
}

// A weight near 1 multiplies the difference of almost equal gradients.
TEST_F(GraphBuilderTest, GradientsOfWeightsNearOne) {
  auto addGradient = [&](double size) {
    Value x = constant(f32, {1, 2, 1, 17}, [&](int64_t i) {
      return size * (i < 17 ? 0.01 * double(i) : 1.3 + 0.01 * double(i % 5));
    });
    return g.addByName("rlx.attention_backward", {x, x, x, x, Value()},
                       "layout = 0 : i32, mask_kind = 1 : i32");
  };
  EXPECT_FALSE(addGradient(1.2));
  EXPECT_TRUE(addGradient(0.5));
}

// A driver that leaves out the conversions to f16 and back has the second cast round the f32.
TEST_F(GraphBuilderTest, CastsOfRoundedData) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    GraphBuilder casts(context.get(), seed);
    Value x = casts.source(f32, casts.fixed(3));
    ASSERT_TRUE(casts.add<rlx::CastOp>(x, TypeAttr::get(casts.builder.getF16Type())));
    Value narrow = casts.results()[0];
    for (const Maker &maker : elementwiseMakers())
      maker.make(casts);
    for (Operation *user : narrow.getUsers())
      EXPECT_FALSE(isa<rlx::CastOp>(user)) << "seed " << seed;
  }
}

} // namespace
