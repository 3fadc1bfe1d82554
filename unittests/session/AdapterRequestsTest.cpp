// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requests with adapters (LoRA) of their own in the same steps: each gets the answer of a model
// with its adapters alone.
#include <rlx/rlx_compiler.h>
#include <rlx/rlx_lm.h>

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "formats/gguf/GgufModel.h"
#include "lm/Decoder.h"
#include "lm/Generation.h"
#include "lm/Scheduler.h"
#include "runtime/capi/Wrap.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/RandomAdapter.h"
#include "unittests/session/TempFolder.h"

namespace adapter_requests_test {
namespace {

using namespace rlx;
using namespace rlx::lm;
using test::Adapted;
using test::adapter;
using Tokens = std::vector<Token>;
using Scales = std::vector<float>;

constexpr size_t kContext = 320;
// Of updates that are added in another order.
constexpr double kTolerance = 2e-5;

constexpr Adapted kQueries{"blk.0.attn_q.weight", 64, 64}, kValues{"blk.1.attn_v.weight", 32, 64},
    kUp{"blk.1.ffn_up.weight", 96, 64}, kDown{"blk.0.ffn_down.weight", 64, 96};

// Three adapters with other matrices, ranks and values. Two share a matrix, and the first one has
// none behind the last attention.
std::string adapter(unsigned number) {
  const std::vector<Adapted> matrices[] = {{kQueries}, {kQueries, kUp}, {kValues, kUp, kDown}};
  std::vector<std::pair<Adapted, size_t>> ranks;
  for (const Adapted &matrix : matrices[number])
    ranks.emplace_back(matrix, 3 + number);
  return adapter(ranks, number + 7);
}

rlx_executable_t *cloneOf(rlx_executable_t *executable) {
  rlx_executable_t *made = nullptr;
  test::expectOk(rlx_executable_clone(executable, &made));
  return made;
}

// A clone of an executable with its own scheduler.
struct Model {
  Model(rlx_executable_t *given, std::shared_ptr<const Vocabulary> vocabulary)
      : executable(cloneOf(given), rlx_executable_free),
        steps(StepModel::create(capi::unwrap(executable.get()), kContext).value()), decoder(steps),
        vocabulary(vocabulary), scheduler(steps, vocabulary, [this] { decoder.truncate(0); }) {
    EXPECT_OK(steps->reserve(2048));
  }

  Answer alone(const Tokens &prompt, const Scales &scales = {}) {
    Sampler sampler({.temperature = 0});
    auto made = generate(decoder, *vocabulary, sampler, prompt, optionsOf(scales),
                         [](std::string_view) { return true; });
    EXPECT_TRUE(made.ok()) << made.status().toString();
    return made.ok() ? *made : Answer();
  }
  std::shared_ptr<Request> submit(const Tokens &prompt, const Scales &scales = {}) {
    return scheduler
        .submit(prompt, {.temperature = 0}, optionsOf(scales),
                [](std::string_view) { return true; })
        .value();
  }
  void finishAll() {
    for (int count = 0; scheduler.step() > 0; ++count)
      ASSERT_LT(count, 1000);
  }
  static AnswerOptions optionsOf(const Scales &scales) {
    return {.maxTokens = 24, .stop = {}, .logProbs = 0, .grammar = {}, .scales = scales};
  }

