// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requests by the C API: from one thread and from several, freed at any time, and refused where
// they must be.
#include <rlx/rlx_compiler.h>
#include <rlx/rlx_lm.h>

#include <thread>

#include <gtest/gtest.h>

#include "unittests/importers/RandomDecoder.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace lm_requests_test {
namespace {

using Tokens = std::vector<uint32_t>;
using rlx::test::expectError;
using rlx::test::expectOk;

std::vector<std::string> letters() {
  std::vector<std::string> tokens;
  for (char letter = 'A'; tokens.size() < 50; ++letter)
    tokens.emplace_back(1, letter);
  return tokens;
}

class LmRequests : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    folder = new rlx::testing::TempFolder();
    const rlx::test::RandomDecoder llama{.tokens = letters()};
    const std::vector<uint8_t> bytes = llama.bytes();
    path = folder->write("model.gguf", std::string(bytes.begin(), bytes.end()));
    expectOk(rlx_compile_file(path.c_str(), nullptr, &executable));
  }
  static void TearDownTestSuite() {
    rlx_executable_free(executable);
    delete folder;
  }
  void SetUp() override { expectOk(rlx_lm_create(executable, path.c_str(), 128, &lm)); }
  void TearDown() override { rlx_lm_free(lm); }

  static Tokens prompt(uint32_t first) { return {first, first + 1, 7, first + 3}; }
  static rlx_lm_settings_t greedy(int64_t most) {
    rlx_lm_settings_t settings;
    rlx_lm_settings_init(&settings);
    settings.temperature = 0;
    settings.max_tokens = most;
    return settings;
  }
  std::string alone(uint32_t first, int64_t most) {
    const rlx_lm_settings_t settings = greedy(most);
    rlx_lm_answer_t answer{};
    const Tokens tokens = prompt(first);
    expectOk(
        rlx_lm_generate(lm, tokens.data(), tokens.size(), &settings, nullptr, nullptr, &answer));
    return answer.text;
  }
  rlx_lm_request_t *submit(uint32_t first, int64_t most, rlx_lm_text_fn_t function = nullptr,
                           void *context = nullptr) {
    const rlx_lm_settings_t settings = greedy(most);
    const Tokens tokens = prompt(first);
    rlx_lm_request_t *request = nullptr;
    expectOk(
        rlx_lm_submit(lm, tokens.data(), tokens.size(), &settings, function, context, &request));
    return request;
  }
  static std::string textOf(rlx_lm_request_t *request) {
    rlx_lm_answer_t answer{};
    expectOk(rlx_lm_wait(request, &answer));
    return answer.text ? answer.text : "";
  }

  static inline rlx::testing::TempFolder *folder = nullptr;
  static inline std::string path;
  static inline rlx_executable_t *executable = nullptr;
  rlx_lm_t *lm = nullptr;
};

TEST_F(LmRequests, StepsFinishThem) {
  expectOk(rlx_lm_reserve(lm, 1000));
  const std::string first = alone(1, 20), second = alone(9, 12);
  std::string shown;
  const auto take = [](void *context, const char *text, size_t length) {
    static_cast<std::string *>(context)->append(text, length);
    return 0;
  };
  rlx_lm_request_t *const a = submit(1, 20, take, &shown), *const b = submit(9, 12);
  EXPECT_EQ(rlx_lm_is_done(a), 0);
  size_t pending = 2;
  expectOk(rlx_lm_step(lm, &pending));
  EXPECT_EQ(pending, 2u);
  int steps = 0;
  for (; pending > 0 && steps < 100; ++steps)
    expectOk(rlx_lm_step(lm, &pending));
  EXPECT_EQ(steps, 19); // both in each step
  EXPECT_EQ(rlx_lm_is_done(a) + rlx_lm_is_done(b), 2);
  EXPECT_EQ(textOf(a), first);
  EXPECT_EQ(textOf(b), second);
  EXPECT_EQ(shown, first);
  rlx_lm_request_free(a);
  rlx_lm_request_free(b);
  EXPECT_EQ(alone(1, 20), first);
}

