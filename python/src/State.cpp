// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See State.h.
#include "State.h"

#include <algorithm>

#include <nanobind/stl/string.h>

#include "Arrays.h"
#include "Errors.h"
#include "Executable.h"
#include "Unlocked.h"

namespace nb = nanobind;

namespace rlx::python {
namespace {

std::vector<bool> inverted(std::vector<bool> marks) {
  marks.flip();
  return marks;
}

} // namespace

State::Use::Use(State &state) : state(state) {
  if (state.isBusy.exchange(true))
    raise(RLX_FAILED_PRECONDITION,
          "the state is in use by another call; make a state or a clone for each thread");
  if (!state.runner) {
    state.isBusy = false;
    raise(RLX_FAILED_PRECONDITION, "the state is closed");
  }
}

State::Use::~Use() {
  if (state.runner)
    state.runner->clear();
  state.isBusy = false;
}

State::State(rlx_executable_t *executable, std::vector<bool> held, std::vector<bool> wanted)
    : signature(executable), held(std::move(held)), open(inverted(this->held)),
      wanted(std::move(wanted)), runner(std::make_unique<Runner>(executable, signature)) {
  for (size_t i = 0; i < signature.inputs.size(); ++i)
    for (size_t d = 0; d < rlx_executable_get_tensor_rank(executable, RLX_INPUT, i); ++d)
      if (this->held[i] && rlx_executable_get_tensor_dim(executable, RLX_INPUT, i, d) < 0)
        runner->askForShapes();
}

State::~State() = default;

size_t State::findInput(const std::string &name) const {
  const auto found = std::find(signature.inputs.begin(), signature.inputs.end(), name);
  if (found == signature.inputs.end())
    raise(RLX_NOT_FOUND,
          "the model has no input '" + name + "'; there are " + listed(signature.inputs));
  return static_cast<size_t>(found - signature.inputs.begin());
}

std::vector<nb::object> State::runOn(const std::vector<nb::handle> &given, nb::handle out) {
  for (size_t i = 0; i < given.size(); ++i)
    if (given[i].is_valid() && held[i])
      raise(RLX_INVALID_ARGUMENT, "input '" + signature.inputs[i] +
                                      "' is part of the state; leave it out, or set it with "
                                      "state['" +
                                      signature.inputs[i] + "'] = value");
  const Use use(*this);
  return runner->run(signature, given, out, wanted);
}

nb::object State::call(nb::args args, nb::kwargs kwargs) {
  return resultOf(runOn(argumentsOf(signature, open, args, kwargs), {}));
}

nb::dict State::run(nb::dict feeds, nb::handle out) {
  return namedResults(signature, runOn(argumentsOf(signature, feeds), targetsOf(signature, out)));
}

void State::set(const std::string &name, nb::handle value) {
  const size_t input = findInput(name);
  Argument argument;
  argument.read(value, "input", name);
  const Use use(*this);
  if (!PyLong_Check(value.ptr()) && !PyFloat_Check(value.ptr()))
    argument.expect(signature.inputTypes[input], "state", name);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status =
        rlx_executable_bind_device_handle(runner->executable(), name.c_str(), argument.tensor());
  }
  check(status);
}

nb::object State::get(const std::string &name) {
  const Use use(*this);
  const rlx_tensor_t *content = nullptr;
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_executable_read_device_handle(runner->executable(), name.c_str(), &content);
  }
  check(status);
  return copied(content);
}

void State::feed(const std::string &input, const std::string &output) {
  const auto found = std::find(signature.outputs.begin(), signature.outputs.end(), output);
  if (found == signature.outputs.end())
    raise(RLX_NOT_FOUND,
          "the model has no output '" + output + "'; there are " + listed(signature.outputs));
  const Use use(*this);
  check(rlx_executable_set_handle_feed(runner->executable(), input.c_str(),
                                       static_cast<size_t>(found - signature.outputs.begin())));
}

nb::dict State::memory() {
  const Use use(*this);
  rlx_memory_t memory;
  check(rlx_executable_get_memory(runner->executable(), &memory));
  memory.outputs += runner->keptBytes();
  nb::dict all = memoryDict(memory);
  all["state"] = memory.handles;
  return all;
}

State *State::clone() {
  const Use use(*this);
  rlx_executable_t *made = nullptr;
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_executable_clone(runner->executable(), &made);
  }
  check(status);
  return new State(made, held, wanted);
}

void State::close() {
  if (isBusy.exchange(true))
    raise(RLX_FAILED_PRECONDITION, "the state is in use by another call");
  runner.reset();
  isBusy = false;
}

} // namespace rlx::python
