// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of a program, loaded on a device.
//
// A back end derives both classes: a kernel also has the pipeline or function that its recorder
// launches.
#ifndef RLX_RUNTIME_GPU_API_GPUKERNELS_H
#define RLX_RUNTIME_GPU_API_GPUKERNELS_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/base/Status.h"
#include "runtime/device/DeviceProfile.h"
#include "runtime/device/KernelBindings.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// A kernel that can be launched. A kernel with `usesStatus` may fail: it sets its status word,
// which is zero before, to an error word of KernelABI.h.
struct GpuKernel : KernelBindings {
  std::string name;
  // One per operand: 0 if the kernel only writes it. A back end that cannot tell has 1.
  std::vector<uint8_t> readsOperand;
};

// Made once per program and device (GpuContext::loadKernels()), and shared by all clones. Keeps the
// context alive. Threads: immutable.
class GpuKernels {
public:
  virtual ~GpuKernels() = default;
  // The kernel at an index of Program::kernels; null for one that the host runs.
  virtual const GpuKernel *find(uint32_t index) const = 0;
};

// Calls `load` with the index of each kernel for the device's target, on up to 8 threads. A failed
// kernel stops the others; the first error in program order is returned, with the kernel's name.
Status forEachKernel(const Program &program, const DeviceProfile &device,
                     const std::function<Status(uint32_t index)> &load);

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_API_GPUKERNELS_H
