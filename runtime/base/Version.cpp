// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The version, which the build system defines.
//
// A separate file, so that a new version recompiles nothing else.
#include "runtime/base/Version.h"

namespace rlx::rt {

const char *versionText() noexcept {
  return RLX_VERSION;
}

} // namespace rlx::rt
