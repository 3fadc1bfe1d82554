// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of GraphCall.h: finds the op and its arguments in the table, converts each value
// to the type of its kind, and makes the OpCall that the generated method would make.
#include <algorithm>

#include "dialects/rlx/builder/OpCall.h"
#include "dialects/rlx/builder/OpTable.h"
#include "runtime/base/NearestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace rlx::graph {

using llvm::StringRef;

// ---- the table ----

static std::vector<const OpInfo *> sortedOps() {
  std::vector<const OpInfo *> all;
  for (llvm::ArrayRef<OpInfo> part : {generatedOps(), regionOps()})
    for (const OpInfo &op : part)
      all.push_back(&op);
  llvm::sort(all, [](const OpInfo *a, const OpInfo *b) { return a->name < b->name; });
  return all;
}

llvm::ArrayRef<const OpInfo *> allOps() {
  static const std::vector<const OpInfo *> ops = sortedOps();
  return ops;
}

const OpInfo *findOp(StringRef mnemonic) {
  const auto *found =
      std::lower_bound(allOps().begin(), allOps().end(), mnemonic,
                       [](const OpInfo *op, StringRef wanted) { return op->mnemonic() < wanted; });
  return found != allOps().end() && (*found)->mnemonic() == mnemonic ? *found : nullptr;
}

// ---- kinds ----

static const char *textOf(ArgumentKind kind) {
  switch (kind) {
  case ArgumentKind::Value:
    return "a value";
  case ArgumentKind::Values:
    return "a list of values";
  case ArgumentKind::Size:
    return "a size";
  case ArgumentKind::Sizes:
    return "a list of sizes";
  case ArgumentKind::Bool:
  case ArgumentKind::Unit:
    return "true or false";
  case ArgumentKind::Int:
    return "an integer";
  case ArgumentKind::Float:
  case ArgumentKind::Number:
    return "a number";
  case ArgumentKind::String:
    return "a string";
  case ArgumentKind::Ints:
    return "a list of integers";
  case ArgumentKind::Floats:
    return "a list of numbers";
  case ArgumentKind::DType:
    return "an element type";
  case ArgumentKind::Enum:
    return "a name";
  case ArgumentKind::Body:
    return "a body";
  case ArgumentKind::Types:
    return "a list of tensor types";
  }
  return "";
}

static const char *textOf(const ArgumentValue &value) {
  static constexpr const char *texts[] = {"a value",
                                          "a list of values",
                                          "a size",
                                          "a list of sizes",
                                          "a boolean",
                                          "an integer",
                                          "a floating-point number",
                                          "a string",
                                          "a list of integers",
                                          "a list of numbers",
                                          "an element type",
                                          "a number",
                                          "a body",
                                          "a list of tensor types"};
  static_assert(std::size(texts) == std::variant_size_v<ArgumentValue>);
  return texts[value.index()];
}

// ---- conversion: nothing for a value of a wrong kind ----

template <typename T>
static std::optional<ArgumentValue> as(const ArgumentValue &value) {
  if (std::holds_alternative<T>(value))
    return value;
  return std::nullopt;
}

// An empty list has no type of its own: all empty lists are equal.
static bool isEmptyList(const ArgumentValue &value) {
  return std::visit(
      [](const auto &each) {
        using T = std::remove_cvref_t<decltype(each)>;
        if constexpr (std::is_same_v<T, std::string>)
          return false;
        else if constexpr (requires { each.empty(); })
          return each.empty();
        else
          return false;
      },
      value);
}

template <typename To, typename From>
static std::optional<ArgumentValue> listOf(const ArgumentValue &value) {
  if (isEmptyList(value))
    return To();
  const auto *list = std::get_if<From>(&value);
  if (!list)
    return as<To>(value);
  return To(list->begin(), list->end());
}

static std::optional<ArgumentValue> asValues(const ArgumentValue &value) {
  if (const auto *one = std::get_if<GraphValue>(&value))
    return GraphValues(*one);
  return isEmptyList(value) ? GraphValues() : as<GraphValues>(value);
}

static std::optional<ArgumentValue> asDType(const ArgumentValue &value) {
  const auto *text = std::get_if<std::string>(&value);
  if (!text)
    return as<rt::DType>(value);
  rt::DType dtype{};
  if (rt::parseDType(*text, dtype))
    return dtype;
  return std::nullopt;
}

