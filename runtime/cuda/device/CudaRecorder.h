// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records dispatches and copies as nodes of a graph, or as commands for a single run.
//
// The nodes of a group depend on those of the group before it (GpuRecorder), so independent kernels
// may run at the same time.
#ifndef RLX_RUNTIME_CUDA_DEVICE_CUDARECORDER_H
#define RLX_RUNTIME_CUDA_DEVICE_CUDARECORDER_H

#include <memory>
#include <vector>

#include "runtime/cuda/device/CudaCommandPool.h"

namespace rlx::rt {

// Threads: confined to one executor. The caller keeps the operands' memory alive.
class CudaRecorder : public GpuRecorder {
public:
  // `nothing` is the operand of those without bytes.
  CudaRecorder(std::shared_ptr<CudaContext> owner, BufferSlice nothing)
      : GpuRecorder(owner->profile()), context(std::move(owner)), nothing(std::move(nothing)) {}

  // Lists own all that they refer to.
  void reset() override {}
  Status end() override;

private:
  Status beginList(GpuCommandList &list, bool isTimed) override;
  Status addDispatch(const GpuDispatch &what, bool beginsGroup) override;
  Status addCopy(const BufferSlice &from, const BufferSlice &to, bool beginsGroup) override;
  Status gather(const GpuDispatch &what);
  Status startGroup(bool beginsGroup);
  Status addedNode(CudaResult result, CudaHandle node);

  std::shared_ptr<CudaContext> context;
  BufferSlice nothing;
  CudaCommandList *list = nullptr;
  std::vector<CudaHandle> before, group; // nodes of the previous group, and of this one
  std::vector<uint64_t> words;           // parameters of the dispatch that is being recorded
  std::vector<CudaTensorMapWords> maps;  // the same
  std::vector<void *> parameters;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_DEVICE_CUDARECORDER_H
