// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sessions with a disk cache, and equal compilation for all kinds of sessions.
#include <cstring>
#include <gtest/gtest.h>

#include "dialects/rlx/builder/GraphBuilder.h"
#include "mlir/Parser/Parser.h"
#include "runtime/capi/Wrap.h"
#include "runtime/package/Package.h"
#include "runtime/program/model/ProgramCodec.h"
#include "session/PackageModel.h"
#include "session/cache/CompileCache.h"
#include "session/cache/DiskCache.h"
#include "session/include/rlx/rlx_compiler.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/NegateModel.h"
#include "unittests/session/TempFolder.h"

using namespace mlir;
using namespace rlx;
using rlx::testing::TempFolder;
using Outcome = CacheUse::Outcome;

namespace {

constexpr const char *kModel = R"(
func.func @main(%x: tensor<?x16xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<16x32xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x32xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  %1 = rlx.gelu %0 : (tensor<?x32xf32>) -> tensor<?x32xf32>
  %2 = rlx.softmax %1 axis = 1 : (tensor<?x32xf32>) -> tensor<?x32xf32>
  return %2 : tensor<?x32xf32>
}
)";

std::vector<float> run(rt::Executable &executable) {
  const int64_t shape[] = {5, 16}, wShape[] = {16, 32};
  std::vector<float> x(5 * 16), w(16 * 32);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(i % 23) / 11 - 1;
  for (size_t i = 0; i < w.size(); ++i)
    w[i] = static_cast<float>(i % 37) / 18 - 1;
  EXPECT_TRUE(executable.setParam("w", {rt::DType::F32, wShape, w.data()}).ok());
  const rt::NamedTensor input{"x", {rt::DType::F32, shape, x.data()}};
  const rt::Status ran = executable.run({&input, 1});
  EXPECT_TRUE(ran.ok()) << ran.toString();
  const float *y = executable.output(0).as<float>();
  return ran.ok() ? std::vector<float>(y, y + 5 * 32) : std::vector<float>();
}

SessionOptions withCache(const std::string &folder) {
  SessionOptions options;
  options.diskCache = std::make_shared<DiskCache>(DiskCacheOptions{folder});
  return options;
}

TEST(SessionCache, TheSecondSessionCompilesNothing) {
  TempFolder folder;
  ASSERT_OK_AND_ASSIGN(auto first, Session::fromSource(kModel, withCache(folder.path())));
  EXPECT_EQ(first->cacheUse().outcome, Outcome::Miss);
  EXPECT_EQ(first->cacheUse().note, "");
  ASSERT_OK_AND_ASSIGN(auto second, Session::fromSource(kModel, withCache(folder.path())));
  EXPECT_EQ(second->cacheUse().outcome, Outcome::Hit);
  EXPECT_EQ(second->cacheUse().key, first->cacheUse().key);
  for (const PhaseTime &time : second->compileTimes())
    EXPECT_EQ(time.phase, "cache");
  const std::vector<float> a = run(first->executable()), b = run(second->executable());
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(float)), 0) << "bit for bit";
  SessionOptions generic = withCache(folder.path());
  generic.compile.codegen.fastPaths = false;
  ASSERT_OK_AND_ASSIGN(auto other, Session::fromSource(kModel, generic));
  EXPECT_EQ(other->cacheUse().outcome, Outcome::Miss);
  // The number of threads does not change the code.
  SessionOptions oneThread = withCache(folder.path());
  oneThread.load.threads = 1;
  ASSERT_OK_AND_ASSIGN(auto third, Session::fromSource(kModel, oneThread));
  EXPECT_EQ(third->cacheUse().outcome, Outcome::Hit);
}

TEST(SessionCache, ACacheThatCannotKeepIsNoError) {
  ASSERT_OK_AND_ASSIGN(auto session, Session::fromSource(kModel, withCache("/dev/null/cache")));
  EXPECT_EQ(session->cacheUse().outcome, Outcome::Miss);
  EXPECT_NE(session->cacheUse().note.find("cannot make the folder"), std::string::npos)
      << session->cacheUse().note;
  EXPECT_FALSE(run(session->executable()).empty());
}

