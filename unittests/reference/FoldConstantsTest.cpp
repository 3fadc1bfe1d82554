// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits of rlx-fold-constants. test/lit/passes has tests of its results.
#include "dialects/Register.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

// Whether an op named `name` remains after folding with the given limit.
bool survives(StringRef text, StringRef name, int64_t maxElements) {
  DialectRegistry registry;
  rlx::registerDialects(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module);
  PassManager manager(&context);
  rlx::FoldConstantsPassOptions options;
  options.maxElements = maxElements;
  manager.addPass(rlx::createFoldConstantsPass(options));
  EXPECT_TRUE(succeeded(manager.run(*module)));
  bool found = false;
  module->walk([&](Operation *op) { found |= op->getName().getStringRef() == name; });
  return found;
}

constexpr StringRef kGrowing = R"(
  func.func @f() -> tensor<8x8xf32> {
    %a = arith.constant dense<1.0> : tensor<8x1xf32>
    %b = arith.constant dense<2.0> : tensor<1x8xf32>
    %0 = rlx.add %a, %b : (tensor<8x1xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  })";

constexpr StringRef kShrinking = R"(
  func.func @f() -> tensor<f32> {
    %a = arith.constant dense<1.0> : tensor<8x8xf32>
    %0 = rlx.reduce_sum %a axes = [] : (tensor<8x8xf32>) -> tensor<f32>
    return %0 : tensor<f32>
  })";

TEST(FoldConstantsTest, ResultsAreLimited) {
  EXPECT_FALSE(survives(kGrowing, "rlx.add", 64));
  EXPECT_TRUE(survives(kGrowing, "rlx.add", 63));
}

TEST(FoldConstantsTest, OperandsAreLimited) {
  EXPECT_FALSE(survives(kShrinking, "rlx.reduce_sum", 64));
  EXPECT_TRUE(survives(kShrinking, "rlx.reduce_sum", 63));
}

} // namespace
