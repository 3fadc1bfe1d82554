// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requests of several threads on one language model: each has its own answer, whoever runs the
// steps, and whatever is cancelled or freed beside it. ThreadSanitizer runs this, with a step that
// is written by hand.
#include <rlx/rlx_lm.h>

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "lm/capi/Turns.h"
#include "runtime/capi/Wrap.h"
#include "unittests/formats/GgufWriter.h"
#include "unittests/runtime/TestPrograms.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

using namespace rlx;

namespace {

constexpr int64_t kVocabulary = 50, kContext = 192;

// The most likely token behind one at a position.
int64_t tokenBehind(int64_t token, int64_t position) {
  return (token * 7 + position * 3 + 1) % kVocabulary;
}

// One workgroup per row. buffers: tokens, positions, rows, logits.
int32_t stepKernel(const rlx_kernel_args *args, uint32_t row, uint32_t, uint32_t) {
  const auto index = static_cast<const int64_t *>(args->buffers[2])[row];
  float *logits = static_cast<float *>(args->buffers[3]) + row * kVocabulary;
  std::fill_n(logits, kVocabulary, 0.0f);
  logits[tokenBehind(static_cast<const int64_t *>(args->buffers[0])[index],
                     static_cast<const int64_t *>(args->buffers[1])[index])] = 1;
  return RLX_KERNEL_OK;
}

// The signature of a step with paged caches, of which there are none.
rt::Program stepProgram() {
  using rt::BufferKind;
  using rt::DType;
  using rt::testing::ProgramBuilder;
  using rt::testing::sym;
  ProgramBuilder b;
  b.program.name = "step";
  b.program.symbols = {{"tokens", 0, 0},
                       {"rows", 2, 0},
                       {"sequences", 4, 0},
                       {"sequence_blocks", 4, 1},
                       {"starts", 5, 0}};
  const uint32_t tokens = b.tensor(BufferKind::Input, "tokens", DType::I64, {sym(0)}),
                 positions = b.tensor(BufferKind::Input, "positions", DType::I64, {sym(0)}),
                 rows = b.tensor(BufferKind::Input, "rows", DType::I64, {sym(1)});
  b.tensor(BufferKind::Input, "slots", DType::I64, {sym(0)});
  b.tensor(BufferKind::Input, "block_table", DType::I32, {sym(2), sym(3)});
  b.tensor(BufferKind::Input, "query_starts", DType::I32, {sym(4)});
  b.tensor(BufferKind::Input, "key_lengths", DType::I32, {sym(2)});
  const uint32_t logits =
      b.tensor(BufferKind::Output, "logits", DType::F32, {sym(1), rt::testing::c(kVocabulary)});
  const uint32_t kernel = b.kernel("step");
  b.program.main = {ProgramBuilder::dispatch(kernel, {tokens, positions, rows, logits}, 1, {sym(1)},
                                             sym(1), "step")};
  return std::move(b.program);
}

class LmThreads : public ::testing::Test {
protected:
  void SetUp() override {
    std::vector<std::string> names;
    for (char letter = 'A'; names.size() < kVocabulary; ++letter)
      names.emplace_back(1, letter);
    const std::vector<uint8_t> bytes =
        test::GgufWriter()
            .text("general.architecture", "llama")
            .value<uint32_t>("llama.context_length", gguf::ValueType::U32, kContext)
            .text("tokenizer.ggml.model", "gpt2")
            .text("tokenizer.ggml.pre", "gpt-2")
            .texts("tokenizer.ggml.tokens", names)
            .bytes();
    const std::string path = folder.write("m.gguf", std::string(bytes.begin(), bytes.end()));
    rt::KernelTable kernels;
    ASSERT_TRUE(kernels.addCPU("step", stepKernel).ok());
    auto loaded = rt::Executable::load(stepProgram(), kernels, {"", 1});
    ASSERT_TRUE(loaded.ok()) << loaded.status().toString();
    test::expectOk(capi::wrap(std::move(*loaded), &executable));
    test::expectOk(rlx_lm_create(executable, path.c_str(), kContext, &lm));
    rlx_lm_settings_init(&settings);
    settings.temperature = 0;
    settings.max_tokens = 20;
    ASSERT_NE(lm, nullptr);
  }
  void TearDown() override {
    rlx_lm_free(lm);
    rlx_executable_free(executable);
  }

