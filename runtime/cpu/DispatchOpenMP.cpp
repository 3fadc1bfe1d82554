// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One OpenMP region per dispatch, split into one contiguous range per thread; see Dispatch.h.
#include <algorithm>
#include <omp.h>

#include "runtime/cpu/Dispatch.h"

namespace rlx::rt {

void setEqualRanges(bool) noexcept {} // it always does

int32_t runParallel(const DispatchWork &work, unsigned threads) noexcept {
  FirstFailure failure;
  // The team always has the executable's full size: resizing it between dispatches costs more than
  // a few idle threads. In a parallel region of the caller libomp gives a team of one, which the
  // split below handles.
#pragma omp parallel num_threads(threads) default(none) shared(work, failure)
  {
    const auto team = static_cast<uint64_t>(omp_get_num_threads());
    const auto thread = static_cast<uint64_t>(omp_get_thread_num());
    const uint64_t each = work.workgroups / team, extra = work.workgroups % team;
    const uint64_t begin = thread * each + std::min(thread, extra);
    const uint64_t end = begin + each + (thread < extra ? 1 : 0);
    const auto number = static_cast<unsigned>(thread);
    if (begin < end)
      if (const int32_t code = runWorkgroups(work, begin, end, number, &failure, number))
        failure.keep(number, code);
  }
  return failure.errorWord();
}

} // namespace rlx::rt
