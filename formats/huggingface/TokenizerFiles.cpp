// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See TokenizerFiles.h. "tokenizer.huggingface.json" is a key of GGUF's specification; those beside
// it are RLX's.
#include "formats/huggingface/TokenizerFiles.h"

#include "runtime/base/StrCat.h"

namespace rlx::huggingface {

using namespace rt;
using json::JsonValue;
using MappedFiles = std::vector<std::shared_ptr<const MappedFile>>;

namespace {

constexpr std::string_view kVocabulary = "tokenizer.json", kConfig = "tokenizer_config.json",
                           kTemplate = "chat_template.jinja";

StatusOr<std::string_view> readText(const std::string &path, MappedFiles &mapped) {
  RLX_ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::open(path));
  const std::span<const uint8_t> bytes = file->bytes();
  mapped.push_back(std::move(file));
  return std::string_view(reinterpret_cast<const char *>(bytes.data()), bytes.size());
}

std::string noVocabulary(const std::string &folder) {
  const std::string start = strCat("'", folder, "' has no ", kVocabulary);
  for (const std::string_view other : {"tokenizer.model", "vocab.json"})
    if (fileExists(pathIn(folder, other)))
      return strCat(start, ", and ", other,
                    " alone is not read; write it with transformers: "
                    "AutoTokenizer.from_pretrained(folder).save_pretrained(folder)");
  return strCat(start, "; download it from where the model is from");
}

Status addVocabulary(const std::string &folder, Translation &t, MappedFiles &mapped) {
  const std::string path = pathIn(folder, kVocabulary);
  if (!fileExists(path)) {
    t.metadata.setOrigin("tokenizer.ggml.model", strCat("the vocabulary of '", folder, "'"),
                         noVocabulary(folder));
    return okStatus();
  }
  RLX_ASSIGN_OR_RETURN(const std::string_view text, readText(path, mapped));
  t.addText("tokenizer.huggingface.json", text);
  return okStatus();
}

// A text, or an object that has it as "content".
std::string_view tokenText(const Config &config, std::string_view key) {
  const JsonValue value = config.find(key);
  return (value.isObject() ? value.find("content") : value).string().value_or("");
}

Status addSpecialTokens(const Config &config, Translation &t) {
  for (const std::string_view key : {"bos_token", "eos_token"})
    if (const std::string_view text = tokenText(config, key); !text.empty())
      t.addText(strCat("tokenizer.huggingface.", key), t.keep(std::string(text)));
  for (const std::string_view key : {"add_bos_token", "add_eos_token"})
    if (config.find(key).exists()) {
      RLX_ASSIGN_OR_RETURN(const bool adds, config.boolean(key, false));
      t.addFlag(strCat("tokenizer.ggml.", key), adds);
    }
  return okStatus();
}

// A number, or a list of some.
StatusOr<std::vector<int64_t>> tokens(const Config &config, std::string_view key) {
  std::vector<int64_t> ids;
  const JsonValue value = config.find(key);
  for (const JsonValue &each : value.isArray() ? value.elements() : std::vector{value}) {
    if (value.exists() && !each.integer())
      return invalidArgument(strCat(config.shown(key), " is ", each.kind(),
                                    ", expected an integer"
                                    " or a list of them"));
    if (each.integer())
      ids.push_back(*each.integer());
  }
  return ids;
}

Status addEnds(const std::string &folder, Translation &t) {
  RLX_ASSIGN_OR_RETURN(const Config generation,
                       Config::readIfThere(folder, "generation_config.json"));
  constexpr std::string_view kKey = "eos_token_id";
  const Config &source = generation.find(kKey).exists() ? generation : t.config;
  RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> ids, tokens(source, kKey));
  t.metadata.setOrigin("tokenizer.ggml.eos_token_id", source.shown(kKey));
  if (!ids.empty())
    t.addIntegers("tokenizer.ggml.eos_token_id", ids);
  return okStatus();
}

// A template, or a list of named ones, of which the one called "default" counts.
Status addTemplateOf(const Config &config, const std::string &folder, Translation &t) {
  constexpr std::string_view kKey = "chat_template";
  std::string why = strCat("'", folder, "' has no chat template: neither ", kTemplate, " nor ",
                           config.shown(kKey));
  const JsonValue value = config.find(kKey);
  if (value.exists() && !value.string() && !value.isArray())
    return invalidArgument(
        strCat(config.shown(kKey), " is ", value.kind(), ", expected a text or a list"));
  std::string_view text = value.string().value_or("");
  for (const JsonValue &each : value.elements())
    if (each.find("name").string() == "default")
      text = each.find("template").string().value_or("");
  if (value.isArray() && text.empty())
    why = strCat(config.shown(kKey), " has no template called 'default'");
  if (!text.empty())
    t.addText("tokenizer.chat_template", t.keep(std::string(text)));
  t.metadata.setOrigin("tokenizer.chat_template", config.shown(kKey), why);
  return okStatus();
}

} // namespace

Status translateTokenizer(const std::string &folder, Translation &t, MappedFiles &mapped) {
  RLX_RETURN_IF_ERROR(addVocabulary(folder, t, mapped));
  RLX_ASSIGN_OR_RETURN(const Config config, Config::readIfThere(folder, kConfig));
  RLX_RETURN_IF_ERROR(addSpecialTokens(config, t));
  RLX_RETURN_IF_ERROR(addEnds(folder, t));
  const std::string path = pathIn(folder, kTemplate);
  if (!fileExists(path))
    return addTemplateOf(config, folder, t);
  RLX_ASSIGN_OR_RETURN(const std::string_view text, readText(path, mapped));
  t.addText("tokenizer.chat_template", text);
  return okStatus();
}

} // namespace rlx::huggingface
