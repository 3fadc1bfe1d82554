// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes GGUF files for tests, also wrong ones.
#ifndef RLX_UNITTESTS_FORMATS_GGUFWRITER_H
#define RLX_UNITTESTS_FORMATS_GGUFWRITER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gguf/Metadata.h"
#include "formats/gguf/TensorType.h"

namespace rlx::test {

class GgufWriter {
public:
  explicit GgufWriter(uint32_t version = 3, uint64_t alignment = 32)
      : version(version), alignment(alignment) {}

  template <typename T>
  GgufWriter &value(std::string_view key, gguf::ValueType type, T number) {
    begin(key, type);
    append(metadata, number);
    return *this;
  }
  GgufWriter &text(std::string_view key, std::string_view text) {
    begin(key, gguf::ValueType::String);
    string(metadata, text);
    return *this;
  }
  template <typename T>
  GgufWriter &array(std::string_view key, gguf::ValueType type, const std::vector<T> &numbers) {
    begin(key, gguf::ValueType::Array);
    append(metadata, type);
    count(metadata, numbers.size());
    for (const T number : numbers)
      append(metadata, number);
    return *this;
  }
  GgufWriter &texts(std::string_view key, const std::vector<std::string> &texts) {
    begin(key, gguf::ValueType::Array);
    append(metadata, gguf::ValueType::String);
    count(metadata, texts.size());
    for (const std::string &each : texts)
      string(metadata, each);
    return *this;
  }
  // `shape` has the outermost dimension first. The data begins at the next aligned offset.
  GgufWriter &tensor(std::string_view name, uint32_t type, const std::vector<uint64_t> &shape,
                     const std::vector<uint8_t> &bytes) {
    pad(data);
    tensorAt(name, type, shape, data.size());
    data.insert(data.end(), bytes.begin(), bytes.end());
    return *this;
  }
  GgufWriter &tensor(std::string_view name, gguf::TensorType type,
                     const std::vector<uint64_t> &shape, const std::vector<uint8_t> &bytes) {
    return tensor(name, static_cast<uint32_t>(type), shape, bytes);
  }
  // Only the description, with any offset.
  GgufWriter &tensorAt(std::string_view name, uint32_t type, const std::vector<uint64_t> &shape,
                       uint64_t offset) {
    ++tensors;
    string(descriptions, name);
    append(descriptions, static_cast<uint32_t>(shape.size()));
    for (size_t i = shape.size(); i-- > 0;)
      count(descriptions, shape[i]);
    append(descriptions, type);
    append(descriptions, offset);
    return *this;
  }

  std::vector<uint8_t> bytes() const {
    std::vector<uint8_t> out = {'G', 'G', 'U', 'F'};
    append(out, version);
    count(out, tensors);
    count(out, values);
    out.insert(out.end(), metadata.begin(), metadata.end());
    out.insert(out.end(), descriptions.begin(), descriptions.end());
    pad(out);
    out.insert(out.end(), data.begin(), data.end());
    return out;
  }

private:
  template <typename T>
  static void append(std::vector<uint8_t> &out, T number) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(&number);
    out.insert(out.end(), bytes, bytes + sizeof(T));
  }
  void count(std::vector<uint8_t> &out, uint64_t number) const {
    version == 1 ? append(out, static_cast<uint32_t>(number)) : append(out, number);
  }
  void string(std::vector<uint8_t> &out, std::string_view text) const {
    count(out, text.size());
    out.insert(out.end(), text.begin(), text.end());
  }
  void begin(std::string_view key, gguf::ValueType type) {
    ++values;
    string(metadata, key);
    append(metadata, type);
  }
  void pad(std::vector<uint8_t> &out) const {
    out.resize((out.size() + alignment - 1) / alignment * alignment);
  }

  uint32_t version;
  uint64_t alignment;
  uint64_t values = 0, tensors = 0;
  std::vector<uint8_t> metadata, descriptions, data;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_FORMATS_GGUFWRITER_H
