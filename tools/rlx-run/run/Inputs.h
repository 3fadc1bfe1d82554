// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input tensors of a run: from --input, or from the folders of --case and --test-data.
//
// A case has all inputs of one run. Without --case and --test-data there is one case, described by
// --input and --dim.
#ifndef RLX_TOOLS_RLXRUN_RUN_INPUTS_H
#define RLX_TOOLS_RLXRUN_RUN_INPUTS_H

#include <string>
#include <vector>

#include "runtime/program/executable/Executable.h"
#include "tools/rlx-run/common/Options.h"
#include "tools/rlx-run/common/Signature.h"

namespace rlx::run {

// One set of inputs, with the expected outputs if they are known.
struct Case {
  std::string name;                 // empty for the one of --input
  std::vector<rt::Tensor> inputs;   // in signature order
  std::vector<rt::Tensor> expected; // empty, or in signature order

  // Checks that the sizes match the program and each other.
  rt::Status checkSizes(const rt::Program &program) const;
  std::vector<rt::NamedTensor> named(const rt::Program &program) const;
};

// Makes the tensors of --input and --dim. Dynamic sizes come from inputs with explicit shapes, then
// from --dim. Others are small sizes that the model accepts; `notes` lists them. checkNames() must
// have passed. `wrongCommandLine` is set if --dim or the text of --input is wrong.
rt::StatusOr<Case> makeInputs(const Options &options, const rt::Program &program,
                              const Signature &signature, std::vector<std::string> &notes,
                              bool &wrongCommandLine);

// Reads a --case folder.
rt::StatusOr<Case> readCase(const std::string &directory, const rt::Program &program);

// An error with the reason if the folder does not exist.
rt::Status checkFolder(const std::string &directory);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_RUN_INPUTS_H
