// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Vocabulary.h.
#include "lm/Vocabulary.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>

#include "lm/TextLibrary.h"
#include "runtime/base/StrCat.h"

namespace rlx::lm {
namespace {

constexpr std::string_view kKeys = "tokenizer.ggml.", kJson = "tokenizer.huggingface.json",
                           kBeginText = "tokenizer.huggingface.bos_token",
                           kEndText = "tokenizer.huggingface.eos_token";

// Texts of tokens after which models stop, whatever the metadata say.
constexpr std::array<std::string_view, 8> kEndTexts = {
    "<|im_end|>", "<|eot_id|>",    "<|eom_id|>",    "<|end|>",
    "<|EOT|>",    "<end_of_turn>", "<|endoftext|>", "<|end_of_text|>"};

// Pre-tokenizers of BPE whose texts begin with a token unless the file says otherwise, as in
// llama.cpp. Files of Llama 3 often do not say it.
constexpr std::array<std::string_view, 7> kBeginning = {
    "llama3", "llama-v3", "llama-bpe", "falcon3", "pixtral", "midm-2.0", "tekken"};

constexpr int64_t kMaxSize = std::numeric_limits<int32_t>::max();

} // namespace

// The defaults of a kind of tokenizers, as in llama.cpp.
struct Vocabulary::Kind {
  std::string_view model;
  std::string_view pre;   // of tokenizer.ggml.pre
  bool begins, separates; // texts begin with the token of a begin; texts to embed end with
                          // that of a separator
  int64_t begin, unknown, separator; // tokens
};

namespace {

std::string key(std::string_view name) {
  return rt::strCat(kKeys, name);
}

std::vector<rlx_text_string_t> textsOf(const std::vector<std::string_view> &texts) {
  std::vector<rlx_text_string_t> all;
  all.reserve(texts.size());
  for (std::string_view text : texts)
    all.push_back(textOf(text));
  return all;
}

} // namespace

rt::StatusOr<std::shared_ptr<const Vocabulary>> Vocabulary::create(const gguf::Metadata &metadata) {
  const bool isJson = !metadata.find(key("model")) && metadata.find(kJson);
  return isJson ? createFromJson(metadata) : createFromParts(metadata);
}

Vocabulary::Made Vocabulary::createFromParts(const gguf::Metadata &metadata) {
  RLX_ASSIGN_OR_RETURN(const std::string_view model, metadata.string(key("model")));
  RLX_ASSIGN_OR_RETURN(const std::vector<std::string_view> tokens, metadata.strings(key("tokens")));
  static constexpr Kind kKinds[] = {{"gpt2", "default", false, false, 1, 0, -1},
                                    {"llama", "default", true, false, 1, 0, -1},
                                    {"bert", "default", true, true, 101, 100, 102}};
  const auto *found =
      std::ranges::find_if(kKinds, [&](const Kind &each) { return each.model == model; });
  const Kind &kind = found == std::end(kKinds) ? kKinds[0] : *found; // an unknown one is an error
  RLX_ASSIGN_OR_RETURN(const std::string_view pre, metadata.string(key("pre"), kind.pre));
  RLX_ASSIGN_OR_RETURN(const bool addsSpace, metadata.boolean(key("add_space_prefix"), true));
  RLX_ASSIGN_OR_RETURN(const int64_t unknown,
                       metadata.integer(key("unknown_token_id"), kind.unknown));
  std::vector<int64_t> types(tokens.size(), RLX_TEXT_NORMAL);
  if (metadata.find(key("token_type"))) {
    RLX_ASSIGN_OR_RETURN(types, metadata.integers(key("token_type")));
  }
  std::vector<double> scores;
  if (metadata.find(key("scores"))) {
    RLX_ASSIGN_OR_RETURN(scores, metadata.numbers(key("scores")));
  }
  std::vector<std::string_view> merges;
  if (metadata.find(key("merges"))) {
    RLX_ASSIGN_OR_RETURN(merges, metadata.strings(key("merges")));
  }
  if (unknown < 0 || unknown > std::numeric_limits<uint32_t>::max())
    return rt::invalidArgument(rt::strCat(key("unknown_token_id"), " is ", unknown));
  if (types.size() != tokens.size() || (!scores.empty() && scores.size() != tokens.size()))
    return rt::invalidArgument(rt::strCat("the vocabulary has ", tokens.size(), " tokens, but ",
                                          types.size(), " types and ", scores.size(), " scores"));

  std::shared_ptr<Vocabulary> made(new Vocabulary());
  made->addsSpace = model == "bert" || (model == "llama" && addsSpace);
  made->noPreTokenizer = model == "gpt2" && !metadata.find(key("pre"));
  made->types.assign(types.begin(), types.end());
  const std::vector<float> floats(scores.begin(), scores.end());
  const std::vector<rlx_text_string_t> tokenTexts = textsOf(tokens), mergeTexts = textsOf(merges);
  const rlx_text_source_t source{.model = textOf(model),
                                 .pre = textOf(pre),
                                 .tokens = tokenTexts.data(),
                                 .num_tokens = tokenTexts.size(),
                                 .types = made->types.data(),
                                 .scores = floats.empty() ? nullptr : floats.data(),
                                 .merges = mergeTexts.data(),
                                 .num_merges = mergeTexts.size(),
                                 .adds_space = addsSpace,
                                 .unknown = static_cast<uint32_t>(unknown)};
  rlx_text_error_t error{};
  made->text = rlx_text_vocabulary_create(&source, &error);
  if (!made->text)
    return statusOf(error);
  made->findLongest(model);
  const bool isBeginning =
      std::find(kBeginning.begin(), kBeginning.end(), pre) != kBeginning.end() &&
      metadata.find(key("bos_token_id"));
  RLX_RETURN_IF_ERROR(made->readBegin(metadata, kind, kind.begins || isBeginning));
  RLX_RETURN_IF_ERROR(made->readEnd(metadata, kind));
  RLX_RETURN_IF_ERROR(made->readEnds(metadata));
  return std::shared_ptr<const Vocabulary>(std::move(made));
}

// The number of tokens is that of the logits. A tokenizer.json may have fewer, or others that no
// text of the model has.
Vocabulary::Made Vocabulary::createFromJson(const gguf::Metadata &metadata) {
  RLX_ASSIGN_OR_RETURN(const std::string_view json, metadata.string(kJson));
  RLX_ASSIGN_OR_RETURN(const std::string_view architecture,
                       metadata.string("general.architecture"));
  const std::string sizeKey = rt::strCat(architecture, ".vocab_size");
  RLX_ASSIGN_OR_RETURN(const int64_t size, metadata.integer(sizeKey));
  if (size < 1 || size > kMaxSize)
    return rt::invalidArgument(
        rt::strCat(metadata.shown(sizeKey), " is ", size, ", expected 1 to 2^31 - 1"));
  std::shared_ptr<Vocabulary> made(new Vocabulary());
  rlx_text_error_t error{};
  made->text = rlx_text_vocabulary_parse(textOf(json), static_cast<size_t>(size), &error);
  if (!made->text)
    return statusOf(error).withContext("reading tokenizer.json");
  const rlx_text_description_t description = rlx_text_vocabulary_describe(made->text);
  made->addsSpace = description.adds_space != 0;
  made->longest = description.longest;
  made->types.assign(description.types, description.types + description.num_tokens);
  made->begin.assign(description.prefix, description.prefix + description.num_prefix);
  made->end.assign(description.suffix, description.suffix + description.num_suffix);
  RLX_RETURN_IF_ERROR(made->readJsonSurroundings(metadata));
  RLX_RETURN_IF_ERROR(made->readEnds(metadata));
  if (metadata.find(kEndText)) {
    RLX_ASSIGN_OR_RETURN(const std::string_view end, metadata.string(kEndText));
    if (const std::optional<Token> token = made->find(end))
      made->ends.insert(*token);
  }
  return std::shared_ptr<const Vocabulary>(std::move(made));
}

// The tokenizer's own tokens of a begin and an end, unless tokenizer_config.json says something
// else.
rt::Status Vocabulary::readJsonSurroundings(const gguf::Metadata &metadata) {
  struct Side {
    std::string_view flag, text;
    std::vector<Token> &tokens;
  };
  for (const Side &side :
       {Side{"bos_token", kBeginText, begin}, Side{"eos_token", kEndText, end}}) {
    const std::string flag = key(rt::strCat("add_", side.flag));
    if (!metadata.find(flag))
      continue;
    RLX_ASSIGN_OR_RETURN(const bool adds, metadata.boolean(flag));
    side.tokens.clear();
    if (!adds)
      continue;
    RLX_ASSIGN_OR_RETURN(const std::string_view name, metadata.string(side.text, ""));
    const std::optional<Token> token = find(name);
    if (!token)
      return rt::invalidArgument(
          rt::strCat("tokenizer_config.json has add_", side.flag, ", but its ", side.flag, " ",
                     name.empty() ? std::string("is missing")
                                  : rt::strCat("'", name, "' is no token of tokenizer.json")));
    side.tokens.push_back(*token);
  }
  return rt::okStatus();
}

std::optional<Token> Vocabulary::find(std::string_view name) const {
  Token token = 0;
  return rlx_text_find_token(text, textOf(name), &token) ? std::optional(token) : std::nullopt;
}

Vocabulary::~Vocabulary() {
  rlx_text_trie_free(tokenTrie);
  rlx_text_vocabulary_free(text);
}

rt::StatusOr<const rlx_text_trie *> Vocabulary::trie() const {
  const std::scoped_lock lock(trieMutex);
  if (!tokenTrie) {
    std::vector<Token> sorted(ends.begin(), ends.end());
    std::sort(sorted.begin(), sorted.end());
    rlx_text_error_t error{};
    tokenTrie = rlx_text_trie_create(text, sorted.data(), sorted.size(), &error);
    if (!tokenTrie)
      return statusOf(error);
  }
  return tokenTrie;
}

rt::StatusOr<Token> Vocabulary::tokenId(const gguf::Metadata &metadata, std::string_view name,
                                        int64_t otherwise) const {
  RLX_ASSIGN_OR_RETURN(const int64_t id, metadata.integer(key(name), otherwise));
  if (id < 0 || static_cast<uint64_t>(id) >= size())
    return rt::invalidArgument(
        rt::strCat(key(name), " is ", id, ", but there are ", size(), " tokens"));
  return static_cast<Token>(id);
}

rt::Status Vocabulary::readBegin(const gguf::Metadata &metadata, const Kind &kind, bool isDefault) {
  RLX_ASSIGN_OR_RETURN(const bool adds, metadata.boolean(key("add_bos_token"), isDefault));
  if (!adds)
    return rt::okStatus();
  // Files of BERT had [CLS] as a token of its own before it was that of the begin.
  const bool isClass = !metadata.find(key("bos_token_id")) && metadata.find(key("cls_token_id"));
  RLX_ASSIGN_OR_RETURN(const Token id,
                       tokenId(metadata, isClass ? "cls_token_id" : "bos_token_id", kind.begin));
  begin = {id};
  return rt::okStatus();
}

rt::Status Vocabulary::readEnd(const gguf::Metadata &metadata, const Kind &kind) {
  RLX_ASSIGN_OR_RETURN(const bool separates,
                       metadata.boolean(key("add_sep_token"), kind.separates));
  if (!separates)
    return rt::okStatus();
  // llama.cpp's spelling.
  RLX_ASSIGN_OR_RETURN(const Token id, tokenId(metadata, "seperator_token_id", kind.separator));
  end = {id};
  return rt::okStatus();
}

rt::Status Vocabulary::readEnds(const gguf::Metadata &metadata) {
  for (std::string_view name : {"eos_token_id", "eot_token_id", "eom_token_id"}) {
    if (!metadata.find(key(name)))
      continue;
    RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> ids, metadata.integers(key(name)));
    for (const int64_t id : ids) {
      if (id < 0 || static_cast<uint64_t>(id) >= size())
        return rt::invalidArgument(
            rt::strCat(metadata.hasOrigin(key(name)) ? metadata.shown(key(name)) : key(name),
                       " is ", id, ", but there are ", size(), " tokens"));
      ends.insert(static_cast<Token>(id));
    }
    RLX_ASSIGN_OR_RETURN(const bool adds, metadata.boolean(key("add_eos_token"), false));
    if (adds && name == "eos_token_id" && !ids.empty() && end.empty())
      end = {static_cast<Token>(ids.front())};
  }
  for (size_t id = 0; id < types.size(); ++id)
    if (types[id] == RLX_TEXT_CONTROL &&
        std::find(kEndTexts.begin(), kEndTexts.end(), bytes(static_cast<Token>(id))) !=
            kEndTexts.end())
      ends.insert(static_cast<Token>(id));
  return rt::okStatus();
}

