// Whether an output is what the reference computed, by the rules of docs/reference/numerics.md. The
// same as the reference's own comparison (dialects/rlx/reference/Compare.h), on the runtime's
// tensors.
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

// Empty if all elements agree; otherwise how many do not, and the first. `flushed`: what the
// reference computed without subnormal numbers, where it is something else and the device need not
// keep these.
std::string judge(const rt::TensorView &actual, const rt::TensorView &expected,
                  const Tolerance &tolerance,
                  const std::optional<rt::TensorView> &flushed = std::nullopt);

} // namespace rlx::checkrt

#endif // RLX_TOOLS_RLXCHECKRT_JUDGE_H
