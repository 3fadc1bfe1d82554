// Random well-typed graphs: every route from a graph to results must agree with the reference. What
// fails is shrunk and printed as a file for rlx-check.
//
// A fixed list of seeds by default. RLX_GRAPH_SEED=N runs the graph of one seed (its text is
// printed with RLX_GRAPH_PRINT=1); RLX_GRAPH_SECONDS=N goes on from there, or from a seed behind
// the list, for so long.
#include <chrono>
#include <cstdlib>

#include "compiler/Compiler.h"
#include "mlir/IR/MLIRContext.h"
#include "unittests/property/Shrink.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace rlx::property;

namespace {

constexpr uint64_t kFirstSeed = 1, kLastSeed = 100;
// Each one takes long to shrink.
constexpr unsigned kMaxFailures = 12;

std::optional<uint64_t> fromEnvironment(const char *name) {
  const char *text = std::getenv(name);
  return text && *text ? std::optional<uint64_t>(std::strtoull(text, nullptr, 10)) : std::nullopt;
}

void testSeed(uint64_t seed) {
  // Names the seed should the process crash.
  llvm::PrettyStackTraceFormat trace("random graph, RLX_GRAPH_SEED=%llu",
                                     static_cast<unsigned long long>(seed));
  std::unique_ptr<MLIRContext> context = rlx::createCompilerContext();
  context->disableMultithreading();
  Graph graph = generate(context.get(), seed);
  if (fromEnvironment("RLX_GRAPH_PRINT"))
    graph.module->dump();
  std::optional<Failure> failure = check(graph);
  if (!failure)
    return;
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

TEST(RandomGraphTest, AllRoutesAgree) {
  llvm::sys::PrintStackTraceOnErrorSignal("RLXPropertyTests");
  llvm::EnablePrettyStackTrace();
  std::optional<uint64_t> seed = fromEnvironment("RLX_GRAPH_SEED");
  std::optional<uint64_t> seconds = fromEnvironment("RLX_GRAPH_SECONDS");
  if (seconds) {
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(*seconds);
    uint64_t next = seed.value_or(kLastSeed + 1), begin = next;
    while (std::chrono::steady_clock::now() < end && numFailures() < kMaxFailures)
      testSeed(next++);
    std::printf("seeds %llu to %llu\n", static_cast<unsigned long long>(begin),
                static_cast<unsigned long long>(next - 1));
    return;
  }
  if (seed)
    return testSeed(*seed);
  for (uint64_t i = kFirstSeed; i <= kLastSeed && numFailures() < kMaxFailures; ++i)
    testSeed(i);
}

} // namespace
