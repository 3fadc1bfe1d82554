// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter on functions with arguments: results, hook, limits and errors.
#include "dialects/rlx/reference/Interpreter.h"

#include <cmath>

#include "dialects/Register.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace rlx::ref;

namespace {

class InterpreterTest : public ::testing::Test {
protected:
  InterpreterTest() {
    DialectRegistry registry;
    rlx::registerDialects(registry);
    context.appendDialectRegistry(registry);
  }

  // Parses a module and returns its function @f.
  FunctionOpInterface function(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return module->lookupSymbol<FunctionOpInterface>("f");
  }
  Tensor iota(ArrayRef<int64_t> shape, Type type) {
    Tensor tensor(shape, type);
    for (int64_t i = 0; i < tensor.numElements(); ++i)
      tensor.setInt(i, i);
    return tensor;
  }
  std::string failure(FunctionOpInterface f, SmallVector<Tensor> arguments,
                      InterpreterOptions options = {}) {
    auto results = Interpreter(options).run(f, std::move(arguments));
    return results ? "" : llvm::toString(results.takeError());
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  Type f32 = Float32Type::get(&context);
};

constexpr StringRef kTwice = R"(
  func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
    %0 = rlx.add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %1 = rlx.mul %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  })";

// Flushes arguments, constants and results of ops. Zeros keep their signs, and normal numbers do
// not change.
TEST_F(InterpreterTest, LosesSubnormals) {
  FunctionOpInterface f = function(R"(
    func.func @f(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f64>) {
      %n = rlx.neg %x : (tensor<3xf32>) -> tensor<3xf32>
      %c = rlx.constant dense<[1.0e-40, 1.0, -1.0e-40]> : tensor<3xf32>
      %s = rlx.sign %c : (tensor<3xf32>) -> tensor<3xf32>
      %h = rlx.mul %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %d = rlx.constant dense<1.0e-320> : tensor<f64>
      return %n, %s, %h, %d : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f64>
    })");
  auto run = [&](LostSubnormals lost) {
    Tensor x({3}, f32);
    x.floats = {0x1p-140, 0x1p-126, 0x1p-65};
    InterpreterOptions options;
    options.lost = lost;
    auto results = Interpreter(options).run(f, {x});
    EXPECT_TRUE(bool(results)) << llvm::toString(results.takeError());
    return *results;
  };
  using Floats = std::vector<double>;
  SmallVector<Tensor> kept = run({}), flushed = run({.f32 = true});
  EXPECT_EQ(kept[0].floats, Floats({-0x1p-140, -0x1p-126, -0x1p-65}));
  EXPECT_EQ(kept[1].floats, Floats({1, 1, -1}));
  EXPECT_EQ(kept[2].floats, Floats({0, 0, 0x1p-130}));
  EXPECT_EQ(flushed[0].floats, Floats({0, -0x1p-126, -0x1p-65}));
  EXPECT_TRUE(std::signbit(flushed[0].floats[0]));
  EXPECT_EQ(flushed[1].floats, Floats({0, 1, 0}));
  EXPECT_EQ(flushed[2].floats, Floats({0, 0, 0}));
  EXPECT_NE(flushed[3].floats[0], 0);
  EXPECT_EQ(run({.f64 = true})[3].floats[0], 0);
}

TEST_F(InterpreterTest, WhichSubnormalsAreLost) {
  Builder b(&context);
  auto flushed = [&](Type type, double value, LostSubnormals lost) {
    Tensor tensor({}, type);
    tensor.floats[0] = value;
    flushSubnormals(tensor, lost);
    return tensor.floats[0];
  };
  EXPECT_EQ(flushed(b.getF16Type(), 0x1p-15, {.f16 = true}), 0);
  EXPECT_EQ(flushed(b.getF16Type(), 0x1p-14, {.f16 = true}), 0x1p-14);
  EXPECT_EQ(flushed(b.getF16Type(), 0x1p-15, {.f32 = true, .f64 = true}), 0x1p-15);
  EXPECT_EQ(flushed(b.getBF16Type(), 0x1p-130, {.f32 = true}), 0); // computed in f32
  EXPECT_EQ(flushed(b.getBF16Type(), 0x1p-130, {.f16 = true}), 0x1p-130);
  EXPECT_EQ(flushed(ComplexType::get(f32), 0x1p-130, {.f32 = true}), 0);
  EXPECT_TRUE(std::isnan(flushed(f32, std::nan(""), {.f32 = true})));
}

