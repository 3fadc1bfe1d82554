// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to the vocabulary and the chat template of a GGUF file, or to a tokenizer.json within one,
// and to a grammar beside them: an accepted one can turn any text into tokens that exist, and these
// back into text, and each token that a grammar allows can follow.
#include <string>

#include "formats/gguf/GgufFile.h"
#include "lm/ChatTemplate.h"
#include "lm/Grammar.h"
#include "lm/Vocabulary.h"
#include "unittests/formats/GgufWriter.h"
#include "unittests/fuzz/Fuzz.h"

using namespace rlx;
using gguf::ValueType;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

static void encode(const lm::Vocabulary &vocabulary, std::string_view text) {
  for (const bool allowsControl : {false, true}) {
    const auto tokens = vocabulary.encode(text, allowsControl);
    if (!tokens.ok())
      continue;
    for (const lm::Token token : *tokens)
      check(token < vocabulary.size());
    (void)vocabulary.decode(*tokens);
  }
}

static void answer(const lm::Vocabulary &vocabulary, lm::Grammar::Kind kind,
                   std::string_view source) {
  const auto grammar = lm::Grammar::create(vocabulary, kind, source);
  if (!grammar.ok())
    return;
  auto state = (*grammar)->begin();
  check(state.ok());
  for (int length = 0; length < 8 && !state->isFinished(); ++length) {
    const auto mask = state->mask();
    if (!mask.ok())
      return;
    lm::Token token = 0;
    while (token < vocabulary.size() &&
           (vocabulary.isEnd(token) || ((*mask)[token / 32] >> (token % 32) & 1) == 0))
      ++token;
    if (token == vocabulary.size())
      return;
    check(state->accept(token).ok());
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::vector<uint8_t> bytes(data, data + size);
  const auto file = gguf::GgufFile::parse(bytes);
  if (!file.ok())
    return 0;
  const auto vocabulary = lm::Vocabulary::create(file->metadata);
  if (!vocabulary.ok())
    return 0;
  encode(**vocabulary, "hello w\u00E9 12 <|im_end|>\n\n  <b>\xFF");
  encode(**vocabulary, {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
  if (const auto source = file->metadata.string("grammar"); source.ok())
    answer(**vocabulary, lm::Grammar::Kind::Rules, *source);
  if (const auto source = file->metadata.string("schema"); source.ok())
    answer(**vocabulary, lm::Grammar::Kind::JsonSchema, *source);
  const auto chat = lm::ChatTemplate::create(file->metadata, **vocabulary);
  if (!chat.ok())
    return 0;
  const std::vector<lm::Message> messages = {{"system", "be"}, {"user", "\"hi\" \xFF"}};
  const auto text = chat->render(messages);
  if (text.ok())
    encode(**vocabulary, *text);
  return 0;
}

static test::GgufWriter bytePairs() {
  test::GgufWriter writer;
  writer.text("tokenizer.ggml.model", "gpt2")
      .text("tokenizer.ggml.pre", "llama-bpe")
      .value<uint32_t>("tokenizer.ggml.bos_token_id", ValueType::U32, 6)
      .texts("tokenizer.ggml.tokens", {"h", "e", "l", "\u0120", "he", "ll", "<|im_end|>", "<b>"})
      .array<int32_t>("tokenizer.ggml.token_type", ValueType::I32, {1, 1, 1, 1, 1, 1, 3, 4})
      .texts("tokenizer.ggml.merges", {"h e", "l l"});
  return writer;
}

static test::GgufWriter sentencePiece() {
  test::GgufWriter writer;
  writer.text("tokenizer.ggml.model", "llama")
      .texts("tokenizer.ggml.tokens", {"<unk>", "<s>", "</s>", "<0x0A>", "\u2581", "e", "\u2581h"})
      .array<float>("tokenizer.ggml.scores", ValueType::F32, {0, 0, 0, 0, -3, -2, -1})
      .array<int32_t>("tokenizer.ggml.token_type", ValueType::I32, {2, 3, 3, 6, 1, 1, 1})
      .value<uint32_t>("tokenizer.ggml.eos_token_id", ValueType::U32, 2)
      .value<uint8_t>("tokenizer.ggml.add_space_prefix", ValueType::Bool, 1);
  return writer;
}

static test::GgufWriter wordPiece() {
  test::GgufWriter writer;
  writer.text("tokenizer.ggml.model", "bert")
      .texts("tokenizer.ggml.tokens",
             {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "\u2581h", "e", "\u2581,"})
      .array<int32_t>("tokenizer.ggml.token_type", ValueType::I32, {3, 3, 3, 3, 1, 1, 1})
      .value<uint32_t>("tokenizer.ggml.unknown_token_id", ValueType::U32, 1)
      .value<uint32_t>("tokenizer.ggml.bos_token_id", ValueType::U32, 2)
      .value<uint32_t>("tokenizer.ggml.seperator_token_id", ValueType::U32, 3);
  return writer;
}

static test::GgufWriter tokenizerJson() {
  test::GgufWriter writer;
  writer.text("general.architecture", "llama")
      .value<uint32_t>("llama.vocab_size", ValueType::U32, 9)
      .text("tokenizer.huggingface.bos_token", "<s>")
      .text("tokenizer.huggingface.json", R"({"version": "1.0", "normalizer": {"type": "NFC"},
        "added_tokens": [{"id": 4, "content": "<s>", "special": true, "single_word": false,
          "lstrip": false, "rstrip": false, "normalized": false}],
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true,
          "use_regex": true},
        "post_processor": {"type": "TemplateProcessing", "pair": [],
          "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}},
                     {"Sequence": {"id": "A", "type_id": 0}}],
          "special_tokens": {"<s>": {"id": "<s>", "ids": [4], "tokens": ["<s>"]}}},
        "decoder": {"type": "Sequence", "decoders": [{"type": "ByteLevel", "add_prefix_space": true,
          "trim_offsets": true, "use_regex": true}, {"type": "ByteFallback"}]},
        "model": {"type": "BPE", "merges": [["h", "e"]],
          "vocab": {"h": 0, "e": 1, "\u0120": 2, "he": 3, "l": 5}}})");
  return writer;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  std::vector<std::vector<uint8_t>> seeds;
  for (const test::GgufWriter &vocabulary :
       {bytePairs(), sentencePiece(), wordPiece(), tokenizerJson()})
    for (const char *chat :
         {"{% for m in messages %}<|{{ m.role }}|>{{ m['content'] | trim }}{{ eos_token }}{% "
          "endfor %}",
          "{%- set ns = namespace(n=0) %}{% if not messages[0].role == 'system' %}{{ "
          "raise_exception('x') }}{% endif %}{{ messages | tojson(indent=2) }}{{ ns.n + 1 }}"}) {
      test::GgufWriter writer = vocabulary;
      seeds.push_back(writer.text("tokenizer.chat_template", chat).bytes());
    }
  for (const char *grammar : {"root ::= [he]{1,3} x | \"l\"+\nx ::= (\"(\" x \")\")? # b",
                              "start: /h+(e|l)*/ | A\nA: \"he\""})
    for (const char *schema :
         {"{\"enum\": [\"h\", 1]}", "{\"items\": {\"$ref\": \"#\"}, \"type\": \"array\"}"}) {
      test::GgufWriter writer = bytePairs();
      seeds.push_back(writer.text("grammar", grammar).text("schema", schema).bytes());
    }
  for (const std::vector<uint8_t> &seed : seeds)
    check(lm::Vocabulary::create(gguf::GgufFile::parse(seed)->metadata).ok());
  return seeds;
}
