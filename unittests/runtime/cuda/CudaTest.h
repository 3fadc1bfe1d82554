// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the CUDA runtime without a device, by a fake of the driver (fake/FakeCuda.h).
#ifndef RLX_UNITTESTS_RUNTIME_CUDA_CUDATEST_H
#define RLX_UNITTESTS_RUNTIME_CUDA_CUDATEST_H

#include "runtime/cuda/kernel/CudaImage.h"
#include "unittests/runtime/cuda/fake/FakeCuda.h"

namespace rlx::rt::testing {

// The fake driver, which this process has in place of a real one.
FakeCuda &fakeCuda();

// testKernels(), for the host and for CUDA.
KernelTable cudaKernels();

// The CUDA kernels of it, whose texts a test may change.
CudaImage cudaTestImage();
// testKernels() and these.
KernelTable cudaKernels(const CudaImage &image);

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_CUDA_CUDATEST_H