  std::unique_ptr<rlx_executable_t, void (*)(rlx_executable_t *)> executable;
  std::shared_ptr<StepModel> steps;
  Decoder decoder;
  std::shared_ptr<const Vocabulary> vocabulary;
  Scheduler scheduler;
};

class AdapterRequests : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    folder = new rlx::testing::TempFolder();
    std::vector<std::string> names;
    for (char letter = 'A'; names.size() < 50; ++letter)
      names.emplace_back(1, letter);
    const std::vector<uint8_t> bytes =
        test::RandomDecoder{.types = {{"attn_q", gguf::TensorType::Q8_0}}, .tokens = names}.bytes();
    path = folder->write("m.gguf", std::string(bytes.begin(), bytes.end()));
    for (unsigned i = 0; i < 3; ++i)
      files.push_back(folder->write("adapter" + std::to_string(i) + ".gguf", adapter(i)));
    vocabulary = Vocabulary::create((*gguf::GgufModel::open(path))->metadata()).value();
    all = compiled({{files[0], 1}, {files[1], 0}, {files[2], 0}});
  }
  static rlx_executable_t *compiled(const std::vector<std::pair<std::string, double>> &adapters) {
    rlx_compile_options_t *options = nullptr;
    rlx_executable_t *made = nullptr;
    test::expectOk(rlx_compile_options_create(&options));
    test::expectOk(rlx_compile_options_set_precision(options, "exact"));
    for (const auto &[file, scale] : adapters)
      test::expectOk(rlx_compile_options_add_lora(options, file.c_str(), scale));
    test::expectOk(rlx_compile_file(path.c_str(), options, &made));
    rlx_compile_options_free(options);
    return made;
  }
  static void TearDownTestSuite() {
    vocabulary.reset();
    rlx_executable_free(all);
    delete folder;
  }

  static Tokens prompt(size_t tokens, uint64_t seed) {
    std::mt19937_64 engine(seed);
    Tokens made;
    for (size_t i = 0; i < tokens; ++i)
      made.push_back(static_cast<Token>(engine() % 50));
    return made;
  }
  static void expectEqual(const Answer &got, const Answer &expected, double tolerance) {
    EXPECT_EQ(got.ids, expected.ids);
    ASSERT_EQ(got.logProbs.size(), expected.logProbs.size());
    for (size_t i = 0; i < expected.logProbs.size(); ++i)
      EXPECT_NEAR(got.logProbs[i], expected.logProbs[i], tolerance);
  }

  static inline rlx::testing::TempFolder *folder = nullptr;
  static inline std::string path;
  static inline std::vector<std::string> files;
  static inline std::shared_ptr<const Vocabulary> vocabulary;
  static inline rlx_executable_t *all = nullptr;
};

// The expected answers are those of models that are compiled with these adapters alone, and with
// none.
TEST_F(AdapterRequests, EachHasItsOwnAdapters) {
  const struct {
    Tokens prompt;
    Scales scales; // empty: those of the model
    std::vector<std::pair<std::string, double>> alone;
  } kCases[] = {
      {prompt(5, 1), {}, {{files[0], 1}}},
      {prompt(90, 2), {0, -0.75f, 0}, {{files[1], -0.75}}},
      {prompt(40, 3), {0, 0.5f, 2}, {{files[1], 0.5}, {files[2], 2}}},
      {prompt(70, 4), {0, 0, 0}, {}},
  };
  Model model(all, vocabulary);
  std::vector<std::shared_ptr<Request>> requests;
  for (const auto &each : kCases)
    requests.push_back(model.submit(each.prompt, each.scales));
  model.finishAll();
  Answer unchanged;
  for (size_t i = 0; i < requests.size(); ++i) {
    SCOPED_TRACE(i);
    ASSERT_OK(requests[i]->status().copy());
    rlx_executable_t *const executable = compiled(kCases[i].alone);
    const Answer expected = Model(executable, vocabulary).alone(kCases[i].prompt);
    rlx_executable_free(executable);
    // Rows without adapters have the same bits as if there were none.
    const bool isPlain = kCases[i].alone.empty();
    expectEqual(requests[i]->answer(), expected, isPlain ? 0 : kTolerance);
    // And those of the text alone, whatever is beside it.
    expectEqual(model.alone(kCases[i].prompt, kCases[i].scales), requests[i]->answer(), 0);
    if (i == 0)
      unchanged = model.alone(kCases[i].prompt, {0, 0, 0});
  }
  double change = 0; // the adapters do something
  for (size_t i = 0; i < unchanged.logProbs.size(); ++i)
    change = std::max(change, std::abs(unchanged.logProbs[i] - requests[0]->answer().logProbs[i]));
  EXPECT_GT(change, 0.01);
}

