// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-run --prompt: continues a text with a language model.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_GENERATE_H
#define RLX_TOOLS_RLXRUN_GENERATE_GENERATE_H

#include "tools/rlx-run/common/Model.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

// Compiles the model, and writes the text to `os` as it is made: the answers to the prompts, up
// to a token that ends them, a limit or a full context. Speeds go to stderr. Sets
// `wrongCommandLine` for options that do not fit the model.
rt::Status generate(Model &model, const Options &options, llvm::raw_fd_ostream &os,
                    bool &wrongCommandLine);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_GENERATE_H
