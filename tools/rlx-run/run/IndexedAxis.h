// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size of the axis that a wrong index is for. A kernel reports the index alone, so the model is
// read once more after such an error, which is rare.
#ifndef RLX_TOOLS_RLXRUN_RUN_INDEXEDAXIS_H
#define RLX_TOOLS_RLXRUN_RUN_INDEXEDAXIS_H

#include <string>

#include "llvm/ADT/StringRef.h"

namespace rlx::run {

/// "rlx.gather indexes axis 0 of f32[30522,384], whose size is 30522", by the command in the
/// message of the error. Nothing if the model in the file `path` does not have exactly one such op,
/// or if its sizes are dynamic.
std::string indexedAxisText(const std::string &path, llvm::StringRef message);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_RUN_INDEXEDAXIS_H
