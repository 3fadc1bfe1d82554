// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API of graphs: ops, their bodies, and the table of ops. Arguments become those of
// graph::call; numbers of values and sizes are looked up on the way.
#include <cmath>

#include "dialects/rlx/builder/OpTable.h"
#include "runtime/base/StrCat.h"
#include "session/capi/Graph.h"
#include "llvm/ADT/ScopeExit.h"

using namespace rlx;
using capi::nullArgument;
using capi::onGraph;
using graph::ArgumentKind;
using graph::ArgumentValue;

// Deeper ones would need much of the stack, here and in the compiler.
static constexpr size_t kMaxBodies = 64;

namespace {

// Converts the arguments of one call. After an error, which the builder has, the results are empty.
class Reader {
public:
  Reader(rlx_graph_t *graph, const char *op) : owner(graph), op(op) {}

  std::optional<ArgumentValue> read(const rlx_graph_argument_t &argument);

private:
  std::string what() const {
    return rt::strCat("'rlx.", op, "' op argument", name.empty() ? "" : " '", name,
                      name.empty() ? "" : "'");
  }
  std::optional<ArgumentValue> fail(const std::string &message) {
    owner->fail(what() + message);
    return std::nullopt;
  }
  bool isMissing(const void *list, size_t count) {
    if (!list && count)
      fail(rt::strCat(" is NULL, but its count is ", count));
    return !list && count;
  }
  std::optional<ArgumentValue> readValues(const rlx_graph_argument_t &argument);
  std::optional<ArgumentValue> readSizes(const rlx_graph_size_t *sizes, size_t count);
  std::optional<ArgumentValue> readTypes(const rlx_graph_argument_t &argument);
  graph::Body bodyOf(const rlx_graph_body_t &body);
  template <typename T>
  std::optional<ArgumentValue> readList(const T *list, size_t count) {
    if (isMissing(list, count))
      return std::nullopt;
    return count ? std::vector<T>(list, list + count) : std::vector<T>();
  }

