// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The execution modes of sessions: their order of work, equal results, and the message about an op
// that makes infinities.
#include "session/Session.h"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <thread>

#include "dialects/rlx/builder/GraphBuilder.h"
#include "runtime/program/model/Signature.h"
#include "session/PackageModel.h"

#include "mlir/Parser/Parser.h"

using namespace rlx;

namespace {

// Sets RLX_MODE during its lifetime.
class Environment {
public:
  explicit Environment(const char *mode) { setenv("RLX_MODE", mode, 1); }
  ~Environment() { unsetenv("RLX_MODE"); }
};

SessionOptions in(ExecutionMode mode) {
  SessionOptions options;
  options.mode = mode;
  return options;
}

constexpr ExecutionMode kModes[] = {ExecutionMode::Eager, ExecutionMode::Lazy,
                                    ExecutionMode::Compiled};

// A param that branches and loop iterations read, and one that is packed.
constexpr const char *kControl = R"(
func.func @main(%x: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %p: tensor<i1> {rlx.kind = "input", rlx.name = "p"},
                %w: tensor<4x4xf32> {rlx.kind = "param", rlx.name = "w"},
                %b: tensor<4xf32> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<?x4xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.if %p : tensor<i1> -> (tensor<?x4xf32>) {
    %t = rlx.add %0, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
    %u = rlx.relu %t : (tensor<?x4xf32>) -> tensor<?x4xf32>
    rlx.yield %u : tensor<?x4xf32>
  } else {
    %t = rlx.sub %0, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
    rlx.yield %t : tensor<?x4xf32>
  }
  return %1 : tensor<?x4xf32>
}
)";

constexpr const char *kLog = R"(
func.func @main(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.relu %x : (tensor<?xf32>) -> tensor<?xf32>
  %1 = rlx.log %0 : (tensor<?xf32>) -> tensor<?xf32>
  %2 = rlx.exp %1 : (tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
)";

// Compilation fails, because the kernel does not exist. The signature is known anyway.
constexpr const char *kNoKernel = R"(
func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<4xf32> {rlx.name = "y"}) {
  %0 = rlx.custom "nobody"(%x) outs = [tensor<4xf32>] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
)";

std::string textOf(const rt::Status &status) {
  return status.toString();
}

rt::Status runLog(rt::Executable &exec, std::vector<float> x) {
  int64_t shape[] = {static_cast<int64_t>(x.size())};
  rt::NamedTensor input{"x", {rt::DType::F32, shape, x.data()}};
  return exec.run({&input, 1});
}

std::vector<float> runControl(Session &session, bool predicate) {
  rt::Executable &exec = session.executable();
  std::vector<float> w(16), b{1, -2, 3, -4}, x{1, 2, -3, 4, 5, -6, 7, 8};
  for (size_t i = 0; i < w.size(); ++i)
    w[i] = 0.25f * static_cast<float>(i) - 2;
  EXPECT_TRUE(exec.setParamF32("w", w).ok());
  EXPECT_TRUE(exec.setParamF32("b", b).ok());
  const int64_t shape[] = {2, 4};
  const uint8_t p = predicate;
  const rt::NamedTensor inputs[] = {{"x", {rt::DType::F32, shape, x.data()}},
                                    {"p", {rt::DType::Bool, {}, &p}}};
  rt::Status ran = exec.run(inputs);
  EXPECT_TRUE(ran.ok()) << textOf(ran);
  rt::TensorView y = exec.output(0);
  return {y.as<float>(), y.as<float>() + 8};
}

TEST(Modes, AllComputeTheSame) {
  for (bool predicate : {false, true}) {
    std::vector<float> expected;
    for (ExecutionMode mode : kModes) {
      auto session = Session::fromSource(kControl, in(mode));
      ASSERT_TRUE(session.ok()) << textOf(session.status());
      EXPECT_EQ((*session)->mode(), mode);
      std::vector<float> y = runControl(**session, predicate);
      if (expected.empty())
        expected = y;
      for (size_t i = 0; i < y.size(); ++i)
        EXPECT_NEAR(y[i], expected[i], 1e-5) << name(mode) << " at " << i;
    }
  }
}

