// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to calls of the C API (CApiMachine.h). Every call succeeds or returns an error, and no
// sequence of calls breaks an object.
#include <random>

#include "unittests/fuzz/CApiMachine.h"
#include "unittests/fuzz/Fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  rlx::test::CApiMachine({data, size}).run();
  return 0;
}

// Any bytes are a program. There are few seeds, because one takes about a millisecond with
// sanitizers.
std::vector<std::vector<uint8_t>> fuzzSeeds() {
  std::mt19937 random(7);
  std::vector<std::vector<uint8_t>> seeds(2, std::vector<uint8_t>(600));
  for (std::vector<uint8_t> &seed : seeds)
    for (uint8_t &byte : seed)
      byte = static_cast<uint8_t>(random());
  return seeds;
}
