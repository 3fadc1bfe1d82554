// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vocabularies from a tokenizer.json, small enough to follow each merge by hand, and wrong ones.
// test/gguf compares large ones with the library tokenizers in Python.
#include "lm/ChatTemplate.h"
#include "lm/Grammar.h"
#include "unittests/lm/VocabularyChecks.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using gguf::ValueType;
using lm::Token;
using lm::Vocabulary;
using test::expectTokens;
using test::GgufWriter;
using test::made;
using test::textOf;
using test::Tokens;

namespace {

// The metadata of a folder, in a file's memory.
GgufWriter folder(const std::string &json, int64_t size) {
  GgufWriter writer;
  writer.text("general.architecture", "llama")
      .value<int64_t>("llama.vocab_size", ValueType::I64, size)
      .text("tokenizer.huggingface.json", json);
  return writer;
}

std::string added(int id, const std::string &text, bool special) {
  return R"({"id": )" + std::to_string(id) + R"(, "content": ")" + text + R"(", "special": )" +
         (special ? "true" : "false") +
         R"(, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false})";
}

// "\u0120" is a space, and "\u00C3\u00A9" are the bytes of "\u00E9".
std::string
bytePairs(const std::string &post = "null",
          const std::string &decoder = R"({"type": "ByteLevel", "add_prefix_space": true,
                        "trim_offsets": true, "use_regex": true})") {
  return R"({"version": "1.0", "normalizer": null, "truncation": {"direction": "Right",
    "max_length": 2, "strategy": "LongestFirst", "stride": 0}, "added_tokens": [)" +
         added(10, "<s>", true) + "," + added(11, "<b>", false) + R"(],
    "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true,
                      "use_regex": true},
    "post_processor": )" +
         post + R"(, "decoder": )" + decoder + R"(,
    "model": {"type": "BPE", "merges": [["h", "e"], ["\u0120", "h"]], "vocab": {"h": 0, "e": 1,
      "\u0120": 2, "he": 3, "\u0120h": 4, "\u00C3": 5, "\u00A9": 6, "s": 7, "<": 8, ">": 9}}})";
}

const std::string kBegin = R"({"type": "TemplateProcessing", "pair": [],
  "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
             {"SpecialToken": {"id": "<s>", "type_id": 0}}],
  "special_tokens": {"<s>": {"id": "<s>", "ids": [10], "tokens": ["<s>"]}}})";

std::string sentencePieceJson() {
  return R"({"version": "1.0", "added_tokens": [)" + added(1, "<s>", true) + R"(],
    "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "\u2581"},
      {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}]},
    "pre_tokenizer": null, "post_processor": null,
    "decoder": {"type": "Sequence", "decoders": [
      {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "}, {"type": "ByteFallback"},
      {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
    "model": {"type": "BPE", "unk_token": "<unk>", "fuse_unk": true, "byte_fallback": true,
      "merges": [["\u2581", "a"], ["a", "b"]],
      "vocab": {"<unk>": 0, "<s>": 1, "<0xC3>": 2, "<0xA9>": 3, "\u2581": 4, "a": 5, "b": 6,
                "\u2581a": 7, "ab": 8}}})";
}

TEST(JsonVocabulary, BytePairs) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(folder(bytePairs(), 14)));
  EXPECT_EQ(vocabulary->size(), 14U);
  // More tokens than its truncation allows.
  expectTokens(vocabulary->encode("he he\u00E9", false), (Tokens{3, 2, 3, 5, 6}));
  EXPECT_EQ(textOf(*vocabulary, {3, 2, 3, 5, 6}), "he he\u00E9");
  EXPECT_EQ(vocabulary->bytes(5).size(), 1U);
  EXPECT_EQ(vocabulary->decode(Tokens{10, 4, 1}), " he"); // without the special one
  EXPECT_EQ(vocabulary->bytes(13), "");                   // the model has it, the tokenizer not
  EXPECT_EQ(vocabulary->bytes(2000), "");
}