// A byte without a token is an error of "gpt2", and with "llama" a run of them is one token. "bert"
// drops spaces.
void Vocabulary::findLongest(std::string_view model) {
  // U+2581 stands for a space: in a text it has three bytes, but its token stands for one.
  const size_t factor = model == "llama" ? 3 : 1;
  std::array<bool, 256> isKnown{};
  size_t most = 0;
  for (Token token = 0; token < size(); ++token) {
    const std::string_view each = bytes(token);
    most = std::max(most, each.size());
    if (each.size() == 1)
      isKnown[static_cast<unsigned char>(each.front())] = true;
  }
  const bool hasAllBytes = std::ranges::all_of(isKnown, std::identity());
  if (model == "gpt2" || (model == "llama" && hasAllBytes))
    longest = factor * most;
}

size_t Vocabulary::minTokens(size_t textBytes) const {
  return longest == 0 ? 0 : textBytes / longest + (textBytes % longest != 0);
}

rt::StatusOr<std::vector<Token>> Vocabulary::encode(std::string_view given,
                                                    bool allowsControl) const {
  Token *ids = nullptr;
  size_t count = 0;
  rlx_text_error_t error{};
  if (!rlx_text_encode(text, textOf(given), allowsControl, &ids, &count, &error))
    return statusOf(error);
  std::vector<Token> tokens(ids, ids + count);
  rlx_text_ids_free(ids, count);
  if (!std::equal(begin.begin(), begin.end(), tokens.begin(),
                  tokens.begin() + static_cast<std::ptrdiff_t>(std::min(begin.size(), count))))
    tokens.insert(tokens.begin(), begin.begin(), begin.end()); // unless the text begins with it
  const auto other =
      std::find_if(tokens.begin(), tokens.end(), [&](Token token) { return token >= size(); });
  if (other != tokens.end())
    return rt::invalidArgument(rt::strCat("the text has the token ", *other, " ('", bytes(*other),
                                          "'), but the model has ", size(), " tokens"));
  return tokens;
}

std::string_view Vocabulary::bytes(Token token) const {
  const rlx_text_string_t bytes = rlx_text_token_bytes(text, token);
  return {bytes.data, bytes.size};
}

std::string Vocabulary::decode(std::span<const Token> tokens) const {
  std::string text;
  for (const Token token : tokens)
    if (!isControl(token))
      text += bytes(token);
  if (addsSpace && text.starts_with(' '))
    text.erase(0, 1);
  return text;
}

bool Vocabulary::isControl(Token token) const {
  return token < types.size() && types[token] == RLX_TEXT_CONTROL;
}

} // namespace rlx::lm
