// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The executables that CApiFuzz works on, and the promises that hold for every call.
#ifndef RLX_UNITTESTS_FUZZ_CAPIOBJECTS_H
#define RLX_UNITTESTS_FUZZ_CAPIOBJECTS_H

#include <cstddef>
#include <string>

#include "rlx/rlx.h"

namespace rlx::test {

inline void require(bool condition) {
  if (!condition)
    __builtin_trap();
}

// Checks what every status promises, and frees it. True for success.
bool succeeded(rlx_status_t *status);

// A small executable; `model` is any number.
rlx_executable_t *makeTestExecutable(size_t model);

// Files to load, good and bad ones: packages, .npy files and what is neither. `index` is any
// number.
const std::string &testFile(size_t index);
// Where files can be written, or not.
const std::string &testTarget(size_t index);

// The kernel of packages in test files is called "twice". It reads and writes all that it is told
// is there, or fails.
rlx_status_t *testKernel(void *context, const rlx_kernel_call_t *call);
void failKernels(bool fail);

} // namespace rlx::test

#endif // RLX_UNITTESTS_FUZZ_CAPIOBJECTS_H
