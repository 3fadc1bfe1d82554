// --emit and --stop-after: compile without running, and write the result.
#ifndef RLX_TOOLS_RLXRUN_PACKAGE_EMIT_H
#define RLX_TOOLS_RLXRUN_PACKAGE_EMIT_H

#include "tools/rlx-run/common/Model.h"

namespace rlx::run {

// Consumes the model's module. `notes` lists other files that were written.
rt::Status emit(Model &model, const Options &options, std::vector<std::string> &notes);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_PACKAGE_EMIT_H
