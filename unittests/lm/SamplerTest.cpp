// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of tokens: each filter by itself, and the frequencies of many draws.
#include "lm/Sampler.h"
#include "lm/LogProbs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "unittests/TestSet.h"

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
  const std::vector<Token> text(static_cast<size_t>(draws), 0);
  std::map<Token, int> counts;
  for (size_t i = 0; i < text.size(); ++i)
    ++counts[sampler.sample(logits, std::span(text).first(i)).value()];
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
  EXPECT_EQ(greedy.sample(std::vector<float>{1, 5, 5, -2}, {}).value(), 1U);
  EXPECT_EQ(greedy.sample(std::vector<float>{kNan, 2, kNan, 3}, {}).value(), 3U);
}

// No token is made up where none is left, with and without chance.
TEST(Sampler, LogitsWithoutATokenAreAnError) {
  for (const double temperature : {0.0, 1.0})
    for (const int64_t topK : {0, 1, 40}) {
      SamplingOptions options{.temperature = temperature, .topK = topK};
      for (const float logit : {kNan, -kInfinity})
        EXPECT_EQ(Sampler(options).sample(std::vector<float>{logit, logit}, {}).status().message(),
                  "the model's logits are not numbers, so there is no next token");
      options.logitBias = {{0, -kInfinity}, {1, -kInfinity}};
      EXPECT_EQ(Sampler(options).sample(std::vector<float>{3, 2}, {}).status().message(),
                "the biases and penalties leave no token");
      EXPECT_EQ(Sampler(options).sample(std::vector<float>{3, 2, kNan, 1}, {}).value(), 3U);
    }
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

// Guesses of a model that is off, and of one whose filters leave other tokens: tokens have the
// probabilities that they have without guesses, and guesses are accepted as often as they can be.
// The definitions of the filters, over all tokens in the order of their probabilities.
std::vector<double> filtered(const SamplingOptions &options, const std::vector<float> &logits) {
  using Ranked = std::pair<double, size_t>; // a probability, and its token
  std::vector<Ranked> kept;
  const auto normalize = [&] {
    double sum = 0;
    for (const Ranked &each : kept)
      sum += each.first;
    for (Ranked &each : kept)
      each.first /= sum;
  };
  // The first ones, up to the one that completes `mass`.
  const auto keepMass = [&](double mass) {
    size_t count = 0;
    for (double sum = 0; count < kept.size() && sum < mass; ++count)
      sum += kept[count].first;
    kept.resize(count);
  };
  for (size_t token = 0; token < logits.size(); ++token)
    kept.emplace_back(std::exp(logits[token]), token);
  std::ranges::sort(kept, std::greater());
  if (options.topK > 0)
    kept.resize(static_cast<size_t>(options.topK));
  normalize();
  if (options.typicalP != 1) {
    double entropy = 0;
    for (const Ranked &each : kept)
      entropy -= each.first * std::log(each.first);
    std::ranges::sort(
        kept, {}, [&](const Ranked &each) { return std::abs(-std::log(each.first) - entropy); });
    keepMass(options.typicalP);
    std::ranges::sort(kept, std::greater());
    normalize();
  }
  const double least = options.minP * kept.front().first;
  if (options.topP != 1)
    keepMass(options.topP);
  std::erase_if(kept, [&](const Ranked &each) { return each.first < least; });
  for (Ranked &each : kept)
    each.first = std::pow(each.first, 1 / options.temperature);
  normalize();
  std::vector<double> probabilities(logits.size(), 0.0);
  for (const Ranked &each : kept)
    probabilities[each.second] = each.first;
  return probabilities;
}

// Pearson's test of each filter, and of all. --all draws a million tokens.
TEST(Sampler, DrawsFollowTheDistributionOfEachFilter) {
  std::mt19937 engine(5);
  std::normal_distribution<float> normal(0, 1.2f);
  std::vector<float> logits(60);
  for (float &logit : logits)
    logit = normal(engine);
  const std::pair<const char *, SamplingOptions> cases[] = {
      {"none", kAll},
      {"temperature", {.temperature = 0.6, .topK = 0, .topP = 1, .minP = 0}},
      {"top-k", {.temperature = 1, .topK = 12, .topP = 1, .minP = 0}},
      {"typical", {.temperature = 1, .topK = 0, .typicalP = 0.6, .topP = 1, .minP = 0}},
      {"top-p", {.temperature = 1, .topK = 0, .topP = 0.7, .minP = 0}},
      {"min-p", {.temperature = 1, .topK = 0, .topP = 1, .minP = 0.15}},
      {"all", {.temperature = 1.3, .topK = 30, .typicalP = 0.9, .topP = 0.9, .minP = 0.1}}};
  const int draws = runsAllTests() ? 1000000 : 20000;
  for (const auto &[name, options] : cases) {
    const std::vector<double> expected = filtered(options, logits);
    std::map<Token, int> counts = draw(options, logits, draws);
    double chiSquare = 0, freedom = -1;
    for (size_t token = 0; token < logits.size(); ++token) {
      const int count = counts[static_cast<Token>(token)];
      if (expected[token] == 0) {
        EXPECT_EQ(count, 0) << name << " leaves token " << token;
        continue;
      }
      const double wanted = expected[token] * draws;
      chiSquare += (count - wanted) * (count - wanted) / wanted;
      ++freedom;
    }
    ASSERT_GE(freedom, 5) << name;
    ASSERT_TRUE(std::string(name) == "none" || std::string(name) == "temperature" || freedom < 50);
    // 4.5 standard deviations of the statistic.
    EXPECT_LT(chiSquare, freedom + 4.5 * std::sqrt(2 * freedom)) << name;
  }
}

TEST(Sampler, AcceptedGuessesFollowTheDistribution) {
  const std::vector<float> logits{0, 1, -1, 2, 0.5F, -0.5F, 1.5F, -2};
  const std::vector<std::vector<float>> drafts = {{1, 0, 0, 2.5F, -1, 0.5F, 0.5F, -1},
                                                  {0, -kInfinity, -1, 3, -kInfinity, 2, 0, 1},
                                                  {-9, -9, -9, -9, -9, -9, -9, 2},
                                                  logits};
  double sum = 0;
  for (const float logit : logits)
    sum += std::exp(logit);
  std::vector<double> expected;
  for (const float logit : logits)
    expected.push_back(20000 * std::exp(logit) / sum);
  SamplingOptions guesses = kAll;
  guesses.seed = 12345;
  for (const std::vector<float> &draft : drafts) {
    Sampler target(kAll), guesser(guesses);
    const std::vector<Token> text(20000, 0);
    std::map<Token, int> counts;
    double common = 0;
    int accepted = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      const Token guess = guesser.sample(draft, std::span(text).first(i)).value();
      const rlx::lm::Probabilities drawnFrom = guesser.probabilities();
      const Token token = target.accept(guess, drawnFrom, logits, std::span(text).first(i)).value();
      accepted += token == guess;
      ++counts[token];
      if (i == 0)
        for (const auto &[each, probability] : drawnFrom)
          common += std::min(probability, expected[each] / 20000);
    }
    EXPECT_LT(chiSquare(counts, expected), 24.3);
    EXPECT_NEAR(accepted, 20000 * common, 4 * std::sqrt(20000 * common * (1 - common)) + 1e-6);
  }
}

