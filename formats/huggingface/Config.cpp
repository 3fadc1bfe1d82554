// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Config.h.
#include "formats/huggingface/Config.h"

#include <filesystem>

#include "formats/WrongFile.h"
#include "runtime/base/MappedFile.h"
#include "runtime/base/StrCat.h"

namespace rlx::huggingface {

using namespace rt;
using json::JsonValue;

std::string pathIn(const std::string &folder, std::string_view name) {
  return strCat(folder, folder.empty() || folder.ends_with('/') ? "" : "/", name);
}

bool fileExists(const std::string &path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

StatusOr<Config> Config::read(const std::string &folder, std::string_view name) {
  const std::string path = pathIn(folder, name);
  RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const MappedFile> mapped, MappedFile::open(path));
  const std::span<const uint8_t> bytes = mapped->bytes();
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  Status status = okStatus();
  if (const std::string_view wrong = wrongFile(text); !wrong.empty()) {
    status = dataLoss(wrong);
  } else if (StatusOr<json::JsonDocument> document = json::JsonDocument::parse(text);
             !document.ok()) {
    status = std::move(document).status();
  } else if (!document->root().isObject()) {
    status = dataLoss(strCat("it is ", document->root().kind(), ", expected an object"));
  } else {
    Config config;
    config.document = std::move(*document);
    config.root = config.document.root();
    config.file = name;
    return config;
  }
  return std::move(status).withContext(strCat("reading '", path, "'"));
}

StatusOr<Config> Config::readIfThere(const std::string &folder, std::string_view name) {
  if (fileExists(pathIn(folder, name)))
    return read(folder, name);
  Config config;
  config.file = name;
  return config;
}

JsonValue Config::find(std::string_view keys) const {
  while (!keys.empty()) {
    const size_t end = keys.find('|');
    if (const JsonValue value = root.find(keys.substr(0, end)); !value.isNull())
      return value;
    keys = end == std::string_view::npos ? "" : keys.substr(end + 1);
  }
  return JsonValue();
}

// Of the key that has a value, or else of the first one.
std::string Config::shown(std::string_view keys) const {
  const JsonValue value = find(keys);
  const std::string_view key = value.exists() ? value.key() : keys.substr(0, keys.find('|'));
  return strCat("'", prefix, key, "' of ", file);
}

Status Config::wrongKind(std::string_view keys, std::string_view expected) const {
  return invalidArgument(strCat(shown(keys), " is ", find(keys).kind(), ", expected ", expected));
}

StatusOr<bool> Config::boolean(std::string_view keys, bool otherwise) const {
  const JsonValue value = find(keys);
  if (value.exists() && !value.boolean())
    return wrongKind(keys, "true or false");
  return value.boolean().value_or(otherwise);
}

StatusOr<double> Config::number(std::string_view keys, double otherwise) const {
  const JsonValue value = find(keys);
  if (value.exists() && !value.number())
    return wrongKind(keys, "a number");
  return value.number().value_or(otherwise);
}

StatusOr<int64_t> Config::integer(std::string_view keys, int64_t otherwise) const {
  const JsonValue value = find(keys);
  if (value.exists() && !value.integer())
    return wrongKind(keys, "an integer");
  return value.integer().value_or(otherwise);
}

StatusOr<std::string_view> Config::string(std::string_view keys, std::string_view otherwise) const {
  const JsonValue value = find(keys);
  if (value.exists() && !value.string())
    return wrongKind(keys, "a text");
  return value.string().value_or(otherwise);
}

Config Config::within(std::string_view keys) const {
  Config inner = *this;
  inner.root = find(keys);
  inner.prefix = strCat(prefix, inner.root.exists() ? inner.root.key() : keys, ".");
  return inner;
}

} // namespace rlx::huggingface
