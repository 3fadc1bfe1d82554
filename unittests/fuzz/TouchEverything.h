// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user kernel for fuzzed models: it uses all memory that its call describes.
#ifndef RLX_UNITTESTS_FUZZ_TOUCHEVERYTHING_H
#define RLX_UNITTESTS_FUZZ_TOUCHEVERYTHING_H

#include <cstring>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/UserKernel.h"

namespace rlx::rt::testing {

// Reads all bytes of the inputs and writes all of the outputs.
inline Status touchEverything(const UserCall &call) {
  uint8_t sum = 0;
  for (const TensorView &input : call.inputs) {
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(input.dtype, input.shape));
    for (int64_t i = 0; i < bytes; ++i)
      sum ^= input.as<uint8_t>()[i];
  }
  for (const MutableTensorView &output : call.outputs) {
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(output.dtype, output.shape));
    std::memset(output.data, sum, static_cast<size_t>(bytes));
  }
  return okStatus();
}

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_FUZZ_TOUCHEVERYTHING_H