static std::optional<ArgumentValue> asNumber(const ArgumentValue &value) {
  if (const auto *integer = std::get_if<int64_t>(&value))
    return GraphScalar(*integer);
  if (const auto *real = std::get_if<double>(&value))
    return GraphScalar(*real);
  return as<GraphScalar>(value);
}

static std::optional<ArgumentValue> canonical(ArgumentKind kind, const ArgumentValue &value) {
  switch (kind) {
  case ArgumentKind::Value:
    return as<GraphValue>(value);
  case ArgumentKind::Values:
    return asValues(value);
  case ArgumentKind::Size:
    if (const auto *size = std::get_if<int64_t>(&value))
      return GraphSize(*size);
    return as<GraphSize>(value);
  case ArgumentKind::Sizes:
    return listOf<std::vector<GraphSize>, std::vector<int64_t>>(value);
  case ArgumentKind::Bool:
  case ArgumentKind::Unit:
    return as<bool>(value);
  case ArgumentKind::Int:
    return as<int64_t>(value);
  case ArgumentKind::Float:
    if (const auto *integer = std::get_if<int64_t>(&value))
      return static_cast<double>(*integer);
    return as<double>(value);
  case ArgumentKind::String:
  case ArgumentKind::Enum:
    return as<std::string>(value);
  case ArgumentKind::Ints:
    return isEmptyList(value) ? std::vector<int64_t>() : as<std::vector<int64_t>>(value);
  case ArgumentKind::Floats:
    return listOf<std::vector<double>, std::vector<int64_t>>(value);
  case ArgumentKind::DType:
    return asDType(value);
  case ArgumentKind::Number:
    return asNumber(value);
  case ArgumentKind::Body:
    return as<Body>(value);
  case ArgumentKind::Types:
    return isEmptyList(value) ? std::vector<TensorType>() : as<std::vector<TensorType>>(value);
  }
  return std::nullopt;
}

// ---- binding ----

namespace {

// The arguments of one call, by their place in the table.
class Binding {
public:
  Binding(State &state, const OpInfo &op, std::source_location where)
      : state(state), op(op), where(where), values(op.arguments.size()) {}

  // False, with an error, if an argument is wrong, unknown or missing.
  bool bind(const std::vector<NamedArgument> &arguments);
  std::vector<const ArgumentValue *> bound() const {
    std::vector<const ArgumentValue *> pointers;
    for (const std::optional<ArgumentValue> &value : values)
      pointers.push_back(value ? &*value : nullptr);
    return pointers;
  }

private:
  bool fail(const llvm::Twine &message) {
    state.fail(where, "'" + op.name + "' op " + message);
    return false;
  }
  bool set(size_t index, const ArgumentValue &value);
  bool failUnknown(const std::string &name);
  std::optional<size_t> indexOf(const std::string &name) const {
    const auto *found =
        llvm::find_if(op.arguments, [&](const ArgumentInfo &info) { return info.name == name; });
    if (found == op.arguments.end())
      return std::nullopt;
    return found - op.arguments.begin();
  }

  State &state;
  const OpInfo &op;
  std::source_location where;
  std::vector<std::optional<ArgumentValue>> values;
};

bool Binding::failUnknown(const std::string &name) {
  std::vector<std::string> names;
  for (const ArgumentInfo &info : op.arguments)
    names.emplace_back(info.name);
  std::string near(rt::nearestName(name, names));
  if (names.empty())
    return fail("has no argument '" + name + "', and no other");
  return fail("has no argument '" + name + "'; " +
              (near.empty() ? "" : "did you mean '" + near + "'? ") + "its arguments are " +
              llvm::join(names, ", "));
}

bool Binding::set(size_t index, const ArgumentValue &value) {
  const ArgumentInfo &info = op.arguments[index];
  if (values[index])
    return fail("has the argument '" + llvm::Twine(info.name) + "' twice");
  values[index] = canonical(info.kind, value);
  if (!values[index]) {
    const auto *text = std::get_if<std::string>(&value);
    return fail("argument '" + llvm::Twine(info.name) + "' expects " + textOf(info.kind) +
                ", but got " + (text ? "'" + *text + "'" : std::string(textOf(value))));
  }
  if (info.kind != ArgumentKind::Enum)
    return true;
  const auto &name = std::get<std::string>(*values[index]);
  if (llvm::any_of(info.cases, [&](const EnumCase &each) { return each.name == name; }))
    return true;
  std::vector<std::string> names;
  for (const EnumCase &each : info.cases)
    names.emplace_back(each.name);
  return fail("argument '" + llvm::Twine(info.name) + "' expects one of " +
              llvm::join(names, ", ") + ", but got '" + name + "'");
}

bool Binding::bind(const std::vector<NamedArgument> &arguments) {
  for (const NamedArgument &argument : arguments) {
    if (argument.name.empty())
      continue;
    std::optional<size_t> index = indexOf(argument.name);
    if (!index)
      return failUnknown(argument.name);
    if (!set(*index, argument.value))
      return false;
  }
  for (const NamedArgument &argument : arguments) {
    if (!argument.name.empty())
      continue;
    const auto next = llvm::find(values, std::nullopt);
    if (next == values.end())
      return fail("has " + llvm::Twine(values.size()) + " arguments, but " +
                  llvm::Twine(arguments.size()) + " are given");
    if (!set(next - values.begin(), argument.value))
      return false;
  }
  for (auto [info, value] : llvm::zip(op.arguments, values)) {
    const bool isList = info.kind == ArgumentKind::Values; // absent: no values
    if (info.isRequired && !isList && !value)
      return fail("needs the argument '" + llvm::Twine(info.name) + "', " + textOf(info.kind));
  }
  return true;
}

} // namespace

