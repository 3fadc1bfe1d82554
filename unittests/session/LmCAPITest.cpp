// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text by the C API: answers do not depend on the text before them, limits end them, and errors
// leave the model usable.
#include <rlx/rlx_compiler.h>
#include <rlx/rlx_lm.h>

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "unittests/importers/RandomEncoder.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace lm_capi_test {
namespace {

using Tokens = std::vector<uint32_t>;
using rlx::test::RandomDecoder;

using rlx::test::expectError;
using rlx::test::expectOk;

// Letters, with "\u0120" for the space. Nothing ends a text.
std::vector<std::string> letters() {
  std::vector<std::string> tokens = {"\u0120"};
  for (char letter = 'a'; letter <= 'z'; ++letter)
    tokens.emplace_back(1, letter);
  for (char letter = 'A'; tokens.size() < 50; ++letter)
    tokens.emplace_back(1, letter);
  return tokens;
}

const RandomDecoder kModel{.tokens = letters(),
                           .chatTemplate = "{% for m in messages %}{{ m.role }} {{ m.content }} "
                                           "{% endfor %}bot"};

class LmCAPI : public ::testing::Test {
protected:
  static std::string write(const std::string &name, const RandomDecoder &llama) {
    const std::vector<uint8_t> bytes = llama.bytes();
    return folder->write(name, std::string(bytes.begin(), bytes.end()));
  }

  static void SetUpTestSuite() {
    folder = new rlx::testing::TempFolder();
    path = write("model.gguf", kModel);
    expectOk(rlx_compile_file(path.c_str(), nullptr, &executable));
  }
  static void TearDownTestSuite() {
    rlx_executable_free(executable);
    delete folder;
  }

  void open(int64_t context) {
    expectOk(rlx_lm_create(executable, path.c_str(), context, &lm));
    ASSERT_NE(lm, nullptr);
  }
  void TearDown() override { rlx_lm_free(lm); }

  Tokens encoded(const std::string &text) {
    Tokens tokens(text.size());
    size_t count = 0;
    expectOk(rlx_lm_encode(lm, text.data(), text.size(), 1, tokens.data(), tokens.size(), &count));
    tokens.resize(count);
    return tokens;
  }

  rlx_lm_answer_t answer(const std::string &prompt, const rlx_lm_settings_t &settings) {
    const Tokens tokens = encoded(prompt);
    rlx_lm_answer_t result{};
    expectOk(
        rlx_lm_generate(lm, tokens.data(), tokens.size(), &settings, nullptr, nullptr, &result));
    return result;
  }

  static rlx_lm_settings_t greedy(int64_t most) {
    rlx_lm_settings_t settings;
    rlx_lm_settings_init(&settings);
    settings.temperature = 0;
    settings.max_tokens = most;
    return settings;
  }

