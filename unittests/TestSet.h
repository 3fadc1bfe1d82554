// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Selects the long tests that run. `scripts/test.sh` runs a fast subset of each long set,
// `scripts/test.sh --all` runs the whole set. Each test file describes its own subset.
#ifndef RLX_UNITTESTS_TESTSET_H
#define RLX_UNITTESTS_TESTSET_H

#include <cstdlib>

// Whether everything runs: RLX_TEST_ALL is 1.
inline bool runsAllTests() {
  const char *text = std::getenv("RLX_TEST_ALL");
  return text && *text == '1';
}

// Whether this build has sanitizers. They make a test several times slower, so quick runs do less.
#ifdef RLX_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

#endif // RLX_UNITTESTS_TESTSET_H
