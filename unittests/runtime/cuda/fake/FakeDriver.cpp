// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory, work and faults of the fake driver.
//
// A reset drops all references to the primary context. The documentation leaves this open; it is
// the harder case for callers.
#include "unittests/runtime/cuda/fake/FakeDriver.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace rlx::rt::testing {

namespace {

constexpr size_t kMaxOperands = 64;

} // namespace

FakeDriver &FakeDriver::get() {
  static auto *const driver = new FakeDriver; // never destroyed, as the real one is not
  return *driver;
}

void FakeDriver::addKernel(const char *name, rlx_kernel_fn function) {
  std::lock_guard lock(mutex);
  kernels[name] = function;
}

void FakeDriver::failAt(const char *symbol, int result, uint64_t nth, bool isForGood) {
  std::lock_guard lock(mutex);
  failing = symbol;
  failure = result;
  failsAt = nth;
  failsForGood = isForGood;
  numCalls = 0;
}

void FakeDriver::failNone() {
  std::lock_guard lock(mutex);
  failing.clear();
}

uint64_t FakeDriver::calls() const {
  std::lock_guard lock(mutex);
  return numCalls;
}

void FakeDriver::faultNextKernel() {
  std::lock_guard lock(mutex);
  faults = true;
}

uint64_t FakeDriver::misuses() const {
  std::lock_guard lock(mutex);
  return numMisuses;
}

uint64_t FakeDriver::live() const {
  std::lock_guard lock(mutex);
  return objects.size() + memory.size();
}

CudaResult FakeDriver::enter(const char *symbol, bool needsContext) {
  if (failing == symbol) {
    const uint64_t call = numCalls++;
    if (call == failsAt || (failsForGood && call > failsAt)) {
      if (failure >= kFakeIllegalAddress)
        fault = failure;
      return failure;
    }
  }
  if (!needsContext)
    return kCudaSuccess;
  if (fakeCurrent != contextHandle() || retained == 0)
    return misuse(kFakeInvalidContext);
  return fault;
}

CudaPointer FakeDriver::allocate(size_t bytes, bool isHost) {
  constexpr size_t kAlignment = 256;
  Memory made{std::make_unique<std::byte[]>(bytes + kAlignment), bytes, isHost};
  const auto begin =
      (reinterpret_cast<uintptr_t>(made.bytes.get()) + kAlignment - 1) / kAlignment * kAlignment;
  std::memset(reinterpret_cast<void *>(begin), 0xCB, bytes); // no test may rely on zeros
  memory.emplace(begin | kFakeDeviceBit, std::move(made));
  return begin | kFakeDeviceBit;
}

bool FakeDriver::release(CudaPointer pointer, bool isHost) {
  const auto found = memory.find(pointer);
  if (found == memory.end() || found->second.isHost != isHost)
    return false;
  memory.erase(found);
  return true;
}

std::byte *FakeDriver::hostAddress(CudaPointer pointer, size_t bytes) {
  auto found = memory.upper_bound(pointer);
  if (found == memory.begin())
    return nullptr;
  --found;
  const uint64_t offset = pointer - found->first;
  if (offset >= found->second.size || bytes > found->second.size - offset)
    return nullptr;
  return reinterpret_cast<std::byte *>(pointer & ~kFakeDeviceBit);
}

void FakeDriver::enqueue(FakeStream &stream, const FakeWork &work) {
  if (stream.work.size() == FakeStream::kMaxWork)
    doNext(stream);
  stream.work.push_back(work);
}

void FakeDriver::doNext(FakeStream &stream) {
  const FakeWork work = stream.work.front();
  stream.work.erase(stream.work.begin());
  perform(work);
}

void FakeDriver::doOne() {
  for (const auto &[key, object] : objects)
    if (object->kind == FakeKind::Stream)
      if (auto &stream = static_cast<FakeStream &>(*object); !stream.work.empty())
        return doNext(stream);
}

