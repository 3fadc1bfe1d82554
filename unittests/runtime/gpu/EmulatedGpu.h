// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GPU for tests, "emulated": the smallest back end of GpuExecutor. Its kernels are functions of
// the CPU, its memory cannot be reached by the host, and it works as late and in as odd an order as
// a GPU may.
#ifndef RLX_UNITTESTS_RUNTIME_GPU_EMULATEDGPU_H
#define RLX_UNITTESTS_RUNTIME_GPU_EMULATEDGPU_H

#include "runtime/program/model/KernelTable.h"

namespace rlx::rt::testing {

// testKernels(), for the host and for this GPU.
KernelTable emulatedKernels();

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_GPU_EMULATEDGPU_H
