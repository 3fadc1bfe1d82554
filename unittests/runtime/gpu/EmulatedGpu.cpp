// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work is done when somebody waits for it, and the commands of a group are done in random order. So
// a missing wait or a wrong group gives wrong results.
#include "unittests/runtime/gpu/EmulatedGpu.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <random>

#include "runtime/base/Allocator.h"
#include "runtime/device/DeviceFactory.h"
#include "runtime/gpu/executor/GpuDevice.h"
#include "unittests/runtime/TestPrograms.h"

namespace rlx::rt::testing {

namespace {

constexpr std::string_view kTarget = "emulated";

struct Kernel : GpuKernel {
  rlx_kernel_fn function = nullptr;
};

struct Kernels : GpuKernels {
  std::vector<Kernel> all; // one per kernel of the program
  const Kernel *find(uint32_t index) const override {
    return all[index].function ? &all[index] : nullptr;
  }
};

class Block : public GpuBlock {
public:
  Block(std::shared_ptr<GpuContext> owner, uint64_t size)
      : GpuBlock(size), context(std::move(owner)) {}
  ~Block() override {
    if (address)
      context->countAllocation(-static_cast<int64_t>(size()));
  }
  Status make(bool isMapped) {
    if (!memory.reserve(size()))
      return outOfMemory("no memory for an emulated block");
    std::memset(memory.data(), 0xCB, size()); // no test may rely on zeros
    address = memory.data();
    pointer = isMapped ? address : nullptr;
    context->countAllocation(static_cast<int64_t>(size()));
    return okStatus();
  }
  std::byte *address = nullptr; // the device's

private:
  std::shared_ptr<GpuContext> context;
  AlignedBuffer memory;
};

std::byte *addressOf(const BufferSlice &slice) {
  return slice.block ? static_cast<const Block &>(*slice.block).address + slice.offset : nullptr;
}

// A dispatch, or a copy if there is no function.
struct Step {
  std::byte *from = nullptr, *to = nullptr;
  uint64_t size = 0;
  rlx_kernel_fn function = nullptr;
  std::vector<void *> operands;
  std::vector<int64_t> dims;
  std::array<uint32_t, 3> grid{};
  std::byte *workspace = nullptr, *status = nullptr;

  void run() const {
    if (!function) {
      std::memcpy(to, from, size);
      return;
    }
    const rlx_kernel_args args{operands.data(), dims.data(), workspace};
    int32_t failed = 0;
    for (uint32_t z = 0; z < grid[2]; ++z)
      for (uint32_t y = 0; y < grid[1]; ++y)
        for (uint32_t x = 0; x < grid[0]; ++x)
          failed = std::max(failed, function(&args, x, y, z));
    if (status)
      std::memcpy(status, &failed, sizeof(failed));
  }
};

struct List : GpuCommandList {
  std::vector<Step> steps;
  std::vector<size_t> groupEnds; // of all groups but the last
  uint64_t elapsedNs() const override { return 0; }
};

struct Fence : GpuFence {
  bool isSignalled = false;
};

class Recorder : public GpuRecorder {
public:
  explicit Recorder(const DeviceProfile &profile) : GpuRecorder(profile) {}
  void reset() override {}
  Status end() override { return okStatus(); }

private:
  Status beginList(GpuCommandList &into, bool) override {
    list = &static_cast<List &>(into);
    list->steps.clear();
    list->groupEnds.clear();
    return okStatus();
  }
  Step &add(bool beginsGroup) {
    if (beginsGroup)
      list->groupEnds.push_back(list->steps.size());
    return list->steps.emplace_back();
  }
  Status addCopy(const BufferSlice &from, const BufferSlice &to, bool beginsGroup) override {
    Step &step = add(beginsGroup);
    step.from = addressOf(from);
    step.to = addressOf(to);
    step.size = to.size;
    return okStatus();
  }
  Status addDispatch(const GpuDispatch &what, bool beginsGroup) override {
    Step &step = add(beginsGroup);
    step.function = static_cast<const Kernel &>(*what.kernel).function;
    for (const BufferSlice &operand : what.operands)
      step.operands.push_back(addressOf(operand));
    step.dims.assign(what.dims.begin(), what.dims.end());
    step.grid = what.grid;
    step.workspace = addressOf(what.workspace);
    step.status = addressOf(what.status);
    return okStatus();
  }

  List *list = nullptr;
};

class Context : public GpuContext {
public:
  explicit Context(const DeviceProfile &profile) : GpuContext(profile) {
    maxBytes = uint64_t(1) << 30;
    maxDirectInput = maxDirectResult = 64; // so that tests have both kinds
    waiting.reserve(kMaxWaiting);
  }
  StatusOr<std::unique_ptr<GpuCommandPool>> makeCommandPool() override;

