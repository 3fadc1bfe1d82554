// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs, launches, events and their order on the stream.
//
// The stream is the context's. It runs submissions in order.
#include "runtime/cuda/device/CudaCommandPool.h"

#include "runtime/cuda/device/CudaRecorder.h"

namespace rlx::rt {

CudaCommandList::~CudaCommandList() {
  const CudaAPI &cuda = context.api();
  if (context.isLost() || cuda.cuCtxSetCurrent(context.handle()) != kCudaSuccess)
    return;
  destroyGraph();
  for (const CudaHandle event : {started, stopped})
    if (event)
      (void)cuda.cuEventDestroy(event);
}

void CudaCommandList::destroyGraph() {
  if (exec)
    (void)context.api().cuGraphExecDestroy(exec);
  if (graph)
    (void)context.api().cuGraphDestroy(graph);
  exec = graph = nullptr;
}

Status CudaCommandList::clear(bool isTimed) {
  const CudaAPI &cuda = context.api();
  RLX_RETURN_IF_ERROR(context.activate());
  destroyGraph();
  commands.clear();
  words.clear();
  maps.clear();
  measures = isTimed;
  for (CudaHandle *event : {&started, &stopped})
    if (measures && !*event)
      if (const CudaResult result = cuda.cuEventCreate(event, 0); result != kCudaSuccess)
        return context.failure(result, "making a clock of");
  return okStatus();
}

Status CudaCommandList::beginGraph() {
  if (const CudaResult result = context.api().cuGraphCreate(&graph, 0); result != kCudaSuccess)
    return context.failure(result, "making a graph for");
  return okStatus();
}

Status CudaCommandList::endGraph() {
  const CudaAPI &cuda = context.api();
  if (const CudaResult result = cuda.cuGraphInstantiate(&exec, graph, 0); result != kCudaSuccess)
    return context.failure(result, "instantiating a graph for");
  (void)cuda.cuGraphDestroy(graph); // the executable graph needs it no more
  graph = nullptr;
  if (const CudaResult result = cuda.cuGraphUpload(exec, context.stream()); result != kCudaSuccess)
    return context.failure(result, "uploading a graph to");
  return okStatus();
}

Status CudaCommandList::launchCommands() {
  const CudaAPI &cuda = context.api();
  for (const CudaCommand &command : commands) {
    CudaResult result = kCudaSuccess;
    if (!command.kernel) {
      result = cuda.cuMemcpyAsync(command.to, command.from, command.bytes, context.stream());
    } else {
      parameters.clear();
      for (size_t i = 0; i < command.numWords; ++i)
        parameters.push_back(&words[command.firstWord + i]);
      for (size_t i = 0; i < command.numMaps; ++i)
        parameters.push_back(&maps[command.firstMap + i]);
      result = cuda.cuLaunchKernel(command.kernel->function, command.grid[0], command.grid[1],
                                   command.grid[2], command.kernel->threads, 1, 1,
                                   command.kernel->sharedBytes, context.stream(), parameters.data(),
                                   nullptr);
    }
    if (result != kCudaSuccess)
      return context.failure(result, "giving work to");
  }
  return okStatus();
}

Status CudaCommandList::launch() {
  const CudaAPI &cuda = context.api();
  const auto record = [&](CudaHandle event) -> Status {
    const CudaResult result = measures ? cuda.cuEventRecord(event, context.stream()) : kCudaSuccess;
    return result == kCudaSuccess ? okStatus() : context.failure(result, "reading the clock of");
  };
  RLX_RETURN_IF_ERROR(record(started));
  if (exec) {
    if (const CudaResult result = cuda.cuGraphLaunch(exec, context.stream());
        result != kCudaSuccess)
      return context.failure(result, "giving work to");
  }
  RLX_RETURN_IF_ERROR(launchCommands());
  return record(stopped);
}

uint64_t CudaCommandList::elapsedNs() const {
  float milliseconds = 0;
  if (!measures || !context.activate().ok() ||
      context.api().cuEventElapsedTime(&milliseconds, started, stopped) != kCudaSuccess)
    return 0;
  constexpr double kNsPerMs = 1e6;
  return static_cast<uint64_t>(static_cast<double>(milliseconds) * kNsPerMs);
}

CudaCommandPool::~CudaCommandPool() {
  lists.clear();
  const CudaAPI &cuda = context->api();
  if (context->isLost() || cuda.cuCtxSetCurrent(context->handle()) != kCudaSuccess)
    return;
  for (const std::unique_ptr<CudaFence> &fence : fences)
    if (fence->event)
      (void)cuda.cuEventDestroy(fence->event);
}

StatusOr<GpuCommandList *> CudaCommandPool::makeList(ListUse use) {
  lists.push_back(std::make_unique<CudaCommandList>(*context, use));
  return lists.back().get();
}

StatusOr<GpuFence *> CudaCommandPool::makeFence() {
  RLX_RETURN_IF_ERROR(context->activate());
  fences.push_back(std::make_unique<CudaFence>());
  if (const CudaResult result =
          context->api().cuEventCreate(&fences.back()->event, kCudaEventUntimed);
      result != kCudaSuccess)
    return context->failure(result, "making an event of");
  return fences.back().get();
}

std::unique_ptr<GpuRecorder> CudaCommandPool::makeRecorder(BufferSlice nothing) {
  return std::make_unique<CudaRecorder>(context, std::move(nothing));
}

Status CudaCommandPool::submit(GpuCommandList &list, GpuFence &fence) {
  RLX_RETURN_IF_ERROR(context->activate());
  Status given = static_cast<CudaCommandList &>(list).launch();
  if (given.ok())
    if (const CudaResult result =
            context->api().cuEventRecord(static_cast<CudaFence &>(fence).event, context->stream());
        result != kCudaSuccess)
      given = context->failure(result, "giving work to");
  // Commands before the failure may be at work on memory that the caller frees.
  if (!given.ok())
    (void)context->api().cuStreamSynchronize(context->stream());
  return given;
}

Status CudaCommandPool::wait(GpuFence &fence) {
  return context->waitFor(static_cast<CudaFence &>(fence).event);
}

} // namespace rlx::rt
