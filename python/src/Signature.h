// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of a model's inputs and outputs, and the arguments of calls that use them.
#ifndef RLX_PYTHON_SIGNATURE_H
#define RLX_PYTHON_SIGNATURE_H

#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "rlx/rlx.h"

namespace rlx::python {

struct Signature {
  explicit Signature(const rlx_executable_t *executable);

  std::vector<std::string> inputs, outputs;
  std::vector<rlx_dtype_t> inputTypes, outputTypes;
  // Whether the shapes of the inputs give those of all outputs. If not, values of inputs do, or the
  // run computes them.
  bool shapesFollowInputs;
};

// "'x', 'y'", or "none".
std::string listed(const std::vector<std::string> &names);

// A borrowed value of a dict; invalid if it is not there.
nanobind::handle valueOf(nanobind::handle dict, const std::string &name);

// Checks that every key of the dict is one of the names of inputs or outputs, as `kind` says.
void checkKeys(nanobind::handle dict, const std::vector<std::string> &names, const char *kind);

// The arguments of a call, one for each input; an invalid one is not given. Those by position are
// for the inputs that `open` marks, in order.
std::vector<nanobind::handle> argumentsOf(const Signature &signature, const std::vector<bool> &open,
                                          const nanobind::args &args,
                                          const nanobind::kwargs &kwargs);
// The same for a dict of inputs.
std::vector<nanobind::handle> argumentsOf(const Signature &signature, const nanobind::dict &feeds);

// The arrays of `out`, a dict of outputs or None, to write results into; invalid for None.
nanobind::handle targetsOf(const Signature &signature, nanobind::handle out);

// The result of a call: nothing, an array, or a tuple of several. Invalid results are left out.
nanobind::object resultOf(std::vector<nanobind::object> results);
// The same as a dict.
nanobind::dict namedResults(const Signature &signature,
                            const std::vector<nanobind::object> &results);

} // namespace rlx::python

#endif // RLX_PYTHON_SIGNATURE_H
