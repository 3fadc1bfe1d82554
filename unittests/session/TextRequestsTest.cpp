// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scores and embeddings as requests: beside answers, with few blocks, and cancelled. They have the
// bits of the calls that need the model alone.
#include <rlx/rlx_compiler.h>
#include <rlx/rlx_lm.h>

#include <random>

#include <gtest/gtest.h>

#include "unittests/importers/RandomDecoder.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace text_requests_test {
namespace {

using Tokens = std::vector<uint32_t>;
using Scores = std::vector<double>;
using Vector = std::vector<float>;
using rlx::test::expectError;
using rlx::test::expectOk;

class TextRequests : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    const rlx::testing::TempFolder folder;
    std::vector<std::string> letters;
    for (char letter = 'A'; letters.size() < 50; ++letter)
      letters.emplace_back(1, letter);
    const std::vector<uint8_t> bytes = rlx::test::RandomDecoder{.tokens = letters}.bytes();
    const std::string path = folder.write("model.gguf", std::string(bytes.begin(), bytes.end()));
    expectOk(rlx_compile_file(path.c_str(), nullptr, &executable));
    expectOk(rlx_executable_clone(executable, &clone));
    expectOk(rlx_lm_create(executable, path.c_str(), 512, &lm));
    expectOk(rlx_lm_create(clone, path.c_str(), 512, &apart));
  }
  static void TearDownTestSuite() {
    for (rlx_lm_t *each : {lm, apart})
      rlx_lm_free(each);
    for (rlx_executable_t *each : {executable, clone})
      rlx_executable_free(each);
  }
  void SetUp() override { expectOk(rlx_lm_reserve(lm, 2048)); }
  void TearDown() override {
    for (rlx_lm_request_t *each : requests)
      rlx_lm_request_free(each);
    for (size_t pending = 1; pending > 0;)
      expectOk(rlx_lm_step(lm, &pending));
  }

  static Tokens text(size_t count, uint64_t seed) {
    std::mt19937_64 engine(seed);
    Tokens tokens(count);
    for (uint32_t &token : tokens)
      token = static_cast<uint32_t>(engine() % 50);
    return tokens;
  }
  rlx_lm_request_t *answer(size_t prompt, uint64_t seed, int64_t most) {
    rlx_lm_settings_t settings;
    rlx_lm_settings_init(&settings);
    settings.seed = seed;
    settings.max_tokens = most;
    const Tokens tokens = text(prompt, seed);
    expectOk(rlx_lm_submit(lm, tokens.data(), tokens.size(), &settings, nullptr, nullptr,
                           &requests.emplace_back()));
    return requests.back();
  }
  rlx_lm_request_t *score(const Tokens &tokens, size_t first) {
    expectOk(
        rlx_lm_submit_score(lm, tokens.data(), tokens.size(), first, &requests.emplace_back()));
    return requests.back();
  }
  rlx_lm_request_t *embed(const Tokens &tokens, rlx_lm_pooling_t pooling) {
    expectOk(
        rlx_lm_submit_embed(lm, tokens.data(), tokens.size(), pooling, &requests.emplace_back()));
    return requests.back();
  }
  static Scores scoresOf(rlx_lm_request_t *request, size_t count) {
    Scores scores(count);
    expectOk(rlx_lm_wait_score(request, scores.data()));
    return scores;
  }
  static Vector vectorOf(rlx_lm_request_t *request) {
    Vector vector(rlx_lm_get_embedding_size(lm));
    expectOk(rlx_lm_wait_embed(request, vector.data()));
    return vector;
  }
  static Scores scoresAlone(const Tokens &tokens, size_t first) {
    Scores scores(tokens.size() - first);
    expectOk(rlx_lm_score(apart, tokens.data(), tokens.size(), first, scores.data()));
    return scores;
  }
  static Vector vectorAlone(const Tokens &tokens, rlx_lm_pooling_t pooling) {
    Vector vector(rlx_lm_get_embedding_size(apart));
    expectOk(rlx_lm_embed(apart, tokens.data(), tokens.size(), pooling, vector.data()));
    return vector;
  }
  static std::string textOf(rlx_lm_request_t *request) {
    rlx_lm_answer_t answer{};
    expectOk(rlx_lm_wait(request, &answer));
    return answer.text;
  }

  static inline rlx_executable_t *executable = nullptr, *clone = nullptr;
  static inline rlx_lm_t *lm = nullptr, *apart = nullptr;
  std::vector<rlx_lm_request_t *> requests;
};

