// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder of this process for the files of a fuzz target. It is removed when the process ends
// normally.
#ifndef RLX_UNITTESTS_FUZZ_TEMPFOLDER_H
#define RLX_UNITTESTS_FUZZ_TEMPFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace rlx::test {

class TempFolder {
public:
  explicit TempFolder(const std::string &name) {
    const char *base = std::getenv("TMPDIR");
    path = std::string(base ? base : "/tmp") + "/" + name + "-" + std::to_string(::getpid());
    if (!std::filesystem::create_directory(path))
      __builtin_trap();
  }
  TempFolder(const TempFolder &) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  std::string operator/(const char *file) const { return path + "/" + file; }

private:
  std::string path;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_FUZZ_TEMPFOLDER_H
