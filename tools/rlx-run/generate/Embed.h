// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --embed: the vector of a text.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_EMBED_H
#define RLX_TOOLS_RLXRUN_GENERATE_EMBED_H

#include "tools/rlx-run/common/Model.h"

namespace rlx::run {

// Prints the elements to `os` as a JSON list in one line.
rt::Status embed(Model &model, const Options &options, llvm::raw_fd_ostream &os);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_EMBED_H
