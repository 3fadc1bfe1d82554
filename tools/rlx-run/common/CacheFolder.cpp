// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See CacheFolder.h.
#include "tools/rlx-run/common/CacheFolder.h"

#include <cstdlib>

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace rlx::run {

std::string defaultCacheFolder() {
  namespace path = llvm::sys::path;
  const char *given = std::getenv("XDG_CACHE_HOME");
  llvm::SmallString<128> folder(given ? given : "");
  if (!path::is_absolute(folder)) { // as the specification says, a relative one does not count
    if (!path::home_directory(folder))
      return "";
    path::append(folder, ".cache");
  }
  path::append(folder, "rlx");
  return llvm::sys::fs::create_directories(folder) ? "" : std::string(folder);
}

} // namespace rlx::run
