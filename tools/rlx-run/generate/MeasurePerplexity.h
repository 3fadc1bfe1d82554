// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --perplexity: how well the model predicts a text.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_MEASUREPERPLEXITY_H
#define RLX_TOOLS_RLXRUN_GENERATE_MEASUREPERPLEXITY_H

#include "tools/rlx-run/common/Model.h"

namespace rlx::run {

// Prints the perplexity to `os`, and the values so far to stderr. `wrongCommandLine` becomes true
// if an option is out of the model's range.
rt::Status measurePerplexity(Model &model, const Options &options, llvm::raw_fd_ostream &os,
                             bool &wrongCommandLine);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_MEASUREPERPLEXITY_H
