// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inputs and outputs of a model, known without compiling it.
//
// For the bare listing, and to check names on the command line before any work is done.
#ifndef RLX_TOOLS_RLXRUN_COMMON_SIGNATURE_H
#define RLX_TOOLS_RLXRUN_COMMON_SIGNATURE_H

#include <string>
#include <vector>

#include "tools/rlx-run/common/Model.h"

namespace rlx::run {

struct Signature {
  std::vector<NamedLine> inputs, outputs;
  std::vector<std::string> defaults;              // lines of inputs that have default values
  std::vector<std::string> params, missingParams; // lines; the latter have no value yet
  std::vector<std::string> dims;                  // names of dynamic dimensions
  std::vector<rt::Symbol> symbols;                // of the guards
  // Run-time checks over these that are known before compilation.
  std::vector<rt::Guard> guards;
};

// The signature. A package must be loaded.
rt::StatusOr<Signature> readSignature(Model &model);

// Checks the names in --input, --dim and --output, and that no input is missing if the model is to
// run. Messages list the model's names.
rt::Status checkNames(const Options &options, const Signature &signature);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_SIGNATURE_H