TEST(Modes, EagerKeepsOpsApart) {
  auto eager = Session::fromSource(kLog, in(ExecutionMode::Eager));
  auto compiled = Session::fromSource(kLog, in(ExecutionMode::Compiled));
  ASSERT_TRUE(eager.ok() && compiled.ok());
  const std::vector<rt::Command> &commands = (*eager)->executable().program().main;
  ASSERT_EQ(commands.size(), 3u);
  EXPECT_EQ(commands[0].label, "relu @ source:4:8");
  EXPECT_EQ(commands[1].label, "log @ source:5:8");
  EXPECT_EQ(commands[2].label, "exp @ source:6:8");
  EXPECT_EQ((*compiled)->executable().program().main.size(), 1u);
}

TEST(Modes, TheEnvironmentDecidesWhatTheOptionLeavesOpen) {
  {
    Environment eager("eager");
    auto session = Session::fromSource(kLog);
    ASSERT_TRUE(session.ok()) << textOf(session.status());
    EXPECT_EQ((*session)->mode(), ExecutionMode::Eager);
    auto chosen = Session::fromSource(kLog, in(ExecutionMode::Compiled));
    ASSERT_TRUE(chosen.ok()) << textOf(chosen.status());
    EXPECT_EQ((*chosen)->mode(), ExecutionMode::Compiled);
  }
  {
    Environment wrong("Eager");
    auto session = Session::fromSource(kLog);
    EXPECT_EQ(session.status().code(), rt::StatusCode::InvalidArgument);
    EXPECT_EQ(session.status().message(),
              "RLX_MODE: expected one of eager, lazy, compiled, but got 'Eager'");
    EXPECT_TRUE(Session::fromSource(kLog, in(ExecutionMode::Lazy)).ok());
  }
  {
    Environment empty("");
    auto session = Session::fromSource(kLog);
    ASSERT_TRUE(session.ok()) << textOf(session.status());
    EXPECT_EQ((*session)->mode(), ExecutionMode::Compiled);
  }
}

TEST(Modes, LazyKnowsItsSignatureAndCompilesOnce) {
  auto session = Session::fromSource(kControl, in(ExecutionMode::Lazy));
  ASSERT_TRUE(session.ok()) << textOf(session.status());
  rt::Executable &exec = (*session)->executable();
  EXPECT_TRUE(exec.isLazy());
  const rt::Program &signature = exec.program();
  ASSERT_EQ(signature.inputs.size(), 2u);
  EXPECT_EQ(rt::signatureText(signature, signature.inputs[0]), "x: f32[n,4]");
  EXPECT_EQ(rt::signatureText(signature, signature.params[1]), "b: f32[4]");
  EXPECT_EQ(rt::signatureText(signature, signature.outputs[0]), "y: f32[n,4]");
  EXPECT_EQ(exec.missingParams().size(), 2u);
  EXPECT_EQ((*session)->compileTimes().size(), 1u);
  const std::string_view shown = signature.inputs[0].name; // stays at its address
  rt::StatusOr<rt::Executable *> first = (*session)->compile(), second = (*session)->compile();
  ASSERT_TRUE(first.ok()) << textOf(first.status());
  EXPECT_EQ(*first, *second);
  EXPECT_EQ(*first, &exec);
  EXPECT_FALSE(exec.isLazy());
  EXPECT_EQ(shown, "x");
  EXPECT_EQ(rt::signatureText(exec.program(), exec.program().outputs[0]), "y: f32[n,4]");
  EXPECT_FALSE(exec.program().main.empty());
  EXPECT_EQ((*session)->compileTimes().back().phase, "load");
}

