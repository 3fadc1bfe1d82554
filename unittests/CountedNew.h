// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts calls of operator new, and lets them fail. CountedNew.cpp replaces it in the program that
// it is linked into; ThreadSanitizer lets no program do that.
#ifndef RLX_UNITTESTS_COUNTEDNEW_H
#define RLX_UNITTESTS_COUNTEDNEW_H

#include <atomic>
#include <cstdint>

namespace rlx::testing {

extern std::atomic<uint64_t> newCalls;
// How many more calls succeed; then all fail until there is a new budget. Negative: none fails.
extern std::atomic<int64_t> newBudget;

} // namespace rlx::testing

#endif // RLX_UNITTESTS_COUNTEDNEW_H
