// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Score.h.
#include "lm/Score.h"

#include <algorithm>
#include <cmath>

#include "lm/LogProbs.h"
#include "runtime/base/StrCat.h"

namespace rlx::lm {
namespace {

// Tokens of one step, without and with logits. Rows of logits take memory.
constexpr size_t kReadPart = 512, kScoredPart = 128;

// Whether a token has a probability: no logit is NaN, and one is finite or more.
bool hasNumbers(std::span<const float> logits) {
  float highest = -INFINITY;
  for (const float each : logits) {
    if (std::isnan(each))
      return false;
    highest = std::max(highest, each);
  }
  return highest > -INFINITY;
}

} // namespace

rt::StatusOr<std::vector<double>> score(Decoder &decoder, std::span<const Token> tokens,
                                        size_t first) {
  if (tokens.empty())
    return rt::invalidArgument("the text has no token");
  if (first < 1 || first > tokens.size())
    return rt::invalidArgument(
        rt::strCat("expected a first token from 1 to ", tokens.size(),
                   ", the number of tokens, since it needs a token before it; got ", first));
  const int64_t size = decoder.vocabularySize();
  for (const Token token : tokens)
    if (size >= 0 && token >= size)
      return rt::invalidArgument(
          rt::strCat("token ", token, " is none of the ", size, " of the model"));
  RLX_RETURN_IF_ERROR(decoder.checkRoom(tokens.size()));
  const size_t before = first - 1, end = tokens.size() - 1; // the last token is not read
  decoder.begin(tokens.first(first));
  std::vector<double> result;
  std::vector<TokenLogProb> none;
  for (size_t done = static_cast<size_t>(decoder.length()); done < end;) {
    const bool isScored = done >= before;
    const size_t part =
        isScored ? std::min(end - done, kScoredPart) : std::min(before - done, kReadPart);
    RLX_ASSIGN_OR_RETURN(const Rows logits,
                         decoder.append(tokens.subspan(done, part), isScored ? part : 1));
    for (size_t i = 0; isScored && i < part; ++i) {
      if (!hasNumbers(logits.row(i)))
        return rt::invalidArgument("the model's logits are not numbers");
      result.push_back(logProbs(logits.row(i), tokens[done + i + 1], 0, none));
    }
    done += part;
  }
  return result;
}

} // namespace rlx::lm
