// Which options of rlx-run go together.
#ifndef RLX_TOOLS_RLXRUN_COMMON_OPTIONCHECKS_H
#define RLX_TOOLS_RLXRUN_COMMON_OPTIONCHECKS_H

#include "tools/rlx-run/common/Options.h"
#include "llvm/ADT/Twine.h"

namespace rlx::run {

// The message and where to read more.
rt::Status usageError(const llvm::Twine &message);

// `given` are the names of the options on the command line. Needs no model.
rt::Status checkCombinations(const Options &options, const GivenFlags &given);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_OPTIONCHECKS_H
