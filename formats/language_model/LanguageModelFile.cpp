// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See LanguageModelFile.h.
#include "formats/language_model/LanguageModelFile.h"

#include <filesystem>
#include <fstream>

#include "formats/gguf/GgufModel.h"
#include "formats/huggingface/HuggingFaceModel.h"
#include "runtime/base/StatusText.h"
#include "runtime/base/StrCat.h"

namespace rlx {
namespace {

constexpr std::string_view kConfig = "config.json";

bool isFolder(const std::string &path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

bool isConfig(const std::string &path) {
  return path == kConfig || path.ends_with("/config.json");
}

// The steps of an error become a part of its message, since a folder has many files, and importers
// report messages only.
rt::StatusOr<std::shared_ptr<const gguf::ModelSource>> openFolder(const std::string &folder) {
  rt::StatusOr<std::shared_ptr<const gguf::ModelSource>> model =
      huggingface::HuggingFaceModel::open(folder);
  if (model.ok())
    return model;
  return rt::Status(model.status().code(), rt::statusText(model.status()));
}

} // namespace

bool isModelFolder(const std::string &path) {
  return isFolder(path) || isConfig(path);
}

bool isLanguageModelPath(const std::string &path) {
  return isModelFolder(path) || gguf::isGgufPath(path);
}

std::string misnamedGguf(const std::string &path) {
  char begin[4] = {};
  std::error_code ignored;
  if (isLanguageModelPath(path) || !std::filesystem::is_regular_file(path, ignored) ||
      !std::ifstream(path, std::ios::binary).read(begin, sizeof(begin)) ||
      std::string_view(begin, sizeof(begin)) != gguf::kMagic)
    return "";
  return "its content is GGUF, but its name does not end in .gguf: rename it, or make a link to it";
}

rt::Status checkModelFolder(const std::string &path) {
  if (!isFolder(path) || huggingface::fileExists(huggingface::pathIn(path, kConfig)))
    return rt::okStatus();
  return rt::invalidArgument(
      rt::strCat("'", path, "' is a directory, not a model file; that of a language model has a ",
                 kConfig, ", as Hugging Face's transformers writes it"));
}

rt::StatusOr<std::shared_ptr<const gguf::ModelSource>> openLanguageModel(const std::string &path) {
  RLX_RETURN_IF_ERROR(checkModelFolder(path));
  if (isFolder(path))
    return openFolder(path);
  if (isConfig(path)) {
    const std::string folder = path.substr(0, path.size() - kConfig.size());
    return openFolder(folder.empty() ? "." : folder);
  }
  RLX_ASSIGN_OR_RETURN(std::shared_ptr<const gguf::GgufModel> model, gguf::GgufModel::open(path));
  return std::shared_ptr<const gguf::ModelSource>(std::move(model));
}

} // namespace rlx
