// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API of graphs but for ops: arguments and results of the model, constants, sizes, places,
// and compiling. Each call takes the builder's error, so that the graph goes on after it.
#include <atomic>

#include "compiler/Compiler.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/builder/GraphModel.h"
#include "runtime/base/StrCat.h"
#include "session/ModelFile.h"
#include "session/capi/CompileOptions.h"
#include "session/capi/Graph.h"

using namespace rlx;
using capi::nullArgument;
using capi::onGraph;

// ---- numbers for C ----

// A size has this bit in its index, so that it is not taken for a value.
static constexpr uint64_t kSizeBit = uint64_t(1) << 31;

static uint64_t nextNumber() {
  static std::atomic<uint32_t> last{0};
  uint32_t number = ++last;
  while (number == 0) // after 2^32 graphs
    number = ++last;
  return uint64_t(number) << 32;
}

rlx_graph::rlx_graph() : builder(kNowhere), own(nextNumber()) {
  builder.setPlace({}, 0, 0);
}

rlx_graph_value_t rlx_graph::add(GraphValue value) {
  if (!value.valid())
    return 0;
  values.push_back(value);
  return own | (values.size() - 1);
}

rlx_graph_size_t rlx_graph::add(const GraphSize &size) {
  if (!size.isDynamic())
    return {size.staticSize(), 0};
  sizes.push_back(size);
  return {kDynamicSize, own | kSizeBit | (sizes.size() - 1)};
}

const GraphValue *rlx_graph::find(rlx_graph_value_t value) const {
  const uint64_t index = value & UINT32_MAX;
  return value - index == own && index < values.size() ? &values[index] : nullptr;
}

const GraphValue *rlx_graph::find(rlx_graph_value_t value, const std::string &what) {
  if (const GraphValue *found = find(value))
    return found;
  const bool isOwn = (value & ~uint64_t(UINT32_MAX)) == own;
  fail(what + (!value                        ? " is no value"
               : isOwn && (value & kSizeBit) ? " is a size, but a value is expected"
                                             : " is no value of this graph"));
  return nullptr;
}

std::optional<GraphSize> rlx_graph::find(const rlx_graph_size_t &size, const std::string &what) {
  if (!size.dynamic)
    return GraphSize(size.number);
  const uint64_t index = (size.dynamic & UINT32_MAX) & ~kSizeBit;
  if (size.dynamic == (own | kSizeBit | index) && index < sizes.size())
    return sizes[index];
  fail(what + " is no size of this graph");
  return std::nullopt;
}

// ---- arguments from C ----

static rt::Status checkDims(const void *dims, size_t rank) {
  if (!dims && rank)
    return rt::invalidArgument("dims is NULL");
  return rt::okStatus();
}

static std::vector<int64_t> numbersOf(const int64_t *dims, size_t rank) {
  return rank ? std::vector<int64_t>(dims, dims + rank) : std::vector<int64_t>();
}

// Runs `body`, which makes a value, and gives its number.
template <typename Body>
static rlx_status_t *addValue(rlx_graph_t *graph, rlx_graph_value_t *value, const Body &body) {
  if (!value)
    return nullArgument("value");
  return onGraph(graph, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(GraphValue made, body());
    if (made.valid())
      *value = graph->add(made);
    return rt::okStatus();
  });
}

