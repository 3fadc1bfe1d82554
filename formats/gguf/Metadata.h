// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The metadata of a GGUF file: values by key, such as "llama.block_count" = 30.
//
// Values are views of the file's bytes. Ask for a value with the type that you need. An integer of
// any width is an integer, if the value fits. For example:
//   RLX_ASSIGN_OR_RETURN(int64_t layers, metadata.integer("llama.block_count"));
//   RLX_ASSIGN_OR_RETURN(double epsilon, metadata.number("llama.rope.freq_base", 10000.0));
// The errors name the key, the value's type and the expected one.
#ifndef RLX_FORMATS_GGUF_METADATA_H
#define RLX_FORMATS_GGUF_METADATA_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/base/StatusOr.h"

namespace rlx::gguf {

// The numbers are those of the files.
enum class ValueType : uint32_t {
  U8 = 0,
  I8 = 1,
  U16 = 2,
  I16 = 3,
  U32 = 4,
  I32 = 5,
  F32 = 6,
  Bool = 7,
  String = 8,
  Array = 9,
  U64 = 10,
  I64 = 11,
  F64 = 12,
};

// "u32", "string", …; "unknown" for a number that no type has.
std::string_view name(ValueType type);
// The bytes of a value of fixed size; 0 for strings, arrays and unknown types.
size_t bytesOf(ValueType type);

// One value. An array has elements of one type; arrays of arrays do not exist here.
class Value {
public:
  // A value of fixed size, or an array of them: `bytes` are the elements.
  Value(ValueType element, std::span<const uint8_t> bytes, bool isArray)
      : element(element), array(isArray), raw(bytes) {}
  explicit Value(std::string_view text) : element(ValueType::String), array(false), strings{text} {}
  explicit Value(std::vector<std::string_view> texts)
      : element(ValueType::String), array(true), strings(std::move(texts)) {}

  bool isArray() const { return array; }
  // Of the value, or of an array's elements.
  ValueType elementType() const { return element; }
  // The number of elements; 1 unless it is an array.
  size_t size() const;
  // "u32", "array of 3 strings".
  std::string typeText() const;

  // Element `index` < size(). No value if the type is another one, or the integer does not fit.
  std::optional<int64_t> integer(size_t index = 0) const;
  std::optional<double> number(size_t index = 0) const; // of any numeric type
  std::optional<bool> boolean(size_t index = 0) const;
  std::optional<std::string_view> string(size_t index = 0) const;

private:
  template <typename T>
  T at(size_t index) const;

  ValueType element;
  bool array;
  std::span<const uint8_t> raw;
  std::vector<std::string_view> strings;
};

// Threads: immutable once it is read.
class Metadata {
public:
  // Null if there is no such key.
  const Value *find(std::string_view key) const;
  // The keys in the order of the file.
  const std::vector<std::string_view> &keys() const { return order; }
  // False if the key is there already.
  bool add(std::string_view key, Value value);

  // What messages call a value that is from another format, such as "'hidden_size' of config.json".
  // A note takes the place of the message that there is none.
  void setOrigin(std::string_view key, std::string text, std::string missing = "");
  bool hasOrigin(std::string_view key) const { return origins.contains(key); }
  // That, or else the key in quotes.
  std::string shown(std::string_view key) const;

  // NotFound without a value, InvalidArgument for a value of another type.
  rt::StatusOr<int64_t> integer(std::string_view key) const;
  rt::StatusOr<double> number(std::string_view key) const;
  rt::StatusOr<bool> boolean(std::string_view key) const;
  rt::StatusOr<std::string_view> string(std::string_view key) const;
  // Arrays of any length. A single value is an array of one element.
  rt::StatusOr<std::vector<int64_t>> integers(std::string_view key) const;
  rt::StatusOr<std::vector<double>> numbers(std::string_view key) const;
  rt::StatusOr<std::vector<std::string_view>> strings(std::string_view key) const;

  // `otherwise` without a value; InvalidArgument for a value of another type all the same.
  rt::StatusOr<int64_t> integer(std::string_view key, int64_t otherwise) const;
  rt::StatusOr<double> number(std::string_view key, double otherwise) const;
  rt::StatusOr<bool> boolean(std::string_view key, bool otherwise) const;
  rt::StatusOr<std::string_view> string(std::string_view key, std::string_view otherwise) const;

private:
  struct Origin {
    std::string text, missing;
  };
  template <typename Get>
  auto single(std::string_view key, std::string_view expected, Get get) const;
  template <typename Get>
  auto all(std::string_view key, std::string_view expected, Get get) const;
  rt::Status missing(std::string_view key) const;
  rt::Status wrongType(std::string_view key, const Value &value, std::string_view expected) const;

  std::vector<std::string_view> order;
  std::unordered_map<std::string_view, Value> values;
  std::unordered_map<std::string_view, Origin> origins;
};

} // namespace rlx::gguf

#endif // RLX_FORMATS_GGUF_METADATA_H
