// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draft models by the C API: answers are those of the model alone, or have their distribution, and
// end where they must.
#include <rlx/rlx_compiler.h>
#include <rlx/rlx_lm.h>

#include <cmath>
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "unittests/importers/RandomDecoder.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace lm_draft_test {
namespace {

using Tokens = std::vector<uint32_t>;
using rlx::test::expectError;
using rlx::test::expectOk;
using rlx::test::RandomDecoder;

// Nothing ends a text.
std::vector<std::string> letters() {
  std::vector<std::string> tokens;
  for (char letter = 'A'; tokens.size() < 50; ++letter)
    tokens.emplace_back(1, letter);
  return tokens;
}

std::vector<std::string> lettersBut(size_t number, const std::string &other) {
  std::vector<std::string> tokens = letters();
  tokens[number] = other;
  return tokens;
}

struct File {
  std::string path;
  rlx_executable_t *executable = nullptr;
};

class LmDraft : public ::testing::Test {
protected:
  static File compiled(const std::string &name, const RandomDecoder &model,
                       const char *layout = nullptr) {
    const std::vector<uint8_t> bytes = model.bytes();
    File file{.path = folder->write(name, std::string(bytes.begin(), bytes.end()))};
    rlx_compile_options_t *options = nullptr;
    expectOk(rlx_compile_options_create(&options));
    if (layout)
      expectOk(rlx_compile_options_set_cache_layout(options, layout));
    expectOk(rlx_compile_file(file.path.c_str(), options, &file.executable));
    rlx_compile_options_free(options);
    return file;
  }
  static void SetUpTestSuite() {
    folder = new rlx::testing::TempFolder();
    model = compiled("model.gguf", {.tokens = letters()});
    // The first layer is that of the model: its guesses are better than chance.
    small = compiled("small.gguf", {.layers = 1, .context = 100, .tokens = letters()});
    same = compiled("same.gguf", {.tokens = letters()});
  }
  static void TearDownTestSuite() {
    for (const File &file : {model, small, same})
      rlx_executable_free(file.executable);
    delete folder;
  }
  void SetUp() override {
    expectOk(rlx_lm_create(model.executable, model.path.c_str(), 256, &lm));
    ASSERT_NE(lm, nullptr);
  }
  void TearDown() override { rlx_lm_free(lm); }

  void setDraft(const File &draft) {
    expectOk(rlx_lm_set_draft(lm, draft.executable, draft.path.c_str()));
  }
  static rlx_lm_settings_t greedy(int64_t most) {
    rlx_lm_settings_t settings;
    rlx_lm_settings_init(&settings);
    settings.temperature = 0;
    settings.max_tokens = most;
    return settings;
  }
  struct Made {
    Tokens ids;
    std::string text;
    rlx_lm_stop_t stop;
    size_t drafted, accepted;
  };
  static Made made(const rlx_lm_answer_t &answer) {
    return {.ids = Tokens(answer.ids, answer.ids + answer.tokens),
            .text = std::string(answer.text, answer.length),
            .stop = answer.stop,
            .drafted = answer.drafted_tokens,
            .accepted = answer.accepted_tokens};
  }
  Made answer(const Tokens &prompt, const rlx_lm_settings_t &settings) {
    rlx_lm_answer_t result{};
    expectOk(
        rlx_lm_generate(lm, prompt.data(), prompt.size(), &settings, nullptr, nullptr, &result));
    return made(result);
  }

