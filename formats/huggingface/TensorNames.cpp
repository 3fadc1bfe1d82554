// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See TensorNames.h.
#include "formats/huggingface/TensorNames.h"

#include <algorithm>
#include <charconv>

#include "runtime/base/StrCat.h"

namespace rlx::huggingface {

using rt::strCat;

namespace {

// None of a few tensors: "ssm_a" and "ssm_d".
constexpr std::string_view kEndings[] = {".weight", ".bias", ""};
constexpr std::string_view kExpert = "{}", kGgufLayers = "blk.";

bool consumeStart(std::string_view &text, std::string_view start) {
  if (!text.starts_with(start))
    return false;
  text.remove_prefix(start.size());
  return true;
}

// A number as the files write it, without leading zeros.
std::optional<int64_t> consumeNumber(std::string_view &text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto size = static_cast<size_t>(end - text.data());
  if (error != std::errc() || number < 0 || (size > 1 && text.front() == '0'))
    return std::nullopt;
  text.remove_prefix(size);
  return number;
}

// Nothing if the rest of a name is not that of the row. Sets the expert that it has.
bool matches(std::string_view name, std::string_view row, std::optional<int64_t> &expert) {
  const size_t place = row.find(kExpert);
  if (place == std::string_view::npos)
    return name == row;
  if (!consumeStart(name, row.substr(0, place)))
    return false;
  expert = consumeNumber(name);
  return expert && name == row.substr(place + kExpert.size());
}

std::optional<GgufName> find(const std::vector<TensorGroup> &groups, std::string_view name) {
  for (const std::string_view ending : kEndings) {
    if (!name.ends_with(ending))
      continue;
    const std::string_view stem = name.substr(0, name.size() - ending.size());
    for (const TensorGroup group : groups)
      for (const TensorRow &row : group) {
        GgufName found{.name = strCat(row.ggufName, ending), .form = row.form, .expert = {}};
        if (matches(stem, row.name, found.expert)) {
          if (ending == ".bias")
            found.form = TensorForm::Plain;
          return found;
        }
      }
  }
  return std::nullopt;
}

// The name of the row with this GGUF name and its ending; empty without one.
std::string findGguf(const std::vector<TensorGroup> &groups, std::string_view name) {
  for (const std::string_view ending : kEndings)
    for (const TensorGroup group : groups)
      for (const TensorRow &row : group)
        if (name == strCat(row.ggufName, ending)) {
          std::string found = strCat(row.name, ending);
          if (const size_t place = found.find(kExpert); place != std::string::npos)
            found.replace(place, kExpert.size(), "0");
          return found;
        }
  return {};
}

} // namespace

std::string TensorNames::inBase(std::string_view name) const {
  return strCat(hasBase ? family.base : "", name);
}

std::optional<GgufName> TensorNames::toGguf(std::string_view name) const {
  const TensorRow head[] = {{family.head, "output"}};
  if (const auto found = find({TensorGroup(head)}, name); found && !family.head.empty())
    return found;
  if (hasBase && !consumeStart(name, family.base))
    return std::nullopt;
  if (!consumeStart(name, family.layers))
    return find(family.model, name);
  const std::optional<int64_t> layer = consumeNumber(name);
  if (!layer || !consumeStart(name, "."))
    return std::nullopt;
  std::optional<GgufName> found = find(family.layer, name);
  if (found)
    found->name = strCat(kGgufLayers, *layer, ".", found->name);
  return found;
}

std::string TensorNames::toFiles(std::string_view ggufName) const {
  const TensorRow head[] = {{family.head, "output"}};
  if (std::string found = findGguf({TensorGroup(head)}, ggufName);
      !found.empty() && !family.head.empty())
    return found;
  std::string_view rest = ggufName;
  std::string found;
  if (!consumeStart(rest, kGgufLayers)) {
    found = findGguf(family.model, ggufName);
  } else if (const std::optional<int64_t> layer = consumeNumber(rest);
             layer && consumeStart(rest, ".")) {
    found = findGguf(family.layer, rest);
    if (!found.empty())
      found = strCat(family.layers, *layer, ".", found);
  }
  return found.empty() ? std::string(ggufName) : inBase(found);
}

bool TensorNames::isIgnored(std::string_view name) const {
  return std::ranges::any_of(family.ignored,
                             [&](std::string_view ending) { return name.ends_with(ending); });
}

} // namespace rlx::huggingface
