// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool's command line: one table that parses and documents its options. Needs no LLVM.
//
// Parsing stops at the first error. Errors are statuses whose message can be shown to the user.
#ifndef RLX_TOOLS_RLXRUNRT_FLAGTABLE_H
#define RLX_TOOLS_RLXRUNRT_FLAGTABLE_H

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/Status.h"
#include "tools/rlx-run-rt/RunOptions.h"

namespace rlx::run {

// The properties of an option for parsing and help. Options of a group are adjacent.
struct FlagForm {
  std::string_view name, metavar;
  Arity arity;
  bool repeats;
  const char *group;
  const char *help; // lines
};

// One option of a tool with the options struct `Options`: the tool's own option, or a shared one.
// `Text` is the string type of the tool's own store functions.
template <typename Options, typename Text>
struct Flag {
  using Store = std::string (*)(Options &, Text value);

  constexpr Flag(std::string_view name, std::string_view metavar, Arity arity, const char *group,
                 const char *help, Store store, bool repeats = false)
      : form{name, metavar, arity, repeats, group, help}, own(store) {}
  constexpr Flag(const SharedFlag &flag, const char *group, const char *help)
      : form{flag.name, flag.metavar, flag.arity, flag.repeats, group, help}, shared(flag.store) {}

  // Stores the value. Returns an error text, or an empty string.
  std::string store(Options &options, std::string_view value) const {
    return shared ? shared(options, value) : own(options, Text(value));
  }

  FlagForm form;
  Store own = nullptr;
  std::string (*shared)(RunOptions &, std::string_view value) = nullptr;
};

// Reads the arguments of a command line, for any struct of options.
class FlagReader {
public:
  // What to write instead of an option of another program; empty for a name that is none.
  using Foreign = std::string_view (*)(std::string_view name);
  // `tool` and `operand` ("model") appear in messages.
  FlagReader(std::string_view tool, std::string_view operand, std::vector<FlagForm> forms,
             Foreign foreign)
      : tool(tool), operand(operand), forms(std::move(forms)), foreign(foreign) {}

  // An error that refers to the help.
  rt::Status usageError(std::string_view message) const;

  // Stores the options in order with `store`, which gets the option's index. Fills in
  // `options.model` and `given`.
  using Store = std::function<std::string(size_t flag, std::string_view value)>;
  rt::Status read(std::span<const char *const> arguments, RunOptions &options, GivenFlags &given,
                  const Store &store) const;

  // The text of the groups with their options.
  std::string help() const;

private:
  size_t find(std::string_view name) const; // forms.size() if there is none
  rt::Status unknown(std::string_view name) const;
  // `next` is the first argument that is not read yet.
  rt::Status readValue(std::span<const char *const> arguments, size_t &next, const FlagForm &form,
                       bool hasValue, std::string_view &value) const;

  std::string_view tool, operand;
  std::vector<FlagForm> forms;
  Foreign foreign; // may be null
};

template <typename Options, typename Text = std::string_view>
class FlagTable : public FlagReader {
public:
  using Entry = Flag<Options, Text>;
  FlagTable(std::string_view tool, std::string_view operand, std::vector<Entry> entries,
            Foreign foreign = nullptr)
      : FlagReader(tool, operand, formsOf(entries), foreign), entries(std::move(entries)) {}

  rt::Status parse(std::span<const char *const> arguments, Options &options,
                   GivenFlags &given) const {
    return read(arguments, options, given, [&](size_t flag, std::string_view value) {
      return entries[flag].store(options, value);
    });
  }

private:
  static std::vector<FlagForm> formsOf(const std::vector<Entry> &entries) {
    std::vector<FlagForm> forms;
    for (const Entry &entry : entries)
      forms.push_back(entry.form);
    return forms;
  }

  std::vector<Entry> entries;
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_FLAGTABLE_H