  static std::vector<uint32_t> prompt(uint32_t seed) {
    std::vector<uint32_t> tokens(1 + seed * 13 % 90);
    for (size_t i = 0; i < tokens.size(); ++i)
      tokens[i] = static_cast<uint32_t>((seed + i * i) % kVocabulary);
    return tokens;
  }
  // Counts the letters of an answer, and cancels another request meanwhile.
  struct Listening {
    int letters = 0;
    rlx_lm_request_t *cancels = nullptr;
    static int hear(void *context, const char *, size_t length) {
      auto &self = *static_cast<Listening *>(context);
      self.letters += static_cast<int>(length);
      if (self.letters == 5)
        rlx_lm_cancel(self.cancels);
      return 0;
    }
  };
  rlx_lm_request_t *submit(uint32_t seed, Listening &listening) {
    const std::vector<uint32_t> tokens = prompt(seed);
    rlx_lm_request_t *request = nullptr;
    test::expectOk(rlx_lm_submit(lm, tokens.data(), tokens.size(), &settings, Listening::hear,
                                 &listening, &request));
    return request;
  }
  void expectAnswer(rlx_lm_request_t *request, uint32_t seed, const Listening &listening) {
    rlx_lm_answer_t answer;
    test::expectOk(rlx_lm_wait(request, &answer));
    ASSERT_EQ(answer.tokens, 20u) << seed;
    EXPECT_EQ(listening.letters, 20);
    const std::vector<uint32_t> text = prompt(seed);
    int64_t token = text.back();
    for (size_t i = 0; i < answer.tokens; ++i) {
      token = tokenBehind(token, static_cast<int64_t>(text.size() - 1 + i));
      ASSERT_EQ(answer.ids[i], token) << seed << " " << i;
    }
  }
  // As a thread that serves: answers, with some that it or another request cancels, and some that
  // it forgets.
  void serve(uint32_t thread) {
    for (uint32_t i = 0; i < kRounds; ++i) {
      const uint32_t seed = thread * 100 + i;
      Listening first, second, third;
      rlx_lm_request_t *cancelled = submit(seed + 1, second), *forgotten = submit(seed + 2, third);
      first.cancels = cancelled;
      rlx_lm_request_t *request = submit(seed, first);
      if (i % 2 == 0)
        rlx_lm_request_free(forgotten);
      expectAnswer(request, seed, first);
      rlx_lm_answer_t answer;
      test::expectOk(rlx_lm_wait(cancelled, &answer));
      EXPECT_LE(answer.tokens, 20u);
      for (rlx_lm_request_t *each : {request, cancelled, i % 2 == 0 ? nullptr : forgotten})
        rlx_lm_request_free(each);
    }
  }

  static constexpr uint32_t kRounds = 15;
  rlx::testing::TempFolder folder;
  rlx_executable_t *executable = nullptr;
  rlx_lm_t *lm = nullptr;
  rlx_lm_settings_t settings{};
};

TEST_F(LmThreads, RequestsHaveTheirOwnAnswers) {
  std::vector<std::thread> threads;
  for (uint32_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([this, thread] { serve(thread); });
  for (std::thread &thread : threads)
    thread.join();
  size_t pending = 1;
  while (pending > 0)
    test::expectOk(rlx_lm_step(lm, &pending));
}

// Calls and steps beside each other: one at a time.
TEST(Turns, OneThreadAtATime) {
  lm::capi::Turns turns;
  int inside = 0, bodies = 0; // no atomics: the turns must order them
  std::atomic<int> refused{0}, done{0};
  const auto body = [&] {
    EXPECT_EQ(++inside, 1);
    ++bodies;
    --inside;
    return rt::okStatus();
  };
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 300; ++i) {
        const rt::Status status = thread < 2 ? turns.call(
                                                   body, [] { return true; })
                                             : turns.step(body, [] { return false; });
        refused += !status.ok();
        ++done;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(done, 1200);
  EXPECT_EQ(refused, 0);
  EXPECT_GE(bodies, 600);
  EXPECT_LE(bodies, 1200);
}

} // namespace
