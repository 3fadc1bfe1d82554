// The version of this build.
#ifndef RLX_RUNTIME_BASE_VERSION_H
#define RLX_RUNTIME_BASE_VERSION_H

namespace rlx::rt {

// "MAJOR.MINOR.PATCH".
const char *versionText() noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_VERSION_H
