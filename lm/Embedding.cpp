// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Embedding.h.
#include "lm/Embedding.h"

#include <algorithm>
#include <cmath>

#include "runtime/base/StrCat.h"

namespace rlx::lm {
namespace {

// Tokens of one step. Each row of hidden states has one of logits beside it, which take memory.
constexpr size_t kLastPart = 512, kMeanPart = 128;

rt::StatusOr<std::vector<float>> normalized(std::span<const double> sums) {
  double squares = 0;
  for (const double each : sums)
    squares += each * each;
  if (!(squares > 0) || !std::isfinite(squares))
    return rt::invalidArgument("the text has no embedding: the model's hidden state is zero, or "
                               "not numbers");
  const double scale = 1 / std::sqrt(squares);
  std::vector<float> result;
  for (const double each : sums)
    result.push_back(static_cast<float>(each * scale));
  return result;
}

} // namespace

rt::StatusOr<Pooling> poolingOf(const gguf::Metadata &metadata) {
  RLX_ASSIGN_OR_RETURN(const std::string_view architecture,
                       metadata.string("general.architecture"));
  RLX_ASSIGN_OR_RETURN(const int64_t type,
                       metadata.integer(rt::strCat(architecture, ".pooling_type"), 0));
  // llama.cpp's numbers.
  if (type == 0 || type == 1)
    return Pooling::Mean;
  if (type == 3)
    return Pooling::Last;
  return rt::unsupported(rt::strCat(architecture, ".pooling_type is ", type,
                                    ", but 1, the mean, and 3, the last token, are supported"));
}

rt::StatusOr<std::vector<float>> embed(Decoder &decoder, const Vocabulary &vocabulary,
                                       std::span<const Token> text, Pooling pooling) {
  std::vector<Token> tokens(text.begin(), text.end());
  if (tokens.empty())
    return rt::invalidArgument("the text has no token");
  if (const std::optional<Token> end = vocabulary.endToken(); end && tokens.back() != *end)
    tokens.push_back(*end);
  RLX_RETURN_IF_ERROR(decoder.checkRoom(tokens.size()));
  const bool isMean = pooling == Pooling::Mean;
  decoder.truncate(isMean ? 0 : std::min(decoder.commonPrefix(tokens), tokens.size() - 1));
  std::vector<double> sums;
  for (auto done = static_cast<size_t>(decoder.length()); done < tokens.size();) {
    const size_t part = std::min(tokens.size() - done, isMean ? kMeanPart : kLastPart);
    RLX_ASSIGN_OR_RETURN(
        const Rows hidden,
        decoder.appendForHidden(std::span(tokens).subspan(done, part), isMean ? part : 1));
    if (!isMean)
      sums.clear();
    sums.resize(hidden.width);
    for (size_t i = 0; i < hidden.count(); ++i)
      std::ranges::transform(hidden.row(i), sums, sums.begin(),
                             [](float each, double sum) { return sum + each; });
    done += part;
  }
  return normalized(sums);
}

} // namespace rlx::lm
