// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Executable.h.
#include "Executable.h"

#include <algorithm>
#include <cctype>

#include <nanobind/stl/string.h>

#include "Arrays.h"
#include "Errors.h"

namespace nb = nanobind;

namespace rlx::python {

// A clone, and the memory that its calls use again.
struct Runner {
  Runner(rlx_executable_t *executable, uint64_t generation, size_t numInputs, size_t numOutputs)
      : executable(executable), generation(generation), arguments(numInputs), results(numOutputs) {}
  ~Runner() { rlx_executable_free(executable); }

  // Whether the inputs have the shapes of the last run, so that its outputs' shapes hold.
  bool hasSameShapes() const {
    return shapes == lastShapes && lastOutputs.size() == results.size();
  }

  rlx_executable_t *executable;
  uint64_t generation;
  std::vector<Argument> arguments, results; // of inputs and outputs; empty between calls
  std::vector<rlx_tensor_t *> owned;        // tensors over the memory of new arrays
  std::vector<rlx_named_tensor_t> in, out;
  std::vector<int64_t> shapes, lastShapes; // of all inputs, one after another
  std::vector<std::vector<int64_t>> lastOutputs;
};

namespace {

// Results of more bytes are computed in the memory of their array, if their shape is known.
constexpr size_t kCopiedBytes = 1 << 16;

std::vector<std::string> names(const rlx_executable_t *executable, rlx_role_t role) {
  std::vector<std::string> all;
  for (size_t i = 0; i < rlx_executable_get_count(executable, role); ++i)
    all.push_back(rlx_executable_get_tensor_name(executable, role, i));
  return all;
}

std::string listed(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text.empty() ? "none" : text;
}

size_t bytesOf(rlx_dtype_t dtype, const std::vector<int64_t> &shape) {
  size_t bytes = rlx_dtype_size(dtype);
  for (int64_t size : shape)
    bytes *= static_cast<size_t>(size);
  return bytes;
}

// The names of sizes in a formula, such as {"batch", "width"} for "batch * (2 * width + 1)".
std::vector<std::string> sizesIn(const std::string &formula) {
  std::vector<std::string> all;
  std::string name;
  for (char c : formula + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.') {
      name += c;
      continue;
    }
    if (!name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])))
      all.push_back(name);
    name.clear();
  }
  return all;
}

// For each output, whether the sizes of the inputs give its shape. A run computes the others.
std::vector<bool> findShapesThatFollowInputs(const rlx_executable_t *executable) {
  auto symbols = [&](rlx_role_t role, size_t i) {
    std::vector<std::string> all;
    for (size_t d = 0; d < rlx_executable_get_tensor_rank(executable, role, i); ++d)
      if (const char *symbol = rlx_executable_get_tensor_dim_symbol(executable, role, i, d))
        all.push_back(symbol);
    return all;
  };
  std::vector<std::string> known;
  for (size_t i = 0; i < rlx_executable_get_count(executable, RLX_INPUT); ++i)
    for (std::string &symbol : symbols(RLX_INPUT, i))
      known.push_back(std::move(symbol));
  auto isKnown = [&](const std::string &size) {
    return std::find(known.begin(), known.end(), size) != known.end();
  };
  std::vector<bool> result;
  for (size_t i = 0; i < rlx_executable_get_count(executable, RLX_OUTPUT); ++i) {
    const std::vector<std::string> formulas = symbols(RLX_OUTPUT, i);
    result.push_back(std::all_of(formulas.begin(), formulas.end(), [&](const std::string &formula) {
      const std::vector<std::string> sizes = sizesIn(formula);
      return isKnown(formula) || std::all_of(sizes.begin(), sizes.end(), isKnown);
    }));
  }
  return result;
}

// A borrowed value of a dict; invalid if it is not there.
nb::handle valueOf(nb::handle dict, const std::string &name) {
  nb::object key = nb::steal(PyUnicode_FromStringAndSize(name.data(), name.size()));
  PyObject *value = PyDict_GetItemWithError(dict.ptr(), key.ptr());
  if (!value && PyErr_Occurred())
    throw nb::python_error();
  return value;
}

// Checks that every key of the dict is one of the names.
void checkKeys(nb::handle dict, const std::vector<std::string> &names, const char *kind) {
  for (auto [key, value] : nb::borrow<nb::dict>(dict)) {
    const auto name = nb::cast<std::string>(nb::str(key));
    if (std::find(names.begin(), names.end(), name) == names.end())
      raise(RLX_NOT_FOUND, "the model has no " + std::string(kind) + " '" + name + "'; there are " +
                               listed(names));
  }
}

} // namespace

