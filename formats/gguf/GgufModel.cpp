// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/gguf/GgufModel.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::gguf {

using namespace rt;

namespace {

constexpr int64_t kMaxFiles = 99999; // five digits

constexpr std::string_view kEnding = ".gguf";

std::string_view endOf(std::string_view path) {
  return path.substr(path.size() - std::min(path.size(), kEnding.size()));
}

// The end of the path if it is ".gguf" in any case.
std::string endingOf(const std::string &path) {
  return std::string(isGgufPath(path) ? endOf(path) : kEnding);
}

// "-00002-of-00012.gguf"
std::string splitSuffix(int64_t number, int64_t count, const std::string &ending) {
  char text[32];
  std::snprintf(text, sizeof(text), "-%05d-of-%05d", static_cast<int>(number),
                static_cast<int>(count));
  return text + ending;
}

} // namespace

bool isGgufPath(std::string_view path) {
  return std::ranges::equal(endOf(path), kEnding, [](char c, char expected) {
    return (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) == expected;
  });
}

StatusOr<std::shared_ptr<const GgufModel>> GgufModel::open(const std::string &path) {
  using Result = StatusOr<std::shared_ptr<const GgufModel>>;
  return catchAllocFailure([&]() -> Result {
    std::shared_ptr<GgufModel> model(new GgufModel());
    RLX_RETURN_IF_ERROR(model->openFile(path));
    RLX_RETURN_IF_ERROR(model->openOthers(path).withContext(strCat("opening '", path, "'")));
    return Result(std::move(model));
  });
}

Status GgufModel::openFile(const std::string &path) {
  RLX_ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::open(path));
  StatusOr<GgufFile> parsed = GgufFile::parse(file->bytes());
  if (!parsed.ok())
    return std::move(parsed).status().withContext(strCat("reading '", path, "'"));
  for (const TensorView &tensor : parsed->tensors) {
    if (!indices.emplace(tensor.name, all.size()).second)
      return dataLoss(strCat("a tensor of '", path, "' is in another file of the model, too"));
    all.push_back(tensor);
  }
  mapped.push_back(std::move(file));
  files.push_back(std::move(*parsed));
  return okStatus();
}

Status GgufModel::openOthers(const std::string &path) {
  RLX_ASSIGN_OR_RETURN(const int64_t count, metadata().integer("split.count", 1));
  RLX_ASSIGN_OR_RETURN(const int64_t number, metadata().integer("split.no", 0));
  if (count <= 1)
    return okStatus();
  if (count > kMaxFiles || number < 0 || number >= count)
    return dataLoss(strCat("split.count is ", count, ", and split.no is ", number));
  const std::string ending = endingOf(path), suffix = splitSuffix(number + 1, count, ending);
  if (!path.ends_with(suffix))
    return invalidArgument(
        strCat("a file of a split model, whose name must end in '", suffix, "'"));
  const std::string stem = path.substr(0, path.size() - suffix.size());
  if (number != 0)
    return invalidArgument(strCat("a part of a split model; open '", stem,
                                  splitSuffix(1, count, ending), "', which finds the other files"));
  for (int64_t i = 1; i < count; ++i) {
    RLX_RETURN_IF_ERROR(openFile(stem + splitSuffix(i + 1, count, ending)));
    const Metadata &other = files.back().metadata;
    RLX_ASSIGN_OR_RETURN(const int64_t otherNumber, other.integer("split.no"));
    RLX_ASSIGN_OR_RETURN(const int64_t otherCount, other.integer("split.count"));
    if (otherNumber != i || otherCount != count)
      return dataLoss(strCat("'", stem, splitSuffix(i + 1, count, ending), "' has split.no ",
                             otherNumber, " of ", otherCount, ", expected ", i, " of ", count));
  }
  const auto size = static_cast<int64_t>(all.size());
  RLX_ASSIGN_OR_RETURN(const int64_t expected, metadata().integer("split.tensors.count", size));
  if (expected != size)
    return dataLoss(
        strCat("the files have ", size, " tensors, expected ", expected, " (split.tensors.count)"));
  return okStatus();
}

const TensorView *GgufModel::find(std::string_view name) const {
  const auto found = indices.find(name);
  return found == indices.end() ? nullptr : &all[found->second];
}

} // namespace rlx::gguf
