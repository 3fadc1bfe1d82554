// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder that is removed with the object.
#ifndef RLX_UNITTESTS_SESSION_TEMPFOLDER_H
#define RLX_UNITTESTS_SESSION_TEMPFOLDER_H

#include <atomic>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace rlx::testing {

class TempFolder {
public:
  TempFolder() {
    static std::atomic<int> counter{0};
    folder = ::testing::TempDir() + "rlx-cache-" + std::to_string(::getpid()) + "-" +
             std::to_string(counter++);
    std::filesystem::create_directories(folder);
  }
  ~TempFolder() { std::filesystem::remove_all(folder); }
  TempFolder(const TempFolder &) = delete;

  const std::string &path() const { return folder; }
  std::string file(const std::string &name) const { return folder + "/" + name; }
  std::string write(const std::string &name, const std::string &text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
      found.push_back(entry.path().filename());
    return found;
  }

private:
  std::string folder;
};

} // namespace rlx::testing

#endif // RLX_UNITTESTS_SESSION_TEMPFOLDER_H
