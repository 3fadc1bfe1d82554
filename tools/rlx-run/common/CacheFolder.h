// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where rlx-run keeps compiled models unless its options say otherwise.
#ifndef RLX_TOOLS_RLXRUN_COMMON_CACHEFOLDER_H
#define RLX_TOOLS_RLXRUN_COMMON_CACHEFOLDER_H

#include <string>

namespace rlx::run {

// $XDG_CACHE_HOME/rlx, or ~/.cache/rlx, as `rlx.cache_folder()` of Python says. Made if it is not
// there; empty if it cannot be made.
std::string defaultCacheFolder();

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_CACHEFOLDER_H
