// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dispatches on the thread pool; see Dispatch.h.
#include "runtime/cpu/Dispatch.h"
#include "runtime/cpu/ThreadPool.h"

namespace rlx::rt {

namespace {
struct Dispatch {
  const DispatchWork &work;
  FirstFailure failure;
};
} // namespace

static void runChunk(void *context, const LoopChunk &chunk) noexcept {
  auto &[work, failure] = *static_cast<Dispatch *>(context);
  if (failure.isBefore(chunk.number))
    return;
  if (const int32_t code =
          runWorkgroups(work, chunk.begin, chunk.end, chunk.member, &failure, chunk.number))
    failure.keep(chunk.number, code);
}

void setEqualRanges(bool enabled) noexcept {
  setStealing(!enabled);
}

int32_t runParallel(const DispatchWork &work, unsigned threads) noexcept {
  Dispatch dispatch{work, {}};
  runLoop({work.workgroups, runChunk, &dispatch}, threads);
  return dispatch.failure.errorWord();
}

} // namespace rlx::rt
