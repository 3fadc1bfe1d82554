// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of the fake driver, and how it does work. FakeApi.cpp has its functions.
#ifndef RLX_UNITTESTS_RUNTIME_CUDA_FAKE_FAKEDRIVER_H
#define RLX_UNITTESTS_RUNTIME_CUDA_FAKE_FAKEDRIVER_H

#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "runtime/cuda/api/CudaAPI.h"
#include "unittests/runtime/cuda/fake/FakeCuda.h"

namespace rlx::rt::testing {

inline constexpr CudaResult kFakeInvalidValue = 1, kFakeInvalidContext = 201, kFakeInvalidPtx = 218,
                            kFakeInvalidHandle = 400, kFakeNotFound = 500,
                            kFakeIllegalAddress = 700;

// The context that calls of this thread are for.
inline thread_local CudaHandle fakeCurrent = nullptr;

// No processor takes such an address, so a host that uses the device's address ends.
inline constexpr CudaPointer kFakeDeviceBit = CudaPointer(1) << 52;
inline CudaPointer fakeDeviceAddress(const void *host) {
  return reinterpret_cast<uintptr_t>(host) | kFakeDeviceBit;
}

enum class FakeKind : uint8_t { Context, Module, Function, Stream, Event, Graph, Node, Exec };

struct FakeObject {
  explicit FakeObject(FakeKind kind) : kind(kind) {}
  virtual ~FakeObject() = default;
  FakeKind kind;
};

// A kernel as its text in place of PTX declares it.
struct FakeFunction : FakeObject {
  FakeFunction() : FakeObject(FakeKind::Function) {}
  rlx_kernel_fn function = nullptr;
  unsigned operands = 0, status = 0, workspace = 0, dims = 0;
  unsigned maps = 0;                     // each of operand 0, and its last size is the first dim
  unsigned sharedBytes = 0, granted = 0; // that a launch must give; cuFuncSetAttribute
  unsigned parameters() const { return operands + status + workspace + dims; }
};

struct FakeModule : FakeObject {
  FakeModule() : FakeObject(FakeKind::Module) {}
  FakeFunction *function = nullptr;
};

struct FakeEvent : FakeObject {
  FakeEvent() : FakeObject(FakeKind::Event) {}
  bool isDone = true; // as events are before they are recorded
};

struct FakeExec;

// An item of work. It owns nothing, so that to enqueue it allocates nothing.
struct FakeWork {
  const FakeFunction *kernel = nullptr; // of a launch
  FakeEvent *event = nullptr;           // to signal
  FakeExec *exec = nullptr;             // a graph
  CudaPointer from = 0, to = 0;         // of a copy
  size_t bytes = 0;
  unsigned grid[3] = {};
  uint64_t words[64] = {};
};

struct FakeNode : FakeObject {
  FakeNode() : FakeObject(FakeKind::Node) {}
  FakeWork work;
  std::vector<size_t> after; // numbers of nodes of the same graph
  size_t number = 0;
};

struct FakeGraph : FakeObject {
  FakeGraph() : FakeObject(FakeKind::Graph) {}
  std::vector<FakeNode *> nodes;
};

struct FakeExec : FakeObject {
  FakeExec() : FakeObject(FakeKind::Exec) {}
  std::vector<FakeWork> work;
  std::vector<std::vector<size_t>> next; // the nodes that wait for one
  std::vector<size_t> numAfter;
  std::vector<size_t> waitsFor, ready; // scratch
};

struct FakeStream : FakeObject {
  FakeStream() : FakeObject(FakeKind::Stream) { work.reserve(kMaxWork); }
  static constexpr size_t kMaxWork = 256;
  std::vector<FakeWork> work;
};

// Threads: all functions are called with `mutex` held.
class FakeDriver final : public FakeCuda {
public:
  static FakeDriver &get();

  void addKernel(const char *name, rlx_kernel_fn function) override;
  void failAt(const char *symbol, int result, uint64_t nth, bool isForGood) override;
  void failNone() override;
  uint64_t calls() const override;
  void faultNextKernel() override;
  uint64_t misuses() const override;
  uint64_t live() const override;

  // The result of a call before it does anything: a chosen failure, a missing context, or a fault.
  CudaResult enter(const char *symbol, bool needsContext);
  CudaResult misuse(CudaResult result) {
    ++numMisuses;
    return result;
  }

  template <typename T>
  T *make() {
    auto owned = std::make_unique<T>();
    T *const object = owned.get();
    objects.emplace(object, std::move(owned));
    return object;
  }
  // Null, and counted, if there is no such object.
  template <typename T>
  T *find(CudaHandle handle, FakeKind kind) {
    const auto found = objects.find(reinterpret_cast<FakeObject *>(handle));
    if (found != objects.end() && found->second->kind == kind)
      return static_cast<T *>(found->second.get());
    ++numMisuses;
    return nullptr;
  }
  void destroy(FakeObject *object) { objects.erase(object); }

  CudaPointer allocate(size_t bytes, bool isHost);
  bool release(CudaPointer pointer, bool isHost);
  // The host's address of `bytes` at an address of the device; null if they are not in one
  // allocation.
  std::byte *hostAddress(CudaPointer pointer, size_t bytes);

  void enqueue(FakeStream &stream, const FakeWork &work);
  void doNext(FakeStream &stream);
  void doOne(); // of any stream
  void drain();

  CudaResult retain();
  CudaResult releaseContext();
  void reset();

  mutable std::mutex mutex;
  std::map<std::string, rlx_kernel_fn, std::less<>> kernels;
  FakeObject context{FakeKind::Context};
  CudaHandle contextHandle() { return reinterpret_cast<CudaHandle>(&context); }
  CudaResult fault = kCudaSuccess; // of the context, for good

private:
  struct Memory {
    std::unique_ptr<std::byte[]> bytes;
    size_t size = 0;
    bool isHost = false;
  };
  void perform(const FakeWork &work);
  void performGraph(FakeExec &exec);
  void launch(const FakeWork &work);

  std::map<const FakeObject *, std::unique_ptr<FakeObject>> objects;
  std::map<CudaPointer, Memory> memory;
  std::mt19937 random;
  unsigned retained = 0;
  bool faults = false, failsForGood = false;
  std::string failing;
  CudaResult failure = kCudaSuccess;
  uint64_t failsAt = 0, numCalls = 0, numMisuses = 0;
};

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_CUDA_FAKE_FAKEDRIVER_H
