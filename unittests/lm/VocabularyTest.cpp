// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vocabularies of both kinds, small enough to follow each merge by hand, and wrong ones.
#include <algorithm>

#include "unittests/lm/VocabularyChecks.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using gguf::ValueType;
using lm::Token;
using test::expectTokens;
using test::GgufWriter;
using test::made;
using test::textOf;
using test::Tokens;

namespace {

const std::vector<std::string> kBpeTokens = {
    "h",  "e",       "l",          "o",   "\u0120", "w",      "1",      "2",      "12",    "he",
    "ll", "\u0120w", "<|im_end|>", "<b>", "\u00C3", "\u00A9", "hell",   "<",      "|",     "i",
    "m",  "_",       "n",          "d",   ">",      "b",      "\u00EF", "\u00BF", "\u00BD"};
const std::vector<std::string> kBpeMerges = {"h e", "l l", "\u0120 w", "he ll", "1 2"};
const std::vector<int32_t> kBpeTypes = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4, 1,
                                        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

GgufWriter bpe(std::string_view pre = "smollm") {
  GgufWriter writer;
  writer.text("tokenizer.ggml.model", "gpt2")
      .text("tokenizer.ggml.pre", pre)
      .texts("tokenizer.ggml.tokens", kBpeTokens)
      .array<int32_t>("tokenizer.ggml.token_type", ValueType::I32, kBpeTypes)
      .texts("tokenizer.ggml.merges", kBpeMerges);
  return writer;
}

const std::vector<std::string> kPieces = {"<unk>",  "<s>", "</s>", "<0x0A>", "<0xC3>",  "<0xA9>",
                                          "\u2581", "a",   "b",    "ab",     "\u2581a", "\u2581ab"};
const std::vector<float> kScores = {0, 0, 0, 0, 0, 0, -9, -8, -7, -3, -2, -1};
const std::vector<int32_t> kPieceTypes = {2, 3, 3, 6, 6, 6, 1, 1, 1, 1, 1, 1};

GgufWriter sentencePiece() {
  GgufWriter writer;
  writer.text("tokenizer.ggml.model", "llama")
      .texts("tokenizer.ggml.tokens", kPieces)
      .array<float>("tokenizer.ggml.scores", ValueType::F32, kScores)
      .array<int32_t>("tokenizer.ggml.token_type", ValueType::I32, kPieceTypes)
      .value<uint32_t>("tokenizer.ggml.eos_token_id", ValueType::U32, 2);
  return writer;
}

// GGUF marks pieces that begin words, and no others.
const std::vector<std::string> kWordPieces = {"[PAD]",    "[UNK]",   "[CLS]",       "[SEP]",
                                              "\u2581un", "aff",     "able",        "\u2581a",
                                              "##",       "\u2581,", "\u2581\u65e5"};

GgufWriter wordPieces() {
  GgufWriter writer;
  writer.text("tokenizer.ggml.model", "bert")
      .texts("tokenizer.ggml.tokens", kWordPieces)
      .array<int32_t>("tokenizer.ggml.token_type", ValueType::I32,
                      {3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1})
      .value<uint32_t>("tokenizer.ggml.unknown_token_id", ValueType::U32, 1)
      .value<uint32_t>("tokenizer.ggml.bos_token_id", ValueType::U32, 2)
      .value<uint32_t>("tokenizer.ggml.seperator_token_id", ValueType::U32, 3);
  return writer;
}

// A text of that size may be refused before it is encoded, so no text may have fewer tokens.
TEST(Vocabulary, TheSizeOfATextBoundsItsTokens) {
  ASSERT_OK_AND_ASSIGN(auto pairs, made(bpe()));
  EXPECT_EQ(pairs->minTokens(0), 0u);
  EXPECT_EQ(pairs->minTokens(10), 1u); // <|im_end|>
  EXPECT_EQ(pairs->minTokens(11), 2u);
  expectTokens(pairs->encode("<|im_end|>", true), Tokens{12});

  std::vector<std::string> tokens = {"<unk>", "\u2581"};
  std::vector<int32_t> types = {2, 1};
  for (int byte = 0; byte < 256; ++byte) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    tokens.push_back(std::string("<0x") + kDigits[byte / 16] + kDigits[byte % 16] + ">");
    types.push_back(6);
  }
  const std::vector<float> scores(tokens.size());
  GgufWriter writer;
  writer.text("tokenizer.ggml.model", "llama")
      .texts("tokenizer.ggml.tokens", tokens)
      .array<float>("tokenizer.ggml.scores", ValueType::F32, scores)
      .array<int32_t>("tokenizer.ggml.token_type", ValueType::I32, types)
      .value<uint8_t>("tokenizer.ggml.add_bos_token", ValueType::Bool, 0)
      .value<uint8_t>("tokenizer.ggml.add_space_prefix", ValueType::Bool, 0);
  ASSERT_OK_AND_ASSIGN(auto pieces, made(writer));
  expectTokens(pieces->encode("\u2581\u2581", false), Tokens{1, 1}); // spaces of three bytes
  const size_t unknownBytes = pieces->bytes(0).size();
  EXPECT_EQ(pieces->minTokens(3 * unknownBytes * 7 + 1), 8u);

