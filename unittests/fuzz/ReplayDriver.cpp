// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a fuzz target on its seeds, on deterministic mutations of them, and on files named on the
// command line (to replay a finding of a fuzzer). A run that reaches the end has passed, because
// failures trap. `--write-seeds DIR` writes the seeds as files for libFuzzer instead.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "unittests/TestSet.h"
#include "unittests/fuzz/Fuzz.h"

// The mutations of a seed: with --all of scripts/test.sh, without it, and without it with
// sanitizers, which make a mutation several times slower.
static int mutations() {
  return runsAllTests() ? 10000 : kIsSanitized ? 1000 : 2500;
}

static void mutate(std::vector<uint8_t> &bytes, std::mt19937 &random) {
  constexpr uint8_t interesting[] = {0, 1, 0x7F, 0x80, 0xFF, '(', ')', '\'', ',', '9'};
  for (unsigned edits = 1 + random() % 6; edits > 0 && !bytes.empty(); --edits) {
    const size_t at = random() % bytes.size();
    const auto place = bytes.begin() + static_cast<ptrdiff_t>(at);
    const size_t length = 1 + random() % std::min<size_t>(16, bytes.size() - at);
    switch (random() % 6) {
    case 0:
      bytes[at] ^= static_cast<uint8_t>(1u << (random() % 8));
      break;
    case 1:
      bytes[at] = interesting[random() % std::size(interesting)];
      break;
    case 2:
      std::fill_n(place, length, random() % 2 ? 0xFF : 0);
      break;
    case 3:
      bytes.erase(place, place + static_cast<ptrdiff_t>(length));
      break;
    case 4: {
      const std::vector<uint8_t> chunk(place, place + static_cast<ptrdiff_t>(length));
      bytes.insert(bytes.begin() + static_cast<ptrdiff_t>(random() % bytes.size()), chunk.begin(),
                   chunk.end());
      break;
    }
    default:
      bytes.resize(random() % 8 ? bytes.size() : at);
    }
  }
}

static int writeSeeds(const std::string &directory) {
  int index = 0;
  for (const std::vector<uint8_t> &seed : fuzzSeeds()) {
    std::ofstream file(directory + "/seed" + std::to_string(index++), std::ios::binary);
    file.write(reinterpret_cast<const char *>(seed.data()),
               static_cast<std::streamsize>(seed.size()));
    if (!file.flush())
      return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 3 && std::string(argv[1]) == "--write-seeds")
    return writeSeeds(argv[2]);
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
  }
  std::mt19937 random(20240229);
  int runs = 0;
  for (const std::vector<uint8_t> &seed : fuzzSeeds()) {
    LLVMFuzzerTestOneInput(seed.data(), seed.size());
    for (int i = 0; i < mutations(); ++i, ++runs) {
      std::vector<uint8_t> bytes = seed;
      mutate(bytes, random);
      LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
  }
  std::printf("%d mutations\n", runs);
  return runs ? 0 : 1;
}