  Status submit(List &list, Fence &fence) {
    RLX_RETURN_IF_ERROR(checkUsable());
    std::lock_guard lock(mutex);
    if (waiting.size() == kMaxWaiting)
      doNext();
    waiting.emplace_back(&list, &fence);
    return okStatus();
  }
  Status wait(Fence &fence) {
    std::lock_guard lock(mutex);
    while (!fence.isSignalled && !waiting.empty())
      doNext();
    return std::exchange(fence.isSignalled, false) ? okStatus()
                                                   : internalError("a fence without its work");
  }

private:
  static constexpr size_t kMaxWaiting = 64;
  StatusOr<std::shared_ptr<GpuBlock>> allocateBlock(uint64_t bytes, MemoryKind kind) override {
    auto block = std::make_shared<Block>(shared_from_this(), bytes);
    RLX_RETURN_IF_ERROR(block->make(kind != MemoryKind::Device));
    return std::shared_ptr<GpuBlock>(std::move(block));
  }
  StatusOr<std::shared_ptr<const GpuKernels>> makeKernels(const Program &program,
                                                          const KernelTable &table) override {
    auto kernels = std::make_shared<Kernels>();
    kernels->all.resize(program.kernels.size());
    RLX_RETURN_IF_ERROR(forEachKernel(program, profile(), [&](uint32_t i) {
      kernels->all[i] =
          *static_cast<const Kernel *>(table.findCode(kTarget, program.kernels[i].name));
      return okStatus();
    }));
    return std::shared_ptr<const GpuKernels>(std::move(kernels));
  }
  void doNext() {
    const auto [list, fence] = waiting.front();
    waiting.erase(waiting.begin());
    size_t begin = 0;
    const auto doGroup = [&](size_t end) {
      const std::span group = std::span(list->steps).subspan(begin, end - begin);
      std::ranges::shuffle(group, random);
      for (const Step &step : group)
        step.run();
      begin = end;
    };
    std::ranges::for_each(list->groupEnds, doGroup);
    doGroup(list->steps.size());
    fence->isSignalled = true;
  }

  std::mutex mutex;
  std::vector<std::pair<List *, Fence *>> waiting; // in the order of their submission
  std::mt19937 random;
};

class Pool : public GpuCommandPool {
public:
  explicit Pool(std::shared_ptr<Context> owner) : context(std::move(owner)) {}
  StatusOr<GpuCommandList *> makeList(ListUse) override {
    lists.push_back(std::make_unique<List>());
    return lists.back().get();
  }
  StatusOr<GpuFence *> makeFence() override {
    fences.push_back(std::make_unique<Fence>());
    return fences.back().get();
  }
  std::unique_ptr<GpuRecorder> makeRecorder(BufferSlice) override {
    return std::make_unique<Recorder>(context->profile());
  }
  Status submit(GpuCommandList &list, GpuFence &fence) override {
    return context->submit(static_cast<List &>(list), static_cast<Fence &>(fence));
  }
  Status wait(GpuFence &fence) override { return context->wait(static_cast<Fence &>(fence)); }

private:
  std::shared_ptr<Context> context;
  std::vector<std::unique_ptr<List>> lists;
  std::vector<std::unique_ptr<Fence>> fences;
};

StatusOr<std::unique_ptr<GpuCommandPool>> Context::makeCommandPool() {
  return std::unique_ptr<GpuCommandPool>(
      std::make_unique<Pool>(std::static_pointer_cast<Context>(shared_from_this())));
}

class Emulated : public GpuDevice {
public:
  Emulated() : GpuDevice(std::string(kTarget) + ":0", "") {
    limits.name = "an emulated GPU";
    limits.target = kTarget;
    limits.bufferOffsetAlignment = 64;
  }
  std::string description() const override { return limits.name; }
  const DeviceProfile &profile() const override { return limits; }

private:
  StatusOr<std::shared_ptr<GpuContext>> createContext(const std::string &) override {
    return std::shared_ptr<GpuContext>(std::make_shared<Context>(limits));
  }
  DeviceProfile limits;
};

std::vector<std::unique_ptr<Device>> findEmulated(const std::string &, std::string &) {
  std::vector<std::unique_ptr<Device>> devices;
  devices.push_back(std::make_unique<Emulated>());
  return devices;
}

const bool isRegistered = [] {
  registerDeviceFactory({kTarget, "Emulated", /*isAlwaysThere=*/false, findEmulated,
                         [](std::span<const uint8_t>, KernelTable &) { return okStatus(); }});
  return true;
}();

} // namespace

KernelTable emulatedKernels() {
  KernelTable table = testKernels();
  const auto add = [&](const char *name, uint32_t operands, uint32_t dims) {
    auto kernel = std::make_shared<Kernel>();
    kernel->name = name;
    kernel->operands = operands;
    kernel->dims = dims;
    kernel->readsOperand.assign(operands, 1);
    kernel->readsOperand.back() = 0;
    kernel->usesStatus = std::string_view(name) == "check_index";
    kernel->usesWorkspace = std::string_view(name) == "scale_rows";
    kernel->function = table.findCPU(name);
    table.addCode(kTarget, name, std::move(kernel), 0).ignore();
  };
  add("add_rows", 3, 2);
  add("check_index", 2, 2);
  add("double", 2, 1);
  add("less", 3, 0);
  add("scale_rows", 4, 2);
  return table;
}

} // namespace rlx::rt::testing
