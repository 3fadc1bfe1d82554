// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --probe: the outputs of every dispatch as .npy files.
//
// One file per output of a dispatch, numbered in execution order, for use with NumPy.
#ifndef RLX_TOOLS_RLXRUN_PACKAGE_PROBE_H
#define RLX_TOOLS_RLXRUN_PACKAGE_PROBE_H

#include <string>

#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/run/Inputs.h"

namespace rlx::run {

// The values of the program's symbols for the case.
rt::StatusOr<std::vector<int64_t>> symbolValues(const rt::Program &program, const Case &one);

// The shape of a program's buffer for these values.
rt::StatusOr<std::vector<int64_t>> bufferShape(const CompileInfo &info, uint32_t buffer,
                                               std::span<const int64_t> symbols);

// Prepares the params, which must not have been prepared yet, and writes
// DIR/prepare_<number>_<label>[_<output>].npy for every command. `other` observes too; it may be
// null.
rt::Status probePrepare(Model &model, const std::string &directory, rt::RunObserver *other);

// Runs the case once and writes DIR/<number>_<label>[_<output>].npy for every command.
rt::Status probe(Model &model, const Case &one, const std::string &directory);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_PACKAGE_PROBE_H