extern "C" {

// ---- graphs ----

rlx_status_t *rlx_graph_create(rlx_graph_t **graph) {
  if (!graph)
    return nullArgument("graph");
  return capi::wrap(rt::catchAllocFailure([&]() -> rt::Status {
    *graph = new rlx_graph();
    return rt::okStatus();
  }));
}

void rlx_graph_free(rlx_graph_t *graph) {
  if (graph && !graph->bodies.empty())
    graph->isFreed = true;
  else
    delete graph;
}

rlx_status_t *rlx_graph_set_place(rlx_graph_t *graph, const char *file, uint32_t line,
                                  uint32_t column) {
  return onGraph(graph, [&]() -> rt::Status {
    graph->builder.setPlace(file ? file : "", line, column);
    return rt::okStatus();
  });
}

rlx_status_t *rlx_graph_begin_scope(rlx_graph_t *graph, const char *name) {
  if (!name)
    return nullArgument("name");
  return onGraph(graph, [&]() -> rt::Status {
    if (!*name)
      graph->fail("a scope needs a name");
    else
      graph->scopes.push_back(graph->builder.scope(name));
    return rt::okStatus();
  });
}

rlx_status_t *rlx_graph_end_scope(rlx_graph_t *graph) {
  return onGraph(graph, [&]() -> rt::Status {
    if (graph->scopes.empty())
      return rt::failedPrecondition("no scope is open");
    graph->scopes.pop_back();
    return rt::okStatus();
  });
}

// ---- arguments and results of the model ----

rlx_status_t *rlx_graph_add_input(rlx_graph_t *graph, const char *name, rlx_dtype_t dtype,
                                  const rlx_graph_dim_t *dims, size_t rank,
                                  rlx_graph_value_t *value) {
  if (!name)
    return nullArgument("name");
  const int number = capi::numberOf(dtype);
  return addValue(graph, value, [&]() -> rt::StatusOr<GraphValue> {
    RLX_RETURN_IF_ERROR(checkDims(dims, rank));
    RLX_RETURN_IF_ERROR(capi::checkDType(number));
    std::vector<GraphDim> shape;
    for (size_t d = 0; d < rank; ++d)
      shape.push_back(dims[d].symbol ? GraphDim(dims[d].symbol) : GraphDim(dims[d].number));
    return graph->builder.input(name, capi::toDType(number), shape, kNowhere);
  });
}

rlx_status_t *rlx_graph_add_param(rlx_graph_t *graph, const char *name, rlx_dtype_t dtype,
                                  const int64_t *dims, size_t rank, rlx_graph_value_t *value) {
  if (!name)
    return nullArgument("name");
  const int number = capi::numberOf(dtype);
  return addValue(graph, value, [&]() -> rt::StatusOr<GraphValue> {
    RLX_RETURN_IF_ERROR(checkDims(dims, rank));
    RLX_RETURN_IF_ERROR(capi::checkDType(number));
    return graph->builder.param(name, capi::toDType(number), numbersOf(dims, rank), kNowhere);
  });
}

rlx_status_t *rlx_graph_add_param_value(rlx_graph_t *graph, const char *name,
                                        const rlx_tensor_t *tensor, rlx_graph_value_t *value) {
  if (!name || !tensor)
    return nullArgument(name ? "tensor" : "name");
  return addValue(graph, value, [&]() -> rt::StatusOr<GraphValue> {
    const rt::Tensor &given = capi::unwrap(tensor);
    const std::vector<int64_t> dims(given.shape().begin(), given.shape().end());
    const GraphValue made = graph->builder.param(name, given.dtype(), dims, kNowhere);
    if (made.valid())
      graph->params[name] = given.share();
    return made;
  });
}

rlx_status_t *rlx_graph_add_output(rlx_graph_t *graph, const char *name, rlx_graph_value_t value) {
  if (!name)
    return nullArgument("name");
  return onGraph(graph, [&]() -> rt::Status {
    if (const GraphValue *found = graph->find(value, rt::strCat("output '", name, "'")))
      graph->builder.output(name, *found, kNowhere);
    return rt::okStatus();
  });
}

rlx_status_t *rlx_graph_add_constant(rlx_graph_t *graph, const rlx_tensor_t *tensor,
                                     rlx_graph_value_t *value) {
  if (!tensor)
    return nullArgument("tensor");
  return addValue(graph, value, [&]() -> rt::StatusOr<GraphValue> {
    return graph->builder.constant(capi::unwrap(tensor).view(), kNowhere);
  });
}

static rlx_status_t *addFull(rlx_graph_t *graph, int dtype, GraphScalar number, const int64_t *dims,
                             size_t rank, rlx_graph_value_t *value) {
  return addValue(graph, value, [&]() -> rt::StatusOr<GraphValue> {
    RLX_RETURN_IF_ERROR(checkDims(dims, rank));
    RLX_RETURN_IF_ERROR(capi::checkDType(dtype));
    return graph->builder.full(capi::toDType(dtype), number, numbersOf(dims, rank), kNowhere);
  });
}

rlx_status_t *rlx_graph_add_full(rlx_graph_t *graph, rlx_dtype_t dtype, double number,
                                 const int64_t *dims, size_t rank, rlx_graph_value_t *value) {
  return addFull(graph, capi::numberOf(dtype), number, dims, rank, value);
}

rlx_status_t *rlx_graph_add_full_integer(rlx_graph_t *graph, rlx_dtype_t dtype, int64_t number,
                                         const int64_t *dims, size_t rank,
                                         rlx_graph_value_t *value) {
  return addFull(graph, capi::numberOf(dtype), number, dims, rank, value);
}

// ---- types and sizes ----

rlx_dtype_t rlx_graph_get_value_dtype(const rlx_graph_t *graph, rlx_graph_value_t value) {
  const GraphValue *found = graph ? graph->find(value) : nullptr;
  return found ? static_cast<rlx_dtype_t>(found->dtype()) : RLX_INVALID_DTYPE;
}

size_t rlx_graph_get_value_rank(const rlx_graph_t *graph, rlx_graph_value_t value) {
  const GraphValue *found = graph ? graph->find(value) : nullptr;
  return found ? static_cast<size_t>(found->rank()) : 0;
}

int64_t rlx_graph_get_value_dim(const rlx_graph_t *graph, rlx_graph_value_t value, size_t dim) {
  const GraphValue *found = graph ? graph->find(value) : nullptr;
  return found && dim <= size_t(INT64_MAX) ? found->size(static_cast<int64_t>(dim)) : kDynamicSize;
}

const char *rlx_graph_get_value_size_text(rlx_graph_t *graph, rlx_graph_value_t value, size_t dim) {
  const GraphValue *found = graph ? graph->find(value) : nullptr;
  if (!found || dim >= static_cast<size_t>(found->rank()))
    return nullptr;
  rt::Status status = rt::catchAllocFailure([&]() -> rt::Status {
    graph->sizeText = graph->builder.sizeText(*found, static_cast<int64_t>(dim));
    return rt::okStatus();
  });
  return status.ok() ? graph->sizeText.c_str() : nullptr;
}

rlx_status_t *rlx_graph_get_size(rlx_graph_t *graph, rlx_graph_value_t value, int64_t axis,
                                 rlx_graph_size_t *size) {
  if (!size)
    return nullArgument("size");
  return onGraph(graph, [&]() -> rt::Status {
    const GraphValue *found = graph->find(value, "the tensor whose size is asked for");
    if (!found)
      return rt::okStatus();
    const GraphSize made = graph->builder.dim(*found, axis, kNowhere);
    if (graph->builder.status().ok())
      *size = graph->add(made);
    return rt::okStatus();
  });
}

rlx_status_t *rlx_graph_compute_size(rlx_graph_t *graph, char operation, rlx_graph_size_t lhs,
                                     rlx_graph_size_t rhs, rlx_graph_size_t *result) {
  if (!result)
    return nullArgument("result");
  return onGraph(graph, [&]() -> rt::Status {
    const std::optional<GraphSize> a = graph->find(lhs, "the first size");
    const std::optional<GraphSize> b = a ? graph->find(rhs, "the second size") : std::nullopt;
    if (!a || !b)
      return rt::okStatus();
    if (operation == '/' && !b->isDynamic() && b->staticSize() <= 0) {
      graph->fail(rt::strCat("a size is divided by ", b->staticSize()));
      return rt::okStatus();
    }
    std::optional<GraphSize> made;
    if (operation == '+')
      made = *a + *b;
    else if (operation == '-')
      made = *a - *b;
    else if (operation == '*')
      made = *a * *b;
    else if (operation == '/')
      made = *a / *b;
    else
      graph->fail("sizes have the operations '+', '-', '*' and '/'");
    if (made && graph->builder.status().ok())
      *result = graph->add(*made);
    return rt::okStatus();
  });
}

// ---- the model ----

rlx_status_t *rlx_graph_get_text(rlx_graph_t *graph, int with_constants, const char **text,
                                 size_t *length) {
  if (!text)
    return nullArgument("text");
  return onGraph(graph, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(graph->text, graph->builder.text(with_constants != 0));
    *text = graph->text.c_str();
    if (length)
      *length = graph->text.size();
    return rt::okStatus();
  });
}

