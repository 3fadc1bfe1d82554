// The build system says which version this is.
#include "runtime/base/Version.h"

namespace rlx::rt {

const char *versionText() noexcept {
  return RLX_VERSION;
}

} // namespace rlx::rt
