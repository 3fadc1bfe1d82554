// Tensors that stay in a device's own memory between runs, and how runs find them there.
#ifndef RLX_RUNTIME_DEVICE_DEVICEMEMORY_H
#define RLX_RUNTIME_DEVICE_DEVICEMEMORY_H

#include <cstdint>
#include <memory>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// Memory of one device. Any executor of that device takes it.
class DeviceBuffer {
public:
  virtual ~DeviceBuffer() = default;
  virtual int64_t bytes() const = 0;
  // Where the host reads it without a copy; null if it cannot.
  virtual const void *hostData() const = 0;
};

// Threads: calls must not overlap, nor a run. Buffers are of the same device.
class DeviceMemory {
public:
  virtual ~DeviceMemory() = default;
  virtual StatusOr<std::unique_ptr<DeviceBuffer>> allocate(int64_t bytes) = 0;
  // `data` may change when it returns; nothing that is under way uses `to`.
  virtual Status write(DeviceBuffer &to, const void *data, int64_t bytes) = 0;
  virtual Status read(const DeviceBuffer &from, void *data, int64_t bytes) = 0;
  virtual Status copy(const DeviceBuffer &from, DeviceBuffer &to, int64_t bytes) = 0;
};

// Where a run finds an input: in the host's memory, or in the device's.
struct RunInput {
  const void *data = nullptr;
  const DeviceBuffer *buffer = nullptr;
};
// Where a run leaves a result: in `buffer` if there is one, and in `data` if that is not null.
// Neither: in the output block, unless it `isLeft` where nobody looks.
struct RunOutput {
  void *data = nullptr;
  DeviceBuffer *buffer = nullptr;
  bool isLeft = false;
};

// What an executable has done with a device that is not the host; on the CPU all of it is 0.
// Uploads and reads are what went between the host's memory and the device's for inputs, results
// and handles. A result that the host finds where the device has left it is none.
struct DeviceUse {
  uint64_t uploads = 0, uploadedBytes = 0;
  uint64_t reads = 0, readBytes = 0;
  uint64_t submissions = 0; // of runs to the device
  uint64_t recordings = 0;  // of commands for that
  uint64_t maxInFlight = 0; // runs that were given to the device and not done, at the same time
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICEMEMORY_H
