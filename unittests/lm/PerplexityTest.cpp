// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The perplexity of log-probabilities, and its error.
#include "lm/Perplexity.h"

#include <cmath>

#include <gtest/gtest.h>

using namespace rlx::lm;

namespace {

TEST(Perplexity, IsTheExponentialOfTheMean) {
  Perplexity perplexity;
  perplexity.add(std::vector<double>{std::log(0.5), std::log(0.25)});
  EXPECT_EQ(perplexity.tokens(), 2u);
  EXPECT_NEAR(perplexity.value(), std::sqrt(8.0), 1e-12);
  perplexity.add(std::vector<double>{std::log(0.5), std::log(0.125)});
  EXPECT_EQ(perplexity.tokens(), 4u);
  // -log2 of the probabilities: 1, 2, 1, 3; mean 7/4, mean of squares 15/4.
  const double value = std::exp2(7.0 / 4);
  EXPECT_NEAR(perplexity.value(), value, 1e-12);
  const double variance = std::log(2) * std::log(2) * (15.0 / 4 - 49.0 / 16);
  EXPECT_NEAR(perplexity.error(), value * std::sqrt(variance / 3), 1e-12);
}

TEST(Perplexity, OfEqualTokensHasNoError) {
  Perplexity perplexity;
  perplexity.add(std::vector<double>(1000, std::log(0.1)));
  EXPECT_NEAR(perplexity.value(), 10, 1e-9);
  EXPECT_NEAR(perplexity.error(), 0, 1e-6);
}

} // namespace
