// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to a safetensors file: if it is accepted, then all bytes of tensors can be read, and their
// number is that of the shapes.
#include "formats/safetensors/SafetensorsFile.h"
#include "unittests/formats/SafetensorsWriter.h"
#include "unittests/fuzz/Fuzz.h"

using namespace rlx;
using namespace rlx::safetensors;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A copy of exactly these bytes: the sanitizer sees a read beyond them.
  const std::vector<uint8_t> bytes(data, data + size);
  const auto file = SafetensorsFile::parse(bytes);
  if (!file.ok())
    return 0;
  size_t total = 0;
  for (const Tensor &tensor : file->tensors) {
    int64_t elements = 1;
    for (const int64_t each : tensor.shape)
      check(each == 0 || !__builtin_mul_overflow(elements, each, &elements) || tensor.data.empty());
    if (tensor.dtype == "F32" && !tensor.data.empty())
      check(tensor.data.size() == 4 * static_cast<size_t>(elements));
    check(tensor.data.empty() ||
          (tensor.data.data() >= bytes.data() && &tensor.data.back() <= &bytes.back()));
    total += tensor.data.size();
  }
  check(total <= bytes.size()); // nothing overlaps
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  std::vector<std::vector<uint8_t>> seeds = {
      test::SafetensorsWriter()
          .tensor("w", "F32", "[2, 3]", std::vector<uint8_t>(24))
          .tensor("b", "BF16", "[3]", std::vector<uint8_t>(6))
          .tensor("none", "U8", "[0]", {})
          .bytes(),
      test::safetensorsBytes(R"({"__metadata__": {"format": "pt"}})", {})};
  for (const std::vector<uint8_t> &seed : seeds)
    check(SafetensorsFile::parse(seed).ok());
  return seeds;
}
