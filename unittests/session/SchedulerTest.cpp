// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several requests on one model: each gets the bits that it gets alone, whatever runs beside it,
// with few blocks, and after others have failed, ended or been cancelled.
#include <rlx/rlx_compiler.h>

#include <chrono>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "formats/gguf/GgufModel.h"
#include "lm/Decoder.h"
#include "lm/Generation.h"
#include "lm/Scheduler.h"
#include "runtime/capi/Wrap.h"
#include "unittests/importers/RandomDecoder.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace scheduler_test {
namespace {

using namespace rlx;
using namespace rlx::lm;
using rt::StatusCode;
using Tokens = std::vector<Token>;

std::vector<std::string> names() {
  std::vector<std::string> tokens;
  for (char letter = 'A'; tokens.size() < 50; ++letter)
    tokens.emplace_back(1, letter);
  return tokens;
}

constexpr size_t kContext = 320;

struct Wish {
  Tokens prompt;
  SamplingOptions sampling;
  AnswerOptions options;
};

class OnOneModel : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    folder = new rlx::testing::TempFolder();
    using Type = gguf::TensorType;
    const test::RandomDecoder llama{.types = {{"attn_q", Type::Q4_1},
                                              {"attn_k", Type::Q4_1},
                                              {"attn_v", Type::Q8_0},
                                              {"attn_output", Type::Q4_0},
                                              {"ffn_gate", Type::Q5_0},
                                              {"ffn_up", Type::Q5_0},
                                              {"ffn_down", Type::Q8_0},
                                              {"token_embd", Type::Q8_0}},
                                    .tokens = names()};
    const std::vector<uint8_t> bytes = llama.bytes();
    const std::string path = folder->write("m.gguf", std::string(bytes.begin(), bytes.end()));
    executable = compiled(path, "exact", "f32");
    other = compiled(path, "high", "f16");
    vocabulary = Vocabulary::create((*gguf::GgufModel::open(path))->metadata()).value();
  }
  static rlx_executable_t *compiled(const std::string &path, const char *precision,
                                    const char *cacheType) {
    rlx_compile_options_t *options = nullptr;
    rlx_executable_t *made = nullptr;
    test::expectOk(rlx_compile_options_create(&options));
    test::expectOk(rlx_compile_options_set_precision(options, precision));
    test::expectOk(rlx_compile_options_set_cache_type(options, cacheType));
    test::expectOk(rlx_compile_file(path.c_str(), options, &made));
    rlx_compile_options_free(options);
    return made;
  }
  static void TearDownTestSuite() {
    vocabulary.reset();
    rlx_executable_free(executable);
    rlx_executable_free(other);
    delete folder;
  }
  void SetUp() override { use(executable); }
  void use(rlx_executable_t *used) {
    scheduler.reset();
    decoder.reset();
    apart.reset();
    rlx_executable_t *made = nullptr;
    test::expectOk(rlx_executable_clone(used, &made));
    clone.reset(made);
    apart.emplace(StepModel::create(capi::unwrap(made), kContext).value());
    model = StepModel::create(capi::unwrap(used), kContext).value();
    decoder.emplace(model);
    scheduler.emplace(model, vocabulary, [this] { decoder->truncate(0); });
  }

  static Wish wish(size_t promptTokens, int64_t most, uint64_t seed) {
    Wish wish;
    std::mt19937_64 engine(seed);
    for (size_t i = 0; i < promptTokens; ++i)
      wish.prompt.push_back(static_cast<Token>(engine() % 50));
    wish.sampling = {.temperature = seed % 2 == 0 ? 0.0 : 1.5, .topK = 0, .seed = seed};
    wish.options = {.maxTokens = most, .stop = {}, .logProbs = 1};
    return wish;
  }
  // By a model whose caches have nothing of the requests.
  Answer alone(const Wish &wish) {
    apart->truncate(0);
    return made(*apart, wish);
  }
  static Answer made(Decoder &used, const Wish &wish) {
    Sampler sampler(wish.sampling);
    return generate(used, *vocabulary, sampler, wish.prompt, wish.options,
                    [](std::string_view) { return true; })
        .value();
  }
  std::shared_ptr<Request> submit(const Wish &wish) {
    return scheduler
        ->submit(wish.prompt, wish.sampling, wish.options, [](std::string_view) { return true; })
        .value();
  }
  void finishAll() {
    for (int steps = 0; scheduler->step() > 0; ++steps)
      ASSERT_LT(steps, 5000);
  }
  static void expectEqual(const Request &request, const Answer &expected, double tolerance = 0) {
    ASSERT_TRUE(request.isDone());
    ASSERT_OK(request.status().copy());
    EXPECT_EQ(request.answer().ids, expected.ids);
    EXPECT_EQ(request.answer().text, expected.text);
    EXPECT_EQ(request.answer().stop, expected.stop);
    ASSERT_EQ(request.answer().logProbs.size(), expected.logProbs.size());
    for (size_t i = 0; i < expected.logProbs.size(); ++i)
      EXPECT_NEAR(request.answer().logProbs[i], expected.logProbs[i], tolerance);
  }
  void expectReuse(const Wish &wish, size_t tokens) {
    const Answer expected = alone(wish);
    const std::shared_ptr<Request> request = submit(wish);
    finishAll();
    expectEqual(*request, expected);
    EXPECT_EQ(request->answer().reusedTokens, tokens);
  }
  // Submits all, and compares.
  void expectAsAlone(const std::vector<Wish> &wishes, double tolerance = 0) {
    std::vector<Answer> expected;
    for (const Wish &each : wishes)
      expected.push_back(alone(each));
    std::vector<std::shared_ptr<Request>> requests;
    for (const Wish &each : wishes)
      requests.push_back(submit(each));
    finishAll();
    for (size_t i = 0; i < wishes.size(); ++i)
      expectEqual(*requests[i], expected[i], tolerance);
  }

  static inline rlx::testing::TempFolder *folder = nullptr;
  static inline rlx_executable_t *executable = nullptr, *other = nullptr;
  static inline std::shared_ptr<const Vocabulary> vocabulary;
  std::shared_ptr<StepModel> model;
  std::unique_ptr<rlx_executable_t, void (*)(rlx_executable_t *)> clone{nullptr,
                                                                        rlx_executable_free};
  std::optional<Decoder> decoder, apart; // of the model, and of the clone
  std::optional<Scheduler> scheduler;
};