TEST(JsonVocabulary, SpecialTokensCountOnlyWhereTheyMay) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(folder(bytePairs(), 12)));
  expectTokens(vocabulary->encode("h<s><b>e", true), (Tokens{0, 10, 11, 1}));
  expectTokens(vocabulary->encode("h<s><b>e", false), (Tokens{0, 8, 7, 9, 11, 1}));
  EXPECT_TRUE(vocabulary->isControl(10));
  EXPECT_FALSE(vocabulary->isControl(11));
  EXPECT_EQ(vocabulary->bytes(10), "<s>");
}

TEST(JsonVocabulary, TextsBeginAsThePostProcessorSays) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(folder(bytePairs(kBegin), 12)));
  expectTokens(vocabulary->encode("he", true), (Tokens{10, 3})); // but do not end so
  expectTokens(vocabulary->encode("<s>he", true), (Tokens{10, 3}));
  expectTokens(vocabulary->encode("", true), Tokens{10});
}

TEST(JsonVocabulary, TokenizerConfigDecidesOnTheBegin) {
  GgufWriter none = folder(bytePairs(kBegin), 12);
  none.value<uint8_t>("tokenizer.ggml.add_bos_token", ValueType::Bool, 0);
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(none));
  expectTokens(vocabulary->encode("he", true), Tokens{3});
  GgufWriter other = folder(bytePairs(), 12);
  other.value<uint8_t>("tokenizer.ggml.add_bos_token", ValueType::Bool, 1);
  EXPECT_ERROR(made(other).status(), InvalidArgument, "its bos_token is missing");
  other.text("tokenizer.huggingface.bos_token", "<b>");
  ASSERT_OK_AND_ASSIGN(vocabulary, made(other));
  expectTokens(vocabulary->encode("he", true), (Tokens{11, 3}));
}

TEST(JsonVocabulary, Ends) {
  GgufWriter writer = folder(bytePairs(), 12);
  writer.array<int64_t>("tokenizer.ggml.eos_token_id", ValueType::I64, {1, 2})
      .text("tokenizer.huggingface.eos_token", "<s>");
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(writer));
  for (Token token = 0; token < 12; ++token)
    EXPECT_EQ(vocabulary->isEnd(token), token == 1 || token == 2 || token == 10) << token;
  GgufWriter wrong = folder(bytePairs(), 12);
  wrong.array<int64_t>("tokenizer.ggml.eos_token_id", ValueType::I64, {1, 12});
  EXPECT_ERROR(made(wrong).status(), InvalidArgument, "is 12, but there are 12 tokens");
}

TEST(JsonVocabulary, SentencePiece) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(folder(sentencePieceJson(), 9)));
  expectTokens(vocabulary->encode("ab a\u00E9", false), (Tokens{7, 6, 7, 2, 3}));
  EXPECT_EQ(textOf(*vocabulary, {7, 6, 7, 2, 3}), " ab a\u00E9");
  EXPECT_EQ(vocabulary->decode(Tokens{7, 6, 7, 2, 3}), "ab a\u00E9");
  EXPECT_EQ(vocabulary->bytes(2), "\xC3");
}

// SentencePiece's form with all bytes, the token "aaaa", and an added one.
std::string allBytes(const std::string &normalizer, const std::string &split, bool takesBlanks) {
  std::string vocab = R"("a": 256, "aa": 257, "aaaa": 258, "\u2581": 259)";
  for (int byte = 0; byte < 256; ++byte) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    vocab += std::string(", \"<0x") + kDigits[byte / 16] + kDigits[byte % 16] +
             ">\": " + std::to_string(byte);
  }
  std::string special = added(260, "<s>", true);
  if (takesBlanks)
    special.replace(special.find("\"rstrip\": false"), 15, "\"rstrip\": true");
  return R"({"version": "1.0", "added_tokens": [)" + special + R"(], "normalizer": )" + normalizer +
         R"(, "pre_tokenizer": )" + split + R"(, "post_processor": null, "decoder": {"type":
    "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]}, "model": {"type": "BPE",
    "unk_token": null, "fuse_unk": true, "byte_fallback": true,
    "merges": [["a", "a"], ["aa", "aa"]], "vocab": {)" +
         vocab + "}}}";
}