// The caller's module and context may be destroyed before a lazy session compiles.
TEST(Modes, LazyNeedsNothingOfTheCaller) {
  std::unique_ptr<Session> session;
  {
    std::unique_ptr<mlir::MLIRContext> context = createCompilerContext();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(kLog, context.get());
    auto made = Session::fromModule(*module, in(ExecutionMode::Lazy));
    ASSERT_TRUE(made.ok()) << textOf(made.status());
    session = std::move(*made);
  }
  // The executable does not need the session either.
  std::unique_ptr<rt::Executable> exec = session->takeExecutable();
  EXPECT_FALSE(session->compile().ok());
  session.reset();
  ASSERT_TRUE(runLog(*exec, {1, 2}).ok());
  EXPECT_NEAR(exec->output(0).as<float>()[1], 2, 1e-6);
}

// An executable taken before it is compiled may go to another thread, which compiles it. The
// session is unaffected and does not report that compilation.
TEST(Modes, ATakenLazyExecutableLeavesTheSessionAlone) {
  SessionOptions options = in(ExecutionMode::Lazy);
  options.specialize.afterRuns = 1;
  auto session = Session::fromSource(kLog, options);
  ASSERT_TRUE(session.ok()) << textOf(session.status());
  std::unique_ptr<rt::Executable> exec = (*session)->takeExecutable();
  const size_t phases = (*session)->compileTimes().size();
  std::atomic<bool> isDone{false};
  std::thread runner([&] {
    for (int i = 0; i < 3; ++i)
      EXPECT_TRUE(runLog(*exec, {1, 2}).ok());
    isDone = true;
  });
  const auto look = [&] {
    EXPECT_EQ((*session)->compileTimes().size(), phases);
    EXPECT_GE((*session)->compileMilliseconds(), 0);
    EXPECT_EQ((*session)->sources(), nullptr);
    EXPECT_EQ((*session)->specializeStatistics().requested, 0u);
    EXPECT_EQ((*session)->cacheUse().outcome, CacheUse::Outcome::None);
    (*session)->finishSpecializations();
  };
  while (!isDone) {
    look();
    std::this_thread::yield();
  }
  runner.join();
  look();
  session->reset();
  EXPECT_TRUE(runLog(*exec, {1, 2}).ok());
  // A compilation before the executable is taken is reported.
  session = Session::fromSource(kLog, in(ExecutionMode::Lazy));
  ASSERT_TRUE(session.ok() && (*session)->compile().ok());
  exec = (*session)->takeExecutable();
  EXPECT_EQ((*session)->compileTimes().back().phase, "load");
}

TEST(Modes, LazySaysEarlyWhatIsWrongWithTheModel) {
  auto session = Session::fromSource(R"(
func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.nam = "x"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
})",
                                     in(ExecutionMode::Lazy));
  ASSERT_FALSE(session.ok());
  EXPECT_NE(textOf(session.status()).find("rlx.nam"), std::string::npos)
      << textOf(session.status());
}

TEST(Modes, AFailedLazyCompilationStaysAndHarmsNothing) {
  auto compiled = Session::fromSource(kNoKernel, in(ExecutionMode::Compiled));
  ASSERT_FALSE(compiled.ok());
  auto session = Session::fromSource(kNoKernel, in(ExecutionMode::Lazy));
  ASSERT_TRUE(session.ok()) << textOf(session.status());
  for (int i = 0; i < 2; ++i) {
    rt::StatusOr<rt::Executable *> failed = (*session)->compile();
    EXPECT_EQ(textOf(failed.status()), textOf(compiled.status()));
  }
  rt::Executable &exec = (*session)->executable();
  EXPECT_EQ(textOf(runLog(exec, {1, 2, 3, 4})), textOf(compiled.status()));
  EXPECT_EQ(textOf(exec.prepare()), textOf(compiled.status()));
  EXPECT_EQ(textOf(exec.clone().status()), textOf(compiled.status()));
  EXPECT_EQ(exec.program().inputs[0].name, "x");
  EXPECT_EQ(exec.output(0).data, nullptr);
  EXPECT_TRUE(exec.isLazy());
}

