// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The actions of rlx-run-rt on a package: list, run, measure.
#ifndef RLX_TOOLS_RLXRUNRT_RUNPACKAGE_H
#define RLX_TOOLS_RLXRUNRT_RUNPACKAGE_H

#include "tools/rlx-run-rt/Options.h"

namespace rlx::runrt {

// `wrongCommandLine` tells errors of the command line from those of the package, of files and of
// the run.
rt::Status runPackage(const Options &options, bool &wrongCommandLine);

} // namespace rlx::runrt

#endif // RLX_TOOLS_RLXRUNRT_RUNPACKAGE_H