TEST(SessionCache, DamageIsCompiledAnewAndSaid) {
  TempFolder folder;
  ASSERT_OK_AND_ASSIGN(auto first, Session::fromSource(kModel, withCache(folder.path())));
  folder.write(first->cacheUse().key + ".rlxe", "something else");
  const SessionOptions options = withCache(folder.path());
  ASSERT_OK_AND_ASSIGN(auto second, Session::fromSource(kModel, options));
  EXPECT_EQ(second->cacheUse().outcome, Outcome::Miss);
  EXPECT_NE(second->cacheUse().note.find("not an RLX package"), std::string::npos);
  EXPECT_EQ(run(first->executable()), run(second->executable()));
  EXPECT_EQ(options.diskCache->stats().damaged, 1u);
  ASSERT_OK_AND_ASSIGN(auto third, Session::fromSource(kModel, options));
  EXPECT_EQ(third->cacheUse().outcome, Outcome::Hit);
}

TEST(SessionCache, AWrongDeviceIsSaidBeforeAnythingIsCompiled) {
  TempFolder folder;
  SessionOptions options = withCache(folder.path());
  ASSERT_OK(Session::fromSource(kModel, options).status());
  options.load.device = "abacus";
  EXPECT_ERROR(Session::fromSource(kModel, options).status(), NotFound, "no device 'abacus'");
  const DiskCacheStats stats = options.diskCache->stats();
  EXPECT_EQ(stats.misses, 1u);
  EXPECT_EQ(stats.damaged, 0u);
  EXPECT_EQ(stats.stored, 1u);
  options.load.device = "cpu";
  ASSERT_OK_AND_ASSIGN(auto session, Session::fromSource(kModel, options));
  EXPECT_EQ(session->cacheUse().outcome, Outcome::Hit);
}

// Mode lazy uses the cache at compilation, and not before.
TEST(SessionCache, LazySessionsAskWhenTheyCompile) {
  TempFolder folder;
  SessionOptions options = withCache(folder.path()), lazy = options;
  lazy.mode = ExecutionMode::Lazy;
  const auto stats = [&] { return options.diskCache->stats(); };
  ASSERT_OK_AND_ASSIGN(auto first, Session::fromSource(kModel, lazy));
  EXPECT_EQ(first->cacheUse().outcome, Outcome::None);
  EXPECT_TRUE(folder.names().empty());
  const std::vector<float> expected = run(first->executable());
  EXPECT_EQ(first->cacheUse().outcome, Outcome::Miss);
  EXPECT_EQ(stats().stored, 1u);
  // Each mode finds the entries of the other.
  ASSERT_OK_AND_ASSIGN(auto compiled, Session::fromSource(kModel, options));
  EXPECT_EQ(compiled->cacheUse().outcome, Outcome::Hit);
  EXPECT_EQ(run(compiled->executable()), expected);
  ASSERT_OK_AND_ASSIGN(auto second, Session::fromSource(kModel, lazy));
  EXPECT_EQ(stats().hits, 1u);
  ASSERT_OK(second->compile().status());
  EXPECT_EQ(stats().hits, 2u);
  EXPECT_EQ(second->cacheUse().outcome, Outcome::Hit);
  EXPECT_EQ(second->cacheUse().key, first->cacheUse().key);
  ASSERT_EQ(second->compileTimes().size(), 2u);
  EXPECT_EQ(second->compileTimes()[0].phase, "signature");
  EXPECT_EQ(second->compileTimes()[1].phase, "cache");
  EXPECT_EQ(run(second->executable()), expected);
  // An executable taken from its session does not need it for that either.
  ASSERT_OK_AND_ASSIGN(auto third, Session::fromSource(kModel, lazy));
  std::unique_ptr<rt::Executable> taken = third->takeExecutable();
  third.reset();
  EXPECT_EQ(run(*taken), expected);
  EXPECT_EQ(stats().hits, 3u);
  // A file that was damaged meanwhile is compiled again.
  ASSERT_OK_AND_ASSIGN(auto fourth, Session::fromSource(kModel, lazy));
  folder.write(first->cacheUse().key + ".rlxe", "something else");
  EXPECT_EQ(run(fourth->executable()), expected);
  EXPECT_EQ(fourth->cacheUse().outcome, Outcome::Miss);
  EXPECT_EQ(stats().damaged, 1u);
  EXPECT_EQ(stats().stored, 2u);
}

