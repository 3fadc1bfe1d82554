// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fake of NVIDIA's driver, libcuda.so.1, for tests without a device, and its controls.
//
// It keeps to the promises of the driver's documentation and gives no others. Addresses of the
// device are no addresses of the host. Work is done when somebody waits or asks, and independent
// nodes of a graph in random order. A kernel is a function of the host, which a text in place of
// PTX names: "// fake: NAME OPERANDS STATUS WORKSPACE DIMS MAPS SHARED", with the number of
// parameters of each kind.
//
// Variables of the environment change the driver's description of itself: RLX_FAKE_CUDA_VERSION
// (12010 is CUDA 12.1), RLX_FAKE_CUDA_CAPABILITY (80 is 8.0), RLX_FAKE_CUDA_INIT (the result of
// cuInit).
#ifndef RLX_UNITTESTS_RUNTIME_CUDA_FAKE_FAKECUDA_H
#define RLX_UNITTESTS_RUNTIME_CUDA_FAKE_FAKECUDA_H

#include <cstdint>

#include "runtime/program/model/KernelABI.h"

namespace rlx::rt::testing {

// Threads: any.
class FakeCuda {
public:
  // The function that texts call `name`.
  virtual void addKernel(const char *name, rlx_kernel_fn function) = 0;
  // From now on, call `nth` of the function with this symbol gives `result`; `isForGood`: all later
  // ones, too. Counts start anew.
  virtual void failAt(const char *symbol, int result, uint64_t nth, bool isForGood) = 0;
  virtual void failNone() = 0;
  // Calls of the function that failAt() named.
  virtual uint64_t calls() const = 0;
  // The next kernel that runs accesses a wrong address.
  virtual void faultNextKernel() = 0;
  // Calls with objects or addresses that do not exist, of which each is a bug of the caller.
  virtual uint64_t misuses() const = 0;
  // Objects and allocations that exist.
  virtual uint64_t live() const = 0;
  // Works only if it is found with dlsym(library, "rlxFakeCuda").
  using Get = FakeCuda *();

protected:
  ~FakeCuda() = default;
};

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_CUDA_FAKE_FAKECUDA_H
