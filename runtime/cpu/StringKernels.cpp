// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Concatenation, case, parts, and matches of strings. StringNumbers.cpp has conversions.
//
// Programs are untrusted: operands are checked when a kernel is made, sizes when it is called.
#include "runtime/cpu/StringKernels.h"

#include <algorithm>
#include <charconv>
#include <cwctype>
#include <locale.h>
#include <memory>
#include <vector>

#include "runtime/base/StrCat.h"
#include "runtime/base/Utf8.h"
#include "runtime/cpu/Regex.h"
#include "runtime/cpu/StringNumbers.h"

namespace rlx::rt {

namespace {

int64_t countOf(std::span<const int64_t> shape) {
  int64_t count = 1; // the plan has checked that it fits
  for (const int64_t size : shape)
    count *= size;
  return count;
}

// Calls `body` with each string of the first operand and its index.
template <typename Body>
Status forEachString(const UserCall &call, Body body) {
  const int64_t count = countOf(call.inputs[0].shape);
  for (int64_t i = 0; i < count; ++i) {
    RLX_ASSIGN_OR_RETURN(const std::string_view text,
                         call.strings->text(call.inputs[0].as<int64_t>()[i]));
    RLX_RETURN_IF_ERROR(body(text, i));
  }
  return okStatus();
}

Status concat(const UserCall &call) {
  std::string joined;
  return forEachString(call, [&](std::string_view text, int64_t i) -> Status {
    RLX_ASSIGN_OR_RETURN(const std::string_view other,
                         call.strings->text(call.inputs[1].as<int64_t>()[i]));
    joined.assign(text).append(other);
    call.outputs[0].as<int64_t>()[i] = call.strings->number(joined);
    return okStatus();
  });
}

// --- case

// The letters of a locale that every system has, whatever the process has set.
class Letters {
public:
  Letters() : locale(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {}
  ~Letters() {
    if (locale)
      freelocale(locale);
  }
  Letters(const Letters &) = delete;
  Letters &operator=(const Letters &) = delete;

  bool exist() const { return locale != nullptr; }
  // Bytes that are not UTF-8 stay as they are.
  void change(std::string_view text, bool upper, std::string &to) const {
    to.clear();
    for (size_t at = 0; at < text.size();) {
      char32_t letter = 0;
      const size_t length = decodeUtf8(text.substr(at), letter);
      const auto wide = static_cast<wint_t>(letter);
      const auto other =
          static_cast<char32_t>(upper ? towupper_l(wide, locale) : towlower_l(wide, locale));
      if (length == 0 || other == letter || !appendUtf8(other, to))
        to.append(text.substr(at, std::max<size_t>(length, 1)));
      at += std::max<size_t>(length, 1);
    }
  }

private:
  locale_t locale;
};

StatusOr<UserKernel> makeCase(const UserKernelSpec &spec) {
  const bool upper = spec.config == "upper";
  if (!upper && spec.config != "lower")
    return invalidArgument(strCat("kernel '", spec.name, "' has the config '", spec.config,
                                  "', expected lower or upper"));
  auto letters = std::make_shared<const Letters>();
  if (!letters->exist())
    return unsupported("this system has no locale C.UTF-8, which the case of letters needs");
  return UserKernel([letters, upper](const UserCall &call) {
    std::string changed;
    return forEachString(call, [&](std::string_view text, int64_t i) {
      letters->change(text, upper, changed);
      call.outputs[0].as<int64_t>()[i] = call.strings->number(changed);
      return okStatus();
    });
  });
}

// --- parts

struct Separator {
  int64_t most = -1;     // splits; -1: no limit
  std::string delimiter; // empty: spaces, however many
};

StatusOr<Separator> readSeparator(const UserKernelSpec &spec) {
  Separator separator;
  const std::string_view config = spec.config;
  const size_t colon = std::min(config.find(':'), config.size());
  const std::string_view most = config.substr(0, colon);
  const auto [end, error] = std::from_chars(most.data(), most.data() + most.size(), separator.most);
  if (colon == config.size() || error != std::errc() || end != most.data() + most.size())
    return invalidArgument(
        strCat("kernel '", spec.name, "' has the config '", config, "', expected MAX:DELIMITER"));
  separator.delimiter = config.substr(colon + 1);
  return separator;
}

// Spaces of ASCII, as ONNX Runtime has it.
bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// The parts between spaces; none for a string of spaces.
void splitAtSpaces(std::string_view text, int64_t most, std::vector<std::string_view> &parts) {
  const auto skip = [&] {
    while (!text.empty() && isSpace(text.front()))
      text.remove_prefix(1);
  };
  for (skip(); !text.empty(); skip()) {
    const auto *end = std::ranges::find_if(text, isSpace);
    if (most >= 0 && static_cast<int64_t>(parts.size()) >= most)
      end = text.end(); // spaces at the end stay, as in Python
    parts.emplace_back(text.begin(), end);
    text.remove_prefix(static_cast<size_t>(end - text.begin()));
  }
}

void split(std::string_view text, const Separator &separator,
           std::vector<std::string_view> &parts) {
  parts.clear();
  if (separator.delimiter.empty())
    return splitAtSpaces(text, separator.most, parts);
  if (text.empty()) // has no parts, by ONNX
    return;
  while (separator.most < 0 || static_cast<int64_t>(parts.size()) < separator.most) {
    const size_t at = text.find(separator.delimiter);
    if (at == std::string_view::npos)
      break;
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + separator.delimiter.size());
  }
  parts.push_back(text);
}

StatusOr<UserKernel> makeSplitCount(const UserKernelSpec &spec) {
  RLX_ASSIGN_OR_RETURN(Separator separator, readSeparator(spec));
  return UserKernel([separator = std::move(separator)](const UserCall &call) {
    std::vector<std::string_view> parts;
    return forEachString(call, [&](std::string_view text, int64_t i) {
      split(text, separator, parts);
      call.outputs[0].as<int64_t>()[i] = static_cast<int64_t>(parts.size());
      return okStatus();
    });
  });
}

StatusOr<UserKernel> makeSplit(const UserKernelSpec &spec) {
  RLX_ASSIGN_OR_RETURN(Separator separator, readSeparator(spec));
  return UserKernel([separator = std::move(separator)](const UserCall &call) {
    const auto places = static_cast<size_t>(call.inputs[1].shape[0]);
    std::vector<std::string_view> parts;
    auto *to = call.outputs[0].as<int64_t>();
    return forEachString(call, [&](std::string_view text, int64_t) {
      split(text, separator, parts);
      parts.resize(places); // the others are empty
      for (const std::string_view part : parts)
        *to++ = call.strings->number(part);
      return okStatus();
    });
  });
}

// By bytes, which for UTF-8 is the order of the characters' numbers.
Status order(const UserCall &call) {
  std::vector<std::string_view> texts;
  RLX_RETURN_IF_ERROR(forEachString(call, [&](std::string_view text, int64_t) {
    texts.push_back(text);
    return okStatus();
  }));
  std::vector<std::string_view> different = texts;
  std::ranges::sort(different);
  different.erase(std::ranges::unique(different).begin(), different.end());
  for (size_t i = 0; i < texts.size(); ++i)
    call.outputs[0].as<int64_t>()[i] =
        std::ranges::lower_bound(different, texts[i]) - different.begin();
  return okStatus();
}

StatusOr<UserKernel> makeMatch(const UserKernelSpec &spec) {
  RLX_ASSIGN_OR_RETURN(std::shared_ptr<const Regex> regex, Regex::compile(spec.config));
  return UserKernel([regex = std::move(regex)](const UserCall &call) {
    return forEachString(call, [&](std::string_view text, int64_t i) {
      call.outputs[0].as<uint8_t>()[i] = regex->matches(text);
      return okStatus();
    });
  });
}

StatusOr<UserKernel> makeToNumber(const UserKernelSpec &) {
  return UserKernel([](const UserCall &call) {
    const MutableTensorView &to = call.outputs[0];
    return forEachString(call, [&](std::string_view text, int64_t i) {
      return parseNumber(text, to.dtype, to.data, i);
    });
  });
}

StatusOr<UserKernel> makeToString(const UserKernelSpec &) {
  return UserKernel([](const UserCall &call) {
    const TensorView &from = call.inputs[0];
    const int64_t count = countOf(from.shape);
    for (int64_t i = 0; i < count; ++i)
      call.outputs[0].as<int64_t>()[i] = call.strings->number(numberText(from.dtype, from.data, i));
    return okStatus();
  });
}

// --- the table

// What a kernel takes: inputs, then one output.
struct Entry {
  std::string_view name;
  size_t operands;
  bool numberIn = false, numberOut = false; // of any real type; strings otherwise
  bool boolOut = false;
  StatusOr<UserKernel> (*make)(const UserKernelSpec &);
};
constexpr Entry kEntries[] = {
    {"rlx.string_concat", 3, false, false, false,
     [](const UserKernelSpec &) { return StatusOr<UserKernel>(UserKernel(concat)); }},
    {"rlx.string_order", 2, false, false, false,
     [](const UserKernelSpec &) { return StatusOr<UserKernel>(UserKernel(order)); }},
    {"rlx.string_case", 2, false, false, false, makeCase},
    {"rlx.string_split_count", 2, false, false, false, makeSplitCount},
    {"rlx.string_split", 3, false, false, false, makeSplit},
    {"rlx.string_to_number", 2, false, true, false, makeToNumber},
    {"rlx.number_to_string", 2, true, false, false, makeToString},
    {"rlx.regex_full_match", 2, false, false, true, makeMatch},
};

// Whether StringNumbers.h converts numbers of the type.
bool hasText(DType dtype) {
  return static_cast<unsigned>(dtype) < kNumDTypes && !isComplex(dtype);
}

bool hasOperands(const Entry &entry, const UserKernelSpec &spec) {
  if (spec.operands.size() != entry.operands)
    return false;
  for (size_t i = 0; i < entry.operands; ++i) {
    const bool isOut = i + 1 == entry.operands;
    const DType wanted = isOut && entry.boolOut ? DType::Bool : DType::I64;
    const bool isNumber = isOut ? entry.numberOut : entry.numberIn;
    const DType given = spec.operands[i].dtype;
    if (isNumber ? !hasText(given) : given != wanted)
      return false;
  }
  return true;
}

// Whether the sizes of a call fit: a kernel reads and writes as much as its first operand has.
Status checkSizes(const UserCall &call) {
  if (!call.strings)
    return internalError("a kernel for strings runs without strings");
  std::vector<int64_t> wanted(call.inputs[0].shape.begin(), call.inputs[0].shape.end());
  const bool isSplit = call.kernel == "rlx.string_split";
  if (isSplit)
    wanted.push_back(call.inputs[1].shape[0]);
  const bool pairs = call.inputs.size() == 1 || isSplit ||
                     std::ranges::equal(call.inputs[0].shape, call.inputs[1].shape);
  if (!pairs || !std::ranges::equal(call.outputs[0].shape, wanted))
    return invalidArgument("the sizes of the operands do not fit");
  return okStatus();
}

} // namespace

StatusOr<UserKernel> makeStringKernel(const UserKernelSpec &spec) {
  const auto *entry = std::ranges::find(kEntries, std::string_view(spec.name), &Entry::name);
  if (entry == std::end(kEntries))
    return unsupported(strCat("this version of RLX has no kernel '", spec.name, "'"));
  const bool isSplit = entry->make == makeSplit;
  if (!hasOperands(*entry, spec) || (isSplit && spec.operands[1].rank != 1))
    return invalidArgument(strCat("kernel '", spec.name, "' has operands that it does not take"));
  RLX_ASSIGN_OR_RETURN(UserKernel kernel, entry->make(spec));
  return UserKernel([kernel = std::move(kernel)](const UserCall &call) -> Status {
    if (call.outputs.size() != 1)
      return invalidArgument("a kernel for strings has one output");
    RLX_RETURN_IF_ERROR(checkSizes(call));
    return kernel(call);
  });
}

} // namespace rlx::rt
