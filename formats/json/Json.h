// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON texts, such as a config.json. For example:
//   RLX_ASSIGN_OR_RETURN(const JsonDocument document, JsonDocument::parse(text));
//   std::optional<int64_t> layers = document.root().find("num_hidden_layers").integer();
#ifndef RLX_FORMATS_JSON_JSON_H
#define RLX_FORMATS_JSON_JSON_H

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/StatusOr.h"

struct rlx_text_json;
struct rlx_text_json_value;

namespace rlx::json {

// A view of a value in its document, or of none.
class JsonValue {
public:
  JsonValue() = default;

  bool exists() const { return value != nullptr; }
  // Whether there is none, or null.
  bool isNull() const;
  bool isArray() const;
  bool isObject() const;
  // "integer", "array"; for messages.
  std::string_view kind() const;

  // Nothing for a value of another kind. A number is an integer, too, only if it is written as one.
  std::optional<int64_t> integer() const;
  std::optional<double> number() const;
  std::optional<bool> boolean() const;
  std::optional<std::string_view> string() const;

  // The key of an element of an object.
  std::string_view key() const;
  // Of an array or object; empty for others.
  std::vector<JsonValue> elements() const;
  // The element of an object. None if there is none.
  JsonValue find(std::string_view key) const;

private:
  friend class JsonDocument;
  explicit JsonValue(const rlx_text_json_value *value) : value(value) {}

  const rlx_text_json_value *value = nullptr; // its elements are behind it
};

// Threads: immutable.
class JsonDocument {
public:
  // DataLoss, with line and column, for a text that is no JSON. Keys of an object must differ.
  static rt::StatusOr<JsonDocument> parse(std::string_view text);

  JsonValue root() const;

private:
  std::shared_ptr<rlx_text_json> parsed;
};

} // namespace rlx::json

#endif // RLX_FORMATS_JSON_JSON_H
