// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random well-typed graphs: every route from a graph to results must agree with the reference. A
// failing graph is shrunk and printed as a file for rlx-check.
//
// A fixed list of seeds by default. scripts/test.sh runs the first kQuickSeeds.
// RLX_GRAPH_SEED=N runs the graph of one seed (RLX_GRAPH_PRINT=1 prints its text).
// RLX_GRAPH_COUNT=N runs N graphs from that seed on, or from the first seed.
// RLX_GRAPH_SECONDS=N runs graphs for N seconds, from that seed on or from the seed behind the
// list.
// RLX_GRAPH_SHRINK=0 does not shrink failures. RLX_GRAPH_ROUTES=A;B selects routes by name.
// RLX_GRAPH_EXPORT=DIR runs nothing. It writes the graphs as tests for rlx-check-rt to DIR/SEED,
// for the Vulkan device with the profile RLX_GRAPH_PROFILE.
#include <chrono>
#include <cstdlib>

#include "compiler/Compiler.h"
#include "mlir/IR/MLIRContext.h"
#include "unittests/TestSet.h"
#include "unittests/property/GraphBuilder.h"
#include "unittests/property/Routes.h"
#include "unittests/property/Shrink.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace rlx::property;

namespace {

constexpr uint64_t kFirstSeed = 1, kLastSeed = 30, kQuickSeeds = 8;
// The number of graphs per favourite maker (not run) after which all of its ops have appeared.
constexpr uint64_t kNumSeedsPerMaker = 60;
// Each failure takes long to shrink.
constexpr unsigned kMaxFailures = 12;

std::optional<uint64_t> fromEnvironment(const char *name) {
  const char *text = std::getenv(name);
  return text && *text ? std::optional<uint64_t>(std::strtoull(text, nullptr, 10)) : std::nullopt;
}

SmallVector<StringRef> wantedRoutes() {
  SmallVector<StringRef> routes;
  if (const char *text = std::getenv("RLX_GRAPH_ROUTES"))
    StringRef(text).split(routes, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef route : routes)
    EXPECT_TRUE(isRoute(route)) << "there is no route '" << route.str() << "'";
  return routes;
}

void testSeed(uint64_t seed) {
  // Prints the seed if the process crashes.
  llvm::PrettyStackTraceFormat trace("random graph, RLX_GRAPH_SEED=%llu",
                                     static_cast<unsigned long long>(seed));
  std::unique_ptr<MLIRContext> context = rlx::createCompilerContext();
  context->disableMultithreading();
  Graph graph = generate(context.get(), seed);
  if (fromEnvironment("RLX_GRAPH_PRINT"))
    graph.module->dump();
  if (const char *folder = std::getenv("RLX_GRAPH_EXPORT")) {
    const char *profile = std::getenv("RLX_GRAPH_PROFILE");
    llvm::Error error = exportGraph(graph, profile ? profile : "vulkan1.1",
                                    std::string(folder) + "/" + std::to_string(seed));
    if (error)
      ADD_FAILURE() << "seed " << seed << ": " << llvm::toString(std::move(error));
    return;
  }
  std::optional<Failure> failure = check(graph, wantedRoutes());
  if (!failure)
    return;
  if (fromEnvironment("RLX_GRAPH_SHRINK") == 0) {
    ADD_FAILURE() << "seed " << seed << ", route " << failure->route << ": " << failure->message;
    return;
  }
  std::string first = failure->message;
  Graph small = shrink(std::move(graph), *failure);
  ADD_FAILURE() << "seed " << seed << ", route " << failure->route << ": " << first << "\nshrunk ("
                << failure->message << "):\n"
                << small.asConformanceFile(failure->run) << "\nas a model:\n"
                << [&] {
                     std::string text;
                     llvm::raw_string_ostream os(text);
                     small.module->print(os, OpPrintingFlags().useLocalScope());
                     return text;
                   }();
}

unsigned numFailures() {
  return ::testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
}

bool isEnough() {
  return numFailures() >= (fromEnvironment("RLX_GRAPH_SHRINK") == 0 ? 10 : 1) * kMaxFailures;
}

TEST(RandomGraphTest, AllRoutesAgree) {
  llvm::sys::PrintStackTraceOnErrorSignal("RLXPropertyTests");
  llvm::EnablePrettyStackTrace();
  std::optional<uint64_t> seed = fromEnvironment("RLX_GRAPH_SEED");
  std::optional<uint64_t> seconds = fromEnvironment("RLX_GRAPH_SECONDS");
  if (seconds) {
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(*seconds);
    uint64_t next = seed.value_or(kLastSeed + 1), begin = next;
    while (std::chrono::steady_clock::now() < end && !isEnough())
      testSeed(next++);
    std::printf("seeds %llu to %llu\n", static_cast<unsigned long long>(begin),
                static_cast<unsigned long long>(next - 1));
    return;
  }
  std::optional<uint64_t> count = fromEnvironment("RLX_GRAPH_COUNT");
  if (seed && !count)
    return testSeed(*seed);
  uint64_t first = seed.value_or(kFirstSeed),
           last = first + count.value_or(runsAllTests() ? kLastSeed : kQuickSeeds) - 1;
  for (uint64_t i = first; i <= last && !isEnough(); ++i) {
    testSeed(i);
    if (count && (i - first + 1) % 100 == 0) {
      std::printf("seeds %llu to %llu: %u failures\n", static_cast<unsigned long long>(first),
                  static_cast<unsigned long long>(i), numFailures());
      std::fflush(stdout);
    }
  }
}

// Ops that random graphs do not contain, and the reason.
const llvm::StringMap<StringRef> &opsLeftOut() {
  static const llvm::StringMap<StringRef> ops = {
      {"rlx.conv_integer_packed", "compilation makes it, of convolutions with weights"},
      {"rlx.conv_packed", "compilation makes it, of convolutions with weights"},
      {"rlx.custom", "user code computes it"},
      {"rlx.depthwise_conv", "compilation makes it, of convolutions with weights"},
      {"rlx.depthwise_conv_integer", "compilation makes it, of convolutions with weights"},
      {"rlx.pack_blocks", "compilation makes it of weights that a matmul reads in blocks"},
      {"rlx.dequant_matmul_packed", "compilation makes it of matmuls with block-quantized weights"},
      {"rlx.dequant_grouped_matmul_packed", "compilation makes it of matmuls of experts"},
      {"rlx.gather_packed", "compilation makes it of lookups in the weights of a matmul"},
      {"rlx.recode_blocks", "compilation makes it of blocks of codebooks"},
      {"rlx.fft_planned", "the decomposition of the transforms makes it, with its table"},
      {"rlx.fft_radix2", "it needs a power of two, and its table"},
      {"rlx.flat_nonzero", "it needs the numbers of set flags"},
      {"rlx.matmul_integer_packed", "compilation makes it, of products with weights"},
      {"rlx.matmul_packed", "compilation makes it, of products with weights"},
  };
  return ops;
}

TEST(RandomGraphTest, MakersKnowEveryOp) {
  std::unique_ptr<MLIRContext> context = rlx::createCompilerContext();
  context->disableMultithreading();
  auto missing = [&] {
    std::vector<std::string> names;
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (name.getStringRef().starts_with("rlx.") && !producedOps().contains(name.getStringRef()) &&
          !opsLeftOut().contains(name.getStringRef()))
        names.push_back(name.getStringRef().str());
    return names;
  };
  // A quick run ends when all ops have appeared.
  for (uint64_t seed = kFirstSeed; seed < kFirstSeed + kNumSeedsPerMaker; ++seed) {
    for (size_t maker = 0; maker < numMakers(); ++maker)
      generate(context.get(), seed, maker);
    if (!runsAllTests() && missing().empty())
      break;
  }
  EXPECT_GT(producedOps().size(), 100u);
  EXPECT_TRUE(missing().empty()) << "no maker makes " << llvm::join(missing(), ", ");
  for (const auto &entry : opsLeftOut())
    EXPECT_FALSE(producedOps().contains(entry.first())) << entry.first().str() << " is made";
}

} // namespace