// Threads that submit and wait take turns at the model.
TEST_F(LmRequests, ThreadsShareTheModel) {
  expectOk(rlx_lm_reserve(lm, 600));
  constexpr uint32_t kThreads = 4, kEach = 5;
  std::vector<std::string> expected;
  for (uint32_t i = 0; i < kThreads * kEach; ++i)
    expected.push_back(alone(i, 10));
  std::vector<std::string> texts(expected.size());
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (uint32_t i = t * kEach; i < (t + 1) * kEach; ++i) {
        rlx_lm_request_t *const request = submit(i, 10);
        if (i % 3 == 0) { // one that nobody waits for
          rlx_lm_request_t *const other = submit(i + 1, 50);
          rlx_lm_cancel(other);
          rlx_lm_request_free(other);
        }
        texts[i] = textOf(request);
        rlx_lm_request_free(request);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(texts, expected);
  size_t pending = 1;
  for (int i = 0; pending > 0 && i < 100; ++i)
    expectOk(rlx_lm_step(lm, &pending));
  EXPECT_EQ(pending, 0u);
}

// Threads that generate, score and submit at the same time: each has its own answer, which lives
// while others get theirs.
TEST_F(LmRequests, AnswersTakeTurns) {
  constexpr uint32_t kThreads = 4, kEach = 5;
  std::vector<std::string> expected;
  for (uint32_t i = 0; i < kThreads * kEach; ++i)
    expected.push_back(alone(i, 10));
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (uint32_t i = t * kEach; i < (t + 1) * kEach; ++i) {
        rlx_lm_request_t *const beside = i % 3 == 0 ? submit(i, 10) : nullptr;
        const rlx_lm_settings_t settings = greedy(10);
        const Tokens tokens = prompt(i);
        rlx_lm_answer_t answer{};
        expectOk(rlx_lm_generate(lm, tokens.data(), 4, &settings, nullptr, nullptr, &answer));
        std::vector<double> scores(3);
        expectOk(rlx_lm_score(lm, tokens.data(), 4, 1, scores.data()));
        EXPECT_EQ(answer.text, expected[i]);
        if (beside)
          EXPECT_EQ(textOf(beside), expected[i]);
        rlx_lm_request_free(beside);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

// One that waits for its turn is asked whether it goes on, and its time counts.
TEST_F(LmRequests, AnswersEndWhileTheyWait) {
  struct Waiters {
    rlx_lm_t *lm = nullptr;
    rlx_lm_answer_t late{}, ended{};
    std::vector<std::thread> threads;
  } waiters;
  waiters.lm = lm;
  const auto wait = [](void *context, const char *, size_t) {
    auto &all = *static_cast<Waiters *>(context);
    if (!all.threads.empty())
      return 0;
    const auto start = [&](double timeout, rlx_lm_text_fn_t function, rlx_lm_answer_t &answer) {
      all.threads.emplace_back([&all, timeout, function, &answer] {
        rlx_lm_settings_t settings = greedy(5);
        settings.timeout = timeout;
        const Tokens tokens = prompt(3);
        expectOk(rlx_lm_generate(all.lm, tokens.data(), 4, &settings, function, nullptr, &answer));
      });
    };
    start(0.01, nullptr, all.late);
    start(0, [](void *, const char *, size_t) { return 1; }, all.ended);
    for (std::thread &each : all.threads)
      each.join();
    return 0;
  };
  const std::string expected = alone(1, 5);
  const rlx_lm_settings_t settings = greedy(5);
  const Tokens tokens = prompt(1);
  rlx_lm_answer_t answer{};
  expectOk(rlx_lm_generate(lm, tokens.data(), 4, &settings, wait, &waiters, &answer));
  EXPECT_EQ(answer.text, expected);
  ASSERT_EQ(waiters.threads.size(), 2u);
  EXPECT_EQ(waiters.late.stop, RLX_LM_TIMEOUT);
  EXPECT_EQ(waiters.ended.stop, RLX_LM_CALLER);
  EXPECT_EQ(waiters.late.tokens + waiters.ended.tokens, 0u);
  EXPECT_EQ(waiters.ended.prompt_tokens, 4u);
}

TEST_F(LmRequests, AFunctionMayFreeItsRequest) {
  struct Freed {
    rlx_lm_request_t *request = nullptr;
    size_t calls = 0;
  } freed;
  const auto take = [](void *context, const char *, size_t) {
    auto &each = *static_cast<Freed *>(context);
    ++each.calls;
    rlx_lm_request_free(each.request);
    return 0;
  };
  freed.request = submit(3, 30, take, &freed);
  size_t pending = 1;
  for (int i = 0; pending > 0 && i < 50; ++i)
    expectOk(rlx_lm_step(lm, &pending));
  EXPECT_EQ(pending, 0u);
  EXPECT_EQ(freed.calls, 1u);
}

// Many threads may wait for one request, and a call waits for steps.
TEST_F(LmRequests, OneRequestHasManyWaiters) {
  const std::string expected = alone(4, 40);
  rlx_lm_request_t *const request = submit(4, 40), *const endless = submit(6, 0);
  std::vector<std::string> texts(4);
  std::vector<std::thread> threads;
  for (std::string &text : texts)
    threads.emplace_back([&] { text = textOf(request); });
  std::thread stepping([&] {
    size_t pending = 1;
    while (rlx_lm_is_done(endless) == 0)
      expectOk(rlx_lm_step(lm, &pending));
  });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(texts, std::vector<std::string>(4, expected));
  rlx_lm_cancel(endless);
  stepping.join();
  EXPECT_EQ(alone(4, 40), expected);
  rlx_lm_request_free(request);
  rlx_lm_request_free(endless);
}

// Blocks of requests that nobody steps for any more.
TEST_F(LmRequests, FreedRequestsGiveTheirBlocksBack) {
  size_t pending = 0;
  rlx_lm_request_t *const request = submit(1, 0);
  for (int i = 0; i < 70; ++i)
    expectOk(rlx_lm_step(lm, &pending));
  rlx_lm_request_free(request);
  expectOk(rlx_lm_reserve(lm, 500));
  EXPECT_EQ(alone(1, 100).size(), 100u);
}

// The model cannot run inside of itself.
TEST_F(LmRequests, FunctionsDoNotStep) {
  struct Tried {
    rlx_lm_t *lm;
    rlx_status_t *status = nullptr;
  } tried{lm};
  const auto take = [](void *context, const char *, size_t) {
    auto &each = *static_cast<Tried *>(context);
    size_t pending = 0;
    if (!each.status)
      each.status = rlx_lm_step(each.lm, &pending);
    return 0;
  };
  rlx_lm_request_t *const request = submit(1, 5, take, &tried);
  EXPECT_EQ(textOf(request), alone(1, 5));
  expectError(tried.status, RLX_FAILED_PRECONDITION, "in use by another call");
  rlx_lm_request_free(request);
}

// So little time that the first step is too late.
TEST_F(LmRequests, TimeEndsAnswers) {
  const std::string expected = alone(1, 9);
  rlx_lm_settings_t settings = greedy(9);
  settings.timeout = 1e-9;
  const Tokens tokens = prompt(1);
  rlx_lm_answer_t answer{};
  expectOk(rlx_lm_generate(lm, tokens.data(), 4, &settings, nullptr, nullptr, &answer));
  EXPECT_EQ(answer.stop, RLX_LM_TIMEOUT);
  EXPECT_EQ(answer.length, 0u);
  rlx_lm_request_t *request = nullptr, *const beside = submit(1, 9);
  expectOk(rlx_lm_submit(lm, tokens.data(), 4, &settings, nullptr, nullptr, &request));
  expectOk(rlx_lm_wait(request, &answer));
  EXPECT_EQ(answer.stop, RLX_LM_TIMEOUT);
  EXPECT_EQ(textOf(beside), expected);
  rlx_lm_request_free(request);
  rlx_lm_request_free(beside);
  settings.timeout = 1e9;
  expectOk(rlx_lm_generate(lm, tokens.data(), 4, &settings, nullptr, nullptr, &answer));
  EXPECT_EQ(answer.text, expected);
  settings.timeout = -1;
  expectError(rlx_lm_generate(lm, tokens.data(), 4, &settings, nullptr, nullptr, &answer),
              RLX_INVALID_ARGUMENT, "expected a timeout of at least 0 seconds, got -1");
}

// An answer, a score and an embedding wait for the blocks of requests, which go on meanwhile.
TEST_F(LmRequests, OtherCallsWaitForRoom) {
  const auto isLonger = [](void *context, const char *, size_t length) {
    *static_cast<size_t *>(context) += length;
    return 0;
  };
  const Tokens text = Tokens(100, 7);
  const std::string expected = alone(9, 90);
  const auto scored = [&] {
    std::vector<double> scores(text.size() - 1);
    expectOk(rlx_lm_score(lm, text.data(), text.size(), 1, scores.data()));
    return scores;
  };
  const auto embedded = [&] {
    std::vector<float> vector(rlx_lm_get_embedding_size(lm));
    expectOk(rlx_lm_embed(lm, text.data(), text.size(), RLX_LM_POOLING_MODEL, vector.data()));
    return vector;
  };
  const std::vector<double> scores = scored();
  const std::vector<float> vector = embedded();
  const auto withRequest = [&](const auto &call) {
    size_t pending = 0, length = 0;
    rlx_lm_request_t *const request = submit(1, 110, isLonger, &length);
    for (int i = 0; i < 70; ++i) // it has all blocks
      expectOk(rlx_lm_step(lm, &pending));
    EXPECT_EQ(pending, 1u);
    call();
    EXPECT_EQ(textOf(request).size(), 110u);
    EXPECT_EQ(length, 110u);
    rlx_lm_request_free(request);
  };
  const std::string other = alone(1, 110);
  withRequest([&] { EXPECT_EQ(alone(9, 90), expected); });
  withRequest([&] { EXPECT_EQ(scored(), scores); });
  withRequest([&] { EXPECT_EQ(embedded(), vector); });
  EXPECT_EQ(alone(1, 110), other);
}

// Blocks that the model's own text shares with a request are not free before the request is done.
TEST_F(LmRequests, SharedBlocksAreNoRoom) {
  expectOk(rlx_lm_reserve(lm, 256)); // four blocks
  const Tokens shared(70, 5), other(100, 7);
  std::vector<double> expected(99), scores(99);
  expectOk(rlx_lm_score(lm, other.data(), other.size(), 1, expected.data()));
  const rlx_lm_settings_t settings = greedy(50);
  rlx_lm_request_t *request = nullptr;
  expectOk(rlx_lm_submit(lm, shared.data(), shared.size(), &settings, nullptr, nullptr, &request));
  size_t pending = 0;
  for (int i = 0; i < 3; ++i)
    expectOk(rlx_lm_step(lm, &pending));
  expectOk(rlx_lm_score(lm, shared.data(), 65, 65, nullptr)); // shares the first of two blocks
  rlx_lm_request_t *const second = submit(9, 40);             // takes the third one
  expectOk(rlx_lm_step(lm, &pending));
  EXPECT_EQ(pending, 2u);
  expectOk(rlx_lm_score(lm, other.data(), other.size(), 1, scores.data()));
  EXPECT_EQ(scores, expected);
  EXPECT_EQ(textOf(request).size(), 50u);
  EXPECT_EQ(textOf(second).size(), 40u);
  rlx_lm_request_free(request);
  rlx_lm_request_free(second);
}

// Answers go on where requests have read the same tokens, and the other way round.
TEST_F(LmRequests, AnswersSharePrefixesWithThem) {
  expectOk(rlx_lm_reserve(lm, 1000));
  Tokens tokens(70, 3);
  tokens[60] = 5;
  const rlx_lm_settings_t settings = greedy(20);
  rlx_lm_request_t *request = nullptr;
  const auto requested = [&] {
    rlx_lm_answer_t answer{};
    expectOk(
        rlx_lm_submit(lm, tokens.data(), tokens.size(), &settings, nullptr, nullptr, &request));
    expectOk(rlx_lm_wait(request, &answer));
    return answer;
  };
  const auto generated = [&] {
    rlx_lm_answer_t answer{};
    expectOk(
        rlx_lm_generate(lm, tokens.data(), tokens.size(), &settings, nullptr, nullptr, &answer));
    return answer;
  };
  const rlx_lm_answer_t first = requested();
  EXPECT_EQ(first.reused_tokens, 0u);
  const rlx_lm_answer_t same = generated();
  EXPECT_EQ(same.reused_tokens, 69u);
  EXPECT_EQ(std::string(same.text), first.text);
  tokens.insert(tokens.end(), first.ids, first.ids + first.tokens);
  rlx_lm_request_free(request);
  EXPECT_EQ(generated().reused_tokens, 89u);
  tokens.push_back(1);
  tokens[80] ^= 1; // in the middle of a block that is not full
  EXPECT_EQ(requested().reused_tokens, 80u);
  rlx_lm_request_free(request);
}

TEST_F(LmRequests, WrongCalls) {
  rlx_lm_request_t *request = nullptr;
  const Tokens tokens = prompt(1);
  rlx_lm_settings_t settings = greedy(5);
  expectError(rlx_lm_submit(lm, nullptr, 0, &settings, nullptr, nullptr, &request),
              RLX_INVALID_ARGUMENT, "the prompt is empty");
  const Tokens wrong = {1, 50};
  expectError(rlx_lm_submit(lm, wrong.data(), 2, &settings, nullptr, nullptr, &request),
              RLX_INVALID_ARGUMENT, "token 1 is 50, but there are 50");
  settings.top_p = 2;
  expectError(rlx_lm_submit(lm, tokens.data(), 4, &settings, nullptr, nullptr, &request),
              RLX_INVALID_ARGUMENT, "");
  settings = greedy(5);
  settings.grammar = "root ::= \"unknown";
  expectError(rlx_lm_submit(lm, tokens.data(), 4, &settings, nullptr, nullptr, &request),
              RLX_INVALID_ARGUMENT, "");
  EXPECT_EQ(request, nullptr);
  expectError(rlx_lm_reserve(lm, 127), RLX_INVALID_ARGUMENT, "at least 128 tokens");
  request = submit(1, 100);
  size_t pending = 0;
  expectOk(rlx_lm_step(lm, &pending));
  expectError(rlx_lm_reserve(lm, 500), RLX_FAILED_PRECONDITION, "requests are running");
  // A request outlives its model.
  rlx_lm_free(lm);
  lm = nullptr;
  rlx_lm_answer_t answer{};
  expectError(rlx_lm_wait(request, &answer), RLX_FAILED_PRECONDITION, "was freed");
  rlx_lm_request_free(request);
  expectError(rlx_lm_submit(nullptr, tokens.data(), 4, &settings, nullptr, nullptr, &request),
              RLX_INVALID_ARGUMENT, "lm is NULL");
  expectError(rlx_lm_wait(nullptr, &answer), RLX_INVALID_ARGUMENT, "request is NULL");
  rlx_lm_cancel(nullptr);
  rlx_lm_request_free(nullptr);
  EXPECT_EQ(rlx_lm_is_done(nullptr), 0);
}

TEST_F(LmRequests, ContiguousCachesAreForOneText) {
  rlx_compile_options_t *options = nullptr;
  expectOk(rlx_compile_options_create(&options));
  expectError(rlx_compile_options_set_cache_layout(options, "ring"), RLX_INVALID_ARGUMENT,
              "expected a layout of caches, contiguous or paged; got 'ring'");
  expectOk(rlx_compile_options_set_cache_layout(options, "contiguous"));
  rlx_executable_t *compiled = nullptr;
  expectOk(rlx_compile_file(path.c_str(), options, &compiled));
  rlx_compile_options_free(options);
  rlx_lm_t *one = nullptr;
  expectOk(rlx_lm_create(compiled, path.c_str(), 128, &one));
  const std::string expected = alone(1, 8);
  std::swap(lm, one);
  EXPECT_EQ(alone(1, 8), expected);
  rlx_lm_request_t *request = nullptr;
  const Tokens tokens = prompt(1);
  constexpr const char *kMessage = "compile the model with paged caches";
  expectError(rlx_lm_submit(lm, tokens.data(), 4, nullptr, nullptr, nullptr, &request),
              RLX_UNSUPPORTED, kMessage);
  expectError(rlx_lm_reserve(lm, 500), RLX_UNSUPPORTED, kMessage);
  std::swap(lm, one);
  rlx_lm_free(one);
  rlx_executable_free(compiled);
}

} // namespace
} // namespace lm_requests_test
