// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An executable of its own, some of whose inputs stay between runs: handles of the C API in the
// device's memory. Outputs may feed them.
//
// One thread's at a time: a call that overlaps another one is an error.
#ifndef RLX_PYTHON_STATE_H
#define RLX_PYTHON_STATE_H

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "Runner.h"
#include "Signature.h"

namespace rlx::python {

class State {
public:
  // Takes the executable. `held` and `wanted` mark the inputs that stay and the outputs that calls
  // return.
  State(rlx_executable_t *executable, std::vector<bool> held, std::vector<bool> wanted);
  ~State();

  // Runs, with the inputs that do not stay. No wanted output is None, one an array, several a
  // tuple.
  nanobind::object call(nanobind::args args, nanobind::kwargs kwargs);
  // The same by name. Results whose name `out` has are written there, wanted or not.
  nanobind::dict run(nanobind::dict feeds, nanobind::handle out);
  // Sets the content of an input that stays. A number fills a static shape.
  void set(const std::string &name, nanobind::handle value);
  // A new array with the content.
  nanobind::object get(const std::string &name);
  // After each run, the output's result is the input's content.
  void feed(const std::string &input, const std::string &output);
  nanobind::dict memory();
  State *clone();
  // Frees everything. Calls are errors from then on.
  void close();

private:
  // The state for one call.
  class Use {
  public:
    explicit Use(State &state);
    Use(const Use &) = delete;
    ~Use();

  private:
    State &state;
  };
  std::vector<nanobind::object> runOn(const std::vector<nanobind::handle> &given,
                                      nanobind::handle out);
  size_t findInput(const std::string &name) const;

  const Signature signature;
  const std::vector<bool> held, open, wanted; // `open`: not held
  std::atomic<bool> isBusy{false};
  std::unique_ptr<Runner> runner; // null once it is closed
};

} // namespace rlx::python

#endif // RLX_PYTHON_STATE_H
