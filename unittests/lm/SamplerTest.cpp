// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of tokens: each filter by itself, and the frequencies of many draws.
#include "lm/Sampler.h"

#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>

using rlx::lm::Sampler;
using rlx::lm::SamplingOptions;
using rlx::lm::Token;

namespace {

const SamplingOptions kAll{.temperature = 1, .topK = 0, .topP = 1, .minP = 0, .seed = 7};
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// How often each token was drawn.
std::map<Token, int> draw(const SamplingOptions &options, const std::vector<float> &logits,
                          int draws = 20000) {
  Sampler sampler(options);
  std::map<Token, int> counts;
  for (int i = 0; i < draws; ++i)
    ++counts[sampler.sample(logits, static_cast<uint64_t>(i))];
  return counts;
}

std::vector<Token> tokensOf(const std::map<Token, int> &counts) {
  std::vector<Token> tokens;
  for (const auto &[token, count] : counts)
    tokens.push_back(token);
  return tokens;
}

TEST(Sampler, GreedyTakesTheFirstOfTheBest) {
  Sampler greedy({.temperature = 0});
  EXPECT_EQ(greedy.sample(std::vector<float>{1, 5, 5, -2}, 0), 1U);
  EXPECT_EQ(greedy.sample(std::vector<float>{kNan, 2, kNan, 3}, 0), 3U);
  EXPECT_EQ(greedy.sample(std::vector<float>{-kInfinity, -kInfinity}, 0), 0U);
  EXPECT_EQ(greedy.sample(std::vector<float>{kNan, kNan}, 0), 0U);
}

// Pearson's statistic of the draws. It has n - 1 degrees of freedom for n tokens.
double chiSquare(const std::map<Token, int> &counts, const std::vector<double> &expected) {
  double sum = 0;
  for (size_t token = 0; token < expected.size(); ++token) {
    const auto found = counts.find(static_cast<Token>(token));
    const double difference = (found == counts.end() ? 0 : found->second) - expected[token];
    sum += difference * difference / expected[token];
  }
  return sum;
}

TEST(Sampler, DrawsFollowTheDistribution) {
  const std::vector<float> logits{0, 1, -1, 2, 0.5F, -0.5F, 1.5F, -2};
  for (const double temperature : {0.5, 1.0, 2.0}) {
    SamplingOptions options = kAll;
    options.temperature = temperature;
    double sum = 0;
    for (const float logit : logits)
      sum += std::exp(logit / temperature);
    std::vector<double> expected;
    for (const float logit : logits)
      expected.push_back(20000 * std::exp(logit / temperature) / sum);
    // 7 degrees of freedom exceed 24.3 once in a thousand seeds; this one is fixed.
    EXPECT_LT(chiSquare(draw(options, logits), expected), 24.3) << temperature;
  }
}

// Filters see the model's probabilities, 0.64, 0.24, 0.09, 0.03, whatever the temperature.
TEST(Sampler, FiltersComeBeforeTheTemperature) {
  const std::vector<float> logits{3, 2, 1, 0};
  for (const double temperature : {0.5, 1.0, 10.0}) {
    SamplingOptions options = kAll;
    options.temperature = temperature;
    options.topP = 0.8;
    EXPECT_EQ(tokensOf(draw(options, logits)), (std::vector<Token>{0, 1})) << temperature;
    options.topP = 1;
    options.minP = 0.1;
    EXPECT_EQ(tokensOf(draw(options, logits)), (std::vector<Token>{0, 1, 2})) << temperature;
  }
}

TEST(Sampler, TopKKeepsTheBest) {
  SamplingOptions options = kAll;
  options.topK = 3;
  EXPECT_EQ(tokensOf(draw(options, {1, 3, 2, 3, 0, 2})), (std::vector<Token>{1, 2, 3}));
  options.topK = 100;
  EXPECT_EQ(tokensOf(draw(options, {1, 1, 1})), (std::vector<Token>{0, 1, 2}));
}

TEST(Sampler, TopPKeepsTheLeastPrefixOfThatProbability) {
  SamplingOptions options = kAll;
  std::vector<float> logits;
  for (const double probability : {0.1, 0.4, 0.2, 0.3})
    logits.push_back(static_cast<float>(std::log(probability)));
  options.topP = 0.65; // 0.4 + 0.3
  EXPECT_EQ(tokensOf(draw(options, logits)), (std::vector<Token>{1, 3}));
  options.topP = 0.75; // and 0.2
  EXPECT_EQ(tokensOf(draw(options, logits)), (std::vector<Token>{1, 2, 3}));
  options.topP = 0; // one at least
  EXPECT_EQ(tokensOf(draw(options, logits)), (std::vector<Token>{1}));
  // Of many tokens, of which only a part is sorted.
  std::vector<float> flat(5000, 0);
  options.topP = 0.5;
  EXPECT_LE(draw(options, flat, 500).rbegin()->first, 2499U);
  EXPECT_GE(draw(options, flat, 500).rbegin()->first, 2300U);
}

TEST(Sampler, MinPKeepsAPartOfTheHighest) {
  SamplingOptions options = kAll;
  options.minP = 0.5;
  EXPECT_EQ(tokensOf(draw(options, {0, std::log(0.49F), std::log(0.51F), -9})),
            (std::vector<Token>{0, 2}));
}

TEST(Sampler, InfinitiesAndNansAreNoAccidents) {
  EXPECT_EQ(tokensOf(draw(kAll, {1, -kInfinity, kNan})), (std::vector<Token>{0}));
  EXPECT_EQ(tokensOf(draw(kAll, {1, kInfinity, kInfinity})), (std::vector<Token>{1, 2}));
}

TEST(Sampler, TheSeedDecides) {
  SamplingOptions options = kAll;
  const std::vector<float> logits(50, 0);
  Sampler first(options), second(options);
  options.seed = 8;
  Sampler other(options);
  int equal = 0;
  for (uint64_t i = 0; i < 100; ++i) {
    const Token token = first.sample(logits, i);
    EXPECT_EQ(token, second.sample(logits, i));
    equal += token == other.sample(logits, i);
  }
  EXPECT_LT(equal, 20);
}

TEST(Sampler, RefusesWrongOptions) {
  EXPECT_TRUE(SamplingOptions().check().ok());
  for (const SamplingOptions &wrong :
       {SamplingOptions{.temperature = -1}, SamplingOptions{.temperature = NAN},
        SamplingOptions{.topK = -1}, SamplingOptions{.topP = 1.5}, SamplingOptions{.minP = NAN}})
    EXPECT_FALSE(wrong.check().ok());
}

} // namespace