// Keys of the same tokens differ by the scales.
TEST_F(AdapterRequests, OthersDoNotShareAPrefix) {
  Model model(all, vocabulary);
  const Tokens text = prompt(150, 8);
  const Scales first = {1, 0, 0}, second = {0, 1, 0};
  const Answer expected = Model(all, vocabulary).alone(text, second);
  const auto reused = [&](const Scales &scales) {
    const std::shared_ptr<Request> request = model.submit(text, scales);
    model.finishAll();
    if (scales == second)
      expectEqual(request->answer(), expected, 0);
    return request->answer().reusedTokens;
  };
  EXPECT_EQ(reused(first), 0u);
  EXPECT_EQ(reused(second), 0u);
  EXPECT_EQ(reused({}), 0u);
  EXPECT_EQ(reused(first), 149u);
  EXPECT_EQ(reused(second), 149u);
  EXPECT_EQ(reused({}), 149u);
  // At the same time: the first two compute the text, and the third one waits for the first.
  const Tokens other = prompt(150, 9);
  const std::shared_ptr<Request> requests[] = {
      model.submit(other, first), model.submit(other, second), model.submit(other, first)};
  model.finishAll();
  EXPECT_EQ(requests[0]->answer().reusedTokens, 0u);
  EXPECT_EQ(requests[1]->answer().reusedTokens, 0u);
  EXPECT_EQ(requests[2]->answer().reusedTokens, 128u);
  // One text after another, in a Decoder, which finds what requests have computed.
  const Answer one = model.alone(other, first), two = model.alone(other, second);
  EXPECT_EQ(one.reusedTokens, 149u);
  EXPECT_EQ(two.reusedTokens, 149u);
  expectEqual(two, requests[1]->answer(), 0);
  expectEqual(one, requests[0]->answer(), 0);
  const Tokens last = prompt(150, 11);
  model.alone(last, first);
  EXPECT_EQ(model.alone(last, second).reusedTokens, 0u);
  EXPECT_EQ(model.alone(last, second).reusedTokens, 149u);
}

// Scales of the model itself can be other ones without compiling.
TEST_F(AdapterRequests, ParamsAreTheScalesOfTheOthers) {
  rlx_executable_t *const changed = cloneOf(all);
  const float off = 0, on = 2;
  const Tokens text = prompt(40, 3);
  ASSERT_OK(capi::unwrap(changed).setParam("lora.0.scale", {rt::DType::F32, {}, &off}));
  ASSERT_OK(capi::unwrap(changed).setParam("lora.2.scale", {rt::DType::F32, {}, &on}));
  Model model(changed, vocabulary);
  rlx_executable_free(changed);
  const Answer expected = Model(all, vocabulary).alone(text, {0, 0, 2});
  expectEqual(model.alone(text), expected, 0);
  expectEqual(model.alone(text, {0, 0, 2}), expected, 0);
  expectEqual(model.alone(text, {0, 0, 0}), Model(all, vocabulary).alone(text, {0, 0, 0}), 0);
}

// Other matrices of an adapter, too, without compiling: zeros take its effect away.
TEST_F(AdapterRequests, MatricesAreParams) {
  const Tokens text = prompt(40, 5);
  const std::vector<float> zeros(3 * 64);
  rlx_executable_t *const changed = cloneOf(all);
  ASSERT_OK(capi::unwrap(changed).setParam(
      "lora.0.blk.0.attn_q.weight.a", {rt::DType::F32, std::vector<int64_t>{3, 64}, zeros.data()}));
  Model model(changed, vocabulary);
  rlx_executable_free(changed);
  const Answer none = Model(all, vocabulary).alone(text, {0, 0, 0});
  EXPECT_NE(Model(all, vocabulary).alone(text, {1, 0, 0}).logProbs, none.logProbs);
  expectEqual(model.alone(text, {1, 0, 0}), none, 0);
}

