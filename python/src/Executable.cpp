// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Executable.h.
#include "Executable.h"

#include <algorithm>

#include <nanobind/stl/string.h>

#include "Arrays.h"
#include "Errors.h"
#include "Lock.h"
#include "Runner.h"

namespace nb = nanobind;

namespace rlx::python {

// A runner for one call.
struct Executable::Taken {
  explicit Taken(Executable &self) : self(self), runner(self.takeRunner(made)) {}
  Taken(const Taken &) = delete;
  ~Taken() { self.giveBack(std::move(runner), made); }

  Executable &self;
  uint64_t made = 0; // the generation of the runner
  std::unique_ptr<Runner> runner;
};

Executable::Executable(rlx_executable_t *made)
    : original(made), signature(made), everyInput(signature.inputs.size(), true),
      everyOutput(signature.outputs.size(), true) {}

Executable::~Executable() {
  freeExecutable(original);
}

void Executable::checkOpen() const {
  if (!original)
    raise(RLX_FAILED_PRECONDITION, "the model is closed");
}

std::unique_ptr<Runner> Executable::takeRunner(uint64_t &made) {
  Lock lock(mutex);
  checkOpen();
  made = generation;
  if (!idle.empty()) {
    std::unique_ptr<Runner> runner = std::move(idle.back());
    idle.pop_back();
    return runner;
  }
  rlx_executable_t *clone = nullptr;
  check(rlx_executable_clone(original, &clone));
  return std::make_unique<Runner>(clone, signature);
}

void Executable::giveBack(std::unique_ptr<Runner> runner, uint64_t made) {
  runner->clear();
  Lock lock(mutex);
  if (original && made == generation)
    idle.push_back(std::move(runner));
}

std::vector<nb::object> Executable::runOn(const std::vector<nb::handle> &given, nb::handle out) {
  const Taken taken(*this);
  return taken.runner->run(signature, given, out, everyOutput);
}

nb::object Executable::call(nb::args args, nb::kwargs kwargs) {
  return resultOf(runOn(argumentsOf(signature, everyInput, args, kwargs), {}));
}

nb::dict Executable::run(nb::dict feeds, nb::handle out) {
  return namedResults(signature, runOn(argumentsOf(signature, feeds), targetsOf(signature, out)));
}

nb::dict Executable::outputShapes(nb::dict shapes) {
  const std::vector<nb::handle> given = argumentsOf(signature, shapes);
  const Taken taken(*this);
  return taken.runner->outputShapes(signature, given);
}

nb::list Executable::tensors(int role) const {
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

void Executable::expectParam(const std::string &name, const Argument &argument) const {
  for (size_t i = 0; i < rlx_executable_get_count(original, RLX_PARAM); ++i)
    if (name == rlx_executable_get_tensor_name(original, RLX_PARAM, i))
      argument.expect(rlx_executable_get_tensor_dtype(original, RLX_PARAM, i), "param", name);
}

void Executable::setParam(const std::string &name, nb::handle value) {
  Argument argument;
  argument.read(value, "param", name);
  Lock lock(mutex);
  checkOpen();
  expectParam(name, argument);
  check(rlx_executable_set_param(original, name.c_str(), argument.tensor()));
  ++generation;
  idle.clear();
}

void Executable::adoptParam(const std::string &name, nb::handle value) {
  auto held = std::make_unique<Argument>();
  held->read(value, "param", name);
  const Argument &argument = *held; // `shared` owns it
  const std::unique_ptr<rlx_tensor_t, decltype(&rlx_tensor_free)> shared(
      Argument::share(std::move(held)), rlx_tensor_free);
  Lock lock(mutex);
  checkOpen();
  expectParam(name, argument);
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
  Lock lock(mutex);
  checkOpen();
  rlx_memory_t memory;
  check(rlx_executable_get_memory(original, &memory));
  for (const std::unique_ptr<Runner> &runner : idle) {
    rlx_memory_t more;
    check(rlx_executable_get_memory(runner->executable(), &more));
    memory.arena += more.arena;
    memory.outputs += more.outputs + runner->keptBytes();
    // The one that ran first has prepared the weights for all.
    memory.params = std::max(memory.params, more.params);
    memory.prepared = std::max(memory.prepared, more.prepared);
  }
  return memoryDict(memory);
}

nb::dict memoryDict(const rlx_memory_t &memory) {
  nb::dict all;
  all["params"] = memory.params;
  all["prepared"] = memory.prepared;
  all["arena"] = memory.arena;
  all["outputs"] = memory.outputs;
  all["code"] = memory.code;
  return all;
}

rlx_executable_t *Executable::cloned() {
  Lock lock(mutex);
  checkOpen();
  rlx_executable_t *made = nullptr;
  check(rlx_executable_clone(original, &made));
  return made;
}

Executable *Executable::clone() {
  return new Executable(cloned());
}

void Executable::close() {
  Lock lock(mutex);
  freeExecutable(original);
  original = nullptr;
  idle.clear();
}

} // namespace rlx::python
