// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/gguf/Metadata.h"

#include <bit>
#include <cstring>
#include <utility>

#include "runtime/base/StrCat.h"

namespace rlx::gguf {

using namespace rt;

static_assert(std::endian::native == std::endian::little, "GGUF's numbers are little-endian");

std::string_view name(ValueType type) {
  switch (type) {
  case ValueType::U8:
    return "u8";
  case ValueType::I8:
    return "i8";
  case ValueType::U16:
    return "u16";
  case ValueType::I16:
    return "i16";
  case ValueType::U32:
    return "u32";
  case ValueType::I32:
    return "i32";
  case ValueType::F32:
    return "f32";
  case ValueType::Bool:
    return "bool";
  case ValueType::String:
    return "string";
  case ValueType::Array:
    return "array";
  case ValueType::U64:
    return "u64";
  case ValueType::I64:
    return "i64";
  case ValueType::F64:
    return "f64";
  }
  return "unknown";
}

size_t bytesOf(ValueType type) {
  switch (type) {
  case ValueType::U8:
  case ValueType::I8:
  case ValueType::Bool:
    return 1;
  case ValueType::U16:
  case ValueType::I16:
    return 2;
  case ValueType::U32:
  case ValueType::I32:
  case ValueType::F32:
    return 4;
  case ValueType::U64:
  case ValueType::I64:
  case ValueType::F64:
    return 8;
  case ValueType::String:
  case ValueType::Array:
    return 0;
  }
  return 0;
}

// ---- one value ----

size_t Value::size() const {
  return element == ValueType::String ? strings.size() : raw.size() / bytesOf(element);
}

std::string Value::typeText() const {
  return array ? strCat("array of ", size(), " ", name(element)) : std::string(name(element));
}

// Elements may lie at any address.
template <typename T>
T Value::at(size_t index) const {
  T value;
  std::memcpy(&value, raw.data() + index * sizeof(T), sizeof(T));
  return value;
}

std::optional<int64_t> Value::integer(size_t index) const {
  switch (element) {
  case ValueType::U8:
    return at<uint8_t>(index);
  case ValueType::I8:
    return at<int8_t>(index);
  case ValueType::U16:
    return at<uint16_t>(index);
  case ValueType::I16:
    return at<int16_t>(index);
  case ValueType::U32:
    return at<uint32_t>(index);
  case ValueType::I32:
    return at<int32_t>(index);
  case ValueType::U64:
    if (const auto value = at<uint64_t>(index); std::in_range<int64_t>(value))
      return static_cast<int64_t>(value);
    return std::nullopt;
  case ValueType::I64:
    return at<int64_t>(index);
  default:
    return std::nullopt;
  }
}

std::optional<double> Value::number(size_t index) const {
  switch (element) {
  case ValueType::F32:
    return at<float>(index);
  case ValueType::F64:
    return at<double>(index);
  case ValueType::U64:
    return static_cast<double>(at<uint64_t>(index));
  default:
    if (const auto value = integer(index))
      return static_cast<double>(*value);
    return std::nullopt;
  }
}

std::optional<bool> Value::boolean(size_t index) const {
  return element == ValueType::Bool ? std::optional(at<uint8_t>(index) != 0) : std::nullopt;
}

std::optional<std::string_view> Value::string(size_t index) const {
  return element == ValueType::String ? std::optional(strings[index]) : std::nullopt;
}

// ---- all values ----

const Value *Metadata::find(std::string_view key) const {
  const auto found = values.find(key);
  return found == values.end() ? nullptr : &found->second;
}

bool Metadata::add(std::string_view key, Value value) {
  if (!values.emplace(key, std::move(value)).second)
    return false;
  order.push_back(key);
  return true;
}

void Metadata::setOrigin(std::string_view key, std::string text, std::string missing) {
  origins[key] = {std::move(text), std::move(missing)};
}

std::string Metadata::shown(std::string_view key) const {
  const auto found = origins.find(key);
  return found == origins.end() ? strCat("'", key, "'") : found->second.text;
}

Status Metadata::missing(std::string_view key) const {
  const auto found = origins.find(key);
  if (found == origins.end())
    return notFound(strCat("the metadata has no '", key, "'"));
  const Origin &origin = found->second;
  return notFound(origin.missing.empty() ? strCat(origin.text, " is missing") : origin.missing);
}

Status Metadata::wrongType(std::string_view key, const Value &value,
                           std::string_view expected) const {
  return invalidArgument(strCat(hasOrigin(key) ? "" : "metadata ", shown(key), " is ",
                                value.typeText(), ", expected ", expected));
}

// `get` is a method of Value that returns an element, or nothing if its type is another one.
template <typename Get>
auto Metadata::single(std::string_view key, std::string_view expected, Get get) const {
  using Result = StatusOr<typename decltype((std::declval<Value>().*get)(0))::value_type>;
  const Value *value = find(key);
  if (!value)
    return Result(missing(key));
  const auto element = value->isArray() ? std::nullopt : (value->*get)(0);
  return element ? Result(*element) : Result(wrongType(key, *value, expected));
}

template <typename Get>
auto Metadata::all(std::string_view key, std::string_view expected, Get get) const {
  using Element = decltype((std::declval<Value>().*get)(0))::value_type;
  using Result = StatusOr<std::vector<Element>>;
  const Value *value = find(key);
  if (!value)
    return Result(missing(key));
  std::vector<Element> elements(value->size());
  for (size_t i = 0; i < elements.size(); ++i) {
    const auto element = (value->*get)(i);
    if (!element)
      return Result(wrongType(key, *value, expected));
    elements[i] = *element;
  }
  return Result(std::move(elements));
}

namespace {

constexpr std::string_view kInteger = "an integer of 64 bits", kNumber = "a number",
                           kBoolean = "bool", kString = "string";

} // namespace

StatusOr<int64_t> Metadata::integer(std::string_view key) const {
  return single(key, kInteger, &Value::integer);
}
StatusOr<double> Metadata::number(std::string_view key) const {
  return single(key, kNumber, &Value::number);
}
StatusOr<bool> Metadata::boolean(std::string_view key) const {
  return single(key, kBoolean, &Value::boolean);
}
StatusOr<std::string_view> Metadata::string(std::string_view key) const {
  return single(key, kString, &Value::string);
}
StatusOr<std::vector<int64_t>> Metadata::integers(std::string_view key) const {
  return all(key, "integers of 64 bits", &Value::integer);
}
StatusOr<std::vector<double>> Metadata::numbers(std::string_view key) const {
  return all(key, "numbers", &Value::number);
}
StatusOr<std::vector<std::string_view>> Metadata::strings(std::string_view key) const {
  return all(key, "strings", &Value::string);
}

StatusOr<int64_t> Metadata::integer(std::string_view key, int64_t otherwise) const {
  return find(key) ? integer(key) : otherwise;
}
StatusOr<double> Metadata::number(std::string_view key, double otherwise) const {
  return find(key) ? number(key) : otherwise;
}
StatusOr<bool> Metadata::boolean(std::string_view key, bool otherwise) const {
  return find(key) ? boolean(key) : otherwise;
}
StatusOr<std::string_view> Metadata::string(std::string_view key,
                                            std::string_view otherwise) const {
  return find(key) ? string(key) : otherwise;
}

} // namespace rlx::gguf
