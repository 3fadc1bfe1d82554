// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors that stay in a device's memory between runs, and how runs use them.
//
// Device handles are made of these: an output can become the next input without leaving the device.
#ifndef RLX_RUNTIME_DEVICE_DEVICEMEMORY_H
#define RLX_RUNTIME_DEVICE_DEVICEMEMORY_H

#include <cstdint>
#include <memory>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// A buffer in device memory. Any executor of the device accepts it.
class DeviceBuffer {
public:
  virtual ~DeviceBuffer() = default;
  virtual int64_t bytes() const = 0;
  // The address at which the host reads it without a copy; null if the host cannot.
  virtual const void *hostData() const = 0;
};

// Allocates and copies device buffers.
// Threads: calls must not overlap each other or a run. Buffers must be of the same device.
class DeviceMemory {
public:
  virtual ~DeviceMemory() = default;
  virtual StatusOr<std::unique_ptr<DeviceBuffer>> allocate(int64_t bytes) = 0;
  // `data` may change once it returns. `to` must not be in use by a run in flight.
  virtual Status write(DeviceBuffer &to, const void *data, int64_t bytes) = 0;
  virtual Status read(const DeviceBuffer &from, void *data, int64_t bytes) = 0;
  virtual Status copy(const DeviceBuffer &from, DeviceBuffer &to, int64_t bytes) = 0;
};

// An input of a run: in host memory, or in device memory.
struct RunInput {
  const void *data = nullptr;
  const DeviceBuffer *buffer = nullptr;
};
// An output of a run. It goes to `buffer` if that is set, and to `data` if that is not null. If
// neither is set, it stays in the output block, or is dropped if `isLeft`.
struct RunOutput {
  void *data = nullptr;
  DeviceBuffer *buffer = nullptr;
  bool isLeft = false;
};

// Transfers and submissions of an executable; all 0 on the CPU. Uploads and reads are transfers
// between host and device memory for inputs, results and handles. A result that the host reads in
// place counts as none.
struct DeviceUse {
  uint64_t uploads = 0, uploadedBytes = 0;
  uint64_t reads = 0, readBytes = 0;
  uint64_t submissions = 0; // runs submitted to the device
  uint64_t recordings = 0;  // command buffers recorded for them
  uint64_t maxInFlight = 0; // most runs in flight at the same time
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICEMEMORY_H
