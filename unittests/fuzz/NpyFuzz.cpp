// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to tensor and back: a tensor that parses must also format, and parse again to the same
// tensor.
#include <cstring>
#include <string>

#include "runtime/tensor/Npy.h"
#include "unittests/fuzz/Fuzz.h"

using namespace rlx::rt;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto tensor = parseNpy({data, size});
  if (!tensor.ok())
    return 0;
  auto bytes = formatNpy(tensor->view());
  check(bytes.ok());
  auto back = parseNpy(*bytes);
  check(back.ok() && back->dtype() == tensor->dtype() && back->bytes() == tensor->bytes());
  check(back->rank() == tensor->rank());
  check(tensor->bytes() == 0 || std::memcmp(back->data(), tensor->data(), back->bytes()) == 0);
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  std::vector<std::vector<uint8_t>> seeds;
  const int64_t shape[] = {2, 1, 3};
  const double values[6] = {1, 2, 3, 4, 5, 6};
  for (DType dtype : {DType::F64, DType::Bool, DType::BF16, DType::F8E4M3FN, DType::I4})
    seeds.push_back(*formatNpy({dtype, shape, values}));
  seeds.push_back(*formatNpy({DType::I8, {}, values}));
  const std::string header = "{'descr': '<u2', 'fortran_order': False, 'shape': (2,), }\n";
  const std::string version2 = std::string("\x93NUMPY\x02\0", 8) + char(header.size()) +
                               std::string(3, '\0') + header + "abcd";
  seeds.emplace_back(version2.begin(), version2.end());
  for (const std::vector<uint8_t> &seed : seeds)
    check(parseNpy(seed).ok());
  return seeds;
}