  static inline rlx::testing::TempFolder *folder = nullptr;
  static inline File model, small, same;
  rlx_lm_t *lm = nullptr;
};

TEST_F(LmDraft, GreedyAnswersAreTheModels) {
  const Tokens prompt = {3, 1, 4, 1, 5};
  const Made right = answer(prompt, greedy(80));
  EXPECT_EQ(right.drafted, 0u);
  setDraft(small);
  for (const int64_t most : {-1, 0, 1, 4, 30}) {
    rlx_lm_settings_t settings = greedy(80);
    settings.draft_max = most;
    const Made drafted = answer(prompt, settings);
    EXPECT_EQ(drafted.ids, right.ids) << most;
    EXPECT_EQ(drafted.drafted == 0, most == 0) << most;
    EXPECT_LE(drafted.accepted, drafted.drafted);
  }
  expectOk(rlx_lm_set_draft(lm, nullptr, nullptr));
  EXPECT_EQ(answer(prompt, greedy(80)).drafted, 0u);
}

// A model knows what it will say itself, with chance, too.
TEST_F(LmDraft, TheModelItselfIsAlwaysRight) {
  setDraft(same);
  rlx_lm_settings_t chance = greedy(100), filters = greedy(100);
  chance.temperature = 1.2;
  chance.top_k = 0;
  chance.top_p = 1;
  chance.min_p = 0;
  filters.temperature = 0.9;
  filters.repeat_penalty = 1.2;
  for (rlx_lm_settings_t settings : {greedy(100), chance, filters})
    for (settings.seed = 0; settings.seed < 3; ++settings.seed) {
      const Made result = answer({9, 8, 7}, settings);
      EXPECT_EQ(result.ids.size(), 100u);
      EXPECT_GT(result.drafted, 60u);
      EXPECT_EQ(result.accepted, result.drafted);
    }
}

// How often each pair of tokens follows the first token of an answer. The first one is no guess.
class Pairs : public LmDraft {
protected:
  using Counts = std::map<std::pair<uint32_t, uint32_t>, int>;
  Counts count(const rlx_lm_settings_t &given, uint64_t firstSeed, size_t &accepted) {
    rlx_lm_settings_t settings = given;
    Counts counts;
    for (int i = 0; i < kDraws; ++i) {
      settings.seed = firstSeed + static_cast<uint64_t>(i);
      const Made result = answer({2, 7, 1}, settings);
      accepted += result.accepted;
      ++counts[{result.ids[1], result.ids[2]}];
    }
    return counts;
  }
  static constexpr int kDraws = 3000;
};

// Pearson's statistic of two samples of one size, and its degrees of freedom. Rare pairs are one.
std::pair<double, int> compare(const std::map<std::pair<uint32_t, uint32_t>, int> &left,
                               const std::map<std::pair<uint32_t, uint32_t>, int> &right) {
  std::map<std::pair<uint32_t, uint32_t>, std::pair<int, int>> both;
  for (const auto &[pair, count] : left)
    both[pair].first += count;
  for (const auto &[pair, count] : right)
    both[pair].second += count;
  double sum = 0;
  int cells = -1;
  std::pair<int, int> rare;
  const auto add = [&](int first, int second) {
    sum += static_cast<double>(first - second) * (first - second) / (first + second);
    ++cells;
  };
  for (const auto &[pair, counts] : both)
    if (counts.first + counts.second < 20)
      rare = {rare.first + counts.first, rare.second + counts.second};
    else
      add(counts.first, counts.second);
  if (rare.first + rare.second > 0)
    add(rare.first, rare.second);
  return {sum, cells};
}

TEST_F(Pairs, SampledAnswersHaveTheModelsDistribution) {
  rlx_lm_settings_t settings = greedy(3);
  settings.temperature = 0.7;
  settings.top_k = 5;
  size_t none = 0, accepted = 0;
  const Counts right = count(settings, 0, none);
  setDraft(small);
  const Counts drafted = count(settings, 100000, accepted);
  EXPECT_EQ(none, 0u);
  // Some guesses are right, and many are not.
  EXPECT_GT(accepted, 300u);
  EXPECT_LT(accepted, 4500u);
  const auto [statistic, freedom] = compare(right, drafted);
  ASSERT_GT(freedom, 20);
  // Its mean is the degrees of freedom, and its deviation the root of twice these.
  EXPECT_LT(statistic, freedom + 4 * std::sqrt(2.0 * freedom)) << freedom;
}

TEST_F(LmDraft, AnswersEndInTheMiddleOfADraft) {
  setDraft(same);
  rlx_lm_settings_t plain = greedy(0);
  plain.draft_max = 0;
  const Made whole = answer({5, 6}, plain);
  EXPECT_EQ(whole.ids.size(), 255u); // the last one is not read
  const Made result = answer({5, 6}, greedy(0));
  EXPECT_EQ(result.ids, whole.ids);
  EXPECT_EQ(result.stop, RLX_LM_FULL_CONTEXT);
  for (int64_t most = 1; most < 40; ++most) {
    const Made part = answer({5, 6}, greedy(most));
    EXPECT_EQ(part.text, whole.text.substr(0, static_cast<size_t>(most)));
    EXPECT_EQ(part.stop, RLX_LM_MAX_TOKENS);
  }
  for (size_t end = 10; end < 30; ++end) {
    const std::string stop = whole.text.substr(end, 6);
    const char *const stops[] = {stop.c_str()};
    rlx_lm_settings_t settings = greedy(0);
    settings.stop = stops;
    settings.num_stop = 1;
    const Made part = answer({5, 6}, settings);
    EXPECT_EQ(part.text, whole.text.substr(0, whole.text.find(stop)));
    EXPECT_EQ(part.stop, RLX_LM_STOP_TEXT);
    // The next text begins anew.
    EXPECT_EQ(answer({5, 6}, greedy(60)).text, whole.text.substr(0, 60));
  }
}

// The draft model takes 100 tokens: behind them the answer goes on without guesses.
TEST_F(LmDraft, ADraftModelMayHaveASmallerContext) {
  const Made right = answer({1, 2, 3}, greedy(0));
  setDraft(small);
  const Made drafted = answer({1, 2, 3}, greedy(0));
  EXPECT_EQ(drafted.ids, right.ids);
  EXPECT_EQ(drafted.stop, RLX_LM_FULL_CONTEXT);
  EXPECT_GT(drafted.drafted, 0u);
  EXPECT_LT(drafted.drafted, 200u);
  const Tokens longer(150, 4);
  EXPECT_EQ(answer(longer, greedy(10)).drafted, 0u);
}

// A draft model whose logits are no numbers guesses nothing.
TEST_F(LmDraft, DraftsEndWhereTheLogitsDo) {
  const Made right = answer({1, 2, 3}, greedy(20));
  const File broken = compiled("nan.gguf", {.layers = 1, .tokens = letters()});
  const std::vector<float> nans(64, NAN);
  expectOk(rlx_executable_set_param_f32(broken.executable, "output_norm.weight", nans.data(), 64));
  setDraft(broken);
  const Made drafted = answer({1, 2, 3}, greedy(20));
  EXPECT_EQ(drafted.ids, right.ids);
  EXPECT_EQ(drafted.drafted, 0u);
  rlx_lm_free(lm);
  lm = nullptr;
  rlx_executable_free(broken.executable);
}

// A failed run is not taken for a lack of room.
TEST_F(LmDraft, ErrorsOfTheDraftModel) {
  const File broken = compiled("broken.gguf", {.layers = 1, .tokens = letters()});
  setDraft(broken);
  EXPECT_GT(answer({1, 2, 3}, greedy(20)).drafted, 0u);
  // Somebody else uses the executable, so that it takes no tokens any more.
  const int64_t shape[] = {2};
  rlx_tensor_t *bound = nullptr;
  expectOk(rlx_tensor_create(RLX_I64, 1, shape, &bound));
  expectOk(rlx_executable_bind_device_handle(broken.executable, "tokens", bound));
  rlx_tensor_free(bound);
  rlx_lm_answer_t result{};
  const Tokens prompt = {9, 8, 7};
  const rlx_lm_settings_t settings = greedy(20);
  expectError(
      rlx_lm_generate(lm, prompt.data(), prompt.size(), &settings, nullptr, nullptr, &result),
      RLX_FAILED_PRECONDITION, "running the draft model");
  rlx_lm_free(lm);
  lm = nullptr;
  rlx_executable_free(broken.executable);
}

TEST_F(LmDraft, RequestsHaveDraftsOfTheirOwn) {
  std::vector<Made> right;
  for (uint32_t i = 0; i < 5; ++i)
    right.push_back(answer({i, 3, 2 * i}, greedy(60)));
  expectOk(rlx_lm_reserve(lm, 1024));
  setDraft(same);
  std::vector<rlx_lm_request_t *> requests(5);
  for (uint32_t i = 0; i < 5; ++i) {
    const Tokens prompt = {i, 3, 2 * i};
    const rlx_lm_settings_t settings = greedy(60);
    expectOk(
        rlx_lm_submit(lm, prompt.data(), prompt.size(), &settings, nullptr, nullptr, &requests[i]));
  }
  expectError(rlx_lm_set_draft(lm, small.executable, small.path.c_str()), RLX_FAILED_PRECONDITION,
              "requests are running");
  for (uint32_t i = 0; i < 5; ++i) {
    rlx_lm_answer_t result{};
    expectOk(rlx_lm_wait(requests[i], &result));
    EXPECT_EQ(made(result).ids, right[i].ids);
    EXPECT_GT(result.drafted_tokens, 30u);
    EXPECT_EQ(result.accepted_tokens, result.drafted_tokens);
  }
  // A request that lives longer than its model holds nothing of the draft model.
  rlx_lm_free(lm);
  lm = nullptr;
  for (rlx_lm_request_t *request : requests)
    rlx_lm_request_free(request);
}

// Requests come while another thread runs the draft model.
TEST_F(LmDraft, ThreadsShareTheDraftModel) {
  std::vector<Made> right;
  for (uint32_t i = 0; i < 3; ++i)
    right.push_back(answer({i, 3, 2 * i}, greedy(40)));
  expectOk(rlx_lm_reserve(lm, 1024));
  setDraft(same);
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < 3; ++i)
    threads.emplace_back([&, i] {
      for (int time = 0; time < 5; ++time) {
        const Tokens prompt = {i, 3, 2 * i};
        const rlx_lm_settings_t settings = greedy(40);
        rlx_lm_request_t *request = nullptr;
        expectOk(
            rlx_lm_submit(lm, prompt.data(), prompt.size(), &settings, nullptr, nullptr, &request));
        rlx_lm_answer_t result{};
        expectOk(rlx_lm_wait(request, &result));
        EXPECT_EQ(made(result).ids, right[i].ids);
        EXPECT_EQ(result.accepted_tokens, result.drafted_tokens);
        rlx_lm_request_free(request);
      }
    });
  for (std::thread &each : threads)
    each.join();
}

