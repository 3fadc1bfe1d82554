// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GGUF files of adapters (LoRA) with random values, for the models of RandomDecoder.
#ifndef RLX_UNITTESTS_SESSION_RANDOMADAPTER_H
#define RLX_UNITTESTS_SESSION_RANDOMADAPTER_H

#include "unittests/importers/RandomDecoder.h"

namespace rlx::test {

// A matrix that an adapter changes.
struct Adapted {
  const char *name;
  size_t rows, columns;
};

// The bytes of a file. Each matrix has a rank.
inline std::string adapter(const std::vector<std::pair<Adapted, size_t>> &ranks, unsigned seed,
                           gguf::TensorType type = gguf::TensorType::F32) {
  GgufWriter writer;
  writer.text("general.type", "adapter").text("general.architecture", "llama");
  writer.text("adapter.type", "lora");
  writer.value("adapter.lora.alpha", gguf::ValueType::F32, 4.0f);
  RandomTensor random(seed);
  for (const auto &[matrix, rank] : ranks) {
    const auto part = [&, name = std::string(matrix.name)](const char *end, size_t rows,
                                                           size_t columns) {
      writer.tensor(name + end, type, {rows, columns},
                    random.bytes(type, static_cast<int64_t>(rows * columns), -0.5, 0.5));
    };
    part(".lora_a", rank, matrix.columns);
    part(".lora_b", matrix.rows, rank);
  }
  const std::vector<uint8_t> bytes = writer.bytes();
  return {bytes.begin(), bytes.end()};
}

} // namespace rlx::test

#endif // RLX_UNITTESTS_SESSION_RANDOMADAPTER_H
