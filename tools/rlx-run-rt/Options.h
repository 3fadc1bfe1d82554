// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of rlx-run-rt.
#ifndef RLX_TOOLS_RLXRUNRT_OPTIONS_H
#define RLX_TOOLS_RLXRUNRT_OPTIONS_H

#include <span>
#include <string>

#include "tools/rlx-run-rt/RunOptions.h"

namespace rlx::runrt {

// `model` is the package.
struct Options : run::RunOptions {
  run::GivenValues params; // name, file
  std::string cache;
  std::string profileOf; // --device-profile

  // Whether an option only needs information, and no run.
  bool listsOnly() const {
    return inputs.empty() && params.empty() && outputs.empty() && outputDir.empty() &&
           dims.empty() && !bench && profile.empty();
  }
};

// All files that the options name to be read.
std::vector<std::string> allInputPaths(const Options &options);

// Fills `options`. Parsing stops at the first error.
rt::Status parseOptions(std::span<const char *const> arguments, Options &options);

std::string helpText();

} // namespace rlx::runrt

#endif // RLX_TOOLS_RLXRUNRT_OPTIONS_H
