// The tensors a run is given: from --input, or from the folders of --case and --test-data.
#ifndef RLX_TOOLS_RLXRUN_RUN_INPUTS_H
#define RLX_TOOLS_RLXRUN_RUN_INPUTS_H

#include <string>
#include <vector>

#include "runtime/program/executable/Executable.h"
#include "tools/rlx-run/common/Options.h"
#include "tools/rlx-run/common/Signature.h"

namespace rlx::run {

// One set of inputs, and what should come out if that is known.
struct Case {
  std::string name;                 // empty for the one that --input describes
  std::vector<rt::Tensor> inputs;   // in the order of the signature
  std::vector<rt::Tensor> expected; // empty, or in the order of the signature

  // Whether the sizes are such as the program says, and agree with each other.
  rt::Status checkSizes(const rt::Program &program) const;
  std::vector<rt::NamedTensor> named(const rt::Program &program) const;
};

// Makes what --input and --dim describe. Dynamic sizes come from inputs with explicit shapes, then
// from --dim; others are small ones that the model takes, which `notes` then says. The names have
// passed checkNames(). `wrongCommandLine` says whether it is --dim that is wrong.
rt::StatusOr<Case> makeInputs(const Options &options, const rt::Program &program,
                              const Signature &signature, std::vector<std::string> &notes,
                              bool &wrongCommandLine);

// Reads a --case folder.
rt::StatusOr<Case> readCase(const std::string &directory, const rt::Program &program);

// Fails if there is no such folder, and says why.
rt::Status checkFolder(const std::string &directory);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_RUN_INPUTS_H