rlx_status_t *rlx_graph_get_bytecode(rlx_graph_t *graph, const void **bytes, size_t *length) {
  if (!bytes || !length)
    return nullArgument(bytes ? "length" : "bytes");
  return onGraph(graph, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(graph->bytes, graph->builder.bytecode());
    *bytes = graph->bytes.data();
    *length = graph->bytes.size();
    return rt::okStatus();
  });
}

} // extern "C"

// The graph so far, in a context of its own.
static rt::StatusOr<GraphModel> modelOf(rlx_graph_t *graph) {
  RLX_ASSIGN_OR_RETURN(const std::string bytes, graph->builder.bytecode());
  GraphModel model;
  model.context = createCompilerContext();
  DiagnosticCollector diagnostics(model.context.get());
  mlir::FailureOr<ModelFile> read = readModelText(*model.context, bytes);
  if (failed(read))
    return diagnostics.status();
  model.module = std::move(read->module);
  for (const auto &[name, value] : graph->params)
    model.params[name] = value.share();
  return model;
}

// Options of models in files mean nothing for a graph.
static rt::Status checkGraphOptions(const SessionOptions &options) {
  if (!options.paramInputs.empty())
    return rt::invalidArgument(rt::strCat("input '", options.paramInputs.front(),
                                          "' cannot become a param: a graph declares its params"));
  if (!options.adapters.empty())
    return rt::invalidArgument(rt::strCat("'", options.adapters.front().path,
                                          "' is an adapter (LoRA), but a graph is no file of a "
                                          "language model"));
  if (options.cacheType || options.cacheLayout)
    return rt::invalidArgument(
        "a type or layout of caches is for the files of language models, but the "
        "model is a graph");
  return rt::okStatus();
}

extern "C" {

rlx_status_t *rlx_compile_graph(rlx_graph_t *graph, const rlx_compile_options_t *options,
                                rlx_executable_t **executable) {
  if (!graph || !executable)
    return nullArgument(graph ? "executable" : "graph");
  return capi::compileWith(
      options,
      [&](const SessionOptions &how) -> rt::StatusOr<std::unique_ptr<Session>> {
        RLX_RETURN_IF_ERROR(checkGraphOptions(how));
        RLX_ASSIGN_OR_RETURN(GraphModel model, modelOf(graph));
        return Session::fromGraph(std::move(model), how);
      },
      executable);
}

rlx_status_t *rlx_compile_graph_package(rlx_graph_t *graph, const rlx_compile_options_t *options,
                                        const char *cpus, const char *path) {
  if (!graph || !path)
    return nullArgument(graph ? "path" : "graph");
  return capi::packageWith(options, cpus, path, [&](const PackageModelOptions &how) -> rt::Status {
    RLX_RETURN_IF_ERROR(checkGraphOptions(how.session));
    RLX_ASSIGN_OR_RETURN(const GraphModel model, modelOf(graph));
    std::vector<std::string> notes;
    return packageModel(*model.module, model.params, how, path, notes);
  });
}

} // extern "C"
