// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From config.json to GGUF's metadata: the place where they are built, with the memory of
// values that the files have in another form.
#ifndef RLX_FORMATS_HUGGINGFACE_TRANSLATION_H
#define RLX_FORMATS_HUGGINGFACE_TRANSLATION_H

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gguf/Metadata.h"
#include "formats/gguf/TensorView.h"
#include "formats/huggingface/Config.h"

namespace rlx::huggingface {

// The sizes that several parts of a translation need; 0 for one that the file does not have.
struct Sizes {
  int64_t layers = 0, headSize = 0, experts = 0;
};

class Translation {
public:
  Translation(Config config, std::string architecture)
      : config(std::move(config)), prefix(std::move(architecture) + ".") {}
  Translation(const Translation &) = delete;

  const Config config;
  Sizes sizes;
  gguf::Metadata metadata;
  std::vector<gguf::TensorView> tensors; // that config.json has as numbers
  int64_t skippedPositions = 0;          // the first rows of learned positions, which no text has

  // Names of hyperparameters are those without the architecture, such as "block_count". Values of
  // a name that has one stay.
  void add(std::string_view name, int64_t value);
  void add(std::string_view name, double value);
  void add(std::string_view name, bool value);
  void add(std::string_view name, std::string_view value); // copied
  void add(std::string_view name, const std::vector<bool> &values);
  // The value of config.json, if it has one. Messages about the name show the key, from here on.
  void copy(std::string_view keys, std::string_view name);
  void setOrigin(std::string_view name, std::string_view keys);

  // A whole key of metadata, with a text that stays.
  void addText(std::string_view key, std::string_view text);
  void addFlag(std::string_view key, bool value);
  void addIntegers(std::string_view key, const std::vector<int64_t> &values);
  // A vector that the graph reads.
  void addTensor(std::string_view name, const std::vector<float> &values);

  // A copy that lives as long as this.
  std::string_view keep(std::string text);

private:
  template <typename T>
  void addValue(std::string_view key, gguf::ValueType type, const std::vector<T> &values,
                bool isArray);
  std::string_view keyOf(std::string_view name);

  const std::string prefix;
  std::deque<std::string> texts;
  std::deque<std::vector<uint8_t>> bytes;
};

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_TRANSLATION_H