Executable::Executable(rlx_executable_t *made)
    : original(made), inputs(names(made, RLX_INPUT)), outputs(names(made, RLX_OUTPUT)),
      shapesFollowInputs(findShapesThatFollowInputs(made)) {}

Executable::~Executable() {
  rlx_executable_free(original);
}

void Executable::checkOpen() const {
  if (!original)
    raise(RLX_FAILED_PRECONDITION, "the model is closed");
}

std::unique_ptr<Runner> Executable::takeRunner() {
  std::lock_guard lock(mutex);
  checkOpen();
  if (!idle.empty()) {
    std::unique_ptr<Runner> runner = std::move(idle.back());
    idle.pop_back();
    return runner;
  }
  rlx_executable_t *clone = nullptr;
  check(rlx_executable_clone(original, &clone));
  return std::make_unique<Runner>(clone, generation, inputs.size(), outputs.size());
}

void Executable::giveBack(std::unique_ptr<Runner> runner) {
  for (Argument &argument : runner->arguments)
    argument.clear();
  for (Argument &result : runner->results)
    result.clear();
  for (rlx_tensor_t *tensor : runner->owned)
    rlx_tensor_free(tensor);
  runner->owned.clear();
  std::lock_guard lock(mutex);
  if (original && runner->generation == generation)
    idle.push_back(std::move(runner));
}

std::vector<nb::object> Executable::runOn(const nb::handle *given, nb::handle out) {
  struct Taken {
    Executable &self;
    std::unique_ptr<Runner> runner;
    ~Taken() { self.giveBack(std::move(runner)); }
  } taken{*this, takeRunner()};
  Runner &runner = *taken.runner;

  runner.in.clear();
  runner.out.clear();
  runner.shapes.clear();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!given[i].is_valid())
      continue;
    Argument &argument = runner.arguments[i];
    argument.read(given[i]);
    runner.in.push_back({inputs[i].c_str(), argument.tensor()});
    runner.shapes.push_back(static_cast<int64_t>(i));
    runner.shapes.insert(runner.shapes.end(), argument.shape().begin(), argument.shape().end());
  }
  std::vector<nb::object> made(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (nb::handle target = out.is_valid() ? valueOf(out, outputs[i]) : nb::handle();
        target.is_valid()) {
      runner.results[i].write(target);
      runner.out.push_back({outputs[i].c_str(), runner.results[i].tensor()});
      made[i] = nb::borrow(target);
      continue;
    }
    const rlx_dtype_t dtype = rlx_executable_get_tensor_dtype(runner.executable, RLX_OUTPUT, i);
    if (!shapesFollowInputs[i] || !runner.hasSameShapes() ||
        bytesOf(dtype, runner.lastOutputs[i]) < kCopiedBytes)
      continue;
    const std::vector<int64_t> &shape = runner.lastOutputs[i];
    void *data = nullptr;
    std::optional<nb::object> array = allocated(dtype, shape, data);
    if (!array)
      continue;
    rlx_tensor_t *tensor = nullptr;
    check(rlx_tensor_wrap(dtype, shape.size(), shape.data(), data, nullptr, nullptr, &tensor));
    runner.owned.push_back(tensor);
    runner.out.push_back({outputs[i].c_str(), tensor});
    made[i] = std::move(*array);
  }

  rlx_status_t *status = nullptr;
  {
    nb::gil_scoped_release unlocked;
    status = rlx_executable_run(runner.executable, runner.in.data(), runner.in.size(),
                                runner.out.data(), runner.out.size());
  }
  if (status)
    runner.lastOutputs.clear();
  check(status);
  runner.lastOutputs.resize(outputs.size());
  runner.lastShapes = runner.shapes;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (made[i].is_valid())
      continue;
    const rlx_tensor_t *result = nullptr;
    check(rlx_executable_get_output(runner.executable, i, &result));
    made[i] = copied(result);
    const int64_t *dims = rlx_tensor_get_dims(result);
    runner.lastOutputs[i].assign(dims, dims + rlx_tensor_get_rank(result));
  }
  return made;
}

