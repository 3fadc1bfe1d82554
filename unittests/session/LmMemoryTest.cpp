// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Language models without memory: whichever allocation fails, other requests have their answers and
// no block of the caches is lost. Steps of one token allocate nothing, and many answers no more
// than one.
#include <rlx/rlx_compiler.h>

#include <cstdlib>
#include <malloc.h>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "formats/gguf/GgufModel.h"
#include "lm/Decoder.h"
#include "lm/Generation.h"
#include "lm/Scheduler.h"
#include "runtime/base/Allocator.h"
#include "runtime/capi/Wrap.h"
#include "unittests/CountedNew.h"
#include "unittests/importers/RandomDecoder.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace lm_memory_test {
namespace {

using namespace rlx;
using namespace rlx::lm;
using rlx::testing::newBudget;
using rlx::testing::newCalls;
using Tokens = std::vector<Token>;

constexpr int64_t kContext = 256;

SamplingOptions sampling(double temperature, uint64_t seed = 0) {
  SamplingOptions options;
  options.temperature = temperature;
  options.seed = seed;
  return options;
}

AnswerOptions most(int64_t tokens) {
  AnswerOptions options;
  options.maxTokens = tokens;
  return options;
}

class LmMemory : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    folder = new rlx::testing::TempFolder();
    std::vector<std::string> names;
    for (char letter = 'A'; names.size() < 50; ++letter)
      names.emplace_back(1, letter);
    const std::vector<uint8_t> bytes = test::RandomDecoder{.tokens = names}.bytes();
    const std::string path = folder->write("m.gguf", std::string(bytes.begin(), bytes.end()));
    test::expectOk(rlx_compile_file(path.c_str(), nullptr, &executable));
    vocabulary = Vocabulary::create((*gguf::GgufModel::open(path))->metadata()).value();
  }
  static void TearDownTestSuite() {
    vocabulary.reset();
    rlx_executable_free(executable);
    delete folder;
  }
  void SetUp() override { model = StepModel::create(capi::unwrap(executable), kContext).value(); }

  static Tokens prompt(size_t count, uint64_t seed) {
    std::mt19937_64 engine(seed);
    Tokens tokens(count);
    for (Token &token : tokens)
      token = static_cast<Token>(engine() % 50);
    return tokens;
  }
  static std::shared_ptr<Request> submit(Scheduler &scheduler, size_t count, uint64_t seed) {
    return scheduler
        .submit(prompt(count, seed), sampling(0), most(12), [](std::string_view) { return true; })
        .value();
  }
  // The answers of two requests with a common prefix, of which `failing` allocations succeed; none:
  // all. Whether an allocation failed.
  bool answers(std::optional<int64_t> failing, std::vector<Tokens> &ids) {
    Scheduler scheduler(model, vocabulary);
    const std::shared_ptr<Request> first = submit(scheduler, 70, 1);
    bool hasFailed = false;
    newBudget = failing.value_or(-1);
    const std::shared_ptr<Request> second = [&] {
      try {
        for (int i = 0; i < 3; ++i)
          scheduler.step();
      } catch (const std::bad_alloc &) {
        hasFailed = true;
      }
      const int64_t rest = newBudget;
      newBudget = -1;
      auto made = submit(scheduler, 80, 1);
      newBudget = hasFailed ? -1 : rest;
      return made;
    }();
    for (size_t pending = 2; pending > 0;) {
      try {
        pending = scheduler.step();
      } catch (const std::bad_alloc &) {
        hasFailed = true;
      }
      if (newBudget == 0)
        hasFailed = true;
      if (hasFailed)
        newBudget = -1;
    }
    newBudget = -1;
    for (const auto &request : {first, second}) {
      EXPECT_TRUE(request->isDone());
      EXPECT_TRUE(request->status().ok() || request->status().code() == rt::StatusCode::OutOfMemory)
          << request->status().toString();
      ids.push_back(request->status().ok() ? request->answer().ids : Tokens());
    }
    return hasFailed;
  }

  static inline rlx::testing::TempFolder *folder = nullptr;
  static inline rlx_executable_t *executable = nullptr;
  static inline std::shared_ptr<const Vocabulary> vocabulary;
  std::shared_ptr<StepModel> model;
};

TEST_F(LmMemory, RequestsHaveTheirAnswersWhicheverAllocationFails) {
  std::vector<Tokens> expected;
  ASSERT_FALSE(answers({}, expected));
  ASSERT_EQ(expected[0].size(), 12u);
  const size_t blocks = model->blocks().available();
  int64_t failing = 0;
  int whole = 0;
  for (bool hasFailed = true; hasFailed; ++failing) {
    ASSERT_LT(failing, 3000);
    model->blocks().clear();
    std::vector<Tokens> got;
    hasFailed = answers(failing, got);
    for (size_t i = 0; i < 2; ++i) {
      whole += !got[i].empty();
      ASSERT_TRUE(got[i].empty() || got[i] == expected[i]) << failing << " " << i;
    }
    ASSERT_EQ(model->blocks().available(), blocks) << failing;
  }
  EXPECT_GT(failing, 20);
  EXPECT_GT(whole, failing); // one that fails ends one request at most, as a rule
}