  rlx_graph_t *owner;
  const char *op;
  std::string name;
};

std::optional<ArgumentValue> Reader::readValues(const rlx_graph_argument_t &argument) {
  if (isMissing(argument.as.values, argument.count))
    return std::nullopt;
  std::vector<GraphValue> values;
  for (size_t i = 0; i < argument.count; ++i) {
    const GraphValue *value = owner->find(argument.as.values[i], what());
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return GraphValues(std::move(values));
}

std::optional<ArgumentValue> Reader::readSizes(const rlx_graph_size_t *list, size_t count) {
  if (isMissing(list, count))
    return std::nullopt;
  std::vector<GraphSize> sizes;
  for (size_t i = 0; i < count; ++i) {
    std::optional<GraphSize> size = owner->find(list[i], what());
    if (!size)
      return std::nullopt;
    sizes.push_back(*size);
  }
  return sizes;
}

std::optional<ArgumentValue> Reader::readTypes(const rlx_graph_argument_t &argument) {
  if (isMissing(argument.as.types, argument.count))
    return std::nullopt;
  std::vector<graph::TensorType> types;
  for (size_t i = 0; i < argument.count; ++i) {
    const rlx_graph_type_t &type = argument.as.types[i];
    std::optional<ArgumentValue> sizes = readSizes(type.sizes, type.rank);
    if (!sizes)
      return std::nullopt;
    types.push_back({capi::toDType(capi::numberOf(type.dtype)),
                     std::get<std::vector<GraphSize>>(std::move(*sizes))});
  }
  return types;
}

// Calls the user's function between opening and closing the body.
graph::Body Reader::bodyOf(const rlx_graph_body_t &body) {
  if (!body.function)
    return nullptr;
  return [graph = owner, body, what = what()](const GraphValues &arguments) -> GraphValues {
    if (graph->bodies.size() >= kMaxBodies) {
      graph->fail(rt::strCat(what, ": bodies are nested more than ", kMaxBodies, " deep"));
      return {};
    }
    graph->thread = std::this_thread::get_id();
    graph->bodies.emplace_back();
    llvm::scope_exit close([&] { graph->bodies.pop_back(); });
    std::vector<rlx_graph_value_t> numbers;
    for (GraphValue argument : arguments)
      numbers.push_back(graph->add(argument));
    const int failed = body.function(body.context, graph, numbers.data(), numbers.size());
    if (failed != 0) {
      graph->fail(rt::strCat(what, ": the body failed, with ", failed));
      return {};
    }
    return std::move(graph->bodies.back());
  };
}

std::optional<ArgumentValue> Reader::read(const rlx_graph_argument_t &argument) {
  name = argument.name ? argument.name : "";
  const rlx_graph_any_t &as = argument.as;
  switch (capi::numberOf(argument.kind)) {
  case RLX_GRAPH_VALUE:
    if (const GraphValue *value = owner->find(as.value, what()))
      return *value;
    return std::nullopt;
  case RLX_GRAPH_VALUES:
    return readValues(argument);
  case RLX_GRAPH_SIZE:
    if (std::optional<GraphSize> size = owner->find(as.size, what()))
      return *size;
    return std::nullopt;
  case RLX_GRAPH_SIZES:
    return readSizes(as.sizes, argument.count);
  case RLX_GRAPH_BOOL:
    return as.boolean != 0;
  case RLX_GRAPH_INT:
    return as.integer;
  case RLX_GRAPH_FLOAT:
    return as.real;
  case RLX_GRAPH_STRING:
    return as.string ? std::optional<ArgumentValue>(std::string(as.string)) : fail(" is NULL");
  case RLX_GRAPH_INTS:
    return readList(as.integers, argument.count);
  case RLX_GRAPH_FLOATS:
    return readList(as.reals, argument.count);
  case RLX_GRAPH_DTYPE:
    return capi::toDType(capi::numberOf(as.dtype));
  case RLX_GRAPH_BODY:
    return bodyOf(as.body);
  case RLX_GRAPH_TYPES:
    return readTypes(argument);
  default:
    return fail(rt::strCat(" has the kind ", capi::numberOf(argument.kind), ", which is none"));
  }
}

rlx_graph_kind_t kindOf(ArgumentKind kind) {
  switch (kind) {
  case ArgumentKind::Value:
    return RLX_GRAPH_VALUE;
  case ArgumentKind::Values:
    return RLX_GRAPH_VALUES;
  case ArgumentKind::Size:
    return RLX_GRAPH_SIZE;
  case ArgumentKind::Sizes:
    return RLX_GRAPH_SIZES;
  case ArgumentKind::Bool:
  case ArgumentKind::Unit:
    return RLX_GRAPH_BOOL;
  case ArgumentKind::Int:
    return RLX_GRAPH_INT;
  case ArgumentKind::Float:
  case ArgumentKind::Number:
    return RLX_GRAPH_FLOAT;
  case ArgumentKind::String:
  case ArgumentKind::Enum:
    return RLX_GRAPH_STRING;
  case ArgumentKind::Ints:
    return RLX_GRAPH_INTS;
  case ArgumentKind::Floats:
    return RLX_GRAPH_FLOATS;
  case ArgumentKind::DType:
    return RLX_GRAPH_DTYPE;
  case ArgumentKind::Body:
    return RLX_GRAPH_BODY;
  case ArgumentKind::Types:
    return RLX_GRAPH_TYPES;
  }
  return RLX_GRAPH_VALUE;
}

const graph::ArgumentInfo *findArgument(const char *op, size_t index) {
  const graph::OpInfo *info = op ? graph::findOp(op) : nullptr;
  return info && index < info->arguments.size() ? &info->arguments[index] : nullptr;
}

} // namespace

extern "C" {

rlx_status_t *rlx_graph_yield(rlx_graph_t *graph, const rlx_graph_value_t *values,
                              size_t num_values) {
  if (!values && num_values)
    return nullArgument("values");
  return onGraph(graph, [&]() -> rt::Status {
    if (graph->bodies.empty())
      return rt::failedPrecondition("no body is being built");
    std::vector<GraphValue> yielded;
    for (size_t i = 0; i < num_values; ++i) {
      const GraphValue *value = graph->find(values[i], "a value that a body gives");
      if (!value)
        return rt::okStatus();
      yielded.push_back(*value);
    }
    graph->bodies.back() = std::move(yielded);
    return rt::okStatus();
  });
}

rlx_status_t *rlx_graph_add_op(rlx_graph_t *graph, const char *op,
                               const rlx_graph_argument_t *arguments, size_t num_arguments,
                               const rlx_graph_value_t **results, size_t *num_results) {
  if (!op || (!arguments && num_arguments))
    return nullArgument(op ? "arguments" : "op");
  rlx_status_t *status = onGraph(graph, [&]() -> rt::Status {
    Reader reader(graph, op);
    std::vector<graph::NamedArgument> named;
    for (size_t i = 0; i < num_arguments; ++i) {
      std::optional<ArgumentValue> value = reader.read(arguments[i]);
      if (!value)
        return rt::okStatus();
      named.push_back({arguments[i].name ? arguments[i].name : "", std::move(*value)});
    }
    const GraphValues made = graph::call(graph->builder, op, named, kNowhere);
    if (!graph->builder.status().ok())
      return rt::okStatus();
    graph->results.clear();
    for (GraphValue value : made)
      graph->results.push_back(graph->add(value));
    if (results)
      *results = graph->results.data();
    if (num_results)
      *num_results = graph->results.size();
    return rt::okStatus();
  });
  if (graph && graph->isFreed && graph->bodies.empty())
    delete graph;
  return status;
}

// ---- the table ----

size_t rlx_graph_get_op_count(void) {
  return graph::allOps().size();
}

const char *rlx_graph_get_op_name(size_t index) {
  return index < graph::allOps().size() ? graph::allOps()[index]->mnemonic().data() : nullptr;
}

size_t rlx_graph_get_argument_count(const char *op) {
  const graph::OpInfo *info = op ? graph::findOp(op) : nullptr;
  return info ? info->arguments.size() : 0;
}

rlx_status_t *rlx_graph_get_argument(const char *op, size_t index, const char **name,
                                     rlx_graph_kind_t *kind, int *is_required) {
  if (!op)
    return nullArgument("op");
  const graph::ArgumentInfo *info = findArgument(op, index);
  if (!info)
    return capi::wrap(rt::catchAllocFailure(
        [&] { return rt::notFound(rt::strCat("the op '", op, "' has no argument ", index)); }));
  if (name)
    *name = info->name;
  if (kind)
    *kind = kindOf(info->kind);
  if (is_required)
    *is_required = info->isRequired ? 1 : 0;
  return nullptr;
}

const char *rlx_graph_get_argument_case(const char *op, size_t index, size_t number) {
  const graph::ArgumentInfo *info = findArgument(op, index);
  return info && number < info->cases.size() ? info->cases[number].name : nullptr;
}

} // extern "C"
