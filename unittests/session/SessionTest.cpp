// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles small models in this process and checks their results.
#include "session/Session.h"

#include "dialects/bridge/Diagnostics.h"

#include "mlir/Parser/Parser.h"
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace session_test {

using namespace rlx;

namespace {

// Compiles MLIR text. The context is needed during the compilation only.
rt::StatusOr<std::unique_ptr<Session>> compile(const char *text, SessionOptions options = {}) {
  std::unique_ptr<mlir::MLIRContext> context = createCompilerContext();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  if (!module)
    return rt::invalidArgument("the test's IR does not parse");
  return Session::fromModule(*module, options);
}

std::vector<float> ramp(size_t count, float step, float start = 0) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = start + step * static_cast<float>(i % 37);
  return values;
}

constexpr const char *kDense = R"(
func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<8x16xf32> {rlx.kind = "param", rlx.name = "w"},
                %b: tensor<16xf32> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %w2 = rlx.mul %w, %w : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = rlx.matmul %x, %w2 : (tensor<?x8xf32>, tensor<8x16xf32>) -> tensor<?x16xf32>
  %1 = rlx.add %0, %b : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %2 = rlx.exp %1 : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %m = arith.muli %n, %c16 : index
  %3 = rlx.reshape %2 to [%m] : (tensor<?x16xf32>, index) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
)";

TEST(Session, CodesTellInvalidFromUnsupported) {
  auto invalid = compile(R"(
func.func @main(%x: tensor<4xf32> {rlx.kind = "output"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
})");
  EXPECT_EQ(invalid.status().code(), rt::StatusCode::InvalidArgument)
      << invalid.status().toString();
  auto unsupported = compile(R"(
func.func @main(%w: tensor<?x3xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x3xf32> {rlx.name = "y"}) {
  %0 = rlx.exp %w : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
})");
  EXPECT_EQ(unsupported.status().code(), rt::StatusCode::Unsupported)
      << unsupported.status().toString();
}

TEST(Session, FailureWithoutAnErrorIsInternal) {
  mlir::MLIRContext context;
  mlir::Location loc = mlir::UnknownLoc::get(&context);
  EXPECT_EQ(DiagnosticCollector(&context).status().code(), rt::StatusCode::Internal);
  DiagnosticCollector warned(&context);
  mlir::emitWarning(loc) << "slow";
  EXPECT_EQ(warned.status().code(), rt::StatusCode::Internal);
  (void)internal(mlir::emitError(loc) << "broken");
  (void)unsupported(mlir::emitError(loc) << "a consequence");
  EXPECT_EQ(warned.status().code(), rt::StatusCode::Internal);
  DiagnosticCollector other(&context);
  (void)unsupported(mlir::emitError(loc) << "too large");
  EXPECT_EQ(other.status().code(), rt::StatusCode::Unsupported);
}

TEST(Session, RunsADenseLayerAtSeveralSizesWithOneCompilation) {
  auto session = compile(kDense);
  ASSERT_TRUE(session.ok()) << session.status().toString();
  rt::Executable &exec = (*session)->executable();
  std::vector<float> w = ramp(8 * 16, 0.02f), b = ramp(16, 0.1f, -1);
  int64_t wShape[] = {8, 16}, bShape[] = {16};
  ASSERT_TRUE(exec.setParam("w", {rt::DType::F32, wShape, w.data()}).ok());
  ASSERT_TRUE(exec.setParam("b", {rt::DType::F32, bShape, b.data()}).ok());
  for (int64_t n : {1, 3, 100, 4097}) {
    std::vector<float> x = ramp(n * 8, 0.03f, -0.5f);
    int64_t xShape[] = {n, 8};
    rt::NamedTensor input{"x", {rt::DType::F32, xShape, x.data()}};
    rt::Status status = exec.run({&input, 1});
    ASSERT_TRUE(status.ok()) << status.toString();
    rt::TensorView y = exec.output(0);
    ASSERT_EQ(y.shape.size(), 1u);
    ASSERT_EQ(y.shape[0], n * 16);
    for (int64_t i = 0; i < n * 16; ++i) {
      double sum = b[i % 16];
      for (int64_t k = 0; k < 8; ++k)
        sum += double(x[i / 16 * 8 + k]) * w[k * 16 + i % 16] * w[k * 16 + i % 16];
      ASSERT_NEAR(y.as<float>()[i], std::exp(sum), 2e-6 * std::exp(sum)) << "at " << i;
    }
  }
}

// Positions follow the declaration, whatever the compiler knows about the inputs.
TEST(Session, InputsThatNothingReadsKeepTheirIndex) {
  auto session = compile(R"(
func.func @main(%a: tensor<3xf32> {rlx.kind = "input", rlx.name = "a"},
                %w: tensor<2xf32> {rlx.kind = "param", rlx.name = "w"},
                %b: tensor<?x2xf32> {rlx.kind = "input", rlx.name = "b", rlx.dims = ["n", ""]},
                %c: tensor<2xi64> {rlx.kind = "input", rlx.name = "c"})
    -> (tensor<2xf32> {rlx.name = "y"}) {
  %dead = rlx.exp %b : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %0 = rlx.cast %c to f32 : (tensor<2xi64>) -> tensor<2xf32>
  %1 = rlx.add %0, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
)");
  ASSERT_TRUE(session.ok()) << session.status().toString();
  rt::Executable &exec = (*session)->executable();
  ASSERT_EQ(exec.program().inputs.size(), 3u);
  const std::vector<float> w{10, 20}, a{0, 0, 0}, b(6), c{1, 2};
  ASSERT_TRUE(exec.setParamF32("w", w).ok());
  const std::vector<rt::FlatView> inputs{std::span(a), std::span(b), std::span(c)};
  auto slots = exec.runSlots(inputs);
  ASSERT_TRUE(slots.ok()) << slots.status().toString();
  const auto *base = static_cast<const std::byte *>(exec.arena());
  const auto *y = reinterpret_cast<const float *>(base + (*slots)[0].offset);
  EXPECT_EQ((*slots)[0].elements, 2);
  EXPECT_EQ(y[0], 11);
  EXPECT_EQ(y[1], 22);
  const std::vector<rt::FlatView> withoutUnused{std::span(b), std::span(c)};
  EXPECT_FALSE(exec.runSlots(withoutUnused).ok());
}

TEST(Session, ErrorsNameWhatIsWrong) {
  auto session = compile(kDense);
  ASSERT_TRUE(session.ok()) << session.status().toString();
  rt::Executable &exec = (*session)->executable();
  float one = 1;
  int64_t shape[] = {1, 7};
  rt::NamedTensor input{"x", {rt::DType::F32, shape, &one}};
  rt::Status status = exec.run({&input, 1});
  EXPECT_FALSE(status.ok());
}

TEST(Session, UnsupportedArgumentsAreErrorsNotCrashes) {
  auto session = compile(R"(
func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"}, %n: index) -> tensor<?x?xf32> {
  %0 = rlx.reshape %x to [%n, %n] : (tensor<4xf32>, index, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
)");
  ASSERT_FALSE(session.ok());
  EXPECT_NE(session.status().toString().find("argument #1 has type 'index'"), std::string::npos)
      << session.status().toString();
}

} // namespace

} // namespace session_test