// What a grammar or a filter forbids is no token, although it was guessed.
TEST(Sampler, ForbiddenGuessesAreNotAccepted) {
  SamplingOptions options = kAll;
  options.topK = 2;
  Sampler target(options);
  const std::vector<float> logits{3, 2, 1, 2.5F};
  const std::vector<uint32_t> mask{0b0111};
  for (size_t i = 0; i < 200; ++i) {
    const std::vector<Token> text(i, 0);
    EXPECT_NE(target.accept(1, {{1, 1.0}}, logits, text).value(), 1U);
    EXPECT_LT(target.accept(3, {{3, 1.0}}, logits, text, mask).value(), 2U);
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

std::vector<float> logitsOf(const std::vector<double> &probabilities) {
  std::vector<float> logits;
  for (const double probability : probabilities)
    logits.push_back(static_cast<float>(std::log(probability)));
  return logits;
}

// The entropy is 1.15. The information of the tokens is 0.51, 1.61, 2.30, 2.66 and 3.51, so that
// the second is the most typical, and the first comes before the third.
TEST(Sampler, TypicalKeepsWhatIsClosestToTheEntropy) {
  const std::vector<float> logits = logitsOf({0.6, 0.2, 0.1, 0.07, 0.03});
  SamplingOptions options = kAll;
  options.typicalP = 0.15;
  EXPECT_EQ(tokensOf(draw(options, logits)), (std::vector<Token>{1}));
  options.typicalP = 0.5;
  EXPECT_EQ(tokensOf(draw(options, logits)), (std::vector<Token>{0, 1}));
  options.typicalP = 0.85;
  EXPECT_EQ(tokensOf(draw(options, logits)), (std::vector<Token>{0, 1, 2}));
  // The filters behind it see the rest only, 0.25 and 0.75.
  options.typicalP = 0.5;
  options.topP = 0.7;
  EXPECT_EQ(tokensOf(draw(options, logits)), (std::vector<Token>{0}));
}

TEST(Sampler, PenaltiesAreOfTheLastTokens) {
  const std::vector<float> logits{2, 1.5F, -1, -1.2F};
  const std::vector<Token> text{0, 0, 2, 1, 2};
  SamplingOptions options{.temperature = 0};
  const auto best = [&](const std::vector<float> &given) {
    return Sampler(options).sample(given, text).value();
  };
  EXPECT_EQ(best(logits), 0U);
  options.repeatPenalty = 1.5; // 2 / 1.5 and 1.5 / 1.5
  EXPECT_EQ(best(logits), 0U);
  options.repeatLastN = 3; // 1 and 2 only
  EXPECT_EQ(best({2, 2.9F, -1, -1.2F}), 0U);
  options.repeatLastN = 1; // 2 only: -1 becomes -1.5
  EXPECT_EQ(best({-9, -9, -1, -1.2F}), 3U);
  options.repeatLastN = 0;
  EXPECT_EQ(best({-9, -9, -1, -1.2F}), 2U);
  options = {.temperature = 0, .presencePenalty = 1};
  EXPECT_EQ(best({2, 1.5F, 0, 1.2F}), 3U);
  EXPECT_EQ(best({2.3F, 1.5F, 0, 1.2F}), 0U); // once, though the token is there twice
  options = {.temperature = 0, .frequencyPenalty = 1, .repeatLastN = -1};
  EXPECT_EQ(best({2.3F, 1.5F, 0, 0.4F}), 1U); // 0.3, 0.5 and 0.4
}

TEST(Sampler, BiasesAreAdded) {
  SamplingOptions options = kAll;
  options.logitBias = {{0, -kInfinity}, {2, 3}, {100, 5}};
  EXPECT_EQ(tokensOf(draw(options, {5, 0, 0})), (std::vector<Token>{1, 2}));
  options.temperature = 0;
  EXPECT_EQ(Sampler(options).sample(std::vector<float>{5, 1, 0}, {}).value(), 2U);
}

// Of 40 tokens, those of the mask: 1, 33 and 39.
TEST(Sampler, MasksLeaveTheirTokens) {
  std::vector<float> logits(40);
  for (size_t i = 0; i < logits.size(); ++i)
    logits[i] = static_cast<float>(i % 35);
  const std::vector<uint32_t> mask = {1U << 1, 1U << 1 | 1U << 7};
  Sampler greedy({.temperature = 0});
  EXPECT_EQ(greedy.sample(logits, {}).value(), 34U);
  EXPECT_EQ(greedy.sample(logits, {}, mask).value(), 33U);
  EXPECT_EQ(greedy.sample(logits, {}, std::span(mask).first(1)).value(), 1U); // none beyond it
  EXPECT_EQ(greedy.sample(logits, {}).value(), 34U);                          // and no trace
  // Biases come before, and filters see the rest only: 1 has 4 of 5 parts.
  SamplingOptions options = kAll;
  options.logitBias = {{1, std::log(4.0)}, {39, -kInfinity}, {34, 100}};
  logits[33] = 1;
  std::map<Token, int> counts;
  Sampler sampler(options);
  const std::vector<Token> text(5000, 0);
  for (size_t i = 0; i < text.size(); ++i)
    ++counts[sampler.sample(logits, std::span(text).first(i), mask).value()];
  EXPECT_EQ(tokensOf(counts), (std::vector<Token>{1, 33}));
  EXPECT_NEAR(counts[1], 4000, 120);
  options.topP = 0.7;
  EXPECT_EQ(Sampler(options).sample(logits, {}, mask).value(), 1U);
  options.logitBias = {{1, -kInfinity}, {33, -kInfinity}, {39, -kInfinity}};
  EXPECT_EQ(Sampler(options).sample(logits, {}, mask).status().message(),
            "the grammar, and the biases and penalties, leave no token");
}

TEST(LogProbs, AreOfTheWholeDistribution) {
  const std::vector<float> logits = logitsOf({0.1, 0.4, 0.2, 0.3});
  std::vector<rlx::lm::TokenLogProb> likely;
  EXPECT_NEAR(rlx::lm::logProbs(logits, 2, 3, likely), std::log(0.2), 1e-6);
  ASSERT_EQ(likely.size(), 3U);
  const std::vector<std::pair<Token, double>> expected = {{1, 0.4}, {3, 0.3}, {2, 0.2}};
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(likely[i].token, expected[i].first);
    EXPECT_NEAR(likely[i].logProb, std::log(expected[i].second), 1e-6);
  }
  EXPECT_NEAR(rlx::lm::logProbs(logits, 0, 99, likely), std::log(0.1), 1e-6);
  EXPECT_EQ(likely.size(), 7U); // all four are appended
  // Values that are no accidents.
  likely.clear();
  EXPECT_EQ(rlx::lm::logProbs(std::vector<float>{kNan, 4}, 0, 2, likely), -kInfinity);
  EXPECT_EQ(likely.front().token, 1U);
  EXPECT_NEAR(likely.front().logProb, 0, 1e-12);
  EXPECT_NEAR(rlx::lm::logProbs(std::vector<float>{-kInfinity, -kInfinity}, 0, 0, likely),
              std::log(0.5), 1e-12);
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
  const std::vector<Token> all(100, 0);
  for (size_t i = 0; i < all.size(); ++i) {
    const std::span<const Token> text = std::span(all).first(i);
    const Token token = first.sample(logits, text).value();
    EXPECT_EQ(token, second.sample(logits, text).value());
    equal += token == other.sample(logits, text).value();
  }
  EXPECT_LT(equal, 20);
}

TEST(Sampler, RefusesWrongOptions) {
  EXPECT_TRUE(SamplingOptions().check().ok());
  for (const SamplingOptions &wrong :
       {SamplingOptions{.temperature = -1}, SamplingOptions{.temperature = NAN},
        SamplingOptions{.topK = -1}, SamplingOptions{.topP = 1.5}, SamplingOptions{.minP = NAN},
        SamplingOptions{.typicalP = 0}, SamplingOptions{.repeatPenalty = 0},
        SamplingOptions{.frequencyPenalty = INFINITY}, SamplingOptions{.presencePenalty = NAN},
        SamplingOptions{.repeatLastN = -2}, SamplingOptions{.logitBias = {{1, NAN}}}})
    EXPECT_FALSE(wrong.check().ok());
}

} // namespace