nb::object Executable::call(nb::args args, nb::kwargs kwargs) {
  if (args.size() > inputs.size())
    raise(RLX_INVALID_ARGUMENT, "the model has " + std::to_string(inputs.size()) + " inputs, got " +
                                    std::to_string(args.size()) + " arguments; the inputs are " +
                                    listed(inputs));
  std::vector<nb::handle> given(inputs.size());
  size_t i = 0;
  for (nb::handle argument : args)
    given[i++] = argument;
  if (kwargs.size() != 0) {
    checkKeys(kwargs, inputs, "input");
    for (size_t k = 0; k < inputs.size(); ++k) {
      nb::handle value = valueOf(kwargs, inputs[k]);
      if (value.is_valid() && given[k].is_valid())
        raise(RLX_INVALID_ARGUMENT, "input '" + inputs[k] + "' is given twice");
      if (value.is_valid())
        given[k] = value;
    }
  }
  std::vector<nb::object> results = runOn(given.data(), {});
  if (results.size() == 1)
    return std::move(results[0]);
  nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(results.size())));
  for (size_t k = 0; k < results.size(); ++k)
    PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(k), results[k].release().ptr());
  return tuple;
}

nb::dict Executable::run(nb::dict feeds, nb::handle out) {
  std::vector<nb::handle> given(inputs.size());
  size_t found = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    given[i] = valueOf(feeds, inputs[i]);
    found += given[i].is_valid();
  }
  if (found != feeds.size())
    checkKeys(feeds, inputs, "input");
  if (out.is_none())
    out = {};
  if (out.is_valid()) {
    if (!PyDict_Check(out.ptr()))
      raise(RLX_INVALID_ARGUMENT, "out must be a dict of output names and arrays");
    checkKeys(out, outputs, "output");
  }
  std::vector<nb::object> results = runOn(given.data(), out);
  nb::dict named;
  for (size_t i = 0; i < results.size(); ++i)
    named[outputs[i].c_str()] = results[i];
  return named;
}

nb::list Executable::signature(int role) const {
  checkOpen();
  const auto kind = static_cast<rlx_role_t>(role);
  nb::list list;
  for (size_t i = 0; i < rlx_executable_get_count(original, kind); ++i) {
    nb::list shape;
    for (size_t d = 0; d < rlx_executable_get_tensor_rank(original, kind, i); ++d)
      if (const char *symbol = rlx_executable_get_tensor_dim_symbol(original, kind, i, d))
        shape.append(nb::str(symbol));
      else
        shape.append(rlx_executable_get_tensor_dim(original, kind, i, d));
    list.append(nb::make_tuple(rlx_executable_get_tensor_name(original, kind, i), nb::tuple(shape),
                               dtypeName(rlx_executable_get_tensor_dtype(original, kind, i))));
  }
  return list;
}

void Executable::setParam(const std::string &name, nb::handle value) {
  Argument argument;
  argument.read(value);
  std::lock_guard lock(mutex);
  checkOpen();
  check(rlx_executable_set_param(original, name.c_str(), argument.tensor()));
  ++generation;
  idle.clear();
}

void Executable::adoptParam(const std::string &name, nb::handle value) {
  auto held = std::make_unique<Argument>();
  held->read(value);
  const std::unique_ptr<rlx_tensor_t, decltype(&rlx_tensor_free)> shared(
      Argument::share(std::move(held)), rlx_tensor_free);
  std::lock_guard lock(mutex);
  checkOpen();
  check(rlx_executable_adopt_param(original, name.c_str(), shared.get()));
  ++generation;
  idle.clear();
}

std::string Executable::name() const {
  checkOpen();
  return rlx_executable_get_name(original);
}

std::string Executable::device() const {
  checkOpen();
  return rlx_executable_get_device(original);
}

std::string Executable::hostKernels() const {
  checkOpen();
  return rlx_executable_get_host_kernels(original);
}

nb::dict Executable::memory() {
  std::lock_guard lock(mutex);
  checkOpen();
  rlx_memory_t memory;
  check(rlx_executable_get_memory(original, &memory));
  int64_t arena = memory.arena, outputs = memory.outputs;
  for (const std::unique_ptr<Runner> &runner : idle) {
    rlx_memory_t more;
    check(rlx_executable_get_memory(runner->executable, &more));
    arena += more.arena;
    outputs += more.outputs;
    // The one that ran first has prepared the weights for all.
    memory.params = std::max(memory.params, more.params);
    memory.prepared = std::max(memory.prepared, more.prepared);
  }
  nb::dict all;
  all["params"] = memory.params;
  all["prepared"] = memory.prepared;
  all["arena"] = arena;
  all["outputs"] = outputs;
  all["code"] = memory.code;
  return all;
}

rlx_executable_t *Executable::cloned() {
  std::lock_guard lock(mutex);
  checkOpen();
  rlx_executable_t *made = nullptr;
  check(rlx_executable_clone(original, &made));
  return made;
}

Executable *Executable::clone() {
  return new Executable(cloned());
}

void Executable::close() {
  std::lock_guard lock(mutex);
  rlx_executable_free(original);
  original = nullptr;
  idle.clear();
}

} // namespace rlx::python
