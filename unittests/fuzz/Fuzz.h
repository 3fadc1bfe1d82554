// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of a fuzz target: libFuzzer's entry point and the seeds of mutations.
#ifndef RLX_UNITTESTS_FUZZ_FUZZ_H
#define RLX_UNITTESTS_FUZZ_FUZZ_H

#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

std::vector<std::vector<uint8_t>> fuzzSeeds();

#endif // RLX_UNITTESTS_FUZZ_FUZZ_H
