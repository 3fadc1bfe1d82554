// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The identity of this build of the compiler, part of every fingerprint.
//
// Two builds may generate different code for the same model, so a cache must not mix them.
#ifndef RLX_SESSION_CACHE_BUILDID_H
#define RLX_SESSION_CACHE_BUILDID_H

#include <string>

namespace rlx {

// RLX's version, and the build ids of the files that contain this compiler, MLIR and LLVM; for a
// file without one, its size and time. A new build counts as another compiler, whatever its
// version.
const std::string &compilerBuildId();

} // namespace rlx

#endif // RLX_SESSION_CACHE_BUILDID_H