// Adapters of a smaller rank, of fewer matrices, with several ranks, and in f16 take the place of
// one: answers are those of a model that is compiled with them.
TEST_F(AdapterRequests, AdaptersAreLoadedWithoutCompiling) {
  using Type = gguf::TensorType;
  const Tokens text = prompt(150, 5);
  const std::string others[] = {adapter({{kUp, 2}}, 31), adapter({{kUp, 4}, {kQueries, 4}}, 32),
                                adapter({{kUp, 1}, {kQueries, 3}}, 33),
                                adapter({{kQueries, 2}}, 34, Type::F16)};
  const auto base = *gguf::GgufModel::open(path);
  Model model(all, vocabulary);
  for (size_t i = 0; i < std::size(others); ++i) {
    const std::string file = folder->write("other" + std::to_string(i) + ".gguf", others[i]);
    rlx_executable_t *const apart = compiled({{file, 1}});
    const Answer expected = Model(apart, vocabulary).alone(text, {1});
    rlx_executable_free(apart);
    model.decoder.truncate(0);
    ASSERT_OK(model.steps->loadAdapter(1, file, *base));
    const Answer loaded = model.alone(text, {0, 1, 0});
    expectEqual(loaded, expected, kTolerance);
    EXPECT_EQ(loaded.reusedTokens, 0u); // keys of the adapter before are not those of this one
    expectEqual(model.alone(text, {0, 0, 0}), Model(all, vocabulary).alone(text, {0, 0, 0}), 0);
  }
}

TEST_F(AdapterRequests, WrongAdaptersAreNotLoaded) {
  const auto file = [](const char *name, const std::string &bytes) {
    return folder->write(name, bytes);
  };
  const std::string rank = file("rank.gguf", adapter({{kUp, 2}, {kQueries, 5}}, 41)),
                    matrix = file("matrix.gguf", adapter({{kDown, 1}}, 42)),
                    several = file("several.gguf", adapter({{kUp, 1}, {kQueries, 3}}, 43)),
                    good = file("good.gguf", adapter({{kUp, 1}}, 44));
  rlx_lm_t *lm = nullptr;
  rlx_executable_t *const used = cloneOf(all);
  test::expectOk(rlx_lm_create(used, path.c_str(), 128, &lm));
  rlx_lm_settings_t settings;
  rlx_lm_settings_init(&settings);
  settings.temperature = 0;
  settings.max_tokens = 24;
  const rlx_lm_adapter_t second{1, 1.0};
  settings.adapters = &second;
  settings.num_adapters = 1;
  const Tokens text = prompt(9, 3);
  const auto answer = [&] {
    rlx_lm_answer_t made{};
    test::expectOk(
        rlx_lm_generate(lm, text.data(), text.size(), &settings, nullptr, nullptr, &made));
    return std::vector<uint32_t>(made.ids, made.ids + made.tokens);
  };
  const std::vector<uint32_t> before = answer();
  test::expectError(
      rlx_lm_load_adapter(lm, 1, rank.c_str()), RLX_INVALID_ARGUMENT,
      "'blk.0.attn_q.weight' has rank 5, but the model is compiled with one of rank 4");
  test::expectError(rlx_lm_load_adapter(lm, 1, matrix.c_str()), RLX_INVALID_ARGUMENT,
                    "changes 'blk.0.ffn_down.weight', but the one that the model is compiled with");
  test::expectError(rlx_lm_load_adapter(lm, 3, good.c_str()), RLX_OUT_OF_RANGE,
                    "there is no adapter 3: the model is compiled with 3");
  test::expectError(rlx_lm_load_adapter(lm, 1, "none.gguf"), RLX_NOT_FOUND, "none.gguf");
  test::expectError(rlx_lm_load_adapter(lm, 1, path.c_str()), RLX_INVALID_ARGUMENT,
                    "general.type is 'model', expected 'adapter'");
  EXPECT_EQ(answer(), before);
  rlx_lm_request_t *request = nullptr;
  test::expectOk(
      rlx_lm_submit(lm, text.data(), text.size(), &settings, nullptr, nullptr, &request));
  test::expectError(rlx_lm_load_adapter(lm, 1, good.c_str()), RLX_FAILED_PRECONDITION,
                    "requests are running");
  rlx_lm_request_free(request);
  test::expectOk(rlx_lm_load_adapter(lm, 1, good.c_str()));
  EXPECT_NE(answer(), before);
  test::expectOk(rlx_lm_load_adapter(lm, 1, files[1].c_str()));
  EXPECT_EQ(answer(), before);
  rlx_lm_free(lm);
  rlx_executable_free(used);

  rlx_executable_t *const mixed = compiled({{several, 1}});
  test::expectOk(rlx_lm_create(mixed, path.c_str(), 128, &lm));
  test::expectError(rlx_lm_load_adapter(lm, 0, good.c_str()), RLX_UNSUPPORTED, "several ranks");
  rlx_lm_free(lm);
  rlx_executable_free(mixed);
}

