// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mamba computes the logits of a reference in double precision, written from the definition,
// however a text is cut into runs, and can only go on or begin anew.
#include <rlx/rlx_compiler.h>
#include <rlx/rlx_lm.h>

#include <cmath>

#include <gtest/gtest.h>

#include "formats/gguf/GgufModel.h"
#include "lm/Decoder.h"
#include "lm/Generation.h"
#include "session/Session.h"
#include "unittests/importers/RandomDecoder.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace mamba_test {

using namespace rlx;
using Matrix = std::vector<std::vector<double>>;

namespace {

constexpr size_t kWidth = 20, kInner = 28, kState = 5, kKernel = 4, kRank = 3, kVocabulary = 30,
                 kLayers = 2;
constexpr double kEpsilon = 1e-5;

class File {
public:
  explicit File(bool hasNorms) : hasNorms(hasNorms) {
    const std::pair<const char *, size_t> sizes[] = {
        {"block_count", kLayers},     {"embedding_length", kWidth}, {"context_length", 64},
        {"ssm.inner_size", kInner},   {"ssm.state_size", kState},   {"ssm.conv_kernel", kKernel},
        {"ssm.time_step_rank", kRank}};
    writer.text("general.architecture", "mamba");
    for (const auto &[key, size] : sizes)
      writer.value("mamba." + std::string(key), gguf::ValueType::U32, static_cast<uint32_t>(size));
    writer.value("mamba.attention.layer_norm_rms_epsilon", gguf::ValueType::F32,
                 static_cast<float>(kEpsilon));
    writer.value("mamba.ssm.dt_b_c_rms", gguf::ValueType::Bool, uint8_t(hasNorms));
    std::vector<std::string> letters;
    for (char letter = 'A'; letters.size() < kVocabulary; ++letter)
      letters.emplace_back(1, letter);
    writer.text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", letters);
    add("token_embd.weight", kVocabulary, kWidth);
    add("output_norm.weight", 1, kWidth, 1);
    for (size_t i = 0; i < kLayers; ++i) {
      const std::string name = "blk." + std::to_string(i) + ".";
      add(name + "attn_norm.weight", 1, kWidth, 1);
      add(name + "ssm_in.weight", 2 * kInner, kWidth);
      add(name + "ssm_conv1d.weight", kInner, kKernel);
      add(name + "ssm_conv1d.bias", 1, kInner);
      add(name + "ssm_conv1d.scale", 1, 1, 1);
      add(name + "ssm_x.weight", kRank + 2 * kState, kInner);
      add(name + "ssm_dt.weight", kInner, kRank);
      add(name + "ssm_dt.bias", 1, kInner);
      add(name + "ssm_a", kInner, kState, -1);
      add(name + "ssm_d", 1, kInner);
      add(name + "ssm_out.weight", kWidth, kInner);
    }
  }

  std::string bytes() const {
    const std::vector<uint8_t> all = writer.bytes();
    return {all.begin(), all.end()};
  }

  Matrix logits(const std::vector<lm::Token> &tokens) const {
    Matrix x;
    for (const lm::Token token : tokens)
      x.push_back(values.at("token_embd.weight")[token]);
    for (size_t i = 0; i < kLayers; ++i)
      addLayer(x, "blk." + std::to_string(i) + ".");
    for (std::vector<double> &row : x)
      row = times(normalized(row, &values.at("output_norm.weight")[0]), "token_embd.weight");
    return x;
  }

private:
  void add(const std::string &name, size_t rows, size_t columns, double center = 0) {
    const std::vector<uint8_t> bytes = random.bytes(
        gguf::TensorType::F32, static_cast<int64_t>(rows * columns), center - 0.5, center + 0.5);
    const auto *floats = reinterpret_cast<const float *>(bytes.data());
    for (size_t i = 0; i < rows; ++i)
      values[name].emplace_back(floats + i * columns, floats + (i + 1) * columns);
    writer.tensor(name, gguf::TensorType::F32,
                  rows == 1 ? std::vector<uint64_t>{columns} : std::vector<uint64_t>{rows, columns},
                  bytes);
  }

  static std::vector<double> normalized(std::vector<double> x, const std::vector<double> *gamma) {
    double sum = 0;
    for (const double each : x)
      sum += each * each;
    const double scale = 1 / std::sqrt(sum / static_cast<double>(x.size()) + kEpsilon);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] *= gamma ? scale * (*gamma)[i] : scale;
    return x;
  }