// Prompts of one token, of parts of a step, and of several blocks, some with drafts.
TEST_F(OnOneModel, AnswersAreThoseOfTextsAlone) {
  ASSERT_OK(model->reserve(4096));
  std::vector<Wish> wishes = {wish(1, 40, 1),   wish(70, 30, 2), wish(200, 60, 3), wish(13, 90, 4),
                              wish(130, 20, 5), wish(64, 64, 6), wish(63, 5, 7)};
  wishes[3].options.draftMax = 7;
  wishes[5].options.draftMax = 15;
  expectAsAlone(wishes);
}

// With the rounding that language models have by default, and keys of f16.
TEST_F(OnOneModel, AnswersAreThoseOfTextsAloneWithOtherOptions) {
  use(other);
  ASSERT_OK(model->reserve(8192));
  std::vector<Wish> wishes;
  for (uint64_t i = 0; i < 20; ++i)
    wishes.push_back(wish(1 + 9 * i, 24, i));
  expectAsAlone(wishes);
}

// One context of blocks for five texts: they wait, and give blocks up. Tokens of an answer that are
// read again are read as a prompt is.
TEST_F(OnOneModel, FewBlocksChangeNothing) {
  std::vector<Wish> wishes;
  for (uint64_t i = 0; i < 5; ++i)
    wishes.push_back(wish(20 + 10 * i, 150, i));
  expectAsAlone(wishes);
  EXPECT_GT(scheduler->preemptions(), 0u);
  EXPECT_EQ(model->blocks().available(), model->blocks().size());
}

// One that waits to go on needs nothing of the draft model, whose blocks others can have.
TEST_F(OnOneModel, PreemptedRequestsHoldNoBlocksOfTheDraftModel) {
  Wish older = wish(100, 180, 2), younger = wish(130, 150, 4);
  const Answer expected[] = {alone(older), alone(younger)};
  apart.reset();
  ASSERT_OK(model->reserve(448));
  const auto drafts = StepModel::create(capi::unwrap(clone.get()), kContext).value();
  ASSERT_OK(drafts->reserve(4096));
  for (Wish *each : {&older, &younger}) {
    each->options.draftMax = 3;
    each->options.draftModel = drafts.get();
  }
  const std::shared_ptr<Request> requests[] = {submit(older), submit(younger)};
  for (int steps = 0; scheduler->preemptions() == 0 && steps < 500; ++steps)
    scheduler->step();
  ASSERT_EQ(scheduler->preemptions(), 1u);
  // The older one has at most 4 blocks, as the younger one had.
  EXPECT_LE(drafts->blocks().size() - drafts->blocks().available(), 4u);
  finishAll();
  for (size_t i = 0; i < 2; ++i) {
    expectEqual(*requests[i], expected[i]);
    EXPECT_GT(requests[i]->answer().acceptedTokens, 50u);
  }
  EXPECT_EQ(drafts->blocks().available(), drafts->blocks().size());
  scheduler.reset();
}

