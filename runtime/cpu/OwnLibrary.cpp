// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds libraries of RLX; see OwnLibrary.h.
#include "runtime/cpu/OwnLibrary.h"

#include <unistd.h>

namespace rlx::rt {

namespace {

// The folder of the library or program that has this code, with a slash at its end; empty if it is
// not known. The name of a program may be relative, which is of no use.
std::string ownFolder() {
  Dl_info self{};
  std::string path;
  if (dladdr(reinterpret_cast<void *>(&ownFolder), &self) && self.dli_fname)
    path = self.dli_fname;
  if (!path.starts_with('/')) {
    char program[4096];
    const ssize_t size = readlink("/proc/self/exe", program, sizeof(program));
    path.assign(program, size > 0 ? static_cast<size_t>(size) : 0);
  }
  return path.substr(0, path.rfind('/') + 1);
}

} // namespace

void *openOwnLibrary(const char *name, std::string &why) {
  const std::string folder = ownFolder();
  for (const char *place : {"", "../lib/", static_cast<const char *>(nullptr)}) {
    const std::string path = place ? strCat(folder, place, name) : name;
    if (folder.empty() && place)
      continue;
    if (void *opened = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
      return opened;
    const char *error = dlerror();
    why = error ? error : "";
  }
  return nullptr;
}

} // namespace rlx::rt
