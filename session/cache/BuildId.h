// Which build of the compiler this is.
#ifndef RLX_SESSION_CACHE_BUILDID_H
#define RLX_SESSION_CACHE_BUILDID_H

#include <string>

namespace rlx {

// The version of RLX, and what tells the files apart that this compiler, MLIR and LLVM were loaded
// from: their build ids, or size and time of a file that has none. A new build is another compiler,
// whatever its version says.
const std::string &compilerBuildId();

} // namespace rlx

#endif // RLX_SESSION_CACHE_BUILDID_H
