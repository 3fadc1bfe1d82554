// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Runner.h.
#include "Runner.h"

#include <algorithm>

#include <nanobind/stl/string.h>

#include "Errors.h"
#include "Lock.h"
#include "Unlocked.h"

namespace nb = nanobind;

namespace rlx::python {
namespace {

// Results of more bytes are computed in the memory of their array, if their shape is known.
constexpr size_t kCopiedBytes = 1 << 16;

// Nothing if a size is not known.
std::optional<size_t> bytesOf(rlx_dtype_t dtype, const std::vector<int64_t> &shape) {
  size_t bytes = rlx_dtype_size(dtype);
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    bytes *= static_cast<size_t>(size);
  }
  return bytes;
}

// The sizes in a tuple or list.
std::vector<int64_t> sizesOf(nb::handle shape, const std::string &input) {
  std::vector<int64_t> dims;
  for (nb::handle size : shape) {
    int64_t dim = -1;
    if (!nb::try_cast(size, dim) || dim < 0)
      raise(RLX_INVALID_ARGUMENT, "the shape of input '" + input +
                                      "' must have sizes of at least 0, such as (2, 3), got " +
                                      nb::cast<std::string>(nb::repr(shape)));
    dims.push_back(dim);
  }
  return dims;
}

// The shape of an input that is static in the model. Nothing if it is not.
std::optional<std::vector<int64_t>> staticShape(const rlx_executable_t *executable, size_t input) {
  std::vector<int64_t> dims;
  for (size_t d = 0; d < rlx_executable_get_tensor_rank(executable, RLX_INPUT, input); ++d) {
    dims.push_back(rlx_executable_get_tensor_dim(executable, RLX_INPUT, input, d));
    if (dims.back() < 0)
      return std::nullopt;
  }
  return dims;
}

// As NumPy writes it: "(2, 3)". A size that the run computes is "?".
std::string shapeText(std::span<const int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : ", ") + (size < 0 ? "?" : std::to_string(size));
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

} // namespace

Runner::Runner(rlx_executable_t *executable, const Signature &signature)
    : handle(executable), asksAlways(!signature.shapesFollowInputs),
      arguments(signature.inputs.size()), results(signature.outputs.size()) {
  for (size_t i = 0; i < results.size(); ++i)
    memory.push_back(std::make_shared<ResultMemory>());
}

Runner::~Runner() {
  clear();
  freeExecutable(handle);
}

void Runner::clear() {
  for (Argument &argument : arguments)
    argument.clear();
  for (Argument &result : results)
    result.clear();
  for (rlx_tensor_t *tensor : owned)
    rlx_tensor_free(tensor);
  owned.clear();
}

size_t Runner::keptBytes() const {
  size_t bytes = 0;
  for (const std::shared_ptr<ResultMemory> &each : memory)
    bytes += each->keptBytes();
  return bytes;
}

void Runner::readInputs(const Signature &signature, const std::vector<nb::handle> &given) {
  in.clear();
  shapes.clear();
  for (size_t i = 0; i < given.size(); ++i) {
    if (!given[i].is_valid())
      continue;
    Argument &argument = arguments[i];
    argument.read(given[i], "input", signature.inputs[i]);
    argument.expect(signature.inputTypes[i], "input", signature.inputs[i]);
    in.push_back({signature.inputs[i].c_str(), argument.tensor()});
    shapes.push_back(static_cast<int64_t>(i));
    shapes.insert(shapes.end(), argument.shape().begin(), argument.shape().end());
  }
}

// Finds the shapes of the outputs for `described`. This plans the run, so it takes no longer.
void Runner::findShapes() {
  const rlx_output_shape_t *found = nullptr;
  lastShapes.clear();
  outputShapesNow.clear();
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_executable_get_output_shapes(handle, described.data(), described.size(), &found);
  }
  check(status);
  for (size_t i = 0; i < results.size(); ++i)
    outputShapesNow.emplace_back(found[i].dims, found[i].dims + found[i].rank);
}

// Memory for a large output, in an array. An invalid object if the executable keeps the result.
nb::object Runner::allocate(const Signature &signature, size_t output) {
  const rlx_dtype_t dtype = rlx_executable_get_tensor_dtype(handle, RLX_OUTPUT, output);
  const std::vector<int64_t> &shape = outputShapesNow[output];
  if (bytesOf(dtype, shape).value_or(0) < kCopiedBytes)
    return {};
  void *data = nullptr;
  std::optional<nb::object> array = allocated(dtype, shape, *memory[output], data);
  if (!array)
    return {};
  rlx_tensor_t *tensor = nullptr;
  check(rlx_tensor_wrap(dtype, shape.size(), shape.data(), data, nullptr, nullptr, &tensor));
  owned.push_back(tensor);
  out.push_back({signature.outputs[output].c_str(), tensor});
  return std::move(*array);
}

