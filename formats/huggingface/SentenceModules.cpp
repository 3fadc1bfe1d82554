// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See SentenceModules.h.
#include "formats/huggingface/SentenceModules.h"

#include "runtime/base/MappedFile.h"
#include "runtime/base/StrCat.h"

namespace rlx::huggingface {

using namespace rt;
using json::JsonValue;

namespace {

constexpr std::string_view kModules = "modules.json";

struct PoolingRow {
  std::string_view flag; // of config.json of the pooling
  std::string_view mode; // of newer ones
  int64_t type;          // of GGUF's "pooling_type"; 0 for one that it does not have
};

constexpr PoolingRow kPoolings[] = {
    {"pooling_mode_mean_tokens", "mean", 1},
    {"pooling_mode_cls_token", "cls", 2},
    {"pooling_mode_lasttoken", "lasttoken", 3},
    {"pooling_mode_max_tokens", "max", 0},
    {"pooling_mode_mean_sqrt_len_tokens", "mean_sqrt_len_tokens", 0},
    {"pooling_mode_weightedmean_tokens", "weightedmean", 0},
};

StatusOr<int64_t> typeOf(const Config &config, const std::string &file) {
  const PoolingRow *found = nullptr;
  int64_t count = 0;
  for (const PoolingRow &row : kPoolings) {
    RLX_ASSIGN_OR_RETURN(const bool isFlag, config.boolean(row.flag, false));
    if (isFlag || config.find("pooling_mode").string() == row.mode) {
      found = &row;
      ++count;
    }
  }
  if (count == 0)
    return unsupported(strCat("'", file,
                              "' has no pooling that is known; known are the mean, "
                              "the first token (cls) and the last one"));
  if (count > 1)
    return unsupported(strCat("'", file, "' has several poolings; one is supported"));
  if (found->type == 0)
    return unsupported(strCat("'", file, "' has the pooling '", found->mode,
                              "'; mean, cls and lasttoken are supported"));
  return found->type;
}

Status readPooling(const std::string &folder, std::string_view path, Translation &t) {
  // A file from elsewhere must not name any file of this machine.
  if (path.empty() || path.starts_with('/') || path.find("..") != std::string_view::npos)
    return invalidArgument(strCat("the path of the pooling in ", kModules, " is '", path,
                                  "', expected a folder beside it"));
  const std::string inner = pathIn(folder, path);
  RLX_ASSIGN_OR_RETURN(const Config config, Config::read(inner, "config.json"));
  RLX_ASSIGN_OR_RETURN(const int64_t type, typeOf(config, pathIn(inner, "config.json")));
  t.add("pooling_type", type);
  return okStatus();
}

} // namespace

// Embeddings have the length 1 here, so that Normalize changes nothing.
Status translateSentenceModules(const std::string &folder, Translation &t) {
  const std::string path = pathIn(folder, kModules);
  if (!fileExists(path))
    return okStatus();
  RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const MappedFile> mapped, MappedFile::open(path));
  const std::span<const uint8_t> bytes = mapped->bytes();
  StatusOr<json::JsonDocument> document =
      json::JsonDocument::parse({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
  if (!document.ok())
    return std::move(document).status().withContext(strCat("reading '", path, "'"));
  if (!document->root().isArray())
    return dataLoss(strCat("'", path, "' is ", document->root().kind(), ", expected a list"));
  for (const JsonValue &module : document->root().elements()) {
    const std::string_view type = module.find("type").string().value_or("");
    const std::string_view name = type.substr(type.rfind('.') + 1); // of a class of Python
    if (name == "Pooling")
      RLX_RETURN_IF_ERROR(readPooling(folder, module.find("path").string().value_or(""), t));
    else if (name != "Transformer" && name != "Normalize")
      return unsupported(strCat("'", path, "' has the module '", type,
                                "'; Transformer, Pooling and Normalize are supported"));
  }
  return okStatus();
}

} // namespace rlx::huggingface
