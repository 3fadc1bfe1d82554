// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Embedding.h.
#include "lm/Embedding.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/base/StrCat.h"

namespace rlx::lm {
namespace {

// Tokens of one step. Each row of hidden states has one of logits beside it, which take memory.
constexpr size_t kLastPart = 512, kMeanPart = 128;
// Of one run of an encoder, with those that fill up the shorter texts.
constexpr size_t kMaxTexts = 32, kMaxTokens = 1024;

using Ids = std::vector<Token>;

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

void addTo(std::vector<double> &sums, std::span<const float> row) {
  std::ranges::transform(row, sums, sums.begin(),
                         [](float each, double sum) { return sum + each; });
}

// A text with the tokens of its end, which it may have already.
rt::StatusOr<Ids> withEnd(std::span<const Token> text, const Vocabulary &vocabulary) {
  Ids ids(text.begin(), text.end());
  if (ids.empty())
    return rt::invalidArgument("the text has no token");
  const std::span<const Token> end = vocabulary.endTokens();
  const bool hasEnd =
      ids.size() >= end.size() && std::ranges::equal(std::span(ids).last(end.size()), end);
  if (!hasEnd)
    ids.insert(ids.end(), end.begin(), end.end());
  return ids;
}

rt::StatusOr<std::vector<float>> pooled(const HiddenStates &states, size_t text, size_t count,
                                        Pooling pooling) {
  std::vector<double> sums(states.width);
  const size_t first = pooling == Pooling::Last ? count - 1 : 0;
  const size_t end = pooling == Pooling::First ? 1 : count;
  for (size_t token = first; token < end; ++token)
    addTo(sums, states.row(text, token));
  return normalized(sums);
}

} // namespace

rt::StatusOr<Pooling> poolingOf(const gguf::Metadata &metadata) {
  RLX_ASSIGN_OR_RETURN(const std::string_view architecture,
                       metadata.string("general.architecture"));
  RLX_ASSIGN_OR_RETURN(const int64_t type,
                       metadata.integer(rt::strCat(architecture, ".pooling_type"), 0));
  switch (type) { // llama.cpp's numbers
  case 0:
  case 1:
    return Pooling::Mean;
  case 2:
    return Pooling::First;
  case 3:
    return Pooling::Last;
  case 4:
    return rt::unsupported(rt::strCat(architecture, ".pooling_type is 4: the model gives two texts "
                                                    "a rank, and no embeddings"));
  default:
    return rt::unsupported(rt::strCat(architecture, ".pooling_type is ", type,
                                      ", but 1, the mean, 2, the first token, and 3, the last one, "
                                      "are supported"));
  }
}

rt::Status checkMakesText(const gguf::Metadata &metadata) {
  RLX_ASSIGN_OR_RETURN(const std::string_view architecture,
                       metadata.string("general.architecture"));
  RLX_ASSIGN_OR_RETURN(const bool isCausal,
                       metadata.boolean(rt::strCat(architecture, ".attention.causal"), true));
  if (isCausal)
    return rt::okStatus();
  return rt::unsupported(rt::strCat("the model is an encoder ('", architecture,
                                    "'), which makes embeddings, but no text"));
}

EmbeddingReader::EmbeddingReader(Ids ids, Pooling pooling)
    : tokens(std::move(ids)), pooling(pooling) {
  if (pooling == Pooling::First)
    tokens.resize(1); // it sees no other one
}

rt::StatusOr<std::unique_ptr<EmbeddingReader>> EmbeddingReader::create(const StepModel &model,
                                                                       const Vocabulary &vocabulary,
                                                                       std::span<const Token> text,
                                                                       Pooling pooling) {
  RLX_ASSIGN_OR_RETURN(Ids ids, withEnd(text, vocabulary));
  RLX_RETURN_IF_ERROR(model.checkRoom(ids.size()));
  RLX_RETURN_IF_ERROR(model.findOutput(StepModel::Output::Hidden).status());
  return std::unique_ptr<EmbeddingReader>(new EmbeddingReader(std::move(ids), pooling));
}

void EmbeddingReader::begin(size_t known) {
  read = known;
  sums.clear();
}

rt::StatusOr<Reader::Reading> EmbeddingReader::next(size_t most, size_t) {
  const size_t left = tokens.size() - read;
  part = std::min({most, left, wantsManyRows() ? kMeanPart : kLastPart});
  wanted = wantsManyRows() ? part : part == left ? 1 : 0;
  return Reading{.length = read, .tokens = std::span(tokens).subspan(read, part), .rows = wanted};
}

rt::Status EmbeddingReader::take(Rows hidden) {
  sums.resize(hidden.width);
  for (size_t i = 0; i < wanted; ++i)
    addTo(sums, hidden.row(i));
  read += part;
  return rt::okStatus();
}

rt::Status EmbeddingReader::complete() {
  if (isCancelled)
    return cancelled();
  RLX_ASSIGN_OR_RETURN(result, normalized(sums));
  return rt::okStatus();
}

rt::StatusOr<Vectors> embed(Decoder &decoder, const Vocabulary &vocabulary,
                            std::span<const std::span<const Token>> texts, Pooling pooling) {
  Vectors vectors;
  for (const std::span<const Token> text : texts) {
    RLX_ASSIGN_OR_RETURN(const auto reader,
                         EmbeddingReader::create(decoder.stepModel(), vocabulary, text, pooling));
    RLX_RETURN_IF_ERROR(decoder.read(*reader));
    vectors.push_back(reader->embedding());
  }
  return vectors;
}

rt::StatusOr<Vectors> embed(Encoder &encoder, const Vocabulary &vocabulary,
                            std::span<const std::span<const Token>> texts, Pooling pooling) {
  std::vector<Ids> ids;
  for (const std::span<const Token> text : texts) {
    RLX_ASSIGN_OR_RETURN(ids.emplace_back(), withEnd(text, vocabulary));
    RLX_RETURN_IF_ERROR(encoder.checkRoom(ids.back().size()));
  }
  std::vector<size_t> order(ids.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return ids[i].size(); });
  Vectors vectors(ids.size());
  for (size_t done = 0; done < order.size();) {
    std::vector<std::span<const Token>> together;
    while (done + together.size() < order.size() && together.size() < kMaxTexts) {
      const Ids &next = ids[order[done + together.size()]];
      if (!together.empty() && (together.size() + 1) * next.size() > kMaxTokens)
        break;
      together.emplace_back(next);
    }
    RLX_ASSIGN_OR_RETURN(const HiddenStates states, encoder.run(together));
    for (size_t i = 0; i < together.size(); ++i) {
      RLX_ASSIGN_OR_RETURN(vectors[order[done + i]],
                           pooled(states, i, together[i].size(), pooling));
    }
    done += together.size();
  }
  return vectors;
}

} // namespace rlx::lm
