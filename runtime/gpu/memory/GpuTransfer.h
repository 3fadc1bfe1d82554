// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transfers of any size between host and device, through a small staging buffer.
//
// Two halves alternate (double buffering): the host fills one while the device copies from the
// other.
#ifndef RLX_RUNTIME_GPU_MEMORY_GPUTRANSFER_H
#define RLX_RUNTIME_GPU_MEMORY_GPUTRANSFER_H

#include <memory>
#include <vector>

#include "runtime/gpu/api/GpuContext.h"

namespace rlx::rt {

// Threads: confined to one executor.
class GpuTransfer {
public:
  explicit GpuTransfer(std::shared_ptr<GpuContext> owner) : context(std::move(owner)) {}
  GpuTransfer(const GpuTransfer &) = delete;
  ~GpuTransfer();

  // upload() copies `data` before it returns. The bytes are on the device for submissions after
  // send(), and for everything else after flush(). After a failure all later calls are Unavailable,
  // since nothing may compute on missing data.
  Status upload(const BufferSlice &to, const void *data);
  Status send();
  Status flush();
  // Both wait for all earlier transfers.
  Status download(const BufferSlice &from, void *data);
  Status copy(const BufferSlice &from, const BufferSlice &to);
  uint64_t bytes() const { return staging ? staging->size() : 0; }

private:
  // One half of the staging buffer.
  struct Half {
    GpuCommandList *commands = nullptr;
    GpuFence *fence = nullptr;
    BufferSlice staging;
    uint64_t used = 0; // bytes of recorded copies
    bool isSubmitted = false;
    // Destinations of the uploads, kept alive until the copies are done.
    std::vector<std::shared_ptr<GpuBlock>> kept;
  };
  Status make();
  Status arrived() const;
  Status begin(Half &half);
  Status submit(Half &half);
  Status wait(Half &half);

  std::shared_ptr<GpuContext> context;
  std::unique_ptr<GpuCommandPool> pool;  // null until first needed
  std::unique_ptr<GpuRecorder> recorder; // of one half at a time
  std::shared_ptr<GpuBlock> staging;
  Half halves[2];
  size_t current = 0;
  bool isBroken = false; // an upload failed and will never arrive
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_MEMORY_GPUTRANSFER_H
