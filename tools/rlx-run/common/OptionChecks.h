// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules for combinations of rlx-run's options.
//
// Most options of a kind exclude others. For example, --bench only measures, so --compare is
// refused with it.
#ifndef RLX_TOOLS_RLXRUN_COMMON_OPTIONCHECKS_H
#define RLX_TOOLS_RLXRUN_COMMON_OPTIONCHECKS_H

#include "tools/rlx-run/common/Options.h"
#include "llvm/ADT/Twine.h"

namespace rlx::run {

// Adds a pointer to --help to the message.
rt::Status usageError(const llvm::Twine &message);

// `given` are the names of the options on the command line. Needs no model.
rt::Status checkCombinations(const Options &options, const GivenFlags &given);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_OPTIONCHECKS_H
