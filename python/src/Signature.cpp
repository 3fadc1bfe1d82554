// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Signature.h.
#include "Signature.h"

#include <algorithm>
#include <cctype>

#include <nanobind/stl/string.h>

#include "Errors.h"

namespace nb = nanobind;

namespace rlx::python {
namespace {

std::vector<std::string> namesOf(const rlx_executable_t *executable, rlx_role_t role) {
  std::vector<std::string> all;
  for (size_t i = 0; i < rlx_executable_get_count(executable, role); ++i)
    all.push_back(rlx_executable_get_tensor_name(executable, role, i));
  return all;
}

std::vector<rlx_dtype_t> typesOf(const rlx_executable_t *executable, rlx_role_t role) {
  std::vector<rlx_dtype_t> all;
  for (size_t i = 0; i < rlx_executable_get_count(executable, role); ++i)
    all.push_back(rlx_executable_get_tensor_dtype(executable, role, i));
  return all;
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

bool findWhetherShapesFollowInputs(const rlx_executable_t *executable) {
  auto formulas = [&](rlx_role_t role) {
    std::vector<std::string> all;
    for (size_t i = 0; i < rlx_executable_get_count(executable, role); ++i)
      for (size_t d = 0; d < rlx_executable_get_tensor_rank(executable, role, i); ++d)
        if (const char *text = rlx_executable_get_tensor_dim_symbol(executable, role, i, d))
          all.push_back(text);
    return all;
  };
  const std::vector<std::string> known = formulas(RLX_INPUT);
  auto isKnown = [&](const std::string &size) {
    return std::find(known.begin(), known.end(), size) != known.end();
  };
  const std::vector<std::string> wanted = formulas(RLX_OUTPUT);
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string &formula) {
    const std::vector<std::string> sizes = sizesIn(formula);
    return isKnown(formula) || std::all_of(sizes.begin(), sizes.end(), isKnown);
  });
}

} // namespace

Signature::Signature(const rlx_executable_t *executable)
    : inputs(namesOf(executable, RLX_INPUT)), outputs(namesOf(executable, RLX_OUTPUT)),
      inputTypes(typesOf(executable, RLX_INPUT)), outputTypes(typesOf(executable, RLX_OUTPUT)),
      shapesFollowInputs(findWhetherShapesFollowInputs(executable)) {}

std::string listed(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text.empty() ? "none" : text;
}

nb::handle valueOf(nb::handle dict, const std::string &name) {
  nb::object key =
      nb::steal(PyUnicode_FromStringAndSize(name.data(), static_cast<Py_ssize_t>(name.size())));
  PyObject *value = PyDict_GetItemWithError(dict.ptr(), key.ptr());
  if (!value && PyErr_Occurred())
    throw nb::python_error();
  return value;
}

void checkKeys(nb::handle dict, const std::vector<std::string> &names, const char *kind) {
  for (auto [key, value] : nb::borrow<nb::dict>(dict)) {
    const auto name = nb::cast<std::string>(nb::str(key));
    if (std::find(names.begin(), names.end(), name) == names.end())
      raise(RLX_NOT_FOUND, "the model has no " + std::string(kind) + " '" + name + "'; there are " +
                               listed(names));
  }
}

std::vector<nb::handle> argumentsOf(const Signature &signature, const std::vector<bool> &open,
                                    const nb::args &args, const nb::kwargs &kwargs) {
  const std::vector<std::string> &inputs = signature.inputs;
  std::vector<nb::handle> given(inputs.size());
  size_t next = 0;
  for (size_t i = 0; i < inputs.size() && next < args.size(); ++i)
    if (open[i])
      given[i] = args[next++];
  if (next < args.size()) {
    std::vector<std::string> names;
    for (size_t i = 0; i < inputs.size(); ++i)
      if (open[i])
        names.push_back(inputs[i]);
    raise(RLX_INVALID_ARGUMENT, "the model has " + std::to_string(names.size()) + " inputs, got " +
                                    std::to_string(args.size()) + " arguments; the inputs are " +
                                    listed(names));
  }
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
  return given;
}

std::vector<nb::handle> argumentsOf(const Signature &signature, const nb::dict &feeds) {
  std::vector<nb::handle> given;
  size_t found = 0;
  for (const std::string &input : signature.inputs) {
    given.push_back(valueOf(feeds, input));
    found += given.back().is_valid();
  }
  if (found != feeds.size())
    checkKeys(feeds, signature.inputs, "input");
  return given;
}

nb::handle targetsOf(const Signature &signature, nb::handle out) {
  if (out.is_none())
    return {};
  if (!PyDict_Check(out.ptr()))
    raise(RLX_INVALID_ARGUMENT, "out must be a dict of output names and arrays");
  checkKeys(out, signature.outputs, "output");
  return out;
}

nb::object resultOf(std::vector<nb::object> results) {
  std::erase_if(results, [](const nb::object &result) { return !result.is_valid(); });
  if (results.empty())
    return nb::none();
  if (results.size() == 1)
    return std::move(results[0]);
  nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(results.size())));
  for (size_t k = 0; k < results.size(); ++k)
    PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(k), results[k].release().ptr());
  return tuple;
}

nb::dict namedResults(const Signature &signature, const std::vector<nb::object> &results) {
  nb::dict named;
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i].is_valid())
      named[signature.outputs[i].c_str()] = results[i];
  return named;
}

} // namespace rlx::python