  // Texts of these may lose parts: runs without a token, and spaces.
  ASSERT_OK_AND_ASSIGN(auto few, made(sentencePiece()));
  EXPECT_EQ(few->minTokens(1 << 20), 0u);
  ASSERT_OK_AND_ASSIGN(auto words, made(wordPieces()));
  EXPECT_EQ(words->minTokens(1 << 20), 0u);
}

TEST(Vocabulary, WordPiecesAreTheLongestFromTheLeft) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(wordPieces()));
  expectTokens(vocabulary->encode("unaffable", false), (Tokens{2, 4, 5, 6}));
  // Small letters without accents; commas and Han characters are words.
  expectTokens(vocabulary->encode("\u00DCN,A\u65e5a  a", false), (Tokens{2, 4, 9, 7, 10, 7, 7}));
  // One unknown part makes the whole word unknown.
  expectTokens(vocabulary->encode("unaffx a", false), (Tokens{2, 1, 7}));
  // Brackets are words that nothing stands for, unless control tokens are allowed.
  expectTokens(vocabulary->encode("[SEP]", false), (Tokens{2, 1, 1, 1}));
  expectTokens(vocabulary->encode("[SEP]a", true), (Tokens{2, 3, 7}));
  EXPECT_EQ(vocabulary->decode(Tokens{2, 4, 5, 6, 7}), "unaffable a");
  EXPECT_EQ(Tokens(vocabulary->endTokens().begin(), vocabulary->endTokens().end()), Tokens{3});
}

TEST(Vocabulary, BytePairsMergeInOrder) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(bpe()));
  expectTokens(vocabulary->encode("hello w", false), (Tokens{16, 3, 11}));
  expectTokens(vocabulary->encode("", false), Tokens{});
  EXPECT_EQ(textOf(*vocabulary, {16, 3, 11}), "hello w");
}

TEST(Vocabulary, ThePreTokenizerDecidesWhatIsAWord) {
  // Each digit by itself, or a run of up to three digits.
  ASSERT_OK_AND_ASSIGN(auto digits, made(bpe("smollm")));
  expectTokens(digits->encode("12", false), (Tokens{6, 7}));
  ASSERT_OK_AND_ASSIGN(auto words, made(bpe("llama-bpe")));
  expectTokens(words->encode("12", false), Tokens{8});
}

// Where a capital letter follows a small one, o200k's words end; Tekken's digits are words, too.
TEST(Vocabulary, CapitalLettersMayBeginWords) {
  const auto encode = [](std::string_view pre, std::string_view text) -> rt::StatusOr<Tokens> {
    GgufWriter writer;
    writer.text("tokenizer.ggml.model", "gpt2")
        .text("tokenizer.ggml.pre", pre)
        .texts("tokenizer.ggml.tokens",
               {"h", "e", "H", "1", "2", "eH", "12", "'", "s", "'s", "e's"})
        .texts("tokenizer.ggml.merges", {"e H", "1 2", "' s", "e 's"});
    RLX_ASSIGN_OR_RETURN(auto vocabulary, made(writer));
    return vocabulary->encode(text, false);
  };
  expectTokens(encode("qwen2", "heH"), (Tokens{0, 5}));
  expectTokens(encode("gpt-4o", "heH12"), (Tokens{0, 1, 2, 6}));
  expectTokens(encode("tekken", "heH12"), (Tokens{0, 1, 2, 3, 4}));
  // The "'s" behind a word belongs to it in o200k only.
  expectTokens(encode("smaug-bpe", "e's12"), (Tokens{1, 9, 6}));
  expectTokens(encode("gpt-4o", "e's"), Tokens{10});
}

