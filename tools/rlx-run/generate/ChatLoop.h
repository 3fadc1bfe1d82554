// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-run --chat: a conversation with a language model.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_CHATLOOP_H
#define RLX_TOOLS_RLXRUN_GENERATE_CHATLOOP_H

#include "tools/rlx-run/common/Model.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

// Answers each line of stdin, up to its end or /exit, or the prompt alone. Ctrl-C stops an
// answer; without one, it ends the conversation. Errors of a message are shown, and the
// conversation goes on; it is an error if no message of a pipe gets an answer. Sets
// `wrongCommandLine` for options that do not fit the model.
rt::Status chat(Model &model, const Options &options, llvm::raw_fd_ostream &os,
                bool &wrongCommandLine);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_CHATLOOP_H
