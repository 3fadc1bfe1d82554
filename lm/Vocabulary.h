// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vocabulary of a language model: from text to tokens and back.
#ifndef RLX_LM_VOCABULARY_H
#define RLX_LM_VOCABULARY_H

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "formats/gguf/Metadata.h"
#include "runtime/base/StatusOr.h"

struct rlx_text_trie;
struct rlx_text_vocabulary;

namespace rlx::lm {

using Token = uint32_t;

// Threads: immutable.
class Vocabulary {
public:
  // Reads `tokenizer.ggml.*`, or without that `tokenizer.huggingface.*`. NotFound without a
  // vocabulary; Unsupported for a tokenizer or a pre-tokenizer that RLX does not know;
  // InvalidArgument for a vocabulary that contradicts itself.
  static rt::StatusOr<std::shared_ptr<const Vocabulary>> create(const gguf::Metadata &metadata);
  Vocabulary(const Vocabulary &) = delete;
  ~Vocabulary();

  size_t size() const { return types.size(); }
  // The tokens of a text, with the token that begins a text if the model wants one. With
  // `allowsControl`, the text of a control token, such as "<|im_end|>", is that token.
  // InvalidArgument for a text with a token that the model does not have.
  rt::StatusOr<std::vector<Token>> encode(std::string_view text, bool allowsControl) const;
  // The tokens that each text of so many bytes has at least. No token stands for more bytes than
  // the longest one. 0 for vocabularies that may leave out parts of texts.
  size_t minTokens(size_t textBytes) const;
  // The bytes that a token stands for; maybe only a part of a UTF-8 sequence. Valid as long as this
  // lives. Empty for a token that does not exist.
  std::string_view bytes(Token token) const;
  // The bytes of a text, without its control tokens and the space that encode() adds at its begin.
  std::string decode(std::span<const Token> tokens) const;
  // Whether the file of a BPE vocabulary does not say how text is cut into words. Then the rule is
  // llama.cpp's default, which may be another one than the model's.
  bool lacksPreTokenizer() const { return noPreTokenizer; }
  // Whether the token is for the model alone, and no text for people.
  bool isControl(Token token) const;
  // The token that begins each text, if there is one.
  std::optional<Token> beginToken() const {
    return begin.empty() ? std::nullopt : std::optional(begin.front());
  }
  // The tokens that end each text to embed, such as [SEP].
  std::span<const Token> endTokens() const { return end; }
  // Whether a text ends with the token.
  bool isEnd(Token token) const { return ends.contains(token); }
  // The trie of all tokens, for grammars; made by the first call. Valid as long as this lives.
  rt::StatusOr<const rlx_text_trie *> trie() const;

private:
  struct Kind; // of tokenizer.ggml.model
  Vocabulary() = default;
  using Made = rt::StatusOr<std::shared_ptr<const Vocabulary>>;
  static Made createFromParts(const gguf::Metadata &metadata);
  static Made createFromJson(const gguf::Metadata &metadata);
  void findLongest(std::string_view model);
  rt::Status readEnds(const gguf::Metadata &metadata);
  rt::Status readBegin(const gguf::Metadata &metadata, const Kind &kind, bool isDefault);
  rt::Status readEnd(const gguf::Metadata &metadata, const Kind &kind);
  rt::Status readJsonSurroundings(const gguf::Metadata &metadata);
  rt::StatusOr<Token> tokenId(const gguf::Metadata &metadata, std::string_view name,
                              int64_t otherwise) const;
  std::optional<Token> find(std::string_view text) const; // of a tokenizer.json

  rlx_text_vocabulary *text = nullptr;
  mutable std::mutex trieMutex;
  mutable rlx_text_trie *tokenTrie = nullptr; // under trieMutex
  std::vector<int32_t> types;                 // of each token
  size_t longest = 0;                         // bytes of a text for one token; 0: any number
  bool noPreTokenizer = false;
  bool addsSpace = false;   // encode() does, at the begin of a text
  std::vector<Token> begin; // of each text
  std::vector<Token> end;   // of each text to embed
  std::unordered_set<Token> ends;
};

} // namespace rlx::lm

#endif // RLX_LM_VOCABULARY_H