TEST(Modes, CompiledPreparesWhatHasAllItsParams) {
  const char *text = R"(
func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<4xf32> {rlx.name = "y"}) {
  %c = rlx.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %i = rlx.constant dense<[7, 1, 2, 3]> : tensor<4xi64>
  %w = rlx.gather %c, %i axis = 0 : (tensor<5xf32>, tensor<4xi64>) -> tensor<4xf32>
  %0 = rlx.add %x, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})";
  // Preparing fails in the run, with the same error, and not when the session is made.
  for (ExecutionMode mode : kModes) {
    auto session = Session::fromSource(text, in(mode));
    ASSERT_TRUE(session.ok()) << textOf(session.status());
    rt::Status ran = runLog((*session)->executable(), {1, 2, 3, 4});
    EXPECT_EQ(ran.code(), rt::StatusCode::OutOfRange) << name(mode) << ": " << textOf(ran);
  }
  GraphBuilder g;
  GraphValue x = g.input("x", rt::DType::F32, {2, 4});
  rt::Tensor w = *rt::Tensor::allocate(rt::DType::F32, std::vector<int64_t>{4, 3});
  std::fill_n(static_cast<float *>(w.data()), 12, 1.0f);
  g.output("y", g.matmul(x, g.param("w", std::move(w))));
  auto session = Session::fromGraph(g, in(ExecutionMode::Compiled));
  ASSERT_TRUE(session.ok()) << textOf(session.status());
  EXPECT_EQ((*session)->compileTimes().back().phase, "prepare");
  EXPECT_GT((*session)->executable().memoryUse().persistentBytes, 0);
}

TEST(Modes, CheckFiniteFailsAtTheOpAndLeavesTheExecutableUsable) {
  SessionOptions options = in(ExecutionMode::Eager);
  options.checkFinite = true;
  auto session = Session::fromSource(kLog, options);
  ASSERT_TRUE(session.ok()) << textOf(session.status());
  std::unique_ptr<rt::Executable> exec = (*session)->takeExecutable();
  session->reset(); // the executable keeps the data for its checks
  ASSERT_TRUE(runLog(*exec, {1, 2}).ok());
  for (int i = 0; i < 2; ++i) {
    rt::Status failed = runLog(*exec, {1, -1, 2, -2});
    EXPECT_EQ(failed.code(), rt::StatusCode::InvalidArgument);
    EXPECT_EQ(failed.message(), "source:5:8: rlx.log made -inf of finite operands (element 1 of 4 "
                                "is the first of 2)");
  }
  ASSERT_TRUE(runLog(*exec, {4}).ok());
  EXPECT_NEAR(exec->output(0).as<float>()[0], 4, 1e-5);
  // Operands that are not finite are no error.
  EXPECT_TRUE(runLog(*exec, {std::numeric_limits<float>::infinity()}).ok());
}

