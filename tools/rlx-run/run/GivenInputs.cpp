// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names, ranks and elements of --input, --case and --test-data; see GivenInputs.h.
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
using Shape = std::optional<std::vector<int64_t>>;

Shape shapeOfFile(const std::string &path) {
  rt::StatusOr<rt::Tensor> tensor = rt::readNpy(path);
  if (!tensor.ok())
    return std::nullopt;
  return std::vector<int64_t>(tensor->shape().begin(), tensor->shape().end());
}

// Of the text of --input. Random data has the shape that the model asks for.
Shape shapeOfText(StringRef how) {
  if (how.ends_with(".npy"))
    return shapeOfFile(how.str());
  if (!how.contains('='))
    return std::nullopt;
  llvm::SmallVector<StringRef> parts;
  how.split('=').first.split(parts, 'x');
  std::vector<int64_t> shape;
  for (StringRef part : llvm::ArrayRef(parts).drop_back()) // the type
    if (part.getAsInteger(10, shape.emplace_back()))
      return std::nullopt;
  return shape;
}

class GivenInputs {
public:
  explicit GivenInputs(const Options &options) : cases(options.cases) {
    for (const auto &[name, how] : options.inputs)
      texts.try_emplace(name, how);
    for (const std::string &directory : options.testData) {
      for (auto &[name, rank] : ranksOfTestData(directory))
        ranks.try_emplace(name, rank);
      for (auto &[name, list] : elementsOfTestData(directory))
        lists.try_emplace(name, list);
    }
    for (const std::string &name : options.absentInputs)
      lists[name] = {/*isAbsent=*/true, {}};
  }

  bool has(StringRef name) const {
    return texts.contains(name.str()) || ranks.contains(name.str()) || !fileOf(name).empty();
  }

  Rank rank(StringRef name) const {
    if (auto known = ranks.find(name.str()); known != ranks.end() && !texts.contains(name.str()))
      return known->second;
    const Shape known = shape(name);
    return known ? Rank(known->size()) : std::nullopt;
  }

  // Those of the inputs NAME.0, NAME.1, …
  std::optional<OnnxElements> elements(StringRef name) const {
    if (auto known = lists.find(name.str()); known != lists.end())
      return known->second;
    OnnxElements found;
    while (Shape next = shape((name + "." + llvm::Twine(found.shapes.size())).str()))
      found.shapes.push_back(std::move(*next));
    return found.shapes.empty() ? std::nullopt : std::optional(found);
  }

private:
  // Of --input or --case.
  Shape shape(StringRef name) const {
    if (auto text = texts.find(name.str()); text != texts.end())
      return shapeOfText(text->second);
    const std::string file = fileOf(name);
    return file.empty() ? std::nullopt : shapeOfFile(file);
  }

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
  std::map<std::string, OnnxElements> lists;
};

} // namespace

OnnxImportOptions importOptions(const Options &options) {
  auto given = std::make_shared<const GivenInputs>(options);
  OnnxImportOptions import;
  import.isOverridden = [given](StringRef name) { return given->has(name); };
  import.rankOf = [given](StringRef name) { return given->rank(name); };
  import.elementsOf = [given](StringRef name) { return given->elements(name); };
  return import;
}

} // namespace rlx::run
