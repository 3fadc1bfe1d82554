// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters of kernels (CudaKernel.h), and the nodes of graphs.
//
// A graph copies parameters when a node is added.
#include "runtime/cuda/device/CudaRecorder.h"

#include "runtime/base/StrCat.h"
#include "runtime/cuda/device/CudaBlock.h"
#include "runtime/cuda/device/CudaTensorMaps.h"

namespace rlx::rt {

Status CudaRecorder::beginList(GpuCommandList &into, bool isTimed) {
  list = &static_cast<CudaCommandList &>(into);
  before.clear();
  group.clear();
  RLX_RETURN_IF_ERROR(list->clear(isTimed));
  return list->isGraph() ? list->beginGraph() : okStatus();
}

Status CudaRecorder::end() {
  return list->isGraph() ? list->endGraph() : okStatus();
}

// Many nodes that each depend on many would be slow to make and to launch: one node joins them.
Status CudaRecorder::startGroup(bool beginsGroup) {
  if (!beginsGroup || !list->isGraph())
    return okStatus();
  constexpr size_t kMaxEdges = 4;
  before.swap(group);
  group.clear();
  if (before.size() <= kMaxEdges)
    return okStatus();
  CudaHandle join = nullptr;
  if (const CudaResult result =
          context->api().cuGraphAddEmptyNode(&join, list->graph, before.data(), before.size());
      result != kCudaSuccess)
    return context->failure(result, "recording for");
  before.assign(1, join);
  return okStatus();
}

Status CudaRecorder::addedNode(CudaResult result, CudaHandle node) {
  if (result != kCudaSuccess)
    return context->failure(result, "recording for");
  group.push_back(node);
  return okStatus();
}

// All parameters as words of 64 bits: the driver reads the size that the kernel declares.
Status CudaRecorder::gather(const GpuDispatch &what) {
  const GpuKernel &kernel = *what.kernel;
  words.clear();
  for (const BufferSlice &slice : what.operands)
    words.push_back(addressOf(slice.size ? slice : nothing));
  if (kernel.usesStatus)
    words.push_back(addressOf(what.status));
  if (kernel.usesWorkspace)
    words.push_back(addressOf(what.workspace.size ? what.workspace : nothing));
  for (const int64_t dim : what.dims) {
    // Index arguments may be negative.
    if (dim < INT32_MIN || dim > INT32_MAX)
      return outOfRange(strCat("a size is ", dim, ", more than kernels for CUDA can count"));
    words.push_back(static_cast<uint64_t>(dim));
  }
  maps.clear();
  for (const CudaTensorMap &map : static_cast<const CudaFunction &>(kernel).maps) {
    const BufferSlice &slice = what.operands[map.operand];
    RLX_ASSIGN_OR_RETURN(
        const CudaTensorMapWords made,
        makeTensorMap(*context, map, addressOf(slice.size ? slice : nothing), what.dims));
    maps.push_back(made);
  }
  return okStatus();
}

Status CudaRecorder::addDispatch(const GpuDispatch &what, bool beginsGroup) {
  const auto &kernel = static_cast<const CudaFunction &>(*what.kernel);
  RLX_RETURN_IF_ERROR(gather(what));
  if (!list->isGraph()) {
    list->commands.push_back(
        {&kernel, what.grid, list->words.size(), words.size(), list->maps.size(), maps.size()});
    list->words.insert(list->words.end(), words.begin(), words.end());
    list->maps.insert(list->maps.end(), maps.begin(), maps.end());
    list->reserve(words.size() + maps.size());
    return okStatus();
  }
  RLX_RETURN_IF_ERROR(startGroup(beginsGroup));
  parameters.clear();
  for (uint64_t &word : words)
    parameters.push_back(&word);
  for (CudaTensorMapWords &map : maps)
    parameters.push_back(&map);
  const CudaKernelNode node{kernel.function,        {what.grid[0], what.grid[1], what.grid[2]},
                            {kernel.threads, 1, 1}, kernel.sharedBytes,
                            parameters.data(),      nullptr};
  CudaHandle made = nullptr;
  const CudaResult result =
      context->api().cuGraphAddKernelNode(&made, list->graph, before.data(), before.size(), &node);
  return addedNode(result, made);
}

Status CudaRecorder::addCopy(const BufferSlice &from, const BufferSlice &to, bool beginsGroup) {
  if (!list->isGraph()) {
    CudaCommand command;
    command.from = addressOf(from);
    command.to = addressOf(to);
    command.bytes = to.size;
    list->commands.push_back(command);
    return okStatus();
  }
  RLX_RETURN_IF_ERROR(startGroup(beginsGroup));
  CudaCopyNode node{};
  node.from.memoryType = node.to.memoryType = kCudaUnifiedMemory;
  node.from.device = addressOf(from);
  node.to.device = addressOf(to);
  node.width = to.size;
  node.height = node.depth = 1;
  CudaHandle made = nullptr;
  const CudaResult result = context->api().cuGraphAddMemcpyNode(
      &made, list->graph, before.data(), before.size(), &node, context->handle());
  return addedNode(result, made);
}

} // namespace rlx::rt
