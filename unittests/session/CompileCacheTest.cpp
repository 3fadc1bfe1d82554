// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compile cache: repeated requests compile once, from one thread or many.
#include "session/cache/CompileCache.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <gtest/gtest.h>
#include <thread>

#include "dialects/rlx/builder/GraphBuilder.h"
#include "mlir/Parser/Parser.h"
#include "session/cache/DiskCache.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/TempFolder.h"

using namespace mlir;
using namespace rlx;
using rlx::testing::TempFolder;

namespace {

// y = x w + number. w is a param, and ops that depend on it only are prepared.
std::string model(double number, const std::string &op = "add") {
  return R"(
func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<8x64xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x64xf32> {rlx.name = "y"}) {
  %w2 = rlx.mul %w, %w : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
  %0 = rlx.matmul %x, %w2 : (tensor<?x8xf32>, tensor<8x64xf32>) -> tensor<?x64xf32>
  %c = rlx.constant dense<)" +
         std::to_string(number) + R"(> : tensor<64xf32>
  %1 = rlx.)" +
         op + R"( %0, %c : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>
  return %1 : tensor<?x64xf32>
}
)";
}

rt::Tensor weights(float value) {
  const int64_t shape[] = {8, 64};
  rt::Tensor tensor = std::move(*rt::Tensor::allocate(rt::DType::F32, shape));
  std::fill_n(tensor.as<float>(), 8 * 64, value);
  return tensor;
}

// The first result for a row of ones.
float runOnes(rt::Executable &executable, int64_t rows = 3) {
  const int64_t shape[] = {rows, 8};
  const std::vector<float> ones(rows * 8, 1);
  const rt::NamedTensor x{"x", {rt::DType::F32, shape, ones.data()}};
  const rt::Status ran = executable.run({&x, 1});
  EXPECT_TRUE(ran.ok()) << ran.toString();
  return ran.ok() ? executable.output(0).as<float>()[0] : 0;
}

float runWith(rt::Executable &executable, float weight) {
  EXPECT_TRUE(executable.adoptParam("w", weights(weight)).ok());
  return runOnes(executable);
}

TEST(CompileCache, CompilesOnceAndHandsOutClones) {
  CompileCache cache;
  ASSERT_OK_AND_ASSIGN(auto first, cache.fromSource(model(1)));
  ASSERT_OK_AND_ASSIGN(auto second, cache.fromSource(model(1)));
  // Clones are independent of each other and of the cached executable.
  EXPECT_EQ(runWith(*first, 1), 9);
  EXPECT_EQ(runWith(*second, 2), 33);
  EXPECT_EQ(runOnes(*first), 9);
  ASSERT_OK_AND_ASSIGN(auto third, cache.fromSource(model(1)));
  EXPECT_EQ(third->missingParams().size(), 1u);
  ASSERT_OK_AND_ASSIGN(auto other, cache.fromSource(model(2)));
  EXPECT_EQ(runWith(*other, 1), 10);
  const CompileCacheStats stats = cache.stats();
  EXPECT_EQ(stats.hits, 2u);
  EXPECT_EQ(stats.misses, 2u);
  EXPECT_EQ(stats.entries, 2u);
  cache.clear();
  EXPECT_EQ(cache.stats().entries, 0u);
  EXPECT_EQ(cache.stats().bytes, 0u);
  EXPECT_EQ(runOnes(*first), 9) << "what was handed out stays";
}

TEST(CompileCache, LeavesTheModuleAlone) {
  auto context = createCompilerContext();
  auto module = parseSourceString<ModuleOp>(model(1), context.get());
  std::string before, after;
  llvm::raw_string_ostream(before) << *module;
  CompileCache cache;
  ASSERT_OK(cache.getOrCompile(*module).status());
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
  ASSERT_OK(cache.getOrCompile(*module).status());
  EXPECT_EQ(cache.stats().hits, 1u);
}

TEST(CompileCache, ValuesOfParamsAreSharedAndTellModelsApart) {
  auto context = createCompilerContext();
  auto module = parseSourceString<ModuleOp>(model(0), context.get());
  CompileCache cache;
  const auto get = [&](float value) {
    CompileCache::Params params;
    params.emplace("w", weights(value));
    auto made = cache.getOrCompile(*module, {}, params);
    EXPECT_TRUE(made.ok()) << made.status().toString();
    return std::move(*made);
  };
  auto one = get(1), again = get(1), two = get(2);
  EXPECT_EQ(cache.stats().hits, 1u);
  EXPECT_EQ(cache.stats().misses, 2u);
  EXPECT_EQ(runOnes(*one), 8);
  EXPECT_EQ(runOnes(*again), 8);
  EXPECT_EQ(runOnes(*two), 32);
  // 8 x 64 floats, packed, once for both clones.
  ASSERT_OK_AND_ASSIGN(rt::ModelWeights a, one->shareWeights());
  ASSERT_OK_AND_ASSIGN(rt::ModelWeights b, again->shareWeights());
  EXPECT_TRUE(a.prepared);
  EXPECT_EQ(a.persistent.data(), b.persistent.data());
  EXPECT_GE(cache.stats().bytes, 2 * 8 * 64 * sizeof(float));
  CompileCache::Params wrong;
  wrong.emplace("v", weights(1));
  EXPECT_ERROR(cache.getOrCompile(*module, {}, wrong).status(), NotFound, "'v'");
}

