// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to a GGUF file: if it is accepted, then all values and all bytes of tensors can be read.
#include <cstring>

#include "formats/gguf/GgufFile.h"
#include "unittests/formats/GgufWriter.h"
#include "unittests/fuzz/Fuzz.h"

using namespace rlx;
using namespace rlx::gguf;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

static size_t readAll(const Value &value) {
  size_t sum = value.typeText().size();
  for (size_t i = 0; i < value.size(); ++i) {
    sum += value.string(i).value_or("").size();
    sum += value.number(i).has_value() + value.integer(i).has_value() +
           value.boolean(i).value_or(false);
  }
  return sum;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A copy of exactly these bytes: the sanitizer sees a read beyond them.
  const std::vector<uint8_t> bytes(data, data + size);
  const auto file = GgufFile::parse(bytes);
  if (!file.ok())
    return 0;
  for (const std::string_view key : file->metadata.keys()) {
    const Value *value = file->metadata.find(key);
    check(value && readAll(*value) > 0);
  }
  for (const TensorView &tensor : file->tensors) {
    check(tensor.data.size() % static_cast<size_t>(info(tensor.type).bytes) == 0);
    check(tensor.data.empty() ||
          (tensor.data.data() >= bytes.data() && &tensor.data.back() <= &bytes.back()));
  }
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  std::vector<std::vector<uint8_t>> seeds;
  for (const uint32_t version : {1U, 2U, 3U}) {
    test::GgufWriter writer(version);
    writer.text("general.architecture", "llama")
        .value<uint32_t>("general.alignment", ValueType::U32, 32)
        .value<uint64_t>("llama.block_count", ValueType::U64, 2)
        .value<float>("llama.rope.freq_base", ValueType::F32, 1e4f)
        .value<uint8_t>("flag", ValueType::Bool, 1)
        .array<int16_t>("types", ValueType::I16, {1, 2, 3})
        .texts("tokenizer.ggml.tokens", {"a", "bc", ""})
        .tensor("w", TensorType::Q8_0, {2, 32}, std::vector<uint8_t>(68))
        .tensor("x", TensorType::MXFP4, {1, 64}, std::vector<uint8_t>(34))
        .tensor("n", TensorType::NVFP4, {1, 64}, std::vector<uint8_t>(36))
        .tensor("i", TensorType::IQ1_M, {1, 256}, std::vector<uint8_t>(56))
        .tensor("t", TensorType::TQ1_0, {1, 256}, std::vector<uint8_t>(54))
        .tensor("b", TensorType::F32, {3}, std::vector<uint8_t>(12));
    seeds.push_back(writer.bytes());
  }
  for (const std::vector<uint8_t> &seed : seeds)
    check(GgufFile::parse(seed).ok());
  return seeds;
}