// ---- the call ----

static void addOperand(OpCall &call, const ArgumentInfo &info, const ArgumentValue *value) {
  if (info.kind == ArgumentKind::Values)
    call.operand(info.name, value ? std::get<GraphValues>(*value) : GraphValues(), *info.type);
  else if (info.kind == ArgumentKind::Sizes)
    call.sizes(info.staticAttribute, std::get<std::vector<GraphSize>>(*value));
  else if (info.kind == ArgumentKind::Size)
    call.size(std::get<GraphSize>(*value));
  else
    call.operand(info.name, value ? std::optional(std::get<GraphValue>(*value)) : std::nullopt,
                 *info.type);
}

static void addEnum(OpCall &call, const ArgumentInfo &info, const std::string &name) {
  for (const EnumCase &each : info.cases)
    if (each.name == name)
      call.enumerator(info.name, static_cast<uint32_t>(each.value));
}

static void addAttribute(OpCall &call, const ArgumentInfo &info, const ArgumentValue &value) {
  std::visit(
      [&](const auto &each) {
        using T = std::remove_cvref_t<decltype(each)>;
        if constexpr (std::is_same_v<T, std::string>) {
          if (info.kind == ArgumentKind::Enum)
            return addEnum(call, info, each);
          call.attribute(info.name, each);
        } else if constexpr (std::is_same_v<T, bool>) {
          info.kind == ArgumentKind::Unit ? call.unit(info.name, each)
                                          : call.attribute(info.name, each);
        } else if constexpr (requires { call.attribute(info.name, each); }) {
          call.attribute(info.name, each);
        }
      },
      value);
}

static bool isOperand(ArgumentKind kind) {
  return kind == ArgumentKind::Value || kind == ArgumentKind::Values ||
         kind == ArgumentKind::Size || kind == ArgumentKind::Sizes;
}

static std::string noSuchOp(std::string_view op) {
  std::vector<std::string> names;
  for (const OpInfo *each : allOps())
    names.push_back(each->mnemonic().str());
  std::string near(rt::nearestName(op, names));
  return "there is no op '" + std::string(op) + "'" +
         (near.empty() ? "" : "; did you mean '" + near + "'?");
}

GraphValues call(GraphBuilder &builder, std::string_view op,
                 const std::vector<NamedArgument> &arguments, std::source_location where) {
  State &state = State::of(builder);
  if (!state.isOpen(where))
    return {};
  const OpInfo *info = findOp(op);
  if (!info) {
    state.fail(where, noSuchOp(op));
    return {};
  }
  Binding binding(state, *info, where);
  if (!binding.bind(arguments))
    return {};
  std::vector<const ArgumentValue *> bound = binding.bound();
  if (info->build)
    return info->build(builder, bound, where);
  OpCall call(state, info->name, where);
  for (auto [argument, value] : llvm::zip(info->arguments, bound)) {
    if (isOperand(argument.kind))
      addOperand(call, argument, value);
    else if (value)
      addAttribute(call, argument, *value);
  }
  if (info->hasSegments)
    call.segments();
  return call.values();
}

} // namespace rlx::graph
