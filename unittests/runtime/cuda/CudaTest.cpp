// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fake driver is loaded before the runtime looks for one: later ones by the same name are the
// same library.
#include "unittests/runtime/cuda/CudaTest.h"

#include <dlfcn.h>

#include "runtime/base/StrCat.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

namespace rlx::rt::testing {

static FakeCuda *loadFakeCuda() {
  void *const library = dlopen(RLX_FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
  auto *const get =
      library ? reinterpret_cast<FakeCuda::Get *>(dlsym(library, "rlxFakeCuda")) : nullptr;
  if (!get) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::abort();
  }
  return get();
}

static FakeCuda *const loadedFakeCuda = loadFakeCuda();

FakeCuda &fakeCuda() {
  return *loadedFakeCuda;
}

CudaImage cudaTestImage() {
  CudaImage image;
  const KernelTable host = testKernels();
  const auto add = [&](const char *name, uint32_t operands, uint32_t dims) {
    fakeCuda().addKernel(name, host.findCPU(name));
    CudaKernel &kernel = image.kernels.emplace_back();
    kernel.name = name;
    kernel.operands = operands;
    kernel.dims = dims;
    kernel.usesStatus = kernel.name == "check_index";
    kernel.usesWorkspace = kernel.name == "scale_rows";
    kernel.threads = 64;
    kernel.reads.assign(operands, 1);
    kernel.reads.back() = 0;
    if (kernel.name == "double") { // as matmuls on warpgroup matrices have
      kernel.sharedBytes = 65536;
      kernel.maps = {{0, 4, {{32, {}, 32}, {1, {0}, 8}}}};
    }
    kernel.ptx = strCat("// fake: ", name, " ", operands, " ", int(kernel.usesStatus), " ",
                        int(kernel.usesWorkspace), " ", dims, " ", kernel.maps.size(), " ",
                        kernel.sharedBytes);
  };
  add("add_rows", 3, 2);
  add("check_index", 2, 2);
  add("double", 2, 1);
  add("less", 3, 0);
  add("scale_rows", 4, 2);
  return image;
}

KernelTable cudaKernels(const CudaImage &image) {
  KernelTable table = testKernels();
  const auto bytes = encodeCudaImage(image);
  EXPECT_TRUE(bytes.ok());
  if (bytes.ok())
    EXPECT_OK(loadCudaImage(*bytes, table));
  return table;
}

KernelTable cudaKernels() {
  return cudaKernels(cudaTestImage());
}

} // namespace rlx::rt::testing
