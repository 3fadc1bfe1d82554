// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Perplexity.h.
#include "lm/Perplexity.h"

#include <algorithm>
#include <cmath>

#include "lm/Score.h"
#include "runtime/base/StrCat.h"

namespace rlx::lm {

void Perplexity::add(std::span<const double> logProbs) {
  for (const double each : logProbs) {
    sum += each;
    squares += each * each;
  }
  count += logProbs.size();
}

double Perplexity::value() const {
  return std::exp(-sum / static_cast<double>(count));
}

// That of the mean, times the derivative of the exponential.
double Perplexity::error() const {
  const auto number = static_cast<double>(count);
  const double mean = sum / number;
  const double variance = std::max(0.0, squares / number - mean * mean);
  return std::sqrt(variance / (number - 1)) * value();
}

rt::StatusOr<Perplexity> perplexity(Decoder &decoder, const Vocabulary &vocabulary,
                                    std::span<const Token> text, size_t chunk,
                                    const std::function<void(const Perplexity &)> &onChunk) {
  if (chunk < 4)
    return rt::invalidArgument(
        rt::strCat("expected chunks of at least 4 tokens for the perplexity, got ", chunk));
  if (text.size() < 2 * chunk)
    return rt::invalidArgument(rt::strCat("the perplexity needs two chunks of ", chunk, " tokens, ",
                                          2 * chunk, " in all, but the text has ", text.size()));
  Perplexity result;
  for (size_t begin = 0; begin + chunk <= text.size(); begin += chunk) {
    std::vector<Token> tokens(text.begin() + static_cast<std::ptrdiff_t>(begin),
                              text.begin() + static_cast<std::ptrdiff_t>(begin + chunk));
    if (const std::optional<Token> first = vocabulary.beginToken())
      tokens.front() = *first;
    RLX_ASSIGN_OR_RETURN(const std::vector<double> scores, score(decoder, tokens, chunk / 2 + 1));
    result.add(scores);
    onChunk(result);
  }
  return result;
}

} // namespace rlx::lm
