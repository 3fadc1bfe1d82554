// A run with known shapes makes no heap allocation in the runtime. This program replaces the
// global operator new to count; it stands alone so that no other test is affected.
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include "runtime/base/Allocator.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

static std::atomic<uint64_t> newCalls{0};

static void *countedNew(size_t size, size_t alignment) {
  newCalls.fetch_add(1, std::memory_order_relaxed);
  void *pointer =
      alignment <= alignof(std::max_align_t)
          ? std::malloc(size ? size : 1)
          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!pointer)
    throw std::bad_alloc();
  return pointer;
}

void *operator new(size_t size) {
  return countedNew(size, 0);
}
void *operator new[](size_t size) {
  return countedNew(size, 0);
}
void *operator new(size_t size, std::align_val_t alignment) {
  return countedNew(size, static_cast<size_t>(alignment));
}
void operator delete(void *pointer) noexcept {
  std::free(pointer);
}
void operator delete[](void *pointer) noexcept {
  std::free(pointer);
}
void operator delete(void *pointer, size_t) noexcept {
  std::free(pointer);
}
void operator delete[](void *pointer, size_t) noexcept {
  std::free(pointer);
}
void operator delete(void *pointer, std::align_val_t) noexcept {
  std::free(pointer);
}
void operator delete(void *pointer, size_t, std::align_val_t) noexcept {
  std::free(pointer);
}

using namespace rlx::rt;
using namespace rlx::rt::testing;

static void expectNoAllocation(unsigned threads, bool callerOutput, size_t shift) {
  auto loaded =
      Executable::load(sumProgram({.cols = 16, .costNs = 100000}), testKernels(), {"", threads});
  ASSERT_TRUE(loaded.ok());
  Executable &executable = **loaded;
  std::vector<float> memory(3000, 1.0f);
  const std::vector<int64_t> shape{32, 16}, small{3, 16}, scale{16};
  ASSERT_OK(executable.setParam("scale", {DType::F32, scale, memory.data()}));
  float *base = memory.data() + shift;
  const std::vector<NamedTensor> large{{"x", {DType::F32, shape, base}},
                                       {"y", {DType::F32, shape, base + 512}}};
  const std::vector<NamedTensor> tiny{{"x", {DType::F32, small, base}},
                                      {"y", {DType::F32, small, base + 512}}};
  std::vector<NamedOutput> outputs;
  if (callerOutput)
    outputs.push_back({"out", {DType::F32, shape, base + 1024}});
  ASSERT_OK(executable.run(tiny));
  ASSERT_OK(executable.run(large, outputs));
  const uint64_t newBefore = newCalls, alignedBefore = allocationStats().allocations;
  bool allOk = true;
  for (int i = 0; i < 50; ++i) {
    allOk &= executable.run(large, outputs).ok();
    if (i % 2)
      allOk &= executable.run(tiny).ok(); // back to a shape seen before: plans and memory are kept
  }
  const uint64_t newAfter = newCalls, alignedAfter = allocationStats().allocations;
  EXPECT_TRUE(allOk);
  EXPECT_EQ(alignedAfter, alignedBefore);
  EXPECT_EQ(newAfter, newBefore) << "threads " << threads << " shift " << shift;
}

TEST(NoAllocation, TheCounterCounts) {
  const uint64_t before = newCalls;
  auto pointer = std::make_unique<std::string>(100, 'x');
  EXPECT_GE(newCalls, before + 2) << pointer->size();
}

TEST(NoAllocation, InSteadyState) {
  for (unsigned threads : {1u, 2u})
    for (bool callerOutput : {false, true})
      for (size_t shift : {0, 1, 5})
        expectNoAllocation(threads, callerOutput, shift);
}
