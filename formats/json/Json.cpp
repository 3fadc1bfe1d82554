// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Over the parser of text/.
#include "formats/json/Json.h"

#include "rlx_text_json.h"

namespace rlx::json {
namespace {

std::string_view viewOf(rlx_text_string_t text) {
  return {text.data, text.size};
}

bool isA(const rlx_text_json_value_t *value, rlx_text_json_kind_t kind) {
  return value && value->kind == kind;
}

} // namespace

bool JsonValue::isNull() const {
  return !value || isA(value, RLX_TEXT_JSON_NULL);
}

bool JsonValue::isArray() const {
  return isA(value, RLX_TEXT_JSON_ARRAY);
}

bool JsonValue::isObject() const {
  return isA(value, RLX_TEXT_JSON_OBJECT);
}

std::string_view JsonValue::kind() const {
  constexpr std::string_view kNames[] = {"null",   "a boolean", "an integer", "a number",
                                         "a text", "a list",    "an object"};
  return value ? kNames[value->kind] : "missing";
}

std::optional<int64_t> JsonValue::integer() const {
  return isA(value, RLX_TEXT_JSON_INTEGER) ? std::optional(value->integer) : std::nullopt;
}

std::optional<double> JsonValue::number() const {
  const bool isNumber = isA(value, RLX_TEXT_JSON_INTEGER) || isA(value, RLX_TEXT_JSON_NUMBER);
  return isNumber ? std::optional(value->number) : std::nullopt;
}

std::optional<bool> JsonValue::boolean() const {
  return isA(value, RLX_TEXT_JSON_BOOL) ? std::optional(value->integer != 0) : std::nullopt;
}

std::optional<std::string_view> JsonValue::string() const {
  return isA(value, RLX_TEXT_JSON_STRING) ? std::optional(viewOf(value->text)) : std::nullopt;
}

std::string_view JsonValue::key() const {
  return value ? viewOf(value->key) : std::string_view();
}

std::vector<JsonValue> JsonValue::elements() const {
  std::vector<JsonValue> all;
  if (!isArray() && !isObject())
    return all;
  all.reserve(value->size);
  const rlx_text_json_value_t *element = value + 1;
  for (size_t i = 0; i < value->size; ++i) {
    all.push_back(JsonValue(element));
    element += element->span;
  }
  return all;
}

JsonValue JsonValue::find(std::string_view key) const {
  if (isObject())
    for (const JsonValue &element : elements())
      if (element.key() == key)
        return element;
  return JsonValue();
}

rt::StatusOr<JsonDocument> JsonDocument::parse(std::string_view text) {
  JsonDocument document;
  rlx_text_error_t error{};
  document.parsed.reset(rlx_text_json_parse({text.data(), text.size()}, &error),
                        rlx_text_json_free);
  if (document.parsed)
    return document;
  const std::string why = error.message ? error.message : "unknown error";
  rlx_text_error_free(error);
  return rt::dataLoss(why);
}

JsonValue JsonDocument::root() const {
  size_t count = 0;
  return JsonValue(rlx_text_json_values(parsed.get(), &count));
}

} // namespace rlx::json