// Whichever allocation fails while caches grow, the text is whole or empty, and goes on.
TEST_F(LmMemory, CachesGrowWhicheverAllocationFails) {
  const Tokens text = prompt(530, 4);
  std::vector<float> expected;
  int64_t failing = -1;
  int thrown = 0;
  for (bool hasFailed = true; hasFailed; ++failing) {
    ASSERT_LT(failing, 3000);
    model.reset(); // unbinds the caches
    model = StepModel::create(capi::unwrap(executable), 600).value();
    Decoder decoder(model);
    ASSERT_OK(decoder.append(std::span(text).first(512)).status());
    newBudget = failing;
    try {
      hasFailed = !decoder.append(std::span(text).subspan(512)).ok();
    } catch (const std::bad_alloc &) {
      hasFailed = true;
      ++thrown;
    }
    newBudget = -1;
    const auto length = static_cast<size_t>(decoder.length());
    ASSERT_TRUE(length == 0 || length == 512 || length == 530) << length;
    decoder.truncate(std::min<size_t>(length, 512));
    const auto logits = decoder.append(std::span(text).subspan(std::min<size_t>(length, 512)));
    ASSERT_OK(logits.status().copy());
    const std::vector<float> got(logits->values.begin(), logits->values.end());
    if (failing < 0)
      expected = got;
    ASSERT_EQ(got, expected) << failing;
    hasFailed |= failing < 0;
  }
  EXPECT_GT(failing, 5);
  EXPECT_GT(thrown, 0);
}

// Their destructors must not throw, and give back what they hold.
TEST_F(LmMemory, ModelsEndWithoutMemory) {
  const size_t blocks = model->blocks().available();
  std::optional<Decoder> decoder(model);
  ASSERT_OK(decoder->append(prompt(100, 3)).status());
  std::optional<Scheduler> scheduler(std::in_place, model, vocabulary);
  const std::shared_ptr<Request> running = submit(*scheduler, 70, 1);
  ASSERT_EQ(scheduler->step(), 1u);
  const std::shared_ptr<Request> waiting = submit(*scheduler, 70, 2);
  newBudget = 0;
  scheduler.reset();
  decoder.reset();
  newBudget = -1;
  EXPECT_EQ(model->blocks().available(), blocks);
  for (const auto &request : {running, waiting}) {
    EXPECT_TRUE(request->isDone());
    EXPECT_FALSE(request->status().ok());
  }
}

TEST_F(LmMemory, StepsOfOneTokenAllocateNothing) {
  Decoder decoder(model);
  Sampler sampler(sampling(0));
  ASSERT_OK(decoder.append(prompt(100, 3)).status());
  const auto steps = [&](int count) {
    Token token = 5;
    for (int i = 0; i < count; ++i) {
      const auto logits = decoder.append({&token, 1});
      if (!logits.ok())
        return false;
      token = sampler.sample(logits->row(0), decoder.text()).value();
    }
    return true;
  };
  ASSERT_TRUE(steps(30)); // a new block, and capacity
  const rt::DeviceUse before = capi::unwrap(executable).deviceUse();
  const uint64_t calls = newCalls, aligned = rt::allocationStats().allocations;
  ASSERT_TRUE(steps(60)); // 130 to 190: no new block
  EXPECT_EQ(newCalls, calls);
  EXPECT_EQ(rt::allocationStats().allocations, aligned); // a new plan allocates
  EXPECT_EQ(capi::unwrap(executable).deviceUse().recordings, before.recordings);
}

// A step of requests allocates where a text or an answer grows, now and then.
TEST_F(LmMemory, StepsOfRequestsAllocateRarely) {
  Scheduler scheduler(model, vocabulary);
  const auto made = scheduler.submit(prompt(70, 1), sampling(0), most(150),
                                     [](std::string_view) { return true; });
  ASSERT_TRUE(made.ok());
  for (int i = 0; i < 40; ++i)
    scheduler.step();
  const uint64_t calls = newCalls;
  for (int i = 0; i < 100; ++i)
    scheduler.step();
  EXPECT_LE(newCalls - calls, 12u);
}

// Long runs: --all makes 1,000 answers, by texts of many lengths.
TEST_F(LmMemory, ManyAnswersNeedNoMoreMemoryThanOne) {
  const bool isLong = std::getenv("RLX_TEST_ALL") != nullptr;
  const int count = isLong ? 1000 : 60;
  Decoder decoder(model);
  const auto answer = [&](int number) {
    Sampler sampler(sampling(0.8, static_cast<uint64_t>(number)));
    return generate(
               decoder, *vocabulary, sampler,
               prompt(static_cast<size_t>(1 + number * 7 % 90), static_cast<uint64_t>(number) % 50),
               most(10), [](std::string_view) { return true; })
        .ok();
  };
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(answer(i));
  const rt::AllocationStats before = rt::allocationStats();
  const size_t live = mallinfo2().uordblks;
  for (int i = 0; i < count; ++i)
    ASSERT_TRUE(answer(i));
  EXPECT_EQ(rt::allocationStats().liveBytes, before.liveBytes);
  EXPECT_LE(mallinfo2().uordblks, live + 4096);
}

} // namespace
} // namespace lm_memory_test
