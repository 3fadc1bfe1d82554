// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the long tests run: `scripts/test.sh` runs a fast representative of each long set,
// `scripts/test.sh --all` runs all of it. A set says in its own words what the representative is.
#ifndef RLX_UNITTESTS_TESTSET_H
#define RLX_UNITTESTS_TESTSET_H

#include <cstdlib>

// Whether everything runs: RLX_TEST_ALL is 1.
inline bool runsAllTests() {
  const char *text = std::getenv("RLX_TEST_ALL");
  return text && *text == '1';
}

#endif // RLX_UNITTESTS_TESTSET_H