TEST(CompileCache, TheLeastRecentlyUsedGoes) {
  CompileCache cache({.maxEntries = 2});
  for (double number : {1, 2, 1, 3, 1}) // 3 evicts 2, since 1 was used later
    ASSERT_OK(cache.fromSource(model(number)).status());
  EXPECT_EQ(cache.stats().hits, 2u);
  EXPECT_EQ(cache.stats().misses, 3u);
  EXPECT_EQ(cache.stats().evictions, 1u);
  ASSERT_OK(cache.fromSource(model(2)).status());
  EXPECT_EQ(cache.stats().misses, 4u);
  EXPECT_EQ(cache.stats().entries, 2u);
}

// Specialized code of clones increases the size of the cache entry.
TEST(CompileCache, CodeForSingleSizesCounts) {
  SessionOptions options, plain;
  options.specialize = {.afterRuns = 2, .most = 2};
  CompileCache unbounded;
  ASSERT_OK(unbounded.fromSource(model(1), plain).status());
  const uint64_t without = unbounded.stats().bytes;
  unbounded.clear();
  EXPECT_EQ(unbounded.stats().bytes, 0u);
  ASSERT_OK(unbounded.fromSource(model(1), options).status());
  const uint64_t before = unbounded.stats().bytes;
  EXPECT_GT(before, without) << "the model that code is made from";
  CompileCache exact({.maxBytes = before});
  ASSERT_OK_AND_ASSIGN(auto executable, exact.fromSource(model(1), options));
  EXPECT_EQ(exact.stats().bytes, before);
  ASSERT_OK(executable->adoptParam("w", weights(1)));
  const auto makeCode = [&] {
    const auto start = std::chrono::steady_clock::now();
    const int64_t shared = executable->memoryUse().specializedBytes;
    do {
      EXPECT_EQ(runOnes(*executable), 9);
    } while (executable->memoryUse().specializedBytes == shared &&
             std::chrono::steady_clock::now() - start < std::chrono::minutes(2));
  };
  makeCode();
  EXPECT_GT(exact.stats().bytes, before);
  // The entry is too large now: the next request evicts it, and clones still work.
  ASSERT_OK(exact.fromSource(model(1), options).status());
  EXPECT_EQ(exact.stats().entries, 0u);
  EXPECT_EQ(exact.stats().bytes, 0u);
  EXPECT_EQ(exact.stats().evictions, 1u);
  EXPECT_EQ(runOnes(*executable), 9);
}

TEST(CompileCache, BytesAreBounded) {
  auto context = createCompilerContext();
  auto module = parseSourceString<ModuleOp>(model(0), context.get());
  const auto get = [&](CompileCache &cache, float value) {
    CompileCache::Params params;
    params.emplace("w", weights(value));
    return cache.getOrCompile(*module, {}, params).status();
  };
  CompileCache unbounded;
  ASSERT_OK(get(unbounded, 1));
  const uint64_t size = unbounded.stats().bytes;
  CompileCache two({.maxBytes = 2 * size});
  for (float value : {1, 2, 3})
    ASSERT_OK(get(two, value));
  EXPECT_EQ(two.stats().entries, 2u);
  EXPECT_EQ(two.stats().bytes, 2 * size);
  EXPECT_EQ(two.stats().evictions, 1u);
  CompileCache none({.maxBytes = size - 1});
  ASSERT_OK(get(none, 1));
  ASSERT_OK(get(none, 1));
  EXPECT_EQ(none.stats().misses, 2u);
  EXPECT_EQ(none.stats().entries, 0u);
  CompileCache empty({.maxEntries = 0});
  ASSERT_OK(get(empty, 1));
  EXPECT_EQ(empty.stats().entries, 0u);
}

TEST(CompileCache, ErrorsAreNotKept) {
  CompileCache cache;
  SessionOptions options;
  options.compile.target = "abacus";
  for (uint64_t i = 1; i <= 2; ++i) {
    EXPECT_ERROR(cache.fromSource(model(1), options).status(), InvalidArgument, "abacus");
    EXPECT_EQ(cache.stats().misses, i);
    EXPECT_EQ(cache.stats().failures, i);
  }
  EXPECT_EQ(cache.stats().entries, 0u);
  EXPECT_ERROR(cache.fromSource("not a model").status(), InvalidArgument, "source");
  EXPECT_ERROR(cache.fromFile("none.mlir").status(), NotFound, "none.mlir");
  ASSERT_OK(cache.fromSource(model(1)).status());
}