void FakeDriver::drain() {
  for (const auto &[key, object] : objects)
    if (object->kind == FakeKind::Stream)
      while (!static_cast<FakeStream &>(*object).work.empty())
        doNext(static_cast<FakeStream &>(*object));
}

// Nothing happens in a context after a fault.
void FakeDriver::perform(const FakeWork &work) {
  if (fault != kCudaSuccess)
    return;
  if (work.event) {
    work.event->isDone = true;
  } else if (work.exec) {
    performGraph(*work.exec);
  } else if (work.kernel) {
    launch(work);
  } else if (work.bytes != 0) {
    const std::byte *const from = hostAddress(work.from, work.bytes);
    std::byte *const to = hostAddress(work.to, work.bytes);
    if (from && to)
      std::memcpy(to, from, work.bytes);
    else
      fault = misuse(kFakeIllegalAddress);
  }
}

void FakeDriver::performGraph(FakeExec &exec) {
  std::ranges::copy(exec.numAfter, exec.waitsFor.begin());
  exec.ready.clear();
  for (size_t i = 0; i < exec.work.size(); ++i)
    if (exec.waitsFor[i] == 0)
      exec.ready.push_back(i);
  while (!exec.ready.empty()) {
    std::swap(exec.ready[random() % exec.ready.size()], exec.ready.back());
    const size_t chosen = exec.ready.back();
    exec.ready.pop_back();
    perform(exec.work[chosen]);
    for (const size_t next : exec.next[chosen])
      if (--exec.waitsFor[next] == 0)
        exec.ready.push_back(next);
  }
}

void FakeDriver::launch(const FakeWork &work) {
  const FakeFunction &kernel = *work.kernel;
  const uint64_t *word = work.words;
  void *operands[kMaxOperands];
  int64_t dims[kMaxOperands];
  bool isValid = !std::exchange(faults, false);
  const auto address = [&]() -> std::byte * {
    std::byte *const found = hostAddress(*word++, 1);
    if (!found && isValid) {
      isValid = false;
      ++numMisuses;
    }
    return found;
  };
  for (unsigned i = 0; i < kernel.operands; ++i)
    operands[i] = address();
  std::byte *const status = kernel.status ? address() : nullptr;
  std::byte *const workspace = kernel.workspace ? address() : nullptr;
  for (unsigned i = 0; i < kernel.dims; ++i)
    dims[i] = static_cast<int32_t>(*word++);
  if (!isValid) {
    fault = kFakeIllegalAddress;
    return;
  }
  const rlx_kernel_args args{operands, dims, workspace};
  int32_t failed = 0;
  for (unsigned z = 0; z < work.grid[2]; ++z)
    for (unsigned y = 0; y < work.grid[1]; ++y)
      for (unsigned x = 0; x < work.grid[0]; ++x)
        failed = std::max(failed, kernel.function(&args, x, y, z));
  if (status) {
    int32_t before = 0;
    std::memcpy(&before, status, sizeof(before));
    failed = std::max(failed, before);
    std::memcpy(status, &failed, sizeof(failed));
  }
}

CudaResult FakeDriver::retain() {
  if (fault != kCudaSuccess)
    return fault;
  ++retained;
  return kCudaSuccess;
}

CudaResult FakeDriver::releaseContext() {
  if (retained == 0)
    return misuse(kFakeInvalidContext);
  if (--retained == 0)
    reset();
  return kCudaSuccess;
}

void FakeDriver::reset() {
  drain();
  objects.clear();
  memory.clear();
  fault = kCudaSuccess;
  retained = 0;
}

} // namespace rlx::rt::testing

#define RLX_FAKE_EXPORT extern "C" __attribute__((visibility("default")))

RLX_FAKE_EXPORT rlx::rt::testing::FakeCuda *rlxFakeCuda() {
  return &rlx::rt::testing::FakeDriver::get();
}
