// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options of llama.cpp that have other names in rlx-run.
#ifndef RLX_TOOLS_RLXRUN_COMMON_FOREIGNFLAGS_H
#define RLX_TOOLS_RLXRUN_COMMON_FOREIGNFLAGS_H

#include <string_view>

namespace rlx::run {

// How to say the same here as an option of llama.cpp says, for a message; empty if it is none.
std::string_view foreignFlag(std::string_view name);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_FOREIGNFLAGS_H
