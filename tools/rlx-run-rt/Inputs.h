// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the command line of rlx-run-rt names, against what the package has: names, params, inputs.
#ifndef RLX_TOOLS_RLXRUNRT_INPUTS_H
#define RLX_TOOLS_RLXRUNRT_INPUTS_H

#include <vector>

#include "runtime/program/executable/Executable.h"
#include "tools/rlx-run-rt/Options.h"

namespace rlx::runrt {

// An error for names that the program does not have, and for inputs that are not given.
rt::Status checkNames(const rt::Program &program, const Options &options);
// An error for params that have no value and are not given.
rt::Status checkParams(const rt::Executable &executable, const Options &options);

// A tensor for each --input, in their order. `wrongCommandLine` says of an error that it is none of
// a file, or of memory. `notes` says which sizes nobody has given.
rt::StatusOr<std::vector<rt::Tensor>> makeInputs(const rt::Program &program, const Options &options,
                                                 std::vector<std::string> &notes,
                                                 bool &wrongCommandLine);

} // namespace rlx::runrt

#endif // RLX_TOOLS_RLXRUNRT_INPUTS_H
