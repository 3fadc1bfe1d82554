// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Graph.h. The GIL is held throughout: calls are short, and bodies are functions of Python.
#include "Graph.h"

#include <deque>
#include <exception>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "Arrays.h"
#include "Errors.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rlx::python {
namespace {

rlx_dtype_t dtypeOf(const std::string &name) {
  const rlx_dtype_t dtype = dtypeOfName(name);
  if (dtype == RLX_INVALID_DTYPE)
    raise(
        RLX_INVALID_ARGUMENT,
        "there is no element type '" + name +
            "'; expected a name of NumPy, such as 'float32', or of ml_dtypes, such as 'bfloat16'");
  return dtype;
}

rlx_graph_size_t sizeOf(nb::handle pair) {
  const auto [number, dynamic] = nb::cast<std::pair<int64_t, uint64_t>>(pair);
  return {number, dynamic};
}

// The C form of the arguments of one call, with the memory that they point to.
class Arguments {
public:
  explicit Arguments(nb::list given) {
    for (nb::handle each : given) {
      auto argument = nb::cast<nb::tuple>(each);
      add(nb::cast<std::string>(argument[0]), nb::cast<std::string>(argument[1]), argument[2]);
    }
  }

  const std::vector<rlx_graph_argument_t> &list() const { return all; }
  // The exception of a body, which made the call fail.
  std::exception_ptr raised;

private:
  struct BodyCall {
    Arguments *owner;
    nb::object function;
  };

  void add(std::string name, const std::string &kind, nb::handle value);
  void addAttribute(rlx_graph_argument_t &argument, nb::handle value);
  void addTypes(rlx_graph_argument_t &argument, nb::handle value);
  static int callBody(void *context, rlx_graph_t *graph, const uint64_t *arguments, size_t count);

  std::vector<rlx_graph_argument_t> all;
  // Addresses in them stay.
  std::deque<std::string> strings;
  std::deque<std::vector<uint64_t>> values;
  std::deque<std::vector<rlx_graph_size_t>> sizes;
  std::deque<std::vector<int64_t>> integers;
  std::deque<std::vector<double>> reals;
  std::deque<std::vector<rlx_graph_type_t>> types;
  std::deque<BodyCall> bodies;
};

int Arguments::callBody(void *context, rlx_graph_t *graph, const uint64_t *arguments,
                        size_t count) {
  auto &call = *static_cast<BodyCall *>(context);
  try {
    nb::list numbers;
    for (size_t i = 0; i < count; ++i)
      numbers.append(arguments[i]);
    const auto results = nb::cast<std::vector<uint64_t>>(call.function(nb::tuple(numbers)));
    check(rlx_graph_yield(graph, results.data(), results.size()));
    return 0;
  } catch (...) {
    call.owner->raised = std::current_exception();
    return 1;
  }
}

void Arguments::addTypes(rlx_graph_argument_t &argument, nb::handle value) {
  std::vector<rlx_graph_type_t> &list = types.emplace_back();
  for (nb::handle each : value) {
    auto type = nb::cast<nb::tuple>(each);
    std::vector<rlx_graph_size_t> &dims = sizes.emplace_back();
    for (nb::handle size : nb::cast<nb::list>(type[1]))
      dims.push_back(sizeOf(size));
    list.push_back({dtypeOf(nb::cast<std::string>(type[0])), dims.data(), dims.size()});
  }
  argument.kind = RLX_GRAPH_TYPES;
  argument.as.types = list.data();
  argument.count = list.size();
}

// The type of the value decides the kind.
void Arguments::addAttribute(rlx_graph_argument_t &argument, nb::handle value) {
  const std::string name = argument.name;
  auto refuse = [&] {
    std::string type = nb::cast<std::string>(value.type().attr("__name__"));
    throw nb::type_error(("argument '" + name + "' is of type " + type +
                          ", but a number, a string or a list of numbers is expected")
                             .c_str());
  };
  if (PyBool_Check(value.ptr())) {
    argument.kind = RLX_GRAPH_BOOL;
    argument.as.boolean = nb::cast<bool>(value) ? 1 : 0;
  } else if (PyLong_Check(value.ptr())) {
    argument.kind = RLX_GRAPH_INT;
    if (!nb::try_cast<int64_t>(value, argument.as.integer))
      throw nb::value_error(("argument '" + name + "' does not fit 64 bits").c_str());
  } else if (PyFloat_Check(value.ptr())) {
    argument.kind = RLX_GRAPH_FLOAT;
    argument.as.real = nb::cast<double>(value);
  } else if (PyUnicode_Check(value.ptr())) {
    argument.kind = RLX_GRAPH_STRING;
    argument.as.string = strings.emplace_back(nb::cast<std::string>(value)).c_str();
  } else if (std::vector<int64_t> list; nb::try_cast(value, list)) {
    argument.kind = RLX_GRAPH_INTS;
    argument.as.integers = integers.emplace_back(std::move(list)).data();
    argument.count = integers.back().size();
  } else if (std::vector<double> list; nb::try_cast(value, list)) {
    argument.kind = RLX_GRAPH_FLOATS;
    argument.as.reals = reals.emplace_back(std::move(list)).data();
    argument.count = reals.back().size();
  } else {
    refuse();
  }
}

void Arguments::add(std::string name, const std::string &kind, nb::handle value) {
  rlx_graph_argument_t argument{};
  argument.name = strings.emplace_back(std::move(name)).c_str();
  if (kind == "Value") {
    argument.kind = RLX_GRAPH_VALUE;
    argument.as.value = nb::cast<uint64_t>(value);
  } else if (kind == "Values") {
    argument.kind = RLX_GRAPH_VALUES;
    argument.as.values = values.emplace_back(nb::cast<std::vector<uint64_t>>(value)).data();
    argument.count = values.back().size();
  } else if (kind == "Size") {
    argument.kind = RLX_GRAPH_SIZE;
    argument.as.size = sizeOf(value);
  } else if (kind == "Sizes") {
    std::vector<rlx_graph_size_t> &list = sizes.emplace_back();
    for (nb::handle size : value)
      list.push_back(sizeOf(size));
    argument.kind = RLX_GRAPH_SIZES;
    argument.as.sizes = list.data();
    argument.count = list.size();
  } else if (kind == "Body") {
    argument.kind = RLX_GRAPH_BODY;
    argument.as.body = {callBody, &bodies.emplace_back(BodyCall{this, nb::borrow(value)})};
  } else if (kind == "Types") {
    addTypes(argument, value);
  } else {
    addAttribute(argument, value);
  }
  all.push_back(argument);
}

} // namespace