TEST_F(InterpreterTest, RunsWithAnySizes) {
  FunctionOpInterface f = function(kTwice);
  for (int64_t size : {0, 1, 5}) {
    auto results = Interpreter().run(f, {iota({size}, f32)});
    ASSERT_TRUE(bool(results)) << llvm::toString(results.takeError());
    ASSERT_EQ((*results)[0].shape, SmallVector<int64_t>{size});
    for (int64_t i = 0; i < size; ++i)
      EXPECT_EQ((*results)[0].floats[i], double(2 * i * i));
  }
}

TEST_F(InterpreterTest, ReturnsArgumentsAndRepeatedValues) {
  FunctionOpInterface f = function(R"(
    func.func @f(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
      %0 = rlx.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      return %x, %0, %0 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
    })");
  auto results = Interpreter().run(f, {iota({2}, f32)});
  ASSERT_TRUE(bool(results)) << llvm::toString(results.takeError());
  EXPECT_EQ((*results)[0].floats, (std::vector<double>{0, 1}));
  EXPECT_EQ((*results)[1].floats, (*results)[2].floats);
  EXPECT_EQ((*results)[1].floats[1], double(2.718281828459045f));
}

TEST_F(InterpreterTest, IndexArgumentsAndSizeArithmetic) {
  FunctionOpInterface f = function(R"(
    func.func @f(%x: tensor<?x?xf32>, %n: index) -> (tensor<?x?xf32>, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
      %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
      %all = arith.muli %d0, %d1 : index
      %m = arith.ceildivsi %all, %n : index
      %less = arith.cmpi slt, %m, %n : index
      %min = arith.select %less, %m, %n : index
      %k = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%all)[%min]
      %0 = rlx.reshape %x to [%min, %k] : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
      return %0, %k : tensor<?x?xf32>, index
    })");
  auto results = Interpreter().run(f, {iota({4, 6}, f32), scalar(&context, 8)});
  ASSERT_TRUE(bool(results)) << llvm::toString(results.takeError());
  EXPECT_EQ((*results)[0].shape, (SmallVector<int64_t>{3, 8}));
  EXPECT_EQ((*results)[1].ints[0], 8);
  // Division by zero has no value.
  EXPECT_NE(failure(f, {iota({4, 6}, f32), scalar(&context, 0)}).find("'arith.ceildivsi' op"),
            std::string::npos);
}

TEST_F(InterpreterTest, RegionOps) {
  FunctionOpInterface f = function(R"(
    func.func @f(%x: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
      %0 = rlx.elementwise_region %x, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32> {
      ^bb0(%arg0: tensor<2x?xf32>, %arg1: tensor<?xf32>):
        %1 = rlx.add %arg0, %arg1 : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
        %2 = rlx.mul %1, %1 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
        rlx.yield %2 : tensor<2x?xf32>
      }
      %3 = rlx.add %0, %x : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
      return %3 : tensor<2x?xf32>
    })");
  auto results = Interpreter().run(f, {iota({2, 2}, f32), iota({2}, f32)});
  ASSERT_TRUE(bool(results)) << llvm::toString(results.takeError());
  // (x + b)^2 + x for x = 0 1 2 3, b = 0 1.
  EXPECT_EQ((*results)[0].floats, (std::vector<double>{0, 5, 6, 19}));
  // An error inside a region names the op inside.
  EXPECT_NE(failure(f, {iota({2, 2}, f32), iota({3}, f32)}).find("rlx."), std::string::npos);
}

TEST_F(InterpreterTest, HookSeesEveryTensorResultInOrder) {
  FunctionOpInterface f = function(kTwice);
  std::string seen;
  InterpreterOptions options;
  options.onResult = [&](OpResult result, const Tensor &tensor) {
    seen +=
        (result.getOwner()->getName().getStringRef() + "=" + std::to_string(tensor.floats[1]) + ";")
            .str();
    return llvm::Error::success();
  };
  EXPECT_EQ(failure(f, {iota({2}, f32)}, options), "");
  EXPECT_EQ(seen.substr(0, 10), "rlx.add=2.");
  EXPECT_NE(seen.find("rlx.mul=2."), std::string::npos);
  options.onResult = [](OpResult, const Tensor &) { return llvm::createStringError("stop"); };
  EXPECT_EQ(failure(f, {iota({2}, f32)}, options), "stop");
}

