// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --emit and --stop-after: compile without running, and write the result.
//
// For example, --emit=rlxe -o m.rlxe writes a package, and --stop-after=fuse prints the IR after
// that phase.
#ifndef RLX_TOOLS_RLXRUN_PACKAGE_EMIT_H
#define RLX_TOOLS_RLXRUN_PACKAGE_EMIT_H

#include "tools/rlx-run/common/Model.h"

namespace rlx::run {

// Consumes the model's module. `notes` lists other files that were written.
rt::Status emit(Model &model, const Options &options, std::vector<std::string> &notes);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_PACKAGE_EMIT_H