TEST_F(OnOneModel, CommonPrefixesAreComputedOnce) {
  ASSERT_OK(model->reserve(4096));
  const Wish first = wish(150, 4, 8);
  const std::shared_ptr<Request> begun = submit(first);
  finishAll();
  EXPECT_EQ(begun->answer().reusedTokens, 0u);
  // A conversation goes on behind the last token that the model has read.
  Wish next = first;
  next.prompt.insert(next.prompt.end(), begun->answer().ids.begin(), begun->answer().ids.end());
  next.prompt.push_back(5);
  expectReuse(next, 153);
  // Another text goes on where it differs: in a block that is full in part, and behind a full one.
  Wish another = first;
  another.prompt[140] ^= 1;
  expectReuse(another, 140);
  another.prompt[100] ^= 1;
  expectReuse(another, 64);
}

// A request that waits for blocks keeps the prefix that it has found.
TEST_F(OnOneModel, WaitingRequestsKeepTheirPrefix) {
  const Wish chat = wish(70, 4, 2);
  const std::shared_ptr<Request> begun = submit(chat);
  finishAll();
  Wish next = chat;
  next.prompt.insert(next.prompt.end(), begun->answer().ids.begin(), begun->answer().ids.end());
  const std::shared_ptr<Request> beside = submit(wish(100, 20, 4));
  scheduler->step();
  const std::shared_ptr<Request> waiting = submit(next);
  for (int i = 0; i < 5; ++i)
    scheduler->step();
  EXPECT_FALSE(beside->isDone());
  finishAll();
  EXPECT_EQ(waiting->answer().reusedTokens, 73u);
}

// One that may take the rest of a prefix takes nothing before there is room for it.
TEST_F(OnOneModel, WaitingRequestsLeaveTheRestOfAPrefix) {
  const Wish first = wish(129, 1, 2);
  submit(first);
  finishAll();
  Wish other = first;
  other.prompt.resize(250, 7);
  other.prompt[100] ^= 1;
  const std::shared_ptr<Request> beside = submit(wish(60, 60, 4));
  scheduler->step();
  const std::shared_ptr<Request> waiting =
      scheduler
          ->submit(
              other.prompt, other.sampling, other.options, [](std::string_view) { return true; },
              /*takesRest=*/true)
          .value();
  scheduler->step();
  EXPECT_TRUE(waiting->isWaiting());
  EXPECT_FALSE(beside->isDone());
  waiting->cancel();
  finishAll();
  expectReuse(first, 128);
}

// Those that come together wait for the one that computes their prefix, and others do not.
TEST_F(OnOneModel, PrefixesOfRunningRequestsAreShared) {
  ASSERT_OK(model->reserve(4096));
  Wish first = wish(250, 4, 2), second = first, third = wish(30, 4, 4);
  second.prompt[200] ^= 1;
  const std::shared_ptr<Request> requests[] = {submit(first), submit(second), submit(third)};
  scheduler->step();
  EXPECT_EQ(scheduler->pending(), 3u);
  finishAll();
  EXPECT_EQ(requests[1]->answer().reusedTokens, 192u);
  EXPECT_EQ(requests[0]->answer().reusedTokens + requests[2]->answer().reusedTokens, 0u);
  expectEqual(*requests[0], alone(first));
  expectEqual(*requests[1], alone(second));
  expectEqual(*requests[2], alone(third));
}

