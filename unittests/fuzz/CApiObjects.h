// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The executables that CApiFuzz works on, and the guarantees that hold for every call.
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

// Checks the guarantees of every status, and frees it. Returns whether it is a success.
bool succeeded(rlx_status_t *status);

// A small executable; `model` is any number.
rlx_executable_t *makeTestExecutable(size_t model);

// Files to load: packages, .npy files, damaged ones and other files. `index` is any number.
const std::string &testFile(size_t index);
// A path to write to, which may not be writable.
const std::string &testTarget(size_t index);

// The kernel of packages in test files is called "twice". It reads and writes all memory that its
// call describes, or fails.
rlx_status_t *testKernel(void *context, const rlx_kernel_call_t *call);
void failKernels(bool fail);

} // namespace rlx::test

#endif // RLX_UNITTESTS_FUZZ_CAPIOBJECTS_H
