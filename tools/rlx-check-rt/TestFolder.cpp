// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads test.txt and finds the folders that have one.
//
// Names and numbers are checked here; the tensors are read when a test runs.
#include "tools/rlx-check-rt/TestFolder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/base/StrCat.h"
#include "runtime/tensor/Npy.h"

using namespace rlx::rt;
namespace fs = std::filesystem;

namespace rlx::checkrt {
namespace {

constexpr const char *kList = "test.txt";

Status readLine(const std::string &folder, const std::string &line,
                std::map<unsigned, TestRun> &runs) {
  std::istringstream words(line);
  std::string kind, name, file;
  unsigned run = 0;
  words >> kind >> run >> name >> file;
  Tolerance tolerance;
  if (kind == "output")
    words >> tolerance.atol >> tolerance.rtol >> tolerance.normwise >> tolerance.ulp;
  if (words.fail() || (kind != "input" && kind != "output"))
    return dataLoss(
        strCat(folder, "/", kList, ": expected an input or an output, but got '", line, "'"));
  RLX_ASSIGN_OR_RETURN(Tensor value, readNpy(folder + "/" + file));
  if (kind == "input") {
    runs[run].inputs.push_back({name, std::move(value)});
    return okStatus();
  }
  std::optional<Tensor> flushed;
  if (words >> file) {
    RLX_ASSIGN_OR_RETURN(flushed, readNpy(folder + "/" + file));
  }
  runs[run].outputs.push_back({name, std::move(value), tolerance, std::move(flushed)});
  return okStatus();
}

// A folder that cannot be inspected, such as a link to itself, is no test.
bool hasTest(const fs::path &folder) {
  std::error_code error;
  return fs::is_directory(folder, error) && fs::exists(folder / kList, error);
}

} // namespace

StatusOr<std::vector<std::string>> findTests(const std::string &root) {
  std::vector<std::string> folders;
  std::error_code error;
  if (hasTest(root))
    folders.push_back(root);
  for (fs::recursive_directory_iterator it(root, error), end; !error && it != end;
       it.increment(error))
    if (hasTest(it->path()))
      folders.push_back(it->path().string());
  if (error)
    return notFound(strCat("cannot read the folder '", root, "': ", error.message()));
  std::sort(folders.begin(), folders.end());
  return folders;
}

StatusOr<std::map<unsigned, TestRun>> readTest(const std::string &folder) {
  std::ifstream list(folder + "/" + kList);
  std::map<unsigned, TestRun> runs;
  for (std::string line; std::getline(list, line);)
    if (!line.empty())
      RLX_RETURN_IF_ERROR(readLine(folder, line, runs));
  if (runs.empty())
    return dataLoss(strCat("'", folder, "/", kList, "' has no run"));
  return runs;
}

} // namespace rlx::checkrt
