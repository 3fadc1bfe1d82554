// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What rlx-run-rt does with a package: list it, run it, measure it.
#ifndef RLX_TOOLS_RLXRUNRT_RUNPACKAGE_H
#define RLX_TOOLS_RLXRUNRT_RUNPACKAGE_H

#include "tools/rlx-run-rt/Options.h"

namespace rlx::runrt {

// `wrongCommandLine` says of an error that the package, files and the run are not to blame.
rt::Status runPackage(const Options &options, bool &wrongCommandLine);

} // namespace rlx::runrt

#endif // RLX_TOOLS_RLXRUNRT_RUNPACKAGE_H