// Where words end, by the pairs that do not merge: with the merges "a b", "1 2", "12 1", ". a" and
// "\u0120 a" each pair of these is one token inside a word.
TEST(Vocabulary, PreTokenizersCutAsInLlamaCpp) {
  const auto encode = [](std::string_view pre, std::string_view text) -> rt::StatusOr<Tokens> {
    GgufWriter writer;
    writer.text("tokenizer.ggml.model", "gpt2")
        .texts("tokenizer.ggml.tokens",
               {"a", "b", "1", "2", ".", "\u0120", "ab", "12", "121", ".a", "\u0120a", "1212"})
        .texts("tokenizer.ggml.merges", {"a b", "1 2", "12 1", "12 12", ". a", "\u0120 a"});
    if (!pre.empty())
      writer.text("tokenizer.ggml.pre", pre);
    RLX_ASSIGN_OR_RETURN(auto vocabulary, made(writer));
    EXPECT_EQ(vocabulary->lacksPreTokenizer(), pre.empty());
    return vocabulary->encode(text, false);
  };
  // Three digits are a word at most, and a sign is none of the word behind it.
  for (const std::string_view pre : {"default", "", "falcon"}) {
    expectTokens(encode(pre, "1212"), (Tokens{8, 3}));
    expectTokens(encode(pre, ".a a"), (Tokens{4, 0, 10}));
  }
  expectTokens(encode("gpt-2", "1212"), Tokens{11});
  expectTokens(encode("qwen2", ".a"), Tokens{9});
  // All digits, or each one.
  expectTokens(encode("deepseek-llm", "ab1212.a a"), (Tokens{6, 11, 4, 0, 10}));
  expectTokens(encode("deepseek-coder", "ab12.a a"), (Tokens{6, 2, 3, 4, 0, 10}));
  // A sign of a list ends words.
  expectTokens(encode("poro-chat", "ab12.a"), (Tokens{6, 7, 4, 0}));
  expectTokens(encode("viking", "ab12.a"), (Tokens{6, 2, 3, 4, 0}));
}

// As in llama.cpp: files of Llama 3 often do not say that texts begin with a token.
TEST(Vocabulary, TextsOfLlama3BeginWithAToken) {
  for (const bool says : {false, true}) {
    GgufWriter file = bpe("llama-bpe");
    file.value<uint32_t>("tokenizer.ggml.bos_token_id", ValueType::U32, 12);
    if (says)
      file.value<uint8_t>("tokenizer.ggml.add_bos_token", ValueType::Bool, 0);
    ASSERT_OK_AND_ASSIGN(auto vocabulary, made(file));
    expectTokens(vocabulary->encode("12", false), says ? Tokens{8} : (Tokens{12, 8}));
  }
}

TEST(Vocabulary, BytesThatAreNoTextAreTokens) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(bpe()));
  expectTokens(vocabulary->encode("h\u00E9", false), (Tokens{0, 14, 15}));
  EXPECT_EQ(textOf(*vocabulary, {14, 15}), "\u00E9");
  EXPECT_EQ(vocabulary->bytes(14).size(), 1U);
  EXPECT_EQ(vocabulary->bytes(1000), "");
}

// Such a vocabulary would lose them without a word.
TEST(Vocabulary, BytesWithoutATokenAreErrors) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(bpe()));
  EXPECT_ERROR(vocabulary->encode("hexe", false).status(), InvalidArgument,
               "no token for the byte 0x78");
}

TEST(Vocabulary, ControlTokensCountOnlyWhereTheyMay) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(bpe()));
  expectTokens(vocabulary->encode("h<|im_end|><b>e", true), (Tokens{0, 12, 13, 1}));
  EXPECT_TRUE(vocabulary->isControl(12));
  EXPECT_FALSE(vocabulary->isControl(13));
  EXPECT_TRUE(vocabulary->isEnd(12));
  EXPECT_FALSE(vocabulary->isEnd(0));
  ASSERT_OK_AND_ASSIGN(const Tokens plain, vocabulary->encode("<b><|im_end|>", false));
  ASSERT_FALSE(plain.empty());
  EXPECT_EQ(plain.front(), 13U); // user-defined tokens count everywhere
  EXPECT_EQ(std::count(plain.begin(), plain.end(), 12U), 0);
}

