// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts calls of operator new, and lets them fail. CountedNew.cpp replaces operator new in the
// program that it is linked into. ThreadSanitizer does not allow that.
#ifndef RLX_UNITTESTS_COUNTEDNEW_H
#define RLX_UNITTESTS_COUNTEDNEW_H

#include <atomic>
#include <cstdint>

namespace rlx::testing {

extern std::atomic<uint64_t> newCalls;
// The number of further calls that succeed. Later calls fail until a new budget is set. Negative:
// no call fails.
extern std::atomic<int64_t> newBudget;

} // namespace rlx::testing

#endif // RLX_UNITTESTS_COUNTEDNEW_H
