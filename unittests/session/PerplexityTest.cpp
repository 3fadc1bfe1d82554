// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The perplexity of a model, beside its definition from steps of one token each.
#include <rlx/rlx_compiler.h>

#include <cmath>

#include <gtest/gtest.h>

#include "formats/gguf/GgufModel.h"
#include "lm/Perplexity.h"
#include "runtime/capi/Wrap.h"
#include "unittests/importers/RandomDecoder.h"
#include "unittests/session/ExpectStatus.h"
#include "unittests/session/TempFolder.h"

namespace perplexity_test {
namespace {

using namespace rlx;
using Tokens = std::vector<lm::Token>;

std::vector<std::string> names() {
  std::vector<std::string> tokens;
  for (char letter = 'A'; tokens.size() < 50; ++letter)
    tokens.emplace_back(1, letter);
  return tokens;
}

class PerplexityOfModel : public ::testing::TestWithParam<std::optional<uint32_t>> {
protected:
  static std::string write(std::optional<uint32_t> begin) {
    const test::RandomDecoder model{.tokens = names(), .begin = begin};
    const std::vector<uint8_t> bytes = model.bytes();
    return folder->write("m.gguf", std::string(bytes.begin(), bytes.end()));
  }
  static void SetUpTestSuite() {
    folder = new rlx::testing::TempFolder();
    test::expectOk(rlx_compile_file(write({}).c_str(), nullptr, &executable));
  }
  static void TearDownTestSuite() {
    rlx_executable_free(executable);
    delete folder;
  }
  // The graph does not depend on the vocabulary.
  void SetUp() override {
    const std::string path = write(GetParam());
    vocabulary = lm::Vocabulary::create((*gguf::GgufModel::open(path))->metadata()).value();
  }

  static lm::Decoder decoder(int64_t context) {
    return lm::Decoder::create(capi::unwrap(executable), context).value();
  }

  // The log-probability of `next`, in double.
  static double logProb(std::span<const float> logits, lm::Token next) {
    double sum = 0;
    for (const float logit : logits)
      sum += std::exp(double(logit));
    return double(logits[next]) - std::log(sum);
  }

  static inline rlx::testing::TempFolder *folder = nullptr;
  static inline rlx_executable_t *executable = nullptr;
  std::shared_ptr<const lm::Vocabulary> vocabulary;
};

TEST_P(PerplexityOfModel, CountsTheSecondHalfOfEachChunk) {
  constexpr size_t kChunk = 16, kChunks = 3;
  Tokens text;
  for (uint32_t i = 0; i < kChunk * kChunks + 5; ++i) // a rest, too
    text.push_back((i * i * 7 + 3 * i) % 50);
  std::vector<double> expected;
  {
    lm::Decoder steps = decoder(kChunk);
    for (size_t chunk = 0; chunk < kChunks; ++chunk) {
      steps.truncate(0);
      for (size_t i = 0; i + 1 < kChunk; ++i) {
        const lm::Token token =
            i == 0 ? GetParam().value_or(text[chunk * kChunk]) : text[chunk * kChunk + i];
        const lm::Rows logits = steps.append({&token, 1}).value();
        if (i >= kChunk / 2)
          expected.push_back(logProb(logits.row(0), text[chunk * kChunk + i + 1]));
      }
    }
  }
  ASSERT_EQ(expected.size(), 21u);
  double mean = 0, deviations = 0;
  for (const double each : expected)
    mean += each / 21;
  for (const double each : expected)
    deviations += (each - mean) * (each - mean);

  lm::Decoder whole = decoder(kChunk);
  std::vector<size_t> counts;
  const auto result = lm::perplexity(whole, *vocabulary, text, kChunk,
                                     [&](const auto &soFar) { counts.push_back(soFar.tokens()); });
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(counts, (std::vector<size_t>{7, 14, 21}));
  EXPECT_EQ(result->tokens(), 21u);
  EXPECT_NEAR(result->value(), std::exp(-mean), 1e-4 * std::exp(-mean));
  const double error = std::exp(-mean) * std::sqrt(deviations / 21 / 20);
  EXPECT_NEAR(result->error(), error, 1e-3 * error);
}

INSTANTIATE_TEST_SUITE_P(, PerplexityOfModel,
                         ::testing::Values(std::nullopt, std::optional<uint32_t>(7)));

TEST_P(PerplexityOfModel, RefusesShortTexts) {
  lm::Decoder whole = decoder(16);
  const auto message = [&](size_t tokens, size_t chunk) {
    return std::string(
        lm::perplexity(whole, *vocabulary, Tokens(tokens, 1), chunk, [](const auto &) {})
            .status()
            .message());
  };
  EXPECT_EQ(message(31, 16),
            "the perplexity needs two chunks of 16 tokens, 32 in all, but the text "
            "has 31");
  EXPECT_EQ(message(32, 16), "");
  EXPECT_EQ(message(32, 3), "expected chunks of at least 4 tokens for the perplexity, got 3");
  EXPECT_EQ(message(64, 17), "the context has 16 tokens, but the text has 17");
}

} // namespace
} // namespace perplexity_test
