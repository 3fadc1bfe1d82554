// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An executable of the C API, and the memory that its runs use again.
//
// An executable is one thread's at a time. The GIL is released while a model runs.
#ifndef RLX_PYTHON_RUNNER_H
#define RLX_PYTHON_RUNNER_H

#include <cstdint>
#include <vector>

#include <nanobind/nanobind.h>

#include "Arrays.h"
#include "Signature.h"
#include "rlx/rlx.h"

namespace rlx::python {

class Runner {
public:
  // Takes the executable.
  Runner(rlx_executable_t *executable, const Signature &signature);
  Runner(const Runner &) = delete;
  ~Runner();

  rlx_executable_t *executable() const { return handle; }
  // A result for each output. `given` has one value for each input; an invalid one is not given.
  // Results whose name the dict `out` has are written there; `out` may be invalid. Outputs that
  // `wanted` does not mark and `out` does not have are left out: their results are invalid.
  std::vector<nanobind::object> run(const Signature &signature,
                                    const std::vector<nanobind::handle> &given,
                                    nanobind::handle out, const std::vector<bool> &wanted);
  // The shapes of all outputs for such inputs, as a dict. A size that the run computes is None.
  // A value is a tuple or list of sizes, or an array.
  nanobind::dict outputShapes(const Signature &signature,
                              const std::vector<nanobind::handle> &given);
  // The bytes of results that no array has now, and that the next run uses.
  size_t keptBytes() const;
  // Lets go of the arrays of the last run.
  void clear();
  // From now on the shapes of the inputs do not decide those of the outputs alone.
  void askForShapes() { asksAlways = true; }

private:
  void readInputs(const Signature &signature, const std::vector<nanobind::handle> &given);
  void findShapes();
  void checkTarget(const Signature &signature, size_t output) const;
  void placeOutputs(const Signature &signature, nanobind::handle out,
                    const std::vector<bool> &wanted, std::vector<nanobind::object> &made);
  nanobind::object allocate(const Signature &signature, size_t output);

  rlx_executable_t *handle;
  bool asksAlways;
  std::vector<Argument> arguments, results;          // of inputs and outputs; empty between calls
  std::vector<std::shared_ptr<ResultMemory>> memory; // of each output
  std::vector<rlx_tensor_t *> owned;                 // tensors over the memory of new arrays
  std::vector<rlx_named_tensor_t> in, out;
  std::vector<int64_t> shapes, lastShapes; // of all inputs, one after another
  std::vector<rlx_input_shape_t> described;
  std::vector<std::vector<int64_t>> outputShapesNow; // for `lastShapes`; -1: the run computes it
};

} // namespace rlx::python

#endif // RLX_PYTHON_RUNNER_H