TEST_F(OnOneModel, RequestsEndByThemselves) {
  ASSERT_OK(model->reserve(2048));
  Wish endless = wish(10, 0, 2), short_ = wish(12, 8, 4), hopeless = wish(11, 50, 6);
  for (Token token = 0; token < 50; ++token)
    hopeless.sampling.logitBias[token] = -INFINITY;
  const Answer expected = alone(short_);
  decoder->truncate(0);
  const std::shared_ptr<Request> cancelled = submit(endless), failed = submit(hopeless),
                                 full = submit(endless);
  std::shared_ptr<Request> late;
  size_t pieces = 0;
  const std::shared_ptr<Request> first =
      scheduler
          ->submit(short_.prompt, short_.sampling, short_.options,
                   [&](std::string_view piece) {
                     pieces += !piece.empty();
                     if (pieces == 3 && !late) { // other requests come and go in between
                       late = submit(short_);
                       cancelled->cancel();
                     }
                     return true;
                   })
          .value();
  finishAll();
  expectEqual(*first, expected);
  expectEqual(*late, expected);
  EXPECT_EQ(pieces, 8u);
  EXPECT_EQ(cancelled->answer().stop, StopReason::Caller);
  EXPECT_GT(cancelled->answer().ids.size(), 0u);
  EXPECT_LT(cancelled->answer().ids.size(), 8u);
  EXPECT_ERROR(failed->status().copy(), InvalidArgument, "");
  EXPECT_EQ(full->answer().stop, StopReason::FullContext);
  EXPECT_EQ(full->answer().ids.size(), kContext - 9);
  EXPECT_EQ(model->blocks().available(), model->blocks().size());
  EXPECT_EQ(scheduler->pending(), 0u);
  EXPECT_EQ(scheduler->step(), 0u);
}

// One that waits for blocks ends with the next step, too.
TEST_F(OnOneModel, WaitingRequestsAreCancelled) {
  const std::shared_ptr<Request> first = submit(wish(200, 100, 2)),
                                 second = submit(wish(250, 5, 4)), third = submit(wish(3, 5, 6));
  scheduler->step();
  EXPECT_EQ(scheduler->pending(), 3u);
  third->cancel();
  second->cancel();
  EXPECT_EQ(scheduler->step(), 1u);
  ASSERT_TRUE(second->isDone() && third->isDone());
  EXPECT_EQ(third->answer().stop, StopReason::Caller);
  EXPECT_TRUE(third->answer().ids.empty());
  first->cancel();
  scheduler->dropEnded();
  EXPECT_TRUE(first->isDone());
  EXPECT_EQ(model->blocks().available(), model->blocks().size());
}

// By a clock of the test. One waits for blocks, and one gets its last piece when its time is over.
TEST_F(OnOneModel, TimeEndsRequests) {
  using Time = std::chrono::steady_clock::time_point;
  Time now;
  Wish limited = wish(200, 60, 2), later = wish(250, 5, 4);
  limited.options.timeout = 10;
  later.options.timeout = 20;
  limited.options.now = later.options.now = [&] { return now; };
  const Answer whole = alone(limited);
  EXPECT_EQ(whole.ids.size(), 60u);
  size_t pieces = 0;
  const auto count = [&](std::string_view piece) {
    if (!piece.empty() && ++pieces == 7)
      now += std::chrono::seconds(10);
    return true;
  };
  decoder->truncate(0);
  const std::shared_ptr<Request> first =
      scheduler->submit(limited.prompt, limited.sampling, limited.options, count).value();
  const std::shared_ptr<Request> second = submit(later), third = submit(wish(3, 5, 6));
  for (int steps = 0; !first->isDone() && steps < 100; ++steps)
    scheduler->step();
  ASSERT_TRUE(first->isDone());
  EXPECT_EQ(first->answer().stop, StopReason::Timeout);
  EXPECT_EQ(first->answer().ids, Tokens(whole.ids.begin(), whole.ids.begin() + 7));
  EXPECT_EQ(first->answer().text, whole.text.substr(0, 7));
  // The blocks of the first one are the second one's, until its own time is over.
  EXPECT_EQ(second->answer().ids.size(), 0u);
  EXPECT_FALSE(second->isDone());
  now += std::chrono::seconds(10);
  scheduler->dropEnded();
  ASSERT_TRUE(second->isDone());
  EXPECT_EQ(second->answer().stop, StopReason::Timeout);
  finishAll();
  EXPECT_EQ(third->answer().stop, StopReason::MaxTokens);
  EXPECT_EQ(model->blocks().available(), model->blocks().size());
  // One that waits ends without a token.
  const std::shared_ptr<Request> beside = submit(wish(200, 100, 2)), waiting = submit(later);
  scheduler->step();
  now += std::chrono::seconds(20);
  EXPECT_EQ(scheduler->step(), 1u);
  ASSERT_TRUE(waiting->isDone());
  EXPECT_EQ(waiting->answer().stop, StopReason::Timeout);
  EXPECT_TRUE(waiting->answer().ids.empty());
  // The text of a Decoder, too.
  pieces = 0;
  Sampler sampler(limited.sampling);
  finishAll();
  decoder->truncate(0);
  EXPECT_EQ(generate(*decoder, *vocabulary, sampler, limited.prompt, limited.options, count)->ids,
            first->answer().ids);
}

