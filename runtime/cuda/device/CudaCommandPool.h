// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command lists of a CUDA device: graphs, or launches one by one, and events as fences.
#ifndef RLX_RUNTIME_CUDA_DEVICE_CUDACOMMANDPOOL_H
#define RLX_RUNTIME_CUDA_DEVICE_CUDACOMMANDPOOL_H

#include <memory>
#include <vector>

#include "runtime/cuda/device/CudaContext.h"
#include "runtime/cuda/device/CudaModules.h"

namespace rlx::rt {

// A launch or a copy that a list runs by itself.
struct CudaCommand {
  const CudaFunction *kernel = nullptr; // null for a copy
  std::array<uint32_t, 3> grid{};
  size_t firstWord = 0, numWords = 0; // parameters, into CudaCommandList::words
  size_t firstMap = 0, numMaps = 0;   // the same, into CudaCommandList::maps
  CudaPointer from = 0, to = 0;
  size_t bytes = 0;
};

// A list that runs many times is a graph. One that runs once has its commands, in order: to
// instantiate a graph would take longer than to launch them. Threads: confined to one executor.
class CudaCommandList : public GpuCommandList {
public:
  CudaCommandList(CudaContext &context, ListUse use) : context(context), use(use) {}
  ~CudaCommandList() override;
  uint64_t elapsedNs() const override;

  // Drops the content. `isTimed`: the next run is measured.
  Status clear(bool isTimed);
  bool isGraph() const { return use == ListUse::Repeated; }
  // Begins a graph.
  Status beginGraph();
  // The graph is complete.
  Status endGraph();
  // Runs it on the stream.
  Status launch();

  CudaHandle graph = nullptr; // while it is recorded
  std::vector<CudaCommand> commands;
  std::vector<uint64_t> words; // parameters of commands
  std::vector<CudaTensorMapWords> maps;
  // Makes room for the addresses of so many parameters of one command: launch() allocates nothing.
  void reserve(size_t count) { parameters.reserve(count); }

private:
  void destroyGraph();
  Status launchCommands();

  CudaContext &context;
  ListUse use;
  CudaHandle exec = nullptr;
  CudaHandle started = nullptr, stopped = nullptr; // null until needed
  bool measures = false;
  std::vector<void *> parameters; // of the command that is launched
};

class CudaFence : public GpuFence {
public:
  CudaHandle event = nullptr;
};

class CudaCommandPool : public GpuCommandPool {
public:
  explicit CudaCommandPool(std::shared_ptr<CudaContext> owner) : context(std::move(owner)) {}
  ~CudaCommandPool() override;

  StatusOr<GpuCommandList *> makeList(ListUse use) override;
  StatusOr<GpuFence *> makeFence() override;
  std::unique_ptr<GpuRecorder> makeRecorder(BufferSlice nothing) override;
  Status submit(GpuCommandList &list, GpuFence &fence) override;
  Status wait(GpuFence &fence) override;

private:
  std::shared_ptr<CudaContext> context;
  std::vector<std::unique_ptr<CudaCommandList>> lists;
  std::vector<std::unique_ptr<CudaFence>> fences;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_DEVICE_CUDACOMMANDPOOL_H
