// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See FlagTable.h.
#include "tools/rlx-run-rt/FlagTable.h"

#include <algorithm>

#include "runtime/base/NearestName.h"
#include "runtime/base/StrCat.h"

namespace rlx::run {

using rt::okStatus;
using rt::Status;
using rt::strCat;

Status FlagReader::usageError(std::string_view message) const {
  return rt::invalidArgument(strCat(message, "\nsee ", tool, " --help"));
}

size_t FlagReader::find(std::string_view name) const {
  if (name == "-h" || name == "-help")
    name = "--help";
  const auto found = std::ranges::find(forms, name, &FlagForm::name);
  return static_cast<size_t>(found - forms.begin());
}

Status FlagReader::unknown(std::string_view name) const {
  if (const std::string_view instead = foreign ? foreign(name) : ""; !instead.empty())
    return usageError(strCat("there is no option '", name, "'; ", instead));
  // Without the dashes, which all flags have in common.
  const auto bare = [](std::string_view text) {
    return text.substr(std::min(text.find_first_not_of('-'), text.size()));
  };
  std::vector<std::string> names;
  for (const FlagForm &form : forms)
    names.emplace_back(bare(form.name));
  const std::string_view near = rt::nearestName(bare(name), names);
  return usageError(strCat("there is no option '", name, "'",
                           near.empty() ? "" : strCat("; did you mean --", near, "?")));
}

Status FlagReader::readValue(std::span<const char *const> arguments, size_t &next,
                             const FlagForm &form, bool hasValue, std::string_view &value) const {
  if (form.arity == Arity::None && hasValue)
    return usageError(strCat(form.name, " takes no value, but got '", value, "'"));
  if (hasValue && value.empty())
    return usageError(strCat(form.name, " expects ", form.metavar, ", but got nothing after '='"));
  if (form.arity != Arity::Required || hasValue)
    return okStatus();
  if (next == arguments.size())
    return usageError(strCat(form.name, " expects ", form.metavar));
  value = arguments[next++];
  if (find(value.substr(0, value.find('='))) != forms.size())
    return usageError(
        strCat(form.name, " expects ", form.metavar, ", but got the option '", value, "'"));
  return okStatus();
}

Status FlagReader::read(std::span<const char *const> arguments, RunOptions &options,
                        GivenFlags &given, const Store &store) const {
  bool onlyFiles = false;
  for (size_t next = 0; next < arguments.size();) {
    const std::string_view argument = arguments[next++];
    if (argument == "--" && !onlyFiles) {
      onlyFiles = true;
      continue;
    }
    if (onlyFiles || !argument.starts_with("-") || argument == "-") {
      if (!options.model.empty())
        return usageError(strCat("expected one ", operand, ", but got '", options.model, "' and '",
                                 argument, "'"));
      options.model = argument;
      continue;
    }
    const size_t equals = argument.find('=');
    const bool hasValue = equals != std::string_view::npos;
    std::string_view value = hasValue ? argument.substr(equals + 1) : "";
    const size_t flag = find(argument.substr(0, equals));
    if (flag == forms.size())
      return unknown(argument.substr(0, equals));
    const FlagForm &form = forms[flag];
    RLX_RETURN_IF_ERROR(readValue(arguments, next, form, hasValue, value));
    if (!given.insert(form.name).second && form.arity != Arity::None && !form.repeats)
      return usageError(strCat(form.name, " is given twice"));
    if (const std::string wrong = store(flag, value); !wrong.empty())
      return usageError(strCat(form.name, ": ", wrong));
  }
  return okStatus();
}

std::string FlagReader::help() const {
  std::string text;
  std::string_view group;
  for (const FlagForm &form : forms) {
    if (group != form.group)
      text += strCat("\n", form.group, ":\n");
    group = form.group;
    text += strCat("  ", form.name);
    if (form.arity == Arity::Required)
      text += strCat(form.name.starts_with("--") ? "=" : " ", form.metavar);
    else if (form.arity == Arity::Optional)
      text += strCat("[=", form.metavar, "]");
    text += "\n";
    for (std::string_view rest = form.help; !rest.empty();) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      text += strCat("      ", rest.substr(0, end), "\n");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return text;
}

} // namespace rlx::run