TEST_F(TextRequests, BesideThreeAnswers) {
  std::vector<std::string> expected;
  for (uint64_t i = 0; i < 3; ++i)
    expected.push_back(textOf(answer(5 + 40 * i, i, 60)));
  std::vector<rlx_lm_request_t *> answers;
  for (uint64_t i = 0; i < 3; ++i)
    answers.push_back(answer(5 + 40 * i, i, 60));
  size_t pending = 0;
  for (int i = 0; i < 12; ++i)
    expectOk(rlx_lm_step(lm, &pending));
  ASSERT_EQ(pending, 3U); // in the middle of their answers
  const Tokens longText = text(300, 7), shortText = text(9, 8), one = text(1, 9);
  rlx_lm_request_t *const scores[] = {score(longText, 1), score(longText, 200), score(shortText, 9),
                                      score(one, 1)};
  std::vector<rlx_lm_request_t *> vectors;
  const rlx_lm_pooling_t poolings[] = {RLX_LM_POOLING_MODEL, RLX_LM_POOLING_MEAN,
                                       RLX_LM_POOLING_LAST, RLX_LM_POOLING_FIRST};
  for (const rlx_lm_pooling_t pooling : poolings)
    for (const Tokens *each : {&longText, &shortText, &one})
      vectors.push_back(embed(*each, pooling));
  EXPECT_EQ(scoresOf(scores[0], 299), scoresAlone(longText, 1));
  EXPECT_EQ(scoresOf(scores[1], 100), scoresAlone(longText, 200));
  EXPECT_EQ(scoresOf(scores[2], 0), Scores());
  EXPECT_EQ(scoresOf(scores[3], 0), Scores());
  auto next = vectors.begin();
  for (const rlx_lm_pooling_t pooling : poolings)
    for (const Tokens *each : {&longText, &shortText, &one})
      EXPECT_EQ(vectorOf(*next++), vectorAlone(*each, pooling));
  for (size_t i = 0; i < 3; ++i)
    EXPECT_EQ(textOf(answers[i]), expected[i]);
}

// They wait for blocks, give them up for older requests, and begin again.
TEST_F(TextRequests, WithFewBlocks) {
  expectOk(rlx_lm_reserve(lm, 512));
  std::vector<std::string> expected;
  for (uint64_t i = 0; i < 3; ++i)
    expected.push_back(textOf(answer(100, i, 200)));
  std::vector<rlx_lm_request_t *> answers, scores, vectors;
  std::vector<Tokens> texts;
  for (uint64_t i = 0; i < 3; ++i) {
    answers.push_back(answer(100, i, 200));
    texts.push_back(text(150 + 90 * i, 20 + i));
    scores.push_back(score(texts.back(), 1 + 20 * i));
    vectors.push_back(embed(texts.back(), RLX_LM_POOLING_MEAN));
  }
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(textOf(answers[i]), expected[i]);
    EXPECT_EQ(scoresOf(scores[i], texts[i].size() - 1 - 20 * i), scoresAlone(texts[i], 1 + 20 * i));
    EXPECT_EQ(vectorOf(vectors[i]), vectorAlone(texts[i], RLX_LM_POOLING_MEAN));
  }
}

// A text that answers begin with is not computed again, but for the tokens whose results count.
TEST_F(TextRequests, PrefixesAreShared) {
  const Tokens whole = text(400, 3);
  const Scores expected = scoresAlone(whole, 390);
  scoresOf(score(whole, 390), 10);
  rlx_lm_request_t *const again = score(whole, 390), *const last =
                                                         embed(whole, RLX_LM_POOLING_LAST);
  size_t pending = 2;
  expectOk(rlx_lm_step(lm, &pending));
  EXPECT_EQ(pending, 0U); // 16 tokens and fewer
  EXPECT_EQ(scoresOf(again, 10), expected);
  EXPECT_EQ(vectorOf(last), vectorAlone(whole, RLX_LM_POOLING_LAST));
  EXPECT_EQ(scoresOf(score(whole, 1), 399), scoresAlone(whole, 1));
}