TEST_F(LmDraft, WrongDraftModels) {
  setDraft(same);
  const File other = compiled("other.gguf", {.layers = 1, .tokens = lettersBut(17, "xyz")});
  expectError(rlx_lm_set_draft(lm, other.executable, other.path.c_str()), RLX_INVALID_ARGUMENT,
              "another vocabulary: its token 17 is 'xyz', and the model's 'R'");
  EXPECT_EQ(answer({1}, greedy(20)).drafted, 0u);
  const File contiguous =
      compiled("contiguous.gguf", {.layers = 1, .tokens = letters()}, "contiguous");
  expectError(rlx_lm_set_draft(lm, contiguous.executable, contiguous.path.c_str()), RLX_UNSUPPORTED,
              "contiguous");
  expectError(rlx_lm_set_draft(lm, small.executable, "nowhere.gguf"), RLX_NOT_FOUND, "nowhere");
  expectError(rlx_lm_set_draft(lm, model.executable, model.path.c_str()), RLX_FAILED_PRECONDITION,
              "in use");
  setDraft(small);
  EXPECT_GT(answer({1}, greedy(20)).drafted, 0u);
  rlx_lm_free(lm); // unbinds the caches
  lm = nullptr;
  rlx_executable_free(other.executable);
  rlx_executable_free(contiguous.executable);
}

