// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names, ranks and elements of --input, --case and --test-data; see GivenInputs.h.
#include "tools/rlx-run/run/GivenInputs.h"

#include <map>
#include <memory>

#include "runtime/tensor/Npy.h"
#include "tools/rlx-run-rt/Text.h"
#include "tools/rlx-run/common/TensorText.h"
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

OnnxImportOptions importOptions(const Options &options, std::set<std::string> *used) {
  auto given = std::make_shared<const GivenInputs>(options);
  OnnxImportOptions import;
  for (const auto &[name, size] : options.fixedDims)
    import.dimSizes[name] = size;
  import.inPlaceCaches = options.inPlaceCaches;
  const auto use = [used](const llvm::Twine &name) {
    if (used)
      used->insert(name.str());
  };
  import.isOverridden = [given, use](StringRef name) {
    const bool isGiven = given->has(name);
    if (isGiven)
      use(name);
    return isGiven;
  };
  import.rankOf = [given, use](StringRef name) {
    use(name);
    return given->rank(name);
  };
  import.elementsOf = [given, use](StringRef name) {
    std::optional<OnnxElements> elements = given->elements(name);
    for (size_t i = 0; elements && i < elements->shapes.size(); ++i)
      use(name + "." + llvm::Twine(i));
    return elements;
  };
  return import;
}

std::vector<OnnxDeclaration::Value> defaultsOf(const OnnxDeclaration &declaration,
                                               const std::set<std::string> &used) {
  std::vector<OnnxDeclaration::Value> found;
  llvm::copy_if(declaration.inputs, std::back_inserter(found),
                [&](const OnnxDeclaration::Value &input) {
                  return input.hasDefault && !used.contains(input.name);
                });
  return found;
}

rt::Status checkGivenTypes(Model &model, const Options &options,
                           const std::set<std::string> &used) {
  if (!options.otherInputs.empty())
    return rt::invalidArgument("--emit, --stop-after and --device-profile only compile: --input=" +
                               options.otherInputs + " is for runs only");
  if (options.inputs.empty())
    return rt::okStatus();
  RLX_RETURN_IF_ERROR(model.open(options));
  const rt::Program &program = model.signature();
  RLX_RETURN_IF_ERROR(checkNames("input", options.inputs, linesOf(program, program.inputs)));
  RLX_RETURN_IF_ERROR(checkOnce("input", options.inputs));
  for (const rt::TensorSpec &spec : program.inputs) {
    const auto given =
        llvm::find_if(options.inputs, [&](const auto &input) { return input.first == spec.name; });
    if (given == options.inputs.end())
      continue;
    if (!used.contains(spec.name))
      return rt::invalidArgument(
          "--emit, --stop-after and --device-profile only compile, and the model "
          "has the type of input '" +
          spec.name + "': its --input is for runs only");
    const StringRef how = given->second;
    RLX_ASSIGN_OR_RETURN(const std::optional<uint64_t> seed, parseRandom(how));
    if (seed)
      continue;
    const bool isFile = how.ends_with(".npy");
    RLX_ASSIGN_OR_RETURN(const rt::Tensor tensor,
                         isFile ? rt::readNpy(how.str()) : parseTensor(how, spec.name));
    RLX_RETURN_IF_ERROR(
        checkFits(program, spec, tensor, isFile ? how.str() : how.split('=').first.str()));
  }
  return rt::okStatus();
}

} // namespace rlx::run