TEST_F(AdapterRequests, SettingsOfC) {
  rlx_lm_t *lm = nullptr;
  test::expectOk(rlx_lm_create(all, path.c_str(), 128, &lm));
  const Tokens text = prompt(9, 3);
  rlx_lm_settings_t settings;
  rlx_lm_settings_init(&settings);
  settings.temperature = 0;
  settings.max_tokens = 24;
  rlx_lm_answer_t answer{};
  const auto generated = [&](rlx_lm_t *used) {
    return rlx_lm_generate(used, text.data(), text.size(), &settings, nullptr, nullptr, &answer);
  };
  rlx_lm_adapter_t given[] = {{2, 2.0}, {2, 1.0}};
  settings.adapters = given;
  settings.num_adapters = 1;
  rlx_lm_request_t *request = nullptr;
  test::expectOk(
      rlx_lm_submit(lm, text.data(), text.size(), &settings, nullptr, nullptr, &request));
  rlx_lm_answer_t made{};
  test::expectOk(rlx_lm_wait(request, &made));
  const std::string requested = made.text;
  rlx_lm_request_free(request);
  test::expectOk(generated(lm));
  EXPECT_EQ(answer.text, requested);
  settings.num_adapters = 0; // a list without elements
  test::expectOk(generated(lm));
  EXPECT_NE(answer.text, requested);
  // A score has the model's own scales, whatever the answer before had.
  std::vector<double> scores(text.size() - 1), again = scores;
  test::expectOk(rlx_lm_score(lm, text.data(), text.size(), 1, scores.data()));
  settings.num_adapters = 1;
  test::expectOk(generated(lm));
  test::expectOk(rlx_lm_score(lm, text.data(), text.size(), 1, again.data()));
  EXPECT_EQ(again, scores);

  settings.num_adapters = 2;
  test::expectError(generated(lm), RLX_INVALID_ARGUMENT, "adapter 2 is given twice");
  given[1].number = 3;
  test::expectError(generated(lm), RLX_INVALID_ARGUMENT,
                    "there is no adapter 3: the model is compiled with 3");
  given[1] = {1, NAN};
  test::expectError(generated(lm), RLX_INVALID_ARGUMENT, "the scale of adapter 1 is not finite");
  settings.adapters = nullptr;
  test::expectError(generated(lm), RLX_INVALID_ARGUMENT, "adapters is NULL");
  rlx_lm_free(lm);
}

} // namespace
} // namespace adapter_requests_test
