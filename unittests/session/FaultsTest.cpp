// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors of compiling and running a model are statuses, after which the next call works. They must
// not end the process. scripts/regressions.py lists the tests that begin with "Regression:".
#include <rlx/rlx_compiler.hpp>

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace faults_test {

namespace {

void expectOk(const rlx::Status &status) {
  EXPECT_TRUE(status.ok()) << status.message();
}
void expectError(const rlx::Status &status, rlx_status_code_t code, const std::string &text) {
  EXPECT_EQ(status.code(), code) << status.message();
  EXPECT_NE(std::string(status.message()).find(text), std::string::npos) << status.message();
}

// y = OP on x, both f32[2].
std::string unary(const std::string &op) {
  return "func.func @main(%x: tensor<2xf32> {rlx.kind = \"input\", rlx.name = \"x\"})\n"
         "    -> (tensor<2xf32> {rlx.name = \"y\"}) {\n"
         "  %0 = " +
         op + " : (tensor<2xf32>) -> tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n";
}

// The context of a failed compilation is destroyed. The next compilation is unaffected.
void expectCompilationWorks() {
  auto model = rlx::compileSource(unary("rlx.neg %x"));
  ASSERT_TRUE(model.ok()) << model.status().message();
  const std::vector<float> x{3, 4};
  auto y = model->runF32({{"x", x}});
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_EQ((*y)[0].values[1], -4);
}

} // namespace

// Regression: an error of compilation ended the process. It is a status with the location, and the
// next compilation works.
TEST(Faults, ACompileErrorIsAStatusWithItsLocationAndTheNextCompilationWorks) {
  expectError(rlx::compileSource("func.func @main(").status(), RLX_INVALID_ARGUMENT, "source:1:");
  expectError(rlx::compileSource(unary("rlx.no_such_op %x")).status(), RLX_INVALID_ARGUMENT,
              "source:3:8");
  expectError(rlx::compileSource(unary("rlx.transpose %x perm = [1]")).status(),
              RLX_INVALID_ARGUMENT, "source:3:");
  expectCompilationWorks();
}

// Regression: an op that a device does not support ended the process when the model was legalized.
// It is a status at the op.
TEST(Faults, AnIllegalOpIsAStatusAtTheOp) {
  const std::string foreign = R"(
func.func @main(%x: tensor<2xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<2xf32> {rlx.name = "y"}) {
  %0 = math.absf %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
)";
  expectError(rlx::compileSource(foreign).status(), RLX_INVALID_ARGUMENT,
              "source:4:8: 'math.absf' op is not expected in a model");
  expectCompilationWorks();
}

// Regression: an unsupported element type ended the process. It is a status when the model is
// compiled.
TEST(Faults, AnElementTypeThatIsNotSupportedIsAStatusOfTheCompilation) {
  auto status = rlx::compileSource(R"(
func.func @main(%x: tensor<2xi7> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<2xi7> {rlx.name = "y"}) {
  return %x : tensor<2xi7>
}
)");
  ASSERT_FALSE(status.ok());
  EXPECT_NE(std::string(status.status().message()).find("i7"), std::string::npos)
      << status.status().message();
  expectCompilationWorks();
}

// Regression: an error of a run ended the process, for example an index outside its axis. The run
// fails, and the next one gives the right results.
TEST(Faults, ARunErrorIsAStatusAndTheNextRunIsRight) {
  auto model = rlx::compileSource(R"(
func.func @main(%t: tensor<3x2xf32> {rlx.kind = "input", rlx.name = "t"},
                %i: tensor<2xi64> {rlx.kind = "input", rlx.name = "i"})
    -> (tensor<2x2xf32> {rlx.name = "y"}) {
  %0 = rlx.gather %t, %i axis = 0 : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
)");
  ASSERT_TRUE(model.ok()) << model.status().message();
  std::vector<float> table{1, 2, 3, 4, 5, 6};
  for (int64_t wrong : {int64_t(3), int64_t(-4), INT64_MAX, INT64_MIN}) {
    std::vector<int64_t> right{2, -3}, outside{0, wrong};
    auto t = rlx::Tensor::wrap({3, 2}, std::span(table)),
         i = rlx::Tensor::wrap({2}, std::span(right)),
         o = rlx::Tensor::wrap({2}, std::span(outside));
    ASSERT_TRUE(t.ok() && i.ok() && o.ok());
    // An error word holds small indices only.
    const bool isNamed = wrong == 3 || wrong == -4;
    const std::string index = isNamed ? "index " + std::to_string(wrong) : "an index";
    expectError(model->run({{"t", *t}, {"i", *o}}), RLX_OUT_OF_RANGE,
                "met " + index + " outside its axis");
    expectOk(model->run({{"t", *t}, {"i", *i}}));
    EXPECT_EQ(model->output(0)->data<float>()[0], 5);
    EXPECT_EQ(model->output(0)->data<float>()[3], 2);
  }
}

// Regression: a singular matrix ended the process. The run fails with the number of the matrix, and
// a run with other data succeeds.
TEST(Faults, ASingularMatrixIsAStatusAndOtherDataRuns) {
  auto model = rlx::compileSource(R"(
func.func @main(%a: tensor<2x2x2xf32> {rlx.kind = "input", rlx.name = "a"},
                %b: tensor<2x2xf32> {rlx.kind = "input", rlx.name = "b"})
    -> (tensor<2x2xf32> {rlx.name = "x"}) {
  %0 = rlx.dense_solve %a, %b : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
)");
  ASSERT_TRUE(model.ok()) << model.status().message();
  const std::vector<float> singular{1, 2, 3, 4, 1, 2, 2, 4}, regular{0, 1, 1, 0, 2, 0, 0, 4},
      b{1, 2, 3, 4};
  expectError(model->runF32({{"a", singular}, {"b", b}}).status(), RLX_INVALID_ARGUMENT,
              "matrix 1 of the batch is singular");
  auto x = model->runF32({{"a", regular}, {"b", b}});
  ASSERT_TRUE(x.ok()) << x.status().message();
  EXPECT_EQ((*x)[0].values[2], 1.5f);
}

// Regression: a missing device or target ended the process. It is a status, and the options keep
// their values.
TEST(Faults, ADeviceThatIsNotThereIsAStatusAndTheOptionsStay) {
  auto options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  expectError(options->setDevice("abacus"), RLX_NOT_FOUND, "abacus");
  expectError(options->setTarget("abacus"), RLX_NOT_FOUND, "there is no target called 'abacus'");
  auto model = rlx::compileSource(unary("rlx.neg %x"), *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ(model->device(), "cpu");
}

// Regression: removing dead code changed the positions of inputs. The compiled model keeps those of
// the declaration.
TEST(Faults, AnInputOfDeadCodeKeepsItsPosition) {
  auto model = rlx::compileSource(R"(
func.func @main(%a: tensor<3xf32> {rlx.kind = "input", rlx.name = "a"},
                %b: tensor<2xf32> {rlx.kind = "input", rlx.name = "b"},
                %c: tensor<2xf32> {rlx.kind = "input", rlx.name = "c"})
    -> (tensor<2xf32> {rlx.name = "y"}) {
  %dead = rlx.exp %a : (tensor<3xf32>) -> tensor<3xf32>
  %0 = rlx.sub %b, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
)");
  ASSERT_TRUE(model.ok()) << model.status().message();
  ASSERT_EQ(model->inputs().size(), 3u);
  const std::vector<float> a{0, 0, 0}, b{5, 6}, c{1, 2};
  auto slots = model->runSlots({a, b, c});
  ASSERT_TRUE(slots.ok()) << slots.status().message();
  EXPECT_EQ(model->output(0)->data<float>()[1], 4);
  expectError(model->runSlots({b, c}).status(), RLX_INVALID_ARGUMENT, "takes 3 inputs, got 2");
}

} // namespace faults_test