  static inline rlx::testing::TempFolder *folder = nullptr;
  static inline std::string path;
  static inline rlx_executable_t *executable = nullptr;
  rlx_lm_t *lm = nullptr;
};

TEST_F(LmCAPI, TheTextBeforeDoesNotMatter) {
  open(128);
  EXPECT_EQ(rlx_lm_get_context(lm), 128);
  EXPECT_EQ(rlx_lm_get_vocabulary_size(lm), 50u);
  const rlx_lm_settings_t settings = greedy(20);
  const std::string first = answer("the cat sat", settings).text;
  EXPECT_EQ(first.size(), 20u);
  const rlx_lm_answer_t other = answer("the dog", settings);
  EXPECT_EQ(other.reused_tokens, 4u); // "the "
  EXPECT_EQ(other.prompt_tokens, 7u);
  const rlx_lm_answer_t again = answer("the cat sat", settings);
  EXPECT_EQ(again.text, first);
  EXPECT_EQ(again.reused_tokens, 4u);
  // The same prompt computes its last token only, and a longer one goes on behind it.
  EXPECT_EQ(answer("the cat sat", settings).reused_tokens, 10u);
  const rlx_lm_answer_t longer = answer("the cat sat" + first.substr(0, 5), settings);
  EXPECT_EQ(std::string(longer.text).substr(0, 15), first.substr(5));
  EXPECT_EQ(longer.reused_tokens, 15u);
}

TEST_F(LmCAPI, LimitsEndTheAnswer) {
  open(32);
  const std::string whole = answer("the", greedy(10)).text;
  ASSERT_EQ(whole.size(), 10u);
  rlx_lm_settings_t settings = greedy(10);
  const std::string stop = whole.substr(4, 2);
  const char *const stops[] = {"nothing", stop.c_str()};
  settings.stop = stops;
  settings.num_stop = 2;
  rlx_lm_answer_t result = answer("the", settings);
  EXPECT_EQ(result.stop, RLX_LM_STOP_TEXT);
  EXPECT_EQ(result.text, whole.substr(0, whole.find(stop)));
  result = answer("the", greedy(0));
  EXPECT_EQ(result.stop, RLX_LM_FULL_CONTEXT);
  EXPECT_EQ(result.tokens, 30u); // the last one is not read
  EXPECT_EQ(std::string(result.text).substr(0, 10), whole);

  struct Pieces {
    std::string text;
    size_t most;
  } pieces{"", 3};
  const auto take = [](void *context, const char *text, size_t length) {
    auto &all = *static_cast<Pieces *>(context);
    all.text.append(text, length);
    return static_cast<int>(all.text.size() >= all.most);
  };
  const Tokens prompt = encoded("the");
  settings = greedy(0);
  expectOk(rlx_lm_generate(lm, prompt.data(), prompt.size(), &settings, take, &pieces, &result));
  EXPECT_EQ(result.stop, RLX_LM_CALLER);
  EXPECT_EQ(pieces.text, whole.substr(0, 3));
  EXPECT_EQ(result.text, pieces.text);
}

TEST_F(LmCAPI, SeedsDecide) {
  open(64);
  rlx_lm_settings_t settings = greedy(30);
  settings.temperature = 5;
  settings.top_k = 0;
  settings.top_p = 1;
  settings.min_p = 0;
  const std::string first = answer("the", settings).text;
  EXPECT_EQ(answer("the", settings).text, first);
  settings.seed = 1;
  EXPECT_NE(answer("the", settings).text, first);
}

TEST_F(LmCAPI, TokensAndTheirProbabilities) {
  open(64);
  rlx_lm_settings_t settings = greedy(6);
  rlx_lm_answer_t result = answer("the", settings);
  EXPECT_EQ(result.logprobs, nullptr);
  EXPECT_EQ(result.num_likely, 0u);
  const std::string text = result.text;
  settings.logprobs = 2;
  result = answer("the", settings);
  EXPECT_EQ(result.text, text);
  ASSERT_EQ(result.tokens, 6u);
  ASSERT_EQ(result.num_likely, 2u);
  for (size_t i = 0; i < result.tokens; ++i) {
    const rlx_lm_logprob_t *likely = result.likely + 2 * i;
    EXPECT_EQ(encoded(text)[i], result.ids[i]);
    EXPECT_EQ(likely[0].token, result.ids[i]); // greedy
    EXPECT_EQ(likely[0].logprob, result.logprobs[i]);
    EXPECT_LE(likely[1].logprob, likely[0].logprob);
    EXPECT_LT(likely[0].logprob, 0);
    EXPECT_GT(likely[0].logprob, -std::log(50.0)); // more than the mean
  }
  // Without the first token the second is first; the probabilities stay the model's.
  const rlx_lm_bias_t never = {result.ids[0], -INFINITY};
  const rlx_lm_logprob_t first = result.likely[0], second = result.likely[1];
  settings.biases = &never;
  settings.num_biases = 1;
  result = answer("the", settings);
  EXPECT_EQ(result.ids[0], second.token);
  EXPECT_EQ(result.logprobs[0], second.logprob);
  EXPECT_EQ(result.likely[0].token, first.token);
  const rlx_lm_bias_t outside = {50, 1};
  settings.biases = &outside;
  const uint32_t token = 1;
  expectError(rlx_lm_generate(lm, &token, 1, &settings, nullptr, nullptr, &result),
              RLX_INVALID_ARGUMENT, "a bias is of token 50, but there are 50");
  settings = greedy(6);
  settings.logprobs = -2;
  expectError(rlx_lm_generate(lm, &token, 1, &settings, nullptr, nullptr, &result),
              RLX_INVALID_ARGUMENT, "expected logprobs of at least -1, got -2");
  // Penalties are of the tokens so far, those of the prompt too: nothing comes twice.
  settings = greedy(20);
  settings.presence_penalty = 1000;
  result = answer("the", settings);
  const std::string whole = "the" + std::string(result.text);
  EXPECT_EQ(std::set<char>(whole.begin(), whole.end()).size(), whole.size());
}

// The vocabulary has no token that ends a text, so only the grammar ends the answer.
TEST_F(LmCAPI, FormsOfAnswers) {
  open(64);
  const std::string free = answer("the", greedy(6)).text;
  rlx_lm_settings_t settings = greedy(0);
  settings.logprobs = 0;
  settings.grammar = "root ::= word (\" \" word){2}\nword ::= \"cat\" | \"dog\"";
  rlx_lm_answer_t result = answer("the", settings);
  EXPECT_EQ(result.stop, RLX_LM_END);
  EXPECT_EQ(result.tokens, 11u);
  std::string text = result.text;
  for (const size_t place : {0, 4, 8})
    EXPECT_TRUE(text.compare(place, 3, "cat") == 0 || text.compare(place, 3, "dog") == 0) << text;
  // Probabilities are of all tokens: those of a forced one, too.
  EXPECT_LT(result.logprobs[1], 0);
  EXPECT_EQ(answer("the", settings).text, text); // a new grammar for each answer
  settings.max_tokens = 11;                      // the grammar ends first
  EXPECT_EQ(answer("the", settings).stop, RLX_LM_END);
  settings.max_tokens = 4;
  EXPECT_EQ(answer("the", settings).stop, RLX_LM_MAX_TOKENS);
  EXPECT_EQ(answer("the", greedy(6)).text, free);

  const auto expectWrong = [&](const char *schema, const char *grammar, const char *message) {
    settings.json_schema = schema;
    settings.grammar = grammar;
    const uint32_t token = 1;
    expectError(rlx_lm_check_form(lm, &settings), RLX_INVALID_ARGUMENT, message);
    expectError(rlx_lm_generate(lm, &token, 1, &settings, nullptr, nullptr, &result),
                RLX_INVALID_ARGUMENT, message);
  };
  expectWrong("{}", "start: \"a\"", "a json_schema or a grammar, but both are given");
  expectWrong(nullptr, "root ::= x", "line 1: there is no rule 'x'; while reading the grammar");
  expectWrong("{", nullptr, "the schema is no JSON");
  // The vocabulary has no braces, and no digits after the begin.
  expectWrong("{\"type\": \"object\"}", nullptr, "no token of the vocabulary begins a text");
  settings = greedy(0);
  settings.grammar = "root ::= \"a1\"";
  expectOk(rlx_lm_check_form(lm, &settings));
  const uint32_t token = 1;
  expectError(rlx_lm_generate(lm, &token, 1, &settings, nullptr, nullptr, &result),
              RLX_INVALID_ARGUMENT,
              "no token of the vocabulary continues the text as the grammar wants it");
  EXPECT_EQ(answer("the", greedy(6)).text, free);
}

TEST_F(LmCAPI, MessagesAndTokens) {
  open(0);
  EXPECT_EQ(rlx_lm_get_context(lm), 600); // of its training
  const rlx_lm_message_t messages[] = {{"system", "be"}, {"user", "hi"}};
  const char *text = nullptr;
  size_t length = 0;
  expectOk(rlx_lm_render_chat(lm, messages, 2, &text, &length));
  EXPECT_EQ(std::string(text, length), "system be user hi bot");
  rlx_lm_token_t token;
  expectOk(rlx_lm_get_token(lm, 0, &token));
  EXPECT_EQ(std::string(token.bytes, token.size), " ");
  EXPECT_FALSE(token.is_control || token.is_end);
  expectError(rlx_lm_get_token(lm, 50, &token), RLX_OUT_OF_RANGE, "token 50, but there are 50");
  const uint32_t word[] = {3, 1, 20};
  char decoded[] = "....";
  expectOk(rlx_lm_decode(lm, word, 3, decoded, 2, &length));
  EXPECT_EQ(length, 3u);
  EXPECT_STREQ(decoded, "ca..");
  const uint32_t outside[] = {1, 50};
  expectError(rlx_lm_decode(lm, outside, 2, nullptr, 0, &length), RLX_INVALID_ARGUMENT,
              "token 1 is 50, but there are 50");
  size_t count = 0;
  uint32_t first = 0;
  expectOk(rlx_lm_encode(lm, "bad", 3, 0, &first, 1, &count));
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(first, 2u);
}

TEST_F(LmCAPI, ErrorsLeaveTheModelUsable) {
  open(16);
  const std::string right = answer("the", greedy(5)).text;
  rlx_lm_answer_t result{};
  const rlx_lm_settings_t settings = greedy(5);
  const auto generate = [&](const Tokens &prompt, const rlx_lm_settings_t &how) {
    return rlx_lm_generate(lm, prompt.data(), prompt.size(), &how, nullptr, nullptr, &result);
  };
  expectError(generate({}, settings), RLX_INVALID_ARGUMENT, "the prompt is empty");
  expectError(generate({1, 50}, settings), RLX_INVALID_ARGUMENT, "token 1 is 50, but there are 50");
  expectError(generate(Tokens(17, 1), settings), RLX_OUT_OF_RANGE,
              "the context has 16 tokens, but the text has 17");
  expectOk(rlx_lm_check_text_size(lm, 16)); // each token is one letter
  expectError(rlx_lm_check_text_size(lm, 17), RLX_OUT_OF_RANGE,
              "the context has 16 tokens, but the text of 17 bytes has at least 17");
  expectError(rlx_lm_check_text_size(nullptr, 1), RLX_INVALID_ARGUMENT, "lm is NULL");
  rlx_lm_settings_t wrong = settings;
  wrong.temperature = -1;
  expectError(generate({1}, wrong), RLX_INVALID_ARGUMENT, "temperature");
  wrong = settings;
  wrong.max_tokens = -1;
  expectError(generate({1}, wrong), RLX_INVALID_ARGUMENT, "max_tokens");
  const char *const empty[] = {""};
  wrong = settings;
  wrong.stop = empty;
  wrong.num_stop = 1;
  expectError(generate({1}, wrong), RLX_INVALID_ARGUMENT, "stop text 0 is NULL or empty");
  expectError(rlx_lm_generate(nullptr, nullptr, 0, nullptr, nullptr, nullptr, &result),
              RLX_INVALID_ARGUMENT, "lm is NULL");
  // A call from the function of an answer.
  const Tokens prompt = encoded("the");
  const auto again = [](void *context, const char *, size_t) {
    const uint32_t token = 1;
    rlx_lm_answer_t inner;
    auto *model = static_cast<rlx_lm_t *>(context);
    expectError(rlx_lm_generate(model, &token, 1, nullptr, nullptr, nullptr, &inner),
                RLX_FAILED_PRECONDITION, "in use by another call");
    return 0;
  };
  expectOk(rlx_lm_generate(lm, prompt.data(), prompt.size(), &settings, again, lm, &result));
  EXPECT_EQ(result.text, right);
  EXPECT_EQ(answer("the", greedy(5)).text, right);
}

TEST_F(LmCAPI, DraftsDoNotChangeAnswers) {
  open(256);
  rlx_lm_settings_t chance = greedy(150), penalties = greedy(150), form = greedy(150);
  chance.temperature = 0.7;
  chance.top_k = 0;
  chance.top_p = 1;
  chance.min_p = 0;
  penalties = chance;
  penalties.repeat_penalty = 1.2;
  penalties.frequency_penalty = 0.05;
  penalties.presence_penalty = 0.1;
  form.temperature = 0.7;
  form.grammar = "root ::= (\"the cat \" | \"a dog \" | [x-z] \" \")+";
  size_t accepted = 0, drafted = 0;
  for (rlx_lm_settings_t settings : {greedy(150), chance, penalties, form})
    for (uint64_t seed = 0; seed < 4; ++seed) {
      settings.seed = seed;
      settings.draft_max = 0;
      settings.logprobs = 3;
      rlx_lm_answer_t result = answer("the cat", settings);
      EXPECT_EQ(result.drafted_tokens, 0u);
      EXPECT_EQ(result.accepted_tokens, 0u);
      const Tokens right(result.ids, result.ids + result.tokens);
      const std::vector<double> logProbs(result.logprobs, result.logprobs + result.tokens);
      for (const int64_t most : {1, 4, 16}) {
        settings.draft_max = most;
        result = answer("the cat", settings);
        EXPECT_EQ(Tokens(result.ids, result.ids + result.tokens), right) << seed << " " << most;
        EXPECT_EQ(result.stop, RLX_LM_MAX_TOKENS);
        ASSERT_EQ(result.tokens, logProbs.size());
        for (size_t i = 0; i < result.tokens; ++i)
          EXPECT_NEAR(result.logprobs[i], logProbs[i], 1e-4);
        EXPECT_EQ(result.num_likely, 3u);
        EXPECT_LE(result.accepted_tokens, result.drafted_tokens);
        accepted += result.accepted_tokens;
        drafted += result.drafted_tokens;
      }
    }
  // Some drafts are right, and some are not.
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(drafted, accepted + 50);
}

// With caches of f16, drafts that are taken back and texts that are edited change no answer,
// either.
TEST_F(LmCAPI, CachesOfF16) {
  rlx_compile_options_t *options = nullptr;
  expectOk(rlx_compile_options_create(&options));
  expectOk(rlx_compile_options_set_cache_type(options, "f16"));
  rlx_executable_t *half = nullptr;
  expectOk(rlx_compile_file(path.c_str(), options, &half));
  rlx_compile_options_free(options);
  expectOk(rlx_lm_create(half, path.c_str(), 256, &lm));
  ASSERT_NE(lm, nullptr);
  rlx_lm_settings_t settings = greedy(150);
  const std::string right = answer("the cat", settings).text;
  settings.draft_max = 8;
  const rlx_lm_answer_t drafted = answer("the cat", settings);
  EXPECT_EQ(drafted.text, right);
  EXPECT_GT(drafted.drafted_tokens, drafted.accepted_tokens);
  EXPECT_GT(drafted.accepted_tokens, 0u);
  EXPECT_EQ(answer("the dog", greedy(20)).reused_tokens, 4u);
  EXPECT_EQ(answer("the cat", greedy(150)).text, right);
  rlx_lm_free(lm);
  lm = nullptr;
  rlx_executable_free(half);
}

TEST_F(LmCAPI, AnswersEndInTheMiddleOfADraft) {
  open(64);
  rlx_lm_settings_t drafts = greedy(0);
  drafts.draft_max = 16;
  const std::string whole = answer("the cat", greedy(0)).text;
  ASSERT_EQ(whole.size(), 58u); // the last one is not read
  rlx_lm_answer_t result = answer("the cat", drafts);
  EXPECT_EQ(result.text, whole);
  EXPECT_EQ(result.stop, RLX_LM_FULL_CONTEXT);
  EXPECT_GT(result.accepted_tokens, 10u);
  for (int64_t most = 1; most < 58; ++most) {
    drafts.max_tokens = most;
    result = answer("the cat", drafts);
    EXPECT_EQ(result.text, whole.substr(0, static_cast<size_t>(most)));
    EXPECT_EQ(result.stop, RLX_LM_MAX_TOKENS);
  }
  drafts.max_tokens = 0;
  for (size_t end = 20; end < 50; ++end) {
    const std::string stop = whole.substr(end, 8);
    const char *const stops[] = {stop.c_str()};
    drafts.stop = stops;
    drafts.num_stop = 1;
    result = answer("the cat", drafts);
    EXPECT_EQ(result.stop, RLX_LM_STOP_TEXT);
    EXPECT_EQ(result.text, whole.substr(0, whole.find(stop)));
    // The model has read no token that is not of the text.
    rlx_lm_settings_t plain = greedy(58 - static_cast<int64_t>(whole.find(stop)));
    EXPECT_EQ(answer("the cat" + std::string(result.text), plain).text,
              whole.substr(whole.find(stop)));
  }
  drafts.draft_max = -2;
  const uint32_t token = 1;
  expectError(rlx_lm_generate(lm, &token, 1, &drafts, nullptr, nullptr, &result),
              RLX_INVALID_ARGUMENT, "expected draft_max of at least -1, got -2");
}

TEST_F(LmCAPI, Scores) {
  open(600);
  // Enough for several steps, with and without logits.
  rlx_lm_settings_t settings = greedy(590);
  settings.temperature = 2;
  settings.logprobs = 0;
  const rlx_lm_answer_t made = answer("the cat", settings);
  ASSERT_EQ(made.tokens, 590u);
  Tokens tokens = encoded("the cat");
  tokens.insert(tokens.end(), made.ids, made.ids + made.tokens);
  const std::vector<double> right(made.logprobs, made.logprobs + made.tokens);
  const auto score = [&](const Tokens &of, size_t first) {
    std::vector<double> logProbs(of.size() - first);
    expectOk(rlx_lm_score(lm, of.data(), of.size(), first, logProbs.data()));
    return logProbs;
  };
  const auto expectRight = [&](const std::vector<double> &scores) {
    ASSERT_LE(scores.size(), right.size());
    for (size_t i = 0; i < scores.size(); ++i)
      EXPECT_NEAR(scores[i], right[right.size() - scores.size() + i], 1e-4) << i;
  };
  expectRight(score(tokens, 7));
  expectRight(score(tokens, 300)); // the model has read all of it
  EXPECT_EQ(score({1, 2, 3}, 1).size(), 2u);
  expectRight(score(tokens, 560));
  EXPECT_EQ(score(tokens, tokens.size()).size(), 0u);
  // All tokens that may follow, by one prompt that is read once.
  double sum = 0;
  for (uint32_t next = 0; next < 50; ++next)
    sum += std::exp(score({3, 1, 20, next}, 3)[0]);
  EXPECT_NEAR(sum, 1, 1e-4);

  double none = 0;
  expectError(rlx_lm_score(lm, tokens.data(), 3, 0, &none), RLX_INVALID_ARGUMENT,
              "expected a first token from 1 to 3");
  expectError(rlx_lm_score(lm, tokens.data(), 3, 4, &none), RLX_INVALID_ARGUMENT, "got 4");
  const Tokens wrong = {1, 50};
  expectError(rlx_lm_score(lm, wrong.data(), 2, 1, &none), RLX_INVALID_ARGUMENT,
              "token 1 is 50, but there are 50");
  const Tokens large(601, 1);
  expectError(rlx_lm_score(lm, large.data(), 601, 600, &none), RLX_OUT_OF_RANGE,
              "the context has 600 tokens, but the text has 601");
  expectError(rlx_lm_score(lm, nullptr, 2, 1, &none), RLX_INVALID_ARGUMENT, "tokens is NULL");
  // A text goes on from what was scored.
  EXPECT_EQ(answer("the cat", greedy(5)).tokens, 5u);
}

TEST_F(LmCAPI, Embeddings) {
  open(600);
  ASSERT_EQ(rlx_lm_get_embedding_size(lm), 64u);
  using Vector = std::vector<float>;
  const auto embed = [&](const Tokens &of, rlx_lm_pooling_t pooling) {
    Vector result(64);
    expectOk(rlx_lm_embed(lm, of.data(), of.size(), pooling, result.data()));
    return result;
  };
  const auto expectNear = [](const Vector &lhs, const Vector &rhs) {
    double squares = 0;
    for (size_t i = 0; i < lhs.size(); ++i) {
      EXPECT_NEAR(lhs[i], rhs[i], 1e-4) << i;
      squares += double(lhs[i]) * lhs[i];
    }
    EXPECT_NEAR(squares, 1, 1e-5);
  };
  const Tokens text = encoded("the cat");
  const Vector mean = embed(text, RLX_LM_POOLING_MEAN), last = embed(text, RLX_LM_POOLING_LAST);
  EXPECT_NE(mean, last);
  EXPECT_EQ(embed(text, RLX_LM_POOLING_MODEL), mean);
  expectNear(embed(text, RLX_LM_POOLING_LAST), last); // from the caches
  // One token has one state.
  expectNear(embed({3}, RLX_LM_POOLING_MEAN), embed({3}, RLX_LM_POOLING_LAST));
  Vector none(64);
  expectError(rlx_lm_embed(lm, nullptr, 0, RLX_LM_POOLING_MEAN, none.data()), RLX_INVALID_ARGUMENT,
              "the text has no token");
  const Tokens wrong = {50}, large(601, 1);
  expectError(rlx_lm_embed(lm, wrong.data(), 1, RLX_LM_POOLING_MEAN, none.data()),
              RLX_INVALID_ARGUMENT, "token 0 is 50, but there are 50");
  expectError(rlx_lm_embed(lm, large.data(), 601, RLX_LM_POOLING_MEAN, none.data()),
              RLX_OUT_OF_RANGE, "the context has 600 tokens, but the text has 601");
  expectError(rlx_lm_embed(lm, text.data(), 7, static_cast<rlx_lm_pooling_t>(4), none.data()),
              RLX_INVALID_ARGUMENT, "unknown pooling 4");
  expectError(rlx_lm_embed(lm, text.data(), 7, RLX_LM_POOLING_MEAN, nullptr), RLX_INVALID_ARGUMENT,
              "embedding is NULL");
}

TEST_F(LmCAPI, SeveralEmbeddings) {
  open(64);
  const Tokens tokens = {3, 7, 9, 4, 1};
  const size_t counts[] = {3, 2};
  std::vector<float> both(128), one(64);
  expectOk(rlx_lm_embed_texts(lm, tokens.data(), counts, 2, RLX_LM_POOLING_MEAN, both.data()));
  expectOk(rlx_lm_embed(lm, tokens.data() + 3, 2, RLX_LM_POOLING_MEAN, one.data()));
  EXPECT_TRUE(std::equal(one.begin(), one.end(), both.begin() + 64));
  // The first token sees no other one.
  expectOk(rlx_lm_embed(lm, tokens.data(), 3, RLX_LM_POOLING_FIRST, both.data()));
  expectOk(rlx_lm_embed(lm, tokens.data(), 1, RLX_LM_POOLING_LAST, one.data()));
  for (size_t i = 0; i < 64; ++i)
    EXPECT_NEAR(one[i], both[i], 1e-5);
  const size_t empty[] = {3, 0};
  expectError(rlx_lm_embed_texts(lm, tokens.data(), empty, 2, RLX_LM_POOLING_MEAN, both.data()),
              RLX_INVALID_ARGUMENT, "the text has no token");
  expectError(rlx_lm_embed_texts(lm, tokens.data(), nullptr, 2, RLX_LM_POOLING_MEAN, both.data()),
              RLX_INVALID_ARGUMENT, "counts is NULL");
  expectOk(rlx_lm_embed_texts(lm, nullptr, nullptr, 0, RLX_LM_POOLING_MEAN, nullptr));
}

// Texts of an encoder end with [SEP], and none can be continued.
TEST_F(LmCAPI, Encoders) {
  const rlx::test::RandomEncoder file(false);
  const std::vector<uint8_t> bytes = file.bytes();
  const std::string encoder = folder->write("bert.gguf", {bytes.begin(), bytes.end()});
  rlx_executable_t *compiled = nullptr;
  expectOk(rlx_compile_file(encoder.c_str(), nullptr, &compiled));
  expectOk(rlx_lm_create(compiled, encoder.c_str(), 0, &lm));
  EXPECT_EQ(rlx_lm_get_context(lm), 32);
  ASSERT_EQ(rlx_lm_get_embedding_size(lm), 24u);
  const Tokens text = encoded("a Zaj"); // [CLS] a z ##a ##j
  EXPECT_EQ(text, (Tokens{2, 4, 29, 30, 39}));
  std::vector<float> first(24);
  expectOk(rlx_lm_embed(lm, text.data(), text.size(), RLX_LM_POOLING_MODEL, first.data()));
  const std::vector<double> state = file.hidden({2, 4, 29, 30, 39, 3})[0];
  double squares = 0;
  for (const double each : state)
    squares += each * each;
  for (size_t i = 0; i < 24; ++i)
    EXPECT_NEAR(first[i], state[i] / std::sqrt(squares), 1e-5);
  rlx_lm_answer_t answer{};
  const char *const message =
      "the model is an encoder ('bert'), which makes embeddings, but no text";
  expectError(rlx_lm_generate(lm, text.data(), 2, nullptr, nullptr, nullptr, &answer),
              RLX_UNSUPPORTED, message);
  double score = 0;
  expectError(rlx_lm_score(lm, text.data(), 2, 1, &score), RLX_UNSUPPORTED, message);
  const Tokens large(32, 4); // with [SEP] too many
  expectError(rlx_lm_embed(lm, large.data(), 32, RLX_LM_POOLING_MODEL, first.data()),
              RLX_OUT_OF_RANGE, "the context has 32 tokens, but the text has 33");
  rlx_lm_free(lm);
  lm = nullptr;
  rlx_executable_free(compiled);
}

TEST_F(LmCAPI, WrongModels) {
  open(16);
  rlx_lm_t *none = nullptr;
  expectError(rlx_lm_create(executable, "/none.gguf", 0, &none), RLX_NOT_FOUND, "/none.gguf");
  expectError(rlx_lm_create(executable, path.c_str(), 601, &none), RLX_INVALID_ARGUMENT,
              "expected a context of 1 to 600 tokens, which the model takes at most, got 601");
  RandomDecoder bare = kModel;
  bare.chatTemplate = "";
  const std::string other = write("bare.gguf", bare);
  rlx_executable_t *second = nullptr;
  expectOk(rlx_compile_file(other.c_str(), nullptr, &second));
  expectOk(rlx_lm_create(second, other.c_str(), 16, &none));
  const char *text = nullptr;
  size_t length = 0;
  expectError(rlx_lm_render_chat(none, nullptr, 0, &text, &length), RLX_NOT_FOUND,
              "tokenizer.chat_template");
  rlx_lm_free(none);
  rlx_executable_free(second);
  // Another model of the executable, at the same time or later.
  const std::string right = answer("the", greedy(5)).text;
  expectError(rlx_lm_create(executable, path.c_str(), 16, &none), RLX_FAILED_PRECONDITION,
              "take a clone of the executable");
  EXPECT_EQ(answer("the", greedy(5)).text, right);
  rlx_lm_free(lm);
  lm = nullptr;
  open(32);
  EXPECT_EQ(answer("the", greedy(5)).text, right);
  rlx_lm_free(lm);
  lm = nullptr;
  // The executable of another file.
  RandomDecoder small = kModel;
  small.vocabulary = 40;
  small.tokens.resize(40);
  const std::string smaller = write("small.gguf", small);
  expectError(rlx_lm_create(executable, smaller.c_str(), 16, &none), RLX_INVALID_ARGUMENT,
              "it has logits for 50 tokens, but the model has 40");
  // A model of something else.
  const char *source = R"(
func.func @main(%x: tensor<2xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<2xf32> {rlx.name = "y"}) {
  return %x : tensor<2xf32>
})";
  expectOk(rlx_compile_source(source, std::strlen(source), nullptr, &second));
  expectError(rlx_lm_create(second, path.c_str(), 16, &none), RLX_INVALID_ARGUMENT,
              "the model is no step of a language model");
  rlx_executable_free(second);
}

} // namespace
} // namespace lm_capi_test
