// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/safetensors/SafetensorsModel.h"

#include <filesystem>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "formats/json/Json.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::safetensors {

using namespace rt;

namespace {

constexpr std::string_view kFile = "model.safetensors", kIndex = "model.safetensors.index.json",
                           kOldFile = "pytorch_model.bin",
                           kOldIndex = "pytorch_model.bin.index.json";

std::string pathIn(const std::string &folder, std::string_view name) {
  return strCat(folder, folder.ends_with('/') ? "" : "/", name);
}

bool exists(const std::string &path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

Status noWeights(const std::string &folder) {
  const bool isOld = exists(pathIn(folder, kOldFile)) || exists(pathIn(folder, kOldIndex));
  return notFound(strCat(
      "'", folder, "' has no ", kFile, " and no ", kIndex,
      isOld ? strCat(
                  "; ", kOldFile,
                  " is not read, since it may run code: load the model with transformers and write "
                  "it with save_pretrained")
            : "; download the weights of the model, too"));
}

// The tensors by the files that have them.
using FilesOfIndex = std::map<std::string, std::vector<std::string>>;

StatusOr<FilesOfIndex> readIndex(std::string_view text) {
  StatusOr<json::JsonDocument> document = json::JsonDocument::parse(text);
  if (!document.ok())
    return std::move(document).status();
  const json::JsonValue names = document->root().find("weight_map");
  if (!names.isObject())
    return dataLoss(strCat("'weight_map' is ", names.kind(), ", expected an object"));
  FilesOfIndex files;
  for (const json::JsonValue &each : names.elements()) {
    const std::string_view file = each.string().value_or("");
    // Files of the folder only.
    if (!file.ends_with(".safetensors") || file.find('/') != std::string_view::npos ||
        file.find('\0') != std::string_view::npos)
      return dataLoss(strCat("tensor '", each.key(), "' is in ",
                             each.string() ? strCat("'", file, "'") : std::string(each.kind()),
                             ", expected the name of a .safetensors file of the folder"));
    files[std::string(file)].emplace_back(each.key());
  }
  return files;
}

} // namespace

StatusOr<SafetensorsModel> SafetensorsModel::open(const std::string &folder) {
  return catchAllocFailure([&]() -> StatusOr<SafetensorsModel> {
    SafetensorsModel model;
    const std::string single = pathIn(folder, kFile), index = pathIn(folder, kIndex);
    if (exists(single)) {
      RLX_RETURN_IF_ERROR(model.openFile(single));
    } else if (exists(index)) {
      RLX_RETURN_IF_ERROR(
          model.openIndexed(folder, index).withContext(strCat("reading '", index, "'")));
    } else {
      return noWeights(folder);
    }
    return model;
  });
}

Status SafetensorsModel::openFile(const std::string &path) {
  RLX_ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::open(path));
  StatusOr<SafetensorsFile> parsed = SafetensorsFile::parse(file->bytes());
  if (!parsed.ok())
    return std::move(parsed).status().withContext(strCat("reading '", path, "'"));
  mapped.push_back(std::move(file));
  std::move(parsed->tensors.begin(), parsed->tensors.end(), std::back_inserter(all));
  return okStatus();
}

Status SafetensorsModel::openIndexed(const std::string &folder, const std::string &index) {
  RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const MappedFile> text, MappedFile::open(index));
  const std::span<const uint8_t> bytes = text->bytes();
  RLX_ASSIGN_OR_RETURN(const FilesOfIndex files,
                       readIndex({reinterpret_cast<const char *>(bytes.data()), bytes.size()}));
  std::unordered_map<std::string, std::string_view> places; // the file of each tensor
  for (const auto &[file, names] : files) {
    const size_t first = all.size();
    RLX_RETURN_IF_ERROR(openFile(pathIn(folder, file)));
    for (size_t i = first; i < all.size(); ++i)
      if (const auto [other, isNew] = places.emplace(all[i].name, file); !isNew)
        return dataLoss(
            strCat("tensor '", all[i].name, "' is in '", other->second, "' and in '", file, "'"));
    for (const std::string &name : names)
      if (const auto found = places.find(name); found == places.end() || found->second != file)
        return dataLoss(strCat("tensor '", name, "' is not in '", file, "'"));
  }
  return okStatus();
}

} // namespace rlx::safetensors
