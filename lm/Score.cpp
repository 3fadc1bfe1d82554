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

rt::Status checkScored(const StepModel &model, std::span<const Token> tokens, size_t first) {
  if (tokens.empty())
    return rt::invalidArgument("the text has no token");
  if (first < 1 || first > tokens.size())
    return rt::invalidArgument(
        rt::strCat("expected a first token from 1 to ", tokens.size(),
                   ", the number of tokens, since it needs a token before it; got ", first));
  const int64_t size = model.vocabularySize();
  for (const Token token : tokens)
    if (size >= 0 && token >= size)
      return rt::invalidArgument(
          rt::strCat("token ", token, " is none of the ", size, " of the model"));
  return model.checkRoom(tokens.size());
}

ScoreReader::ScoreReader(std::span<const Token> given, size_t first)
    : tokens(given.begin(), given.end()), before(first - 1), end(given.size() - 1) {}

void ScoreReader::begin(size_t known) {
  read = known;
  result.clear();
}

rt::StatusOr<Reader::Reading> ScoreReader::next(size_t most, size_t) {
  const bool isScored = read >= before;
  part = std::min(most, isScored ? std::min(end - read, kScoredPart)
                                 : std::min(before - read, kReadPart));
  return Reading{
      .length = read, .tokens = std::span(tokens).subspan(read, part), .rows = isScored ? part : 0};
}

rt::Status ScoreReader::take(Rows logits) {
  if (read >= before) {
    std::vector<TokenLogProb> none;
    for (size_t i = 0; i < part; ++i) {
      if (!hasNumbers(logits.row(i)))
        return rt::invalidArgument("the model's logits are not numbers");
      result.push_back(logProbs(logits.row(i), tokens[read + i + 1], 0, none));
    }
  }
  read += part;
  return rt::okStatus();
}

rt::Status ScoreReader::complete() {
  return isCancelled ? cancelled() : rt::okStatus();
}

rt::StatusOr<std::vector<double>> score(Decoder &decoder, std::span<const Token> tokens,
                                        size_t first) {
  RLX_RETURN_IF_ERROR(checkScored(decoder.stepModel(), tokens, first));
  ScoreReader reader(tokens, first);
  RLX_RETURN_IF_ERROR(decoder.read(reader));
  return reader.scores();
}

} // namespace rlx::lm