  std::vector<double> times(const std::vector<double> &x, const std::string &name) const {
    std::vector<double> y;
    for (const std::vector<double> &row : values.at(name)) {
      y.push_back(0);
      for (size_t k = 0; k < x.size(); ++k)
        y.back() += x[k] * row[k];
    }
    return y;
  }

  static double silu(double x) { return x / (1 + std::exp(-x)); }

  std::vector<double> piece(const std::vector<double> &all, size_t first, size_t count) const {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<double> some(begin, begin + static_cast<std::ptrdiff_t>(count));
    return hasNorms ? normalized(std::move(some), nullptr) : some;
  }

  void addLayer(Matrix &x, const std::string &name) const {
    Matrix before;
    Matrix state(kInner, std::vector<double>(kState));
    for (std::vector<double> &row : x) {
      const std::vector<double> both =
          times(normalized(row, &values.at(name + "attn_norm.weight")[0]), name + "ssm_in.weight");
      before.emplace_back(both.begin(), both.begin() + kInner);
      std::vector<double> u(kInner);
      for (size_t d = 0; d < kInner; ++d) {
        u[d] = values.at(name + "ssm_conv1d.bias")[0][d];
        for (size_t back = 0; back < std::min(kKernel, before.size()); ++back)
          u[d] += before[before.size() - 1 - back][d] *
                  values.at(name + "ssm_conv1d.weight")[d][kKernel - 1 - back] *
                  values.at(name + "ssm_conv1d.scale")[0][0];
        u[d] = silu(u[d]);
      }
      const std::vector<double> parameters = times(u, name + "ssm_x.weight");
      const std::vector<double> low = piece(parameters, 0, kRank),
                                b = piece(parameters, kRank, kState),
                                c = piece(parameters, kRank + kState, kState);
      std::vector<double> delta = times(low, name + "ssm_dt.weight"), y(kInner);
      for (size_t d = 0; d < kInner; ++d) {
        delta[d] = std::log1p(std::exp(delta[d] + values.at(name + "ssm_dt.bias")[0][d]));
        y[d] = values.at(name + "ssm_d")[0][d] * u[d];
        for (size_t n = 0; n < kState; ++n) {
          state[d][n] = std::exp(delta[d] * values.at(name + "ssm_a")[d][n]) * state[d][n] +
                        delta[d] * u[d] * b[n];
          y[d] += c[n] * state[d][n];
        }
        y[d] *= silu(both[kInner + d]);
      }
      const std::vector<double> out = times(y, name + "ssm_out.weight");
      for (size_t i = 0; i < kWidth; ++i)
        row[i] += out[i];
    }
  }

  const bool hasNorms;
  test::GgufWriter writer;
  test::RandomTensor random{13};
  std::map<std::string, Matrix> values;
};

void expectRows(const lm::Rows &got, const Matrix &expected, size_t first) {
  for (size_t t = 0; t < got.count(); ++t)
    for (size_t i = 0; i < kVocabulary; ++i)
      ASSERT_NEAR(got.row(t)[i], expected[first + t][i], 2e-4) << first + t;
}

class Mamba : public ::testing::TestWithParam<bool> {};

TEST_P(Mamba, TextsGoOnOrBeginAnew) {
  const File file(GetParam());
  const rlx::testing::TempFolder folder;
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Session> session,
                       Session::fromFile(folder.write("model.gguf", file.bytes())));
  ASSERT_OK_AND_ASSIGN(lm::Decoder decoder, lm::Decoder::create(session->executable(), 64));
  EXPECT_TRUE(decoder.isRecurrent());
  const std::vector<lm::Token> tokens = {3, 1, 4, 1, 5, 9, 2, 6, 5, 29};
  const Matrix expected = file.logits(tokens);
  const std::span<const lm::Token> all(tokens);
  ASSERT_OK_AND_ASSIGN(lm::Rows rows, decoder.append(all, 10));
  expectRows(rows, expected, 0);
  // Cutting the text forgets all of it.
  decoder.truncate(4);
  EXPECT_EQ(decoder.length(), 0);
  for (const size_t part : {size_t(1), size_t(5), size_t(1), size_t(3)}) {
    const auto at = static_cast<size_t>(decoder.length());
    ASSERT_OK_AND_ASSIGN(rows, decoder.append(all.subspan(at, part), part));
    expectRows(rows, expected, at);
  }
  decoder.truncate(10);
  EXPECT_EQ(decoder.length(), 10);
}