// An array for a result must have the result's type and shape.
void Runner::checkTarget(const Signature &signature, size_t output) const {
  const std::string start = "output '" + signature.outputs[output] + "' ";
  const rlx_dtype_t expected = signature.outputTypes[output],
                    given = rlx_tensor_get_dtype(results[output].tensor());
  if (given != expected)
    raise(RLX_INVALID_ARGUMENT, start + "has element type " + dtypeName(expected) +
                                    ", but the array in out has " + dtypeName(given));
  const std::span<const int64_t> shape = results[output].shape();
  const std::vector<int64_t> &known = outputShapesNow[output];
  const bool fits = shape.size() == known.size() &&
                    std::equal(shape.begin(), shape.end(), known.begin(),
                               [](int64_t has, int64_t size) { return size < 0 || has == size; });
  if (!fits)
    raise(RLX_INVALID_ARGUMENT, start + "has shape " + shapeText(known) +
                                    " for these inputs, but the array in out has " +
                                    shapeText(shape));
}

void Runner::placeOutputs(const Signature &signature, nb::handle given,
                          const std::vector<bool> &wanted, std::vector<nb::object> &made) {
  out.clear();
  for (size_t i = 0; i < made.size(); ++i) {
    if (nb::handle target = given.is_valid() ? valueOf(given, signature.outputs[i]) : nb::handle();
        target.is_valid()) {
      results[i].write(target, signature.outputs[i]);
      checkTarget(signature, i);
      out.push_back({signature.outputs[i].c_str(), results[i].tensor()});
      made[i] = nb::borrow(target);
    } else if (wanted[i]) {
      made[i] = allocate(signature, i);
    }
  }
}

std::vector<nb::object> Runner::run(const Signature &signature,
                                    const std::vector<nb::handle> &given, nb::handle target,
                                    const std::vector<bool> &wanted) {
  readInputs(signature, given);
  if (asksAlways || outputShapesNow.empty() || shapes != lastShapes) {
    described.clear();
    for (const rlx_named_tensor_t &input : in)
      described.push_back({input.name, rlx_tensor_get_dtype(input.tensor),
                           rlx_tensor_get_rank(input.tensor), rlx_tensor_get_dims(input.tensor),
                           rlx_tensor_get_const_data(input.tensor)});
    findShapes();
    lastShapes = shapes;
  }
  std::vector<nb::object> made(results.size());
  placeOutputs(signature, target, wanted, made);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_executable_run(handle, in.data(), in.size(), out.data(), out.size());
  }
  check(status);
  for (size_t i = 0; i < made.size(); ++i) {
    if (made[i].is_valid() || !wanted[i])
      continue;
    const rlx_tensor_t *result = nullptr;
    check(rlx_executable_get_output(handle, i, &result));
    made[i] = copied(result);
  }
  return made;
}

nb::dict Runner::outputShapes(const Signature &signature, const std::vector<nb::handle> &given) {
  described.clear();
  std::vector<std::vector<int64_t>> dims(given.size());
  for (size_t i = 0; i < given.size(); ++i) {
    rlx_input_shape_t input{signature.inputs[i].c_str(),
                            rlx_executable_get_tensor_dtype(handle, RLX_INPUT, i), 0, nullptr,
                            nullptr};
    if (!given[i].is_valid()) {
      std::optional<std::vector<int64_t>> known = staticShape(handle, i);
      if (!known)
        continue; // an error that lists the inputs, if it has no state either
      dims[i] = std::move(*known);
    } else if (PyTuple_Check(given[i].ptr()) || PyList_Check(given[i].ptr())) {
      dims[i] = sizesOf(given[i], signature.inputs[i]);
    } else {
      arguments[i].read(given[i], "input", signature.inputs[i]);
      const rlx_tensor_t *tensor = arguments[i].tensor();
      input.dtype = rlx_tensor_get_dtype(tensor);
      input.data = rlx_tensor_get_const_data(tensor);
      dims[i].assign(arguments[i].shape().begin(), arguments[i].shape().end());
    }
    input.rank = dims[i].size();
    input.dims = dims[i].data();
    described.push_back(input);
  }
  findShapes();
  nb::dict all;
  for (size_t i = 0; i < outputShapesNow.size(); ++i) {
    nb::list shape;
    for (int64_t size : outputShapesNow[i])
      shape.append(size < 0 ? nb::none() : nb::object(nb::int_(size)));
    all[signature.outputs[i].c_str()] = nb::tuple(shape);
  }
  outputShapesNow.clear(); // of inputs that no call had
  return all;
}

} // namespace rlx::python
