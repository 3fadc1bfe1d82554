// The version of this build, the same as rlx_version() and the project's version in CMake.
#ifndef RLX_RUNTIME_BASE_VERSION_H
#define RLX_RUNTIME_BASE_VERSION_H

namespace rlx::rt {

// "MAJOR.MINOR.PATCH", static text.
const char *versionText() noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_VERSION_H