// What files alone tell.
TEST_F(LmDraft, FilesAreCheckedBeforeTheyAreCompiled) {
  const std::vector<uint8_t> bytes = RandomDecoder{.tokens = lettersBut(17, "xyz")}.bytes();
  const std::string other = folder->write("apart.gguf", std::string(bytes.begin(), bytes.end()));
  const char *path = model.path.c_str();
  expectOk(rlx_lm_check_files(path, 0, 0, nullptr));
  expectOk(rlx_lm_check_files(path, 64, 0, small.path.c_str()));
  expectError(rlx_lm_check_files(path, 1 << 30, 0, nullptr), RLX_INVALID_ARGUMENT,
              "which the model takes at most, got 1073741824; while reading the language model");
  expectError(rlx_lm_check_files(path, 64, 63, nullptr), RLX_INVALID_ARGUMENT,
              "the caches must have room for at least 64 tokens");
  expectError(rlx_lm_check_files(path, 0, 0, other.c_str()), RLX_INVALID_ARGUMENT,
              "its token 17 is 'xyz'");
  expectError(rlx_lm_check_files("none.gguf", 0, 0, nullptr), RLX_NOT_FOUND, "none.gguf");
  expectError(rlx_lm_check_files(path, 0, 0, "none.gguf"), RLX_NOT_FOUND, "the draft model");
  expectError(rlx_lm_check_files(nullptr, 0, 0, nullptr), RLX_INVALID_ARGUMENT, "path is NULL");
}

// With caches for one text the draft model reads each text anew.
TEST_F(LmDraft, ContiguousCaches) {
  const File target = compiled("target.gguf", {.tokens = letters()}, "contiguous");
  const File draft = compiled("draft.gguf", {.tokens = letters()}, "contiguous");
  rlx_lm_free(lm);
  lm = nullptr;
  expectOk(rlx_lm_create(target.executable, target.path.c_str(), 256, &lm));
  const Made right = answer({4, 4}, greedy(50));
  setDraft(draft);
  for (int i = 0; i < 2; ++i) {
    const Made drafted = answer({4, 4}, greedy(50));
    EXPECT_EQ(drafted.ids, right.ids);
    EXPECT_EQ(drafted.accepted, drafted.drafted);
    EXPECT_GT(drafted.accepted, 20u);
  }
  rlx_lm_free(lm);
  lm = nullptr;
  rlx_executable_free(target.executable);
  rlx_executable_free(draft.executable);
}

} // namespace
} // namespace lm_draft_test
