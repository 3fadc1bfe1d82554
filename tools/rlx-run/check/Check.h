// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --check: everything in an ONNX model that cannot run, and the devices that the model runs on.
//
// The importer goes on after a node that fails. The compiler then needs no device.
#ifndef RLX_TOOLS_RLXRUN_CHECK_CHECK_H
#define RLX_TOOLS_RLXRUN_CHECK_CHECK_H

#include "tools/rlx-run/common/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

// Prints the findings. `runs` becomes false if there is one. An error means that the file cannot be
// checked: it is missing, damaged, or no ONNX model.
rt::Status checkModel(const Options &options, llvm::raw_ostream &os, bool &runs);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_CHECK_CHECK_H