// Answers are the same whatever the text before them was. Drafts would have to be taken back.
TEST(MambaText, AnswersAndDrafts) {
  const rlx::testing::TempFolder folder;
  const std::string path = folder.write("model.gguf", File(false).bytes());
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Session> session, Session::fromFile(path));
  ASSERT_OK_AND_ASSIGN(const auto model, gguf::GgufModel::open(path));
  ASSERT_OK_AND_ASSIGN(const auto vocabulary, lm::Vocabulary::create(model->metadata()));
  ASSERT_OK_AND_ASSIGN(lm::Decoder decoder, lm::Decoder::create(session->executable(), 64));
  const auto answer = [&](const std::vector<lm::Token> &prompt, int64_t draftMax) {
    lm::Sampler sampler(lm::SamplingOptions{.temperature = 0});
    lm::AnswerOptions options{.maxTokens = 8};
    options.draftMax = draftMax;
    return lm::generate(decoder, *vocabulary, sampler, prompt, options,
                        [](std::string_view) { return true; });
  };
  ASSERT_OK_AND_ASSIGN(const lm::Answer first, answer({3, 1, 4, 1}, 0));
  EXPECT_EQ(first.ids.size(), 8u);
  ASSERT_OK_AND_ASSIGN(const lm::Answer again, answer({3, 1, 4, 1}, 0));
  EXPECT_EQ(again.ids, first.ids);
  EXPECT_EQ(again.reusedTokens, 0u);
  // A prompt that goes on behind the text computes the rest only.
  std::vector<lm::Token> longer = {3, 1, 4, 1};
  longer.insert(longer.end(), first.ids.begin(), first.ids.end());
  ASSERT_OK_AND_ASSIGN(const lm::Answer rest, answer(longer, 0));
  EXPECT_EQ(rest.reusedTokens, 11u);
  ASSERT_OK_AND_ASSIGN(const lm::Answer other, answer({9}, 0));
  ASSERT_OK_AND_ASSIGN(const lm::Answer whole, answer(longer, 0));
  EXPECT_EQ(whole.reusedTokens, 0u);
  EXPECT_EQ(whole.ids, rest.ids);
  EXPECT_ERROR(answer({3, 1}, 3).status(), Unsupported, "the model is recurrent");
  EXPECT_ERROR(lm::checkDraftModel(decoder.stepModel().isRecurrent()), Unsupported,
               "the draft model is recurrent");
}

TEST(MambaText, TakesNoDraftModel) {
  const rlx::testing::TempFolder folder;
  const std::string path = folder.write("model.gguf", File(false).bytes());
  rlx_executable_t *executable = nullptr;
  test::expectOk(rlx_compile_file(path.c_str(), nullptr, &executable));
  // Known before it is compiled.
  test::expectOk(rlx_lm_check_files(path.c_str(), 64, 0, nullptr));
  test::expectError(rlx_lm_check_files(path.c_str(), 64, 0, "none.gguf"), RLX_UNSUPPORTED,
                    "the model is recurrent: it cannot take back");
  test::expectError(rlx_lm_check_files(path.c_str(), 64, 128, nullptr), RLX_UNSUPPORTED,
                    "the model is recurrent: its states are for one text");
  rlx_lm_t *lm = nullptr;
  test::expectOk(rlx_lm_create(executable, path.c_str(), 64, &lm));
  // Refused before the draft model is looked at.
  test::expectError(rlx_lm_set_draft(lm, executable, path.c_str()), RLX_UNSUPPORTED,
                    "the model is recurrent");
  const uint32_t prompt[] = {3, 1, 4};
  rlx_lm_settings_t settings;
  rlx_lm_settings_init(&settings);
  settings.max_tokens = 4;
  rlx_lm_answer_t answer{};
  test::expectOk(rlx_lm_generate(lm, prompt, 3, &settings, nullptr, nullptr, &answer));
  EXPECT_EQ(answer.tokens, 4u);
  rlx_lm_free(lm);
  rlx_executable_free(executable);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Mamba, ::testing::Values(false, true));

} // namespace
} // namespace mamba_test