TEST_F(TextRequests, CancelledHalfWay) {
  const Tokens whole = text(500, 4);
  rlx_lm_request_t *const beside = answer(20, 5, 80);
  const std::string expected = textOf(answer(20, 5, 80));
  rlx_lm_request_t *const scores = score(whole, 1),
                          *const vector = embed(whole, RLX_LM_POOLING_MEAN),
                          *const kept = score(whole, 100), *const other = answer(20, 5, 80);
  size_t pending = 0;
  expectOk(rlx_lm_step(lm, &pending));
  EXPECT_EQ(pending, 4U);
  for (rlx_lm_request_t *each : {scores, vector}) {
    EXPECT_EQ(rlx_lm_is_done(each), 0);
    rlx_lm_cancel(each);
  }
  expectError(rlx_lm_wait_score(scores, nullptr), RLX_FAILED_PRECONDITION,
              "the request was cancelled");
  expectError(rlx_lm_wait_embed(vector, nullptr), RLX_FAILED_PRECONDITION,
              "the request was cancelled");
  EXPECT_EQ(scoresOf(kept, 400), scoresAlone(whole, 100));
  EXPECT_EQ(textOf(beside), expected);
  EXPECT_EQ(textOf(other), expected);
  rlx_lm_request_free(score(whole, 1)); // one that nobody waits for
  requests.pop_back();
}

TEST_F(TextRequests, WrongOnesAreRefused) {
  const Tokens tokens = text(8, 1), wrong = {3, 50};
  rlx_lm_request_t *request = nullptr;
  expectError(rlx_lm_submit_score(lm, tokens.data(), 8, 0, &request), RLX_INVALID_ARGUMENT,
              "expected a first token from 1 to 8");
  expectError(rlx_lm_submit_score(lm, tokens.data(), 8, 9, &request), RLX_INVALID_ARGUMENT,
              "got 9");
  expectError(rlx_lm_submit_score(lm, nullptr, 0, 1, &request), RLX_INVALID_ARGUMENT, "no token");
  expectError(rlx_lm_submit_score(lm, wrong.data(), 2, 1, &request), RLX_INVALID_ARGUMENT,
              "token 1 is 50, but there are 50");
  const Tokens large = text(513, 1);
  expectError(rlx_lm_submit_score(lm, large.data(), 513, 1, &request), RLX_OUT_OF_RANGE,
              "the context has 512 tokens, but the text has 513");
  expectError(rlx_lm_submit_embed(lm, large.data(), 513, RLX_LM_POOLING_MODEL, &request),
              RLX_OUT_OF_RANGE, "513");
  expectError(rlx_lm_submit_embed(lm, nullptr, 0, RLX_LM_POOLING_MEAN, &request),
              RLX_INVALID_ARGUMENT, "the text has no token");
  expectError(rlx_lm_submit_embed(lm, tokens.data(), 8, static_cast<rlx_lm_pooling_t>(9), &request),
              RLX_INVALID_ARGUMENT, "unknown pooling 9");
  expectError(rlx_lm_submit_embed(lm, tokens.data(), 8, RLX_LM_POOLING_MEAN, nullptr),
              RLX_INVALID_ARGUMENT, "request is NULL");
  EXPECT_EQ(request, nullptr);
  rlx_lm_answer_t made{};
  double number = 0;
  float value = 0;
  expectError(rlx_lm_wait(score(tokens, 1), &made), RLX_INVALID_ARGUMENT, "of another kind");
  expectError(rlx_lm_wait_embed(score(tokens, 1), &value), RLX_INVALID_ARGUMENT, "another kind");
  expectError(rlx_lm_wait_score(answer(3, 1, 2), &number), RLX_INVALID_ARGUMENT, "another kind");
  expectError(rlx_lm_wait_score(score(tokens, 1), nullptr), RLX_INVALID_ARGUMENT,
              "the memory for the result is NULL");
  expectError(rlx_lm_wait_score(nullptr, &number), RLX_INVALID_ARGUMENT, "request is NULL");
}

} // namespace
} // namespace text_requests_test