TEST(CompileCache, SizesAreFixedBefore) {
  CompileCache cache;
  SessionOptions options;
  options.dimSizes["n"] = 3;
  const auto refused = cache.fromSource(model(1), options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), rt::StatusCode::InvalidArgument);
  EXPECT_NE(refused.status().toString().find("dimSizes needs a Session"), std::string::npos);
}

TEST(CompileCache, OptionsTellModelsApart) {
  CompileCache cache;
  SessionOptions generic, oneThread;
  generic.compile.codegen.fastPaths = false;
  oneThread.load.threads = 1;
  for (int round = 0; round < 2; ++round)
    for (const SessionOptions &options : {SessionOptions(), generic, oneThread})
      ASSERT_OK(cache.fromSource(model(1), options).status());
  EXPECT_EQ(cache.stats().misses, 3u);
  EXPECT_EQ(cache.stats().hits, 3u);
}

TEST(CompileCache, WhatWantsToWatchOrBringsKernelsIsAlwaysCompiled) {
  CompileCache cache;
  SessionOptions watching, custom;
  int phases = 0;
  watching.compile.afterPhase = [&](llvm::StringRef, ModuleOp) { ++phases; };
  custom.userKernels.emplace_back("negate", [](const rt::UserCall &) { return rt::okStatus(); });
  ASSERT_OK(cache.fromSource(model(1), watching).status());
  const int once = phases;
  EXPECT_GT(once, 0);
  ASSERT_OK(cache.fromSource(model(1), watching).status());
  EXPECT_EQ(phases, 2 * once);
  ASSERT_OK(cache.fromSource(model(1), custom).status());
  EXPECT_EQ(cache.stats().bypassed, 3u);
  EXPECT_EQ(cache.stats().entries, 0u);
}

// All threads request it at the same time. One of them compiles.
TEST(CompileCache, ThreadsCompileOnce) {
  constexpr int kThreads = 6, kModels = 3;
  CompileCache cache;
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < kModels; ++i) {
        const int number = (i + t) % kModels;
        auto made = cache.fromSource(model(number));
        right += made.ok() && runWith(**made, 1) == static_cast<float>(8 + number);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, kThreads * kModels);
  EXPECT_EQ(cache.stats().misses, uint64_t(kModels));
  EXPECT_EQ(cache.stats().hits, uint64_t(kThreads * kModels - kModels));
}

// All threads get the error, whether they compiled or waited. The cache does not keep it.
TEST(CompileCache, ThreadsGetTheError) {
  CompileCache cache;
  SessionOptions options;
  options.compile.target = "abacus";
  std::atomic<int> errors{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        auto made = cache.fromSource(model(1), options);
        errors += made.status().code() == rt::StatusCode::InvalidArgument &&
                  made.status().message().find("abacus") != std::string_view::npos;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(errors, 120);
  EXPECT_EQ(cache.stats().failures, 120u);
  EXPECT_EQ(cache.stats().hits, 0u);
  EXPECT_EQ(cache.stats().entries, 0u);
}

// Evictions while other threads clone the evicted entries.
TEST(CompileCache, ThreadsInASmallCache) {
  CompileCache cache({.maxEntries = 1});
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 6; ++i) {
        const int number = (i + t) % 2;
        auto made = cache.fromSource(model(number));
        right += made.ok() && runWith(**made, 1) == static_cast<float>(8 + number);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 24);
  EXPECT_LE(cache.stats().entries, 1u);
}

TEST(CompileCache, StandsBeforeADiskCache) {
  TempFolder folder;
  SessionOptions options;
  options.diskCache = std::make_shared<DiskCache>(DiskCacheOptions{folder.path()});
  {
    CompileCache cache;
    ASSERT_OK(cache.fromSource(model(1), options).status());
    ASSERT_OK(cache.fromSource(model(1), options).status());
    EXPECT_EQ(cache.stats().diskHits, 0u);
  }
  CompileCache cache;
  ASSERT_OK_AND_ASSIGN(auto made, cache.fromSource(model(1), options));
  EXPECT_EQ(runWith(*made, 1), 9);
  EXPECT_EQ(cache.stats().misses, 1u);
  EXPECT_EQ(cache.stats().diskHits, 1u);
  EXPECT_EQ(options.diskCache->stats().hits, 1u);
}

TEST(CompileCache, GraphsAndTextsAreTheSameModels) {
  GraphBuilder builder;
  GraphValue x = builder.input("x", rt::DType::F32, {"n", 4});
  builder.output("y", builder.exp(x));
  ASSERT_OK_AND_ASSIGN(GraphModel graph, builder.finish());
  const std::string text = graph.text();
  TempFolder folder;
  CompileCache cache;
  ASSERT_OK(cache.fromSource(text).status());
  ASSERT_OK(cache.fromFile(folder.write("graph.mlir", text)).status());
  GraphBuilder again;
  again.output("y", again.exp(again.input("x", rt::DType::F32, {"n", 4})));
  ASSERT_OK(cache.fromGraph(again).status());
  EXPECT_EQ(cache.stats().misses, 1u);
  EXPECT_EQ(cache.stats().hits, 2u);
}

} // namespace
