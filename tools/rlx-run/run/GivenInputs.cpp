// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and ranks of --input, --case and --test-data; see GivenInputs.h.
#include "tools/rlx-run/run/GivenInputs.h"

#include <map>
#include <memory>

#include "runtime/tensor/Npy.h"
#include "tools/rlx-run-rt/Text.h"
#include "tools/rlx-run/run/TestData.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

namespace rlx::run {
namespace {

using Rank = std::optional<int64_t>;

Rank rankOfFile(const std::string &path) {
  rt::StatusOr<rt::Tensor> tensor = rt::readNpy(path);
  return tensor.ok() ? Rank(tensor->shape().size()) : std::nullopt;
}

// Of the text of --input. Random data has the shape that the model asks for.
Rank rankOfText(StringRef how) {
  if (how.ends_with(".npy"))
    return rankOfFile(how.str());
  return how.contains('=') ? Rank(how.split('=').first.count('x')) : std::nullopt;
}

class GivenInputs {
public:
  explicit GivenInputs(const Options &options) : cases(options.cases) {
    for (const auto &[name, how] : options.inputs)
      texts.try_emplace(name, how);
    for (const std::string &directory : options.testData)
      for (auto &[name, rank] : ranksOfTestData(directory))
        ranks.try_emplace(name, rank);
  }

  bool has(StringRef name) const {
    return texts.contains(name.str()) || ranks.contains(name.str()) || !fileOf(name).empty();
  }

  Rank rank(StringRef name) const {
    if (auto text = texts.find(name.str()); text != texts.end())
      return rankOfText(text->second);
    if (auto known = ranks.find(name.str()); known != ranks.end())
      return known->second;
    const std::string file = fileOf(name);
    return file.empty() ? std::nullopt : rankOfFile(file);
  }

private:
  // The file of a case with the input; empty if no case has it.
  std::string fileOf(StringRef name) const {
    for (const std::string &directory : cases)
      if (std::string path = directory + "/" + fileName(name.str()) + ".npy";
          llvm::sys::fs::exists(path))
        return path;
    return "";
  }

  std::vector<std::string> cases;
  std::map<std::string, std::string> texts;
  std::map<std::string, int64_t> ranks;
};

} // namespace

OnnxImportOptions importOptions(const Options &options) {
  auto given = std::make_shared<const GivenInputs>(options);
  OnnxImportOptions import;
  import.isOverridden = [given](StringRef name) { return given->has(name); };
  import.rankOf = [given](StringRef name) { return given->rank(name); };
  return import;
}

} // namespace rlx::run