Graph::Graph() {
  check(rlx_graph_create(&graph));
}
Graph::~Graph() {
  rlx_graph_free(graph);
}

uint64_t Graph::input(const std::string &name, const std::string &dtype, nb::sequence dims) {
  std::deque<std::string> symbols;
  std::vector<rlx_graph_dim_t> shape;
  for (nb::handle dim : dims) {
    if (PyUnicode_Check(dim.ptr()))
      shape.push_back({0, symbols.emplace_back(nb::cast<std::string>(dim)).c_str()});
    else
      shape.push_back({nb::cast<int64_t>(dim), nullptr});
  }
  uint64_t value = 0;
  check(
      rlx_graph_add_input(graph, name.c_str(), dtypeOf(dtype), shape.data(), shape.size(), &value));
  return value;
}

uint64_t Graph::param(const std::string &name, const std::string &dtype,
                      const std::vector<int64_t> &dims) {
  uint64_t value = 0;
  check(rlx_graph_add_param(graph, name.c_str(), dtypeOf(dtype), dims.data(), dims.size(), &value));
  return value;
}

uint64_t Graph::paramLike(const std::string &name, nb::handle array) {
  Argument argument;
  argument.read(array);
  uint64_t value = 0;
  check(rlx_graph_add_param(graph, name.c_str(), rlx_tensor_get_dtype(argument.tensor()),
                            argument.shape().data(), argument.shape().size(), &value));
  return value;
}

void Graph::output(const std::string &name, uint64_t value) {
  check(rlx_graph_add_output(graph, name.c_str(), value));
}

uint64_t Graph::constant(nb::handle array) {
  Argument argument;
  argument.read(array);
  uint64_t value = 0;
  check(rlx_graph_add_constant(graph, argument.tensor(), &value));
  return value;
}

uint64_t Graph::full(const std::string &dtype, nb::handle number,
                     const std::vector<int64_t> &dims) {
  uint64_t value = 0;
  int64_t integer = 0;
  const rlx_dtype_t type = dtypeOf(dtype);
  if (PyFloat_Check(number.ptr()))
    check(rlx_graph_add_full(graph, type, nb::cast<double>(number), dims.data(), dims.size(),
                             &value));
  else if (PyBool_Check(number.ptr()) || nb::try_cast<int64_t>(number, integer))
    check(rlx_graph_add_full_integer(graph, type,
                                     PyBool_Check(number.ptr()) ? nb::cast<bool>(number) : integer,
                                     dims.data(), dims.size(), &value));
  else
    throw nb::type_error("expected a number of at most 64 bits");
  return value;
}