TEST(Vocabulary, SentencePieceMergesByScore) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(sentencePiece()));
  // The text begins with a space, and with the token that begins a text.
  expectTokens(vocabulary->encode("ab", false), (Tokens{1, 11}));
  expectTokens(vocabulary->encode("ab ab", false), (Tokens{1, 11, 11}));
  expectTokens(vocabulary->encode("<s>ab", true), (Tokens{1, 11})); // not twice
  EXPECT_EQ(textOf(*vocabulary, {11, 6, 9}), " ab ab");
  EXPECT_TRUE(vocabulary->isEnd(2));
}

TEST(Vocabulary, DecodedTextIsTheEncodedOne) {
  ASSERT_OK_AND_ASSIGN(auto pieces, made(sentencePiece()));
  for (const char *text : {"ab ab", "", " ab", "b\n"}) {
    ASSERT_OK_AND_ASSIGN(const Tokens tokens, pieces->encode(text, false));
    EXPECT_EQ(pieces->decode(tokens), text);
  }
  GgufWriter plain = sentencePiece();
  plain.value<uint8_t>("tokenizer.ggml.add_space_prefix", ValueType::Bool, 0);
  ASSERT_OK_AND_ASSIGN(auto asItIs, made(plain));
  ASSERT_OK_AND_ASSIGN(const Tokens spaced, asItIs->encode(" ab", false));
  EXPECT_EQ(asItIs->decode(spaced), " ab");
  ASSERT_OK_AND_ASSIGN(auto pairs, made(bpe()));
  ASSERT_OK_AND_ASSIGN(const Tokens tokens, pairs->encode(" hello<|im_end|>", true));
  EXPECT_EQ(pairs->decode(tokens), " hello");
}

TEST(Vocabulary, SentencePieceFallsBackToBytes) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(sentencePiece()));
  expectTokens(vocabulary->encode("a\n\u00E9", false), (Tokens{1, 10, 3, 4, 5}));
  EXPECT_EQ(textOf(*vocabulary, {10, 3, 4, 5}), " a\n\u00E9");
}

TEST(Vocabulary, MalformedTextIsReplaced) {
  ASSERT_OK_AND_ASSIGN(auto vocabulary, made(bpe()));
  ASSERT_OK_AND_ASSIGN(const Tokens tokens, vocabulary->encode("h\xFF"
                                                               "e",
                                                               false));
  EXPECT_EQ(tokens.front(), 0U);
  EXPECT_EQ(tokens.back(), 1U);
}

TEST(Vocabulary, WrongOnesAreErrors) {
  EXPECT_ERROR(made(GgufWriter()).status(), NotFound, "tokenizer.ggml.model");
  EXPECT_ERROR(made(bpe("abacus")).status(), Unsupported, "the pre-tokenizer 'abacus' is unknown");
  GgufWriter other;
  other.text("tokenizer.ggml.model", "t5").texts("tokenizer.ggml.tokens", {"a"});
  EXPECT_ERROR(made(other).status(), Unsupported, "the tokenizer 't5' is unknown");
  GgufWriter merge;
  merge.text("tokenizer.ggml.model", "gpt2")
      .texts("tokenizer.ggml.tokens", {"a", "b"})
      .texts("tokenizer.ggml.merges", {"a b"});
  EXPECT_ERROR(made(merge).status(), InvalidArgument, "merge 0 is 'a b'");
  GgufWriter scores;
  scores.text("tokenizer.ggml.model", "llama")
      .texts("tokenizer.ggml.tokens", {"a", "b"})
      .array<float>("tokenizer.ggml.scores", ValueType::F32, {0});
  EXPECT_ERROR(made(scores).status(), InvalidArgument, "2 tokens, but 2 types and 1 scores");
  GgufWriter unknown = sentencePiece();
  unknown.value<uint32_t>("tokenizer.ggml.unknown_token_id", ValueType::U32, 12);
  EXPECT_ERROR(made(unknown).status(), InvalidArgument,
               "the unknown token is 12, but there are 12");
  GgufWriter begin = sentencePiece();
  begin.value<uint32_t>("tokenizer.ggml.bos_token_id", ValueType::U32, 99);
  EXPECT_ERROR(made(begin).status(), InvalidArgument, "bos_token_id is 99, but there are 12");
  GgufWriter empty;
  empty.text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", {});
  EXPECT_ERROR(made(empty).status(), InvalidArgument, "a vocabulary has from 1");
}

} // namespace