// A text of that size may be refused before it is encoded, so no text may have fewer tokens.
TEST(JsonVocabulary, TheSizeOfATextBoundsItsTokens) {
  const auto minTokens = [](const std::string &json, size_t textBytes) {
    rt::StatusOr<std::shared_ptr<const Vocabulary>> vocabulary = made(folder(json, 261));
    EXPECT_TRUE(vocabulary.ok()) << vocabulary.status().message();
    return vocabulary.ok() ? (*vocabulary)->minTokens(textBytes) : 0;
  };
  const std::string blanks = R"({"type": "Replace", "pattern": {"String": " "}, "content":
    "\u2581"})";
  // Tokens of bytes have six characters.
  EXPECT_EQ(minTokens(allBytes("null", "null", false), 6001), 1001u);
  EXPECT_EQ(minTokens(allBytes(blanks, "null", false), 6001), 1001u);
  const std::string shrinks = R"({"type": "Sequence", "normalizers": [{"type": "NFC"},
    {"type": "Replace", "pattern": {"String": "bbbbb"}, "content": "aa"}]})";
  EXPECT_EQ(minTokens(allBytes(shrinks, "null", false), 6001), 84u); // 4 times 3 times as short
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(folder(allBytes(shrinks, "null", false), 261)));
  expectTokens(vocabulary->encode("\u1FBE\u0308\u0341", false), (Tokens{0xCE, 0x90}));
  expectTokens(vocabulary->encode("bbbbbbbbbb", false), Tokens{258});

  // Texts of these may lose parts, or have tokens for any number of blanks.
  const auto split = [](const std::string &behavior) {
    return R"({"type": "Split", "pattern": {"String": " "}, "invert": false, "behavior": ")" +
           behavior + "\"}";
  };
  EXPECT_EQ(minTokens(allBytes("null", split("Isolated"), false), 6001), 1001u);
  EXPECT_EQ(minTokens(allBytes("null", split("Removed"), false), 6001), 0u);
  EXPECT_EQ(minTokens(allBytes("null", "null", true), 6001), 0u);
  EXPECT_EQ(minTokens(allBytes(R"({"type": "Lowercase"})", "null", false), 6001), 0u);
  ASSERT_OK_AND_ASSIGN(auto few, made(folder(bytePairs(), 14)));
  EXPECT_EQ(few->minTokens(6001), 0u);
}

// Each byte is a token, and so are two spaces. `missing` is left out.
std::string byteLevel(int missing) {
  std::string vocab;
  for (int byte = 0, next = 0x100; byte < 256; ++byte) {
    const bool isPrintable = (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
    char entry[32];
    std::snprintf(entry, sizeof entry, "\"\\u%04x\": %d, ", isPrintable ? byte : next++, byte);
    vocab += byte == missing ? "" : entry;
  }
  return R"({"version": "1.0", "normalizer": null, "added_tokens": [], "post_processor": null,
    "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits":
      true}, {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex":
      false}]},
    "decoder": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex":
      true},
    "model": {"type": "BPE", "merges": [["\u0120", "\u0120"]], "vocab": {)" +
         vocab + R"("\u0120\u0120": 256}}})";
}

TEST(JsonVocabulary, TheSizeOfATextBoundsItsBytes) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(folder(byteLevel(-1), 257)));
  EXPECT_EQ(vocabulary->minTokens(7), 4u);
  expectTokens(vocabulary->encode("    \u00E9 ", false), (Tokens{256, 256, 0xC3, 0xA9, ' '}));
  ASSERT_OK_AND_ASSIGN(auto fewer, made(folder(byteLevel('x'), 257)));
  EXPECT_EQ(fewer->minTokens(7), 0u);
}

TEST(JsonVocabulary, TextsThatTheModelCannotHaveAreErrors) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(folder(bytePairs(), 11)));
  EXPECT_ERROR(vocabulary->encode("<b>", true).status(), InvalidArgument,
               "the text has the token 11 ('<b>'), but the model has 11 tokens");
  EXPECT_ERROR(vocabulary->encode("hexe", true).status(), InvalidArgument,
               "no token for the byte 0x78");
}