const char *Graph::dtype(uint64_t value) const {
  return dtypeName(rlx_graph_get_value_dtype(graph, value));
}

nb::tuple Graph::shape(uint64_t value) const {
  nb::list sizes;
  for (size_t d = 0; d < rlx_graph_get_value_rank(graph, value); ++d)
    sizes.append(rlx_graph_get_value_dim(graph, value, d));
  return nb::tuple(sizes);
}

std::string Graph::sizeText(uint64_t value, size_t axis) {
  const char *text = rlx_graph_get_value_size_text(graph, value, axis);
  return text ? text : "?";
}

std::pair<int64_t, uint64_t> Graph::size(uint64_t value, int64_t axis) {
  rlx_graph_size_t size;
  check(rlx_graph_get_size(graph, value, axis, &size));
  return {size.number, size.dynamic};
}

std::pair<int64_t, uint64_t> Graph::computeSize(const std::string &operation, nb::tuple lhs,
                                                nb::tuple rhs) {
  rlx_graph_size_t size;
  check(rlx_graph_compute_size(graph, operation.empty() ? ' ' : operation[0], sizeOf(lhs),
                               sizeOf(rhs), &size));
  return {size.number, size.dynamic};
}

nb::tuple Graph::add(const std::string &op, nb::list given) {
  Arguments arguments(std::move(given));
  const rlx_graph_value_t *results = nullptr;
  size_t count = 0;
  rlx_status_t *status = rlx_graph_add_op(graph, op.c_str(), arguments.list().data(),
                                          arguments.list().size(), &results, &count);
  if (status && arguments.raised) {
    rlx_status_free(status);
    std::rethrow_exception(arguments.raised);
  }
  check(status);
  nb::list numbers;
  for (size_t i = 0; i < count; ++i)
    numbers.append(results[i]);
  return nb::tuple(numbers);
}

void Graph::setPlace(const std::string &file, uint32_t line, uint32_t column) {
  check(rlx_graph_set_place(graph, file.c_str(), line, column));
}

void Graph::beginScope(const std::string &name) {
  check(rlx_graph_begin_scope(graph, name.c_str()));
}

void Graph::endScope() {
  check(rlx_graph_end_scope(graph));
}

std::string Graph::text(bool withConstants) {
  const char *text = nullptr;
  size_t length = 0;
  check(rlx_graph_get_text(graph, withConstants ? 1 : 0, &text, &length));
  return {text, length};
}

nb::bytes Graph::bytecode() {
  const void *bytes = nullptr;
  size_t length = 0;
  check(rlx_graph_get_bytecode(graph, &bytes, &length));
  return nb::bytes(bytes, length);
}

// The names of all ops, each with the names of its arguments.
static nb::dict ops() {
  nb::dict all;
  for (size_t i = 0; i < rlx_graph_get_op_count(); ++i) {
    const char *op = rlx_graph_get_op_name(i);
    nb::list names;
    for (size_t a = 0; a < rlx_graph_get_argument_count(op); ++a) {
      const char *name = nullptr;
      check(rlx_graph_get_argument(op, a, &name, nullptr, nullptr));
      names.append(name);
    }
    all[op] = names;
  }
  return all;
}

void registerGraph(nb::module_ &m) {
  m.def("graph_ops", &ops);
  nb::class_<Graph>(m, "Graph")
      .def(nb::init<>())
      .def("input", &Graph::input, "name"_a, "dtype"_a, "dims"_a)
      .def("param", &Graph::param, "name"_a, "dtype"_a, "dims"_a)
      .def("param_like", &Graph::paramLike, "name"_a, "array"_a)
      .def("output", &Graph::output, "name"_a, "value"_a)
      .def("constant", &Graph::constant, "array"_a)
      .def("full", &Graph::full, "dtype"_a, "number"_a, "dims"_a)
      .def("dtype", &Graph::dtype, "value"_a)
      .def("shape", &Graph::shape, "value"_a)
      .def("size_text", &Graph::sizeText, "value"_a, "axis"_a)
      .def("size", &Graph::size, "value"_a, "axis"_a)
      .def("compute_size", &Graph::computeSize, "operation"_a, "lhs"_a, "rhs"_a)
      .def("add", &Graph::add, "op"_a, "arguments"_a)
      .def("set_place", &Graph::setPlace, "file"_a, "line"_a, "column"_a)
      .def("begin_scope", &Graph::beginScope, "name"_a)
      .def("end_scope", &Graph::endScope)
      .def("text", &Graph::text, "with_constants"_a)
      .def("bytecode", &Graph::bytecode);
}

} // namespace rlx::python
