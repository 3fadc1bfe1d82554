// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison of devices with each other, or with the reference interpreter: --compare=cpu,vulkan.
//
// A side is a device's name or "reference". Both sides get the same inputs and params.
#ifndef RLX_TOOLS_RLXRUN_COMPARE_COMPARESIDES_H
#define RLX_TOOLS_RLXRUN_COMPARE_COMPARESIDES_H

#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/run/Inputs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

// Compiles the model for both of options.sides, runs all cases on them and prints the differences
// of the outputs. Then does the same with every op's result as an output, and prints the first op
// that differs. `agree` becomes false if anything differs. The model must be open and not finished,
// and stays so; its params must have values.
rt::Status compareSides(Model &model, const Options &options, llvm::ArrayRef<Case> cases,
                        llvm::raw_ostream &os, bool &agree);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMPARE_COMPARESIDES_H