// A model from the cache has no compiled module, but is specialized from the given source.
TEST(SessionCache, ModelsFromTheCacheAreSpecialized) {
  TempFolder folder;
  SessionOptions options = withCache(folder.path());
  ASSERT_OK_AND_ASSIGN(auto first, Session::fromSource(kModel, options));
  const std::vector<float> expected = run(first->executable());
  options.specialize = {.afterRuns = 2, .most = 2};
  for (const ExecutionMode mode : {ExecutionMode::Compiled, ExecutionMode::Lazy}) {
    options.mode = mode;
    ASSERT_OK_AND_ASSIGN(auto session, Session::fromSource(kModel, options));
    ASSERT_OK_AND_ASSIGN(rt::Executable *const executable, session->compile());
    EXPECT_EQ(session->cacheUse().outcome, Outcome::Hit);
    run(*executable); // sets the param
    const auto again = [&] {
      const int64_t shape[] = {5, 16};
      std::vector<float> x(5 * 16);
      for (size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(i % 23) / 11 - 1;
      const rt::NamedTensor input{"x", {rt::DType::F32, shape, x.data()}};
      EXPECT_OK(executable->run({&input, 1}));
      const float *y = executable->output(0).as<float>();
      for (size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(y[i], expected[i], 1e-6f) << i;
    };
    for (int i = 0; i < 3; ++i)
      again();
    session->finishSpecializations();
    again();
    const SpecializeStatistics counts = session->specializeStatistics();
    EXPECT_EQ(counts.ready, 1u) << counts.lastError;
    EXPECT_EQ(counts.compiled, 1u);
    EXPECT_GT(executable->memoryUse().specializedBytes, 0);
  }
  // Specialized code is not stored in files.
  EXPECT_EQ(options.diskCache->stats().stored, 1u);
  EXPECT_EQ(folder.names().size(), 1u);
}

TEST(SessionCache, WatchingCompiles) {
  TempFolder folder;
  SessionOptions options = withCache(folder.path());
  ASSERT_OK(Session::fromSource(kModel, options).status());
  int phases = 0;
  options.compile.afterPhase = [&](llvm::StringRef, ModuleOp) { ++phases; };
  ASSERT_OK_AND_ASSIGN(auto session, Session::fromSource(kModel, options));
  EXPECT_GT(phases, 0);
  EXPECT_EQ(session->cacheUse().outcome, Outcome::None);
}

TEST(SessionCache, KernelsOfTheUserAreThoseOfTheCall) {
  TempFolder folder;
  for (const float factor : {-1.0f, -2.0f}) {
    SessionOptions options = withCache(folder.path());
    options.userKernels.emplace_back("negate", [factor](const rt::UserCall &call) {
      for (int i = 0; i < 4; ++i)
        call.outputs[0].as<float>()[i] = factor * call.inputs[0].as<float>()[i];
      return rt::okStatus();
    });
    ASSERT_OK_AND_ASSIGN(auto session, Session::fromSource(kNegateModel, options));
    EXPECT_EQ(session->cacheUse().outcome, factor == -1 ? Outcome::Miss : Outcome::Hit);
    const int64_t shape[] = {4};
    const float x[] = {1, 2, 3, 4};
    const rt::NamedTensor input{"x", {rt::DType::F32, shape, x}};
    ASSERT_OK(session->executable().run({&input, 1}));
    EXPECT_EQ(session->executable().output(0).as<float>()[3], 4 * factor);
  }
  EXPECT_ERROR(Session::fromSource(kNegateModel, withCache(folder.path())).status(),
               InvalidArgument, "needs the kernel 'negate'");
}

// The same model and options give the same program every way. `fastPaths` changes it.
class Routes : public ::testing::TestWithParam<bool> {};

TEST_P(Routes, CompileAlike) {
  const bool fastPaths = GetParam();
  TempFolder folder;
  SessionOptions options;
  options.compile.codegen.fastPaths = fastPaths;
  const auto programOf = [](rt::Program program) {
    auto bytes = rt::encodeProgram(program);
    EXPECT_TRUE(bytes.ok()) << bytes.status().toString();
    return *bytes;
  };
  GraphBuilder builder;
  GraphValue x = builder.input("x", rt::DType::F32, {"n", 16});
  GraphValue w = builder.param("w", rt::DType::F32, {16, 32});
  builder.output("y", builder.softmax(builder.gelu(builder.matmul(x, w)), 1));
  ASSERT_OK_AND_ASSIGN(GraphModel graph, builder.finish());
  const std::string text = graph.text(), path = folder.write("model.mlir", text);
  const auto context = createCompilerContext();
  const auto parse = [&] { return parseSourceString<ModuleOp>(text, context.get()); };

  ASSERT_OK_AND_ASSIGN(auto bySource, Session::fromSource(text, options));
  const auto expected = programOf(bySource->executable().program());
  ASSERT_OK_AND_ASSIGN(auto byFile, Session::fromFile(path, options));
  EXPECT_EQ(programOf(byFile->executable().program()), expected);
  ASSERT_OK_AND_ASSIGN(auto byModule, Session::fromModule(*parse(), options));
  EXPECT_EQ(programOf(byModule->executable().program()), expected);
  ASSERT_OK_AND_ASSIGN(auto byGraph, Session::fromGraph(std::move(graph), options));
  EXPECT_EQ(programOf(byGraph->executable().program()), expected);

  CompileCache memory;
  ASSERT_OK_AND_ASSIGN(auto byCache, memory.fromFile(path, options));
  EXPECT_EQ(programOf(byCache->program()), expected);
  SessionOptions onDisk = options;
  onDisk.diskCache = withCache(folder.file("cache")).diskCache;
  for (const Outcome outcome : {Outcome::Miss, Outcome::Hit}) {
    ASSERT_OK_AND_ASSIGN(auto byDisk, Session::fromFile(path, onDisk));
    EXPECT_EQ(byDisk->cacheUse().outcome, outcome);
    EXPECT_EQ(programOf(byDisk->executable().program()), expected);
  }
  const auto results = run(bySource->executable());
  EXPECT_EQ(run(*byCache), results);

  PackageModelOptions packaging;
  packaging.session = options;
  ASSERT_OK(packageModelFile(path, packaging, folder.file("model.rlxe")));
  ASSERT_OK_AND_ASSIGN(auto package, rt::Package::open(folder.file("model.rlxe")));
  ASSERT_OK_AND_ASSIGN(auto packaged, package->program(package->variants()[0]));
  EXPECT_EQ(programOf(std::move(packaged)), expected);

  rlx_compile_options_t *c = nullptr;
  ASSERT_EQ(rlx_compile_options_create(&c), nullptr);
  ASSERT_EQ(rlx_compile_options_set_fast_paths(c, fastPaths), nullptr);
  rlx_executable_t *executable = nullptr;
  ASSERT_EQ(rlx_compile_source(text.data(), text.size(), c, &executable), nullptr);
  EXPECT_EQ(programOf(capi::unwrap(executable).program()), expected);
  rlx_executable_free(executable);
  ASSERT_EQ(rlx_compile_file(path.c_str(), c, &executable), nullptr);
  EXPECT_EQ(programOf(capi::unwrap(executable).program()), expected);
  rlx_executable_free(executable);
  rlx_compile_options_free(c);

  options.compile.codegen.fastPaths = !fastPaths;
  ASSERT_OK_AND_ASSIGN(auto other, Session::fromSource(text, options));
  EXPECT_NE(programOf(other->executable().program()), expected) << "or the test tells nothing";
}

INSTANTIATE_TEST_SUITE_P(SessionCache, Routes, ::testing::Bool());

} // namespace
