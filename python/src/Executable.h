// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled model that any number of Python threads call at the same time.
//
// An executable of the C API is one thread's at a time. So one is kept that never runs, and each
// call takes an idle clone of it, or makes one.
#ifndef RLX_PYTHON_EXECUTABLE_H
#define RLX_PYTHON_EXECUTABLE_H

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "Arrays.h"
#include "Signature.h"
#include "rlx/rlx.h"

namespace rlx::python {

class Runner;

class Executable {
public:
  explicit Executable(rlx_executable_t *made);
  ~Executable();

  // Inputs by position, or by name. One output is an array; several are a tuple.
  nanobind::object call(nanobind::args args, nanobind::kwargs kwargs);
  // Inputs by name; outputs by name. Results whose name `out` has are written there.
  nanobind::dict run(nanobind::dict feeds, nanobind::handle out);
  // The shapes of the outputs for inputs of these shapes; see Runner.
  nanobind::dict outputShapes(nanobind::dict shapes);
  const Signature &names() const { return signature; }
  // The signature: (name, shape, dtype) for each tensor of the role.
  nanobind::list tensors(int role) const;
  void setParam(const std::string &name, nanobind::handle value);
  // Without a copy, if the array's memory is aligned: it is held as long as an executable needs it.
  void adoptParam(const std::string &name, nanobind::handle value);
  bool isClosed() const { return !original; }
  std::string name() const;
  std::string device() const;
  std::string hostKernels() const;
  // Bytes by kind.
  nanobind::dict memory();
  // An executable with params of its own from now on.
  Executable *clone();
  // The same as a handle of the C API, which the caller frees.
  rlx_executable_t *cloned();
  // Frees everything. Calls are errors from then on.
  void close();

private:
  struct Taken;
  std::unique_ptr<Runner> takeRunner(uint64_t &made);
  void giveBack(std::unique_ptr<Runner> runner, uint64_t made);
  std::vector<nanobind::object> runOn(const std::vector<nanobind::handle> &given,
                                      nanobind::handle out);
  void checkOpen() const;
  // An error if the param has another element type.
  void expectParam(const std::string &name, const Argument &argument) const;

  rlx_executable_t *original;
  const Signature signature;
  const std::vector<bool> everyInput, everyOutput; // all true
  std::mutex mutex; // of the next one, and of `original` while it is cloned or changed
  std::vector<std::unique_ptr<Runner>> idle;
  uint64_t generation = 0; // runners of an older one have other params
};

// A dict of the bytes that an executable has, by kind.
nanobind::dict memoryDict(const rlx_memory_t &memory);

} // namespace rlx::python

#endif // RLX_PYTHON_EXECUTABLE_H