TEST(Modes, CheckFiniteStaysWithObserversAndInClones) {
  SessionOptions options = in(ExecutionMode::Eager);
  options.checkFinite = true;
  auto session = Session::fromSource(kLog, options);
  ASSERT_TRUE(session.ok()) << textOf(session.status());
  rt::Executable &exec = (*session)->executable();
  const std::string expected = "source:5:8: rlx.log made -inf of finite operands (element 1 of 2)";
  struct Counter : rt::RunObserver {
    void onCommand(const rt::DispatchRecord &) override { ++commands; }
    int commands = 0;
  } counter;
  ASSERT_TRUE(exec.setObserver(&counter).ok());
  EXPECT_EQ(runLog(exec, {1, -1}).message(), expected);
  EXPECT_EQ(counter.commands, 2) << "up to the op that is to blame";
  ASSERT_TRUE(exec.setObserver(nullptr).ok());
  EXPECT_EQ(runLog(exec, {1, -1}).message(), expected);
  // Clones check for themselves, on their own threads.
  std::vector<std::unique_ptr<rt::Executable>> clones;
  for (int i = 0; i < 3; ++i) {
    auto clone = (clones.empty() ? exec : *clones.back()).clone();
    ASSERT_TRUE(clone.ok()) << textOf(clone.status());
    clones.push_back(std::move(*clone));
  }
  session->reset();
  std::vector<std::thread> threads;
  for (auto &clone : clones)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(runLog(*clone, {1, -1}).message(), expected);
        EXPECT_TRUE(runLog(*clone, {1, 2}).ok());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Modes, CheckFiniteJudgesOpsAndNotTheirSteps) {
  SessionOptions options = in(ExecutionMode::Eager);
  options.checkFinite = true;
  // Masks with -inf; attention and activations with internal infinities.
  auto session = Session::fromSource(R"(
func.func @main(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %zero = rlx.constant dense<0.0> : tensor<f32>
  %low = rlx.constant dense<0xFF800000> : tensor<f32>
  %0 = rlx.silu %x : (tensor<?xf32>) -> tensor<?xf32>
  %1 = rlx.compare gt %x, %zero : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1>
  %2 = rlx.where %1, %0, %low : (tensor<?xi1>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = rlx.softmax %2 axis = 0 : (tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
)",
                                     options);
  ASSERT_TRUE(session.ok()) << textOf(session.status());
  rt::Status ran = runLog((*session)->executable(), {-200, 3, 90, -0.5f});
  EXPECT_TRUE(ran.ok()) << textOf(ran);
}

TEST(Modes, CheckFiniteFindsTheIterationOfALoop) {
  SessionOptions options = in(ExecutionMode::Eager);
  options.checkFinite = true;
  auto session = Session::fromSource(R"(
func.func @main(%x: tensor<?x2xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %a: tensor<2xf32> {rlx.kind = "input", rlx.name = "a"},
                %w: tensor<2xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<2xf32> {rlx.name = "y"}) {
  %0 = rlx.scan init(%a : tensor<2xf32>) over(%x : tensor<?x2xf32>) -> (tensor<2xf32>) {
  ^bb0(%c: tensor<2xf32>, %row: tensor<2xf32>):
    %m = rlx.mul %c, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %s = rlx.div %m, %row : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    rlx.yield %s : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}
)",
                                     options);
  ASSERT_TRUE(session.ok()) << textOf(session.status());
  rt::Executable &exec = (*session)->executable();
  const float w[] = {2, 3}, a[] = {1, 1}, x[] = {1, 1, 2, 2, 1, 0, 1, 1};
  const int64_t two[] = {2}, shape[] = {4, 2};
  ASSERT_TRUE(exec.setParamF32("w", w).ok());
  const rt::NamedTensor inputs[] = {{"x", {rt::DType::F32, shape, x}},
                                    {"a", {rt::DType::F32, two, a}}};
  rt::Status failed = exec.run(inputs);
  EXPECT_EQ(failed.message(), "source:9:10: rlx.div made +inf of finite operands (element 1 of 2)");
}

TEST(Modes, WhatDoesNotGoTogetherIsAnError) {
  SessionOptions options = in(ExecutionMode::Compiled);
  options.checkFinite = true;
  auto session = Session::fromSource(kLog, options);
  EXPECT_EQ(session.status().code(), rt::StatusCode::InvalidArgument);
  PackageModelOptions package;
  package.session.mode = ExecutionMode::Eager;
  std::vector<std::string> notes;
  std::unique_ptr<mlir::MLIRContext> context = createCompilerContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kLog, context.get());
  rt::Status made = packageModel(*module, {}, package, "never.rlxe", notes);
  EXPECT_EQ(made.message(), "packages need mode compiled, but the mode is eager");
}

} // namespace
