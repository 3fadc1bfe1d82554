// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the command line of rlx-run-rt against the package: names, params, inputs.
#ifndef RLX_TOOLS_RLXRUNRT_INPUTS_H
#define RLX_TOOLS_RLXRUNRT_INPUTS_H

#include <vector>

#include "runtime/program/executable/Executable.h"
#include "tools/rlx-run-rt/Options.h"

namespace rlx::runrt {

// Returns an error for names that the program does not have, and for missing inputs.
rt::Status checkNames(const rt::Program &program, const Options &options);
// Returns an error for params without a value.
rt::Status checkParams(const rt::Executable &executable, const Options &options);

// Makes a tensor for each --input, in their order. `wrongCommandLine` tells errors of the command
// line from those of files or memory. `notes` lists the sizes that were chosen by default.
rt::StatusOr<std::vector<rt::Tensor>> makeInputs(const rt::Program &program, const Options &options,
                                                 std::vector<std::string> &notes,
                                                 bool &wrongCommandLine);

} // namespace rlx::runrt

#endif // RLX_TOOLS_RLXRUNRT_INPUTS_H
