// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The actions of rlx-run-rt on a package: list, run, measure.
#ifndef RLX_TOOLS_RLXRUNRT_RUNPACKAGE_H
#define RLX_TOOLS_RLXRUNRT_RUNPACKAGE_H

#include "tools/rlx-run-rt/Options.h"

namespace rlx::runrt {

// The details of an error.
struct Verdict {
  bool wrongCommandLine = false; // it is not one of the package, of a file or of the run
  std::string hint;              // advice to print after it
};

rt::Status runPackage(const Options &options, Verdict &verdict);

} // namespace rlx::runrt

#endif // RLX_TOOLS_RLXRUNRT_RUNPACKAGE_H