TEST_F(InterpreterTest, ChecksArguments) {
  FunctionOpInterface f = function(kTwice);
  EXPECT_EQ(failure(f, {}), "'func.func' op: 'f' expects 1 arguments, but got 0");
  EXPECT_EQ(failure(f, {iota({2}, Float64Type::get(&context))}),
            "'func.func' op: argument #0 of 'f' expects tensor<?xf32>, but got tensor<2xf64>");
  EXPECT_EQ(failure(f, {iota({2, 2}, f32)}),
            "'func.func' op: argument #0 of 'f' expects tensor<?xf32>, but got tensor<2x2xf32>");
}

TEST_F(InterpreterTest, SizesThatMustBeEqual) {
  FunctionOpInterface f = function(R"(
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %0 = rlx.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })");
  EXPECT_EQ(failure(f, {iota({2}, f32), iota({2}, f32)}), "");
  EXPECT_EQ(failure(f, {iota({1}, f32), iota({3}, f32)}), "");
  EXPECT_NE(failure(f, {iota({2}, f32), iota({3}, f32)}).find("got 2 and 3"), std::string::npos);
}

TEST_F(InterpreterTest, RefusesHugeResults) {
  FunctionOpInterface f = function(R"(
    func.func @f(%x: tensor<?x1xf32>, %y: tensor<1x?xf32>) -> tensor<?x?xf32> {
      %0 = rlx.add %x, %y : (tensor<?x1xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    })");
  InterpreterOptions options;
  options.maxElements = 8;
  EXPECT_EQ(failure(f, {iota({2, 1}, f32), iota({1, 4}, f32)}, options), "");
  EXPECT_EQ(failure(f, {iota({3, 1}, f32), iota({1, 3}, f32)}, options),
            "'rlx.add' op: result #0 with the sizes 3x3 has more than 8 elements");
}

// The limit also holds for ops that allocate their results at once.
TEST_F(InterpreterTest, RefusesHugeRows) {
  InterpreterOptions options;
  options.maxElements = 8;
  FunctionOpInterface scan = function(R"(
    func.func @f(%x: tensor<f32>) -> tensor<17592186044416xf32> {
      %0:2 = rlx.scan init(%x : tensor<f32>) length = 17592186044416 -> (tensor<f32>, tensor<17592186044416xf32>) {
      ^bb0(%s: tensor<f32>):
        rlx.yield %s, %s : tensor<f32>, tensor<f32>
      }
      return %0#1 : tensor<17592186044416xf32>
    })");
  EXPECT_EQ(failure(scan, {iota({}, f32)}, options),
            "'rlx.scan' op: a tensor with the sizes 17592186044416 has more than 8 elements");
  FunctionOpInterface none = function(R"(
    func.func @f(%x: tensor<0x4xf32>) -> tensor<0x3x3xf32> {
      %0 = rlx.scan over(%x : tensor<0x4xf32>) -> (tensor<0x3x3xf32>) {
      ^bb0(%r: tensor<4xf32>):
        %c = rlx.constant dense<0.0> : tensor<3x3xf32>
        rlx.yield %c : tensor<3x3xf32>
      }
      return %0 : tensor<0x3x3xf32>
    })");
  EXPECT_EQ(failure(none, {iota({0, 4}, f32)}, options), "");
  FunctionOpInterface backward = function(R"(
    func.func @f(%x: tensor<0xf32>) -> tensor<3x3xf32> {
      %0:2 = rlx.scan_backward over(%x : tensor<0xf32>) gradients(%x : tensor<0xf32>) -> (tensor<0xf32>, tensor<3x3xf32>) forward {
      ^bb0(%r: tensor<f32>):
        rlx.yield %r : tensor<f32>
      } vjp {
      ^bb0(%r: tensor<f32>, %dy: tensor<f32>):
        %c = rlx.constant dense<0.0> : tensor<3x3xf32>
        rlx.yield %dy, %c : tensor<f32>, tensor<3x3xf32>
      }
      return %0#1 : tensor<3x3xf32>
    })");
  EXPECT_EQ(failure(backward, {iota({0}, f32)}, options),
            "'rlx.scan_backward' op: a tensor with the sizes 3x3 has more than 8 elements");
}

} // namespace
