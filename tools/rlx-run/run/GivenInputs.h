// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inputs that the command line gives, for reading the model.
//
// An input with a default value is a constant unless it is among them. An input without a shape has
// the rank of its value here, and a sequence the number of elements.
#ifndef RLX_TOOLS_RLXRUN_RUN_GIVENINPUTS_H
#define RLX_TOOLS_RLXRUN_RUN_GIVENINPUTS_H

#include "importers/onnx/OnnxImporter.h"
#include "tools/rlx-run/common/Options.h"

namespace rlx::run {

// The options to import a model with. Files that cannot be read count as not there: reading the
// inputs reports them.
OnnxImportOptions importOptions(const Options &options);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_RUN_GIVENINPUTS_H