// The caller's function throws: that request ends.
TEST_F(OnOneModel, ExceptionsEndARequest) {
  const Wish good = wish(5, 6, 2);
  const Answer expected = alone(good);
  const std::shared_ptr<Request> throwing = scheduler
                                                ->submit(good.prompt, good.sampling, good.options,
                                                         [](std::string_view piece) -> bool {
                                                           if (!piece.empty())
                                                             throw std::bad_alloc();
                                                           return true;
                                                         })
                                                .value();
  const std::shared_ptr<Request> beside = submit(good);
  finishAll();
  EXPECT_ERROR(throwing->status().copy(), OutOfMemory, "");
  expectEqual(*beside, expected);
}

TEST_F(OnOneModel, WrongRequestsAreRefused) {
  const Wish good = wish(3, 1, 0);
  const auto refused = [&](Tokens prompt) {
    return scheduler->submit(prompt, good.sampling, good.options, {}).status().copy();
  };
  EXPECT_ERROR(refused({}), InvalidArgument, "the prompt is empty");
  EXPECT_ERROR(refused(Tokens(kContext + 1)), OutOfRange, "the context has 320 tokens");
  EXPECT_ERROR(model->reserve(100), InvalidArgument, "at least 320 tokens");
  const std::shared_ptr<Request> request = submit(wish(3, 4, 0));
  scheduler->step();
  EXPECT_ERROR(model->reserve(4096), FailedPrecondition, "requests are running");
  scheduler.reset();
  EXPECT_ERROR(request->status().copy(), FailedPrecondition, "was freed");
}

// A decoder's text gives its blocks to requests, and finds none while they hold all.
TEST_F(OnOneModel, ADecoderSharesTheBlocks) {
  const Wish whole = wish(kContext - 20, 20, 2), small = wish(5, 3, 4);
  const Answer expected = alone(whole), expectedSmall = alone(small);
  EXPECT_EQ(made(*decoder, whole).ids, expected.ids);
  const std::shared_ptr<Request> request = submit(whole);
  for (int i = 0; i < 8; ++i)
    scheduler->step();
  EXPECT_EQ(decoder->length(), 0);
  EXPECT_ERROR(decoder->append(small.prompt).status().copy(), FailedPrecondition,
               "full with texts of running requests");
  finishAll();
  expectEqual(*request, expected);
  EXPECT_EQ(made(*decoder, small).ids, expectedSmall.ids);
}

// A decoder goes on behind a prefix that a request has computed, and the other way round once it
// gives its text back. It leaves blocks as they are that others may need.
TEST_F(OnOneModel, DecodersAndRequestsShareTheirPrefixes) {
  ASSERT_OK(model->reserve(4096));
  const Wish first = wish(150, 10, 2);
  const std::shared_ptr<Request> begun = submit(first);
  finishAll();
  Wish second = first;
  second.prompt[140] ^= 1;
  const Answer other = made(*decoder, second);
  EXPECT_EQ(other.reusedTokens, 140u);
  EXPECT_EQ(other.ids, alone(second).ids);
  Wish third = first; // in the middle of a block of the others
  third.prompt[100] ^= 1;
  const Answer middle = made(*decoder, third);
  EXPECT_EQ(middle.reusedTokens, 64u);
  EXPECT_EQ(middle.ids, alone(third).ids);
  // The texts before have their blocks yet.
  second.prompt.insert(second.prompt.end(), other.ids.begin(), other.ids.end());
  decoder->giveBack();
  for (Wish each : {second, third}) {
    const std::shared_ptr<Request> request = submit(each);
    finishAll();
    expectEqual(*request, alone(each));
    EXPECT_GE(request->answer().reusedTokens, 128u);
  }
}

} // namespace
} // namespace scheduler_test
