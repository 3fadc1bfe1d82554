// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Translation.h.
#include "formats/huggingface/Translation.h"

#include <cstring>
#include <utility>

#include "runtime/base/StrCat.h"

namespace rlx::huggingface {

using gguf::Value;
using gguf::ValueType;

std::string_view Translation::keep(std::string text) {
  texts.push_back(std::move(text));
  return texts.back();
}

std::string_view Translation::keyOf(std::string_view name) {
  return keep(rt::strCat(prefix, name));
}

template <typename T>
void Translation::addValue(std::string_view key, ValueType type, const std::vector<T> &values,
                           bool isArray) {
  std::vector<uint8_t> &raw = bytes.emplace_back(values.size() * sizeof(T));
  if (!values.empty())
    std::memcpy(raw.data(), values.data(), raw.size());
  metadata.add(key, Value(type, raw, isArray));
}

void Translation::add(std::string_view name, int64_t value) {
  addValue(keyOf(name), ValueType::I64, std::vector{value}, false);
}

void Translation::add(std::string_view name, double value) {
  addValue(keyOf(name), ValueType::F64, std::vector{value}, false);
}

void Translation::add(std::string_view name, bool value) {
  addValue(keyOf(name), ValueType::Bool, std::vector{uint8_t(value)}, false);
}

void Translation::add(std::string_view name, std::string_view value) {
  metadata.add(keyOf(name), Value(keep(std::string(value))));
}

void Translation::add(std::string_view name, const std::vector<bool> &values) {
  addValue(keyOf(name), ValueType::Bool, std::vector<uint8_t>(values.begin(), values.end()), true);
}

void Translation::addText(std::string_view key, std::string_view text) {
  metadata.add(keep(std::string(key)), Value(text));
}

void Translation::addFlag(std::string_view key, bool value) {
  addValue(keep(std::string(key)), ValueType::Bool, std::vector{uint8_t(value)}, false);
}

void Translation::addIntegers(std::string_view key, const std::vector<int64_t> &values) {
  addValue(keep(std::string(key)), ValueType::I64, values, true);
}

void Translation::setOrigin(std::string_view name, std::string_view keys) {
  metadata.setOrigin(keyOf(name), config.shown(keys));
}

void Translation::copy(std::string_view keys, std::string_view name) {
  setOrigin(name, keys);
  const json::JsonValue value = config.find(keys);
  if (const auto integer = value.integer())
    add(name, *integer);
  else if (const auto number = value.number())
    add(name, *number);
  else if (const auto flag = value.boolean())
    add(name, *flag);
  else if (const auto text = value.string())
    add(name, *text);
  else if (value.exists()) // a list or an object, which no hyperparameter takes
    metadata.add(keyOf(name), Value(std::vector<std::string_view>(value.elements().size())));
}

void Translation::addTensor(std::string_view name, const std::vector<float> &values) {
  const auto *first = reinterpret_cast<const uint8_t *>(values.data()); // null for no values
  std::vector<uint8_t> &raw = bytes.emplace_back(first, first + values.size() * sizeof(float));
  gguf::TensorView &tensor = tensors.emplace_back();
  tensor.name = keep(std::string(name));
  tensor.shape = {static_cast<int64_t>(values.size())};
  tensor.data = raw;
}

} // namespace rlx::huggingface
