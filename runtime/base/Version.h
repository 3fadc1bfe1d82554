// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The version of this build, the same as rlx_version() and the project's version in CMake.
//
// A package records the version of its writer, and error messages about old packages name it.
#ifndef RLX_RUNTIME_BASE_VERSION_H
#define RLX_RUNTIME_BASE_VERSION_H

namespace rlx::rt {

// "MAJOR.MINOR.PATCH", static text.
const char *versionText() noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_VERSION_H