TEST(JsonVocabulary, ChatTemplatesHaveTheTextsOfTokens) {
  GgufWriter writer = folder(bytePairs(), 12);
  writer.text("tokenizer.huggingface.bos_token", "<s>")
      .text("tokenizer.chat_template", "{{ bos_token }}|{{ eos_token }}|{{ messages[0].content }}");
  const std::vector<uint8_t> bytes = writer.bytes();
  ASSERT_OK_AND_ASSIGN(const gguf::GgufFile file, gguf::GgufFile::parse(bytes));
  ASSERT_OK_AND_ASSIGN(auto vocabulary, Vocabulary::create(file.metadata));
  ASSERT_OK_AND_ASSIGN(const lm::ChatTemplate chat,
                       lm::ChatTemplate::create(file.metadata, *vocabulary));
  const std::vector<lm::Message> messages = {{"user", "he"}};
  EXPECT_EQ(chat.render(messages).value(), "<s>||he");
}

// The model has more tokens than the file: no text has those.
TEST(JsonVocabulary, GrammarsChooseAmongItsTokens) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(folder(bytePairs(), 40)));
  ASSERT_OK_AND_ASSIGN(
      auto grammar, lm::Grammar::create(*vocabulary, lm::Grammar::Kind::Rules, "root ::= \"he\""));
  ASSERT_OK_AND_ASSIGN(lm::GrammarState state, grammar->begin());
  ASSERT_OK_AND_ASSIGN(const std::span<const uint32_t> mask, state.mask());
  ASSERT_EQ(mask.size(), 2U);
  EXPECT_EQ(mask[0], (1U << 0) | (1U << 3)); // "h" and "he"
  EXPECT_EQ(mask[1], 0U);
}

TEST(JsonVocabulary, WrongOnesAreErrors) {
  EXPECT_ERROR(made(folder("{", 9)).status(), InvalidArgument, "while reading tokenizer.json");
  EXPECT_ERROR(made(folder("{}", 9)).status(), InvalidArgument, "while reading tokenizer.json");
  EXPECT_ERROR(made(folder(bytePairs("null", "null"), 9)).status(), Unsupported,
               "there is no decoder");
  EXPECT_ERROR(
      made(folder(bytePairs("null", R"({"type": "BPEDecoder", "suffix": "</w>"})"), 9)).status(),
      Unsupported, "the decoder 'BPEDecoder' is unknown");
  // Forty replacements make a terabyte of a letter.
  std::string doubled;
  for (int i = 0; i < 40; ++i)
    doubled += std::string(i == 0 ? "" : ",") +
               R"({"type": "Replace", "pattern": {"String": "h"}, "content": "hh"})";
  EXPECT_ERROR(
      made(folder(bytePairs("null", R"({"type": "Sequence", "decoders": [)" + doubled + "]}"), 9))
          .status(),
      InvalidArgument, "the decoder makes more than 65536 bytes of a token");
  std::string grown = bytePairs();
  grown.replace(grown.find("\"normalizer\": null"), 18,
                R"("normalizer": {"type": "Sequence", "normalizers": [)" + doubled + "]}");
  EXPECT_ERROR(made(folder(grown, 9)).status(), InvalidArgument,
               "the normalizer may make a text 4096 times as long, or more");
  std::string ids = "10";
  for (int i = 0; i < 40000; ++i)
    ids += ",10";
  std::string template_ = kBegin;
  template_.replace(template_.find("\"ids\": [10]"), 11, "\"ids\": [" + ids + "]");
  EXPECT_ERROR(made(folder(bytePairs(template_), 9)).status(), InvalidArgument,
               "while reading tokenizer.json");
  EXPECT_ERROR(made(folder(bytePairs(), 2'000'000)).status(), InvalidArgument,
               "the model has 2000000 tokens, but tokenizer.json has 12");
  EXPECT_ERROR(made(folder(bytePairs(), 0)).status(), InvalidArgument, "is 0, expected 1 to 2^31");
  const std::string far = R"({"version": "1.0", "added_tokens": [], "normalizer": null,
    "pre_tokenizer": null, "post_processor": null, "decoder": {"type": "Fuse"},
    "model": {"type": "BPE", "vocab": {"a": 4000000000}, "merges": []}})";
  EXPECT_ERROR(made(folder(far, 9)).status(), InvalidArgument, "ids up to 4000000000");
}

} // namespace
