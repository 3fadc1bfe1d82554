// The version, which the build system defines.
#include "runtime/base/Version.h"

namespace rlx::rt {

const char *versionText() noexcept {
  return RLX_VERSION;
}

} // namespace rlx::rt
