// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inputs that the command line gives, for reading the model.
//
// An input with a default value is a constant unless it is among them. An input without a shape has
// the rank of its value here, and a sequence the number of elements.
#ifndef RLX_TOOLS_RLXRUN_RUN_GIVENINPUTS_H
#define RLX_TOOLS_RLXRUN_RUN_GIVENINPUTS_H

#include <set>
#include <string>
#include <vector>

#include "importers/onnx/OnnxImporter.h"
#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/common/Options.h"

namespace rlx::run {

// The options to import a model with. Files that cannot be read count as not there: reading the
// inputs reports them. The import adds the names of inputs that it needs to `used`.
OnnxImportOptions importOptions(const Options &options, std::set<std::string> *used = nullptr);

// The inputs that have their default values.
std::vector<OnnxDeclaration::Value> defaultsOf(const OnnxDeclaration &declaration,
                                               const std::set<std::string> &used);

// With options that only compile: an error if an input of --input is not `used`, or does not fit
// the model.
rt::Status checkGivenTypes(Model &model, const Options &options, const std::set<std::string> &used);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_RUN_GIVENINPUTS_H
