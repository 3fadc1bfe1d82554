// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides whether an output matches the reference, by the rules of docs/reference/numerics.md.
//
// The same rules as the reference's own comparison (dialects/rlx/reference/Compare.h), for the
// runtime's tensors: this tool needs no compiler.
#ifndef RLX_TOOLS_RLXCHECKRT_JUDGE_H
#define RLX_TOOLS_RLXCHECKRT_JUDGE_H

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/tensor/Tensor.h"

namespace rlx::checkrt {

struct Tolerance {
  double atol = 0, rtol = 0, normwise = 0;
  uint64_t ulp = 0;
};

// Empty if all elements match; otherwise the number of mismatches, and the first. `flushed` is the
// reference's result without subnormal values, if that differs and the device need not keep them.
std::string judge(const rt::TensorView &actual, const rt::TensorView &expected,
                  const Tolerance &tolerance,
                  const std::optional<rt::TensorView> &flushed = std::nullopt);

} // namespace rlx::checkrt

#endif // RLX_TOOLS_RLXCHECKRT_JUDGE_H
