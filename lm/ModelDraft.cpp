// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ModelDraft.h.
#include "lm/ModelDraft.h"

#include <algorithm>

namespace rlx::lm {
namespace {

// Tokens of a text in one step, as of the model itself.
constexpr size_t kDraftPart = 512;

// Other numbers by chance than those that accept the guesses: a guess must not depend on these.
SamplingOptions ofGuesses(SamplingOptions options) {
  options.seed ^= 0xD6E8FEB86659FD93U;
  return options;
}

} // namespace

ModelDraft::ModelDraft(std::shared_ptr<StepModel> given, const SamplingOptions &options,
                       size_t vocabulary)
    : model(std::move(given)), sampler(ofGuesses(options)), isGreedy(options.temperature == 0),
      vocabulary(vocabulary) {}

// Whether the model has all tokens of the text.
bool ModelDraft::knows(std::span<const Token> text) const {
  const auto size = static_cast<size_t>(model->vocabularySize());
  return std::ranges::all_of(text, [&](Token token) { return token < size; });
}

// Without room for a text the answer goes on without guesses. Other errors are the model's.
bool ModelDraft::hasRoom(size_t length) const {
  if (!model->checkRoom(length).ok())
    return false;
  const size_t own = blocksFor(static_cast<size_t>(decoder->length()));
  return !model->isPaged() || own + model->blocks().available() >= blocksFor(length);
}

// Nothing, if there is no room.
rt::Status ModelDraft::readUpTo(std::span<const Token> text) {
  if (!decoder) {
    decoder.emplace(model);
    decoder->begin(text);
  }
  decoder->truncate(decoder->commonPrefix(text));
  if (!hasRoom(text.size()))
    return rt::okStatus();
  for (auto done = static_cast<size_t>(decoder->length()); done < text.size();) {
    const size_t part = std::min(text.size() - done, kDraftPart);
    RLX_RETURN_IF_ERROR(decoder->append(text.subspan(done, part)).status());
    done += part;
  }
  return rt::okStatus();
}

rt::Status ModelDraft::read(std::span<const Token> text) {
  return knows(text) ? readUpTo(text).withContext("running the draft model") : rt::okStatus();
}

rt::StatusOr<std::span<const Token>> ModelDraft::propose(std::span<const Token> text, size_t most) {
  tokens.clear();
  drawnFrom.clear();
  if (text.empty() || !knows(text))
    return std::span<const Token>();
  rt::Status status = readUpTo(text.first(text.size() - 1));
  if (status.ok())
    status = draw(text, most);
  RLX_RETURN_IF_ERROR(std::move(status).withContext("running the draft model"));
  return std::span<const Token>(tokens);
}

rt::Status ModelDraft::draw(std::span<const Token> text, size_t most) {
  whole.assign(text.begin(), text.end());
  while (tokens.size() < most && hasRoom(whole.size())) {
    RLX_ASSIGN_OR_RETURN(const Rows logits, decoder->append(std::span(whole).last(1)));
    const std::span<const float> row = logits.row(0);
    const rt::StatusOr<Token> token =
        sampler.sample(row.first(std::min(row.size(), vocabulary)), whole);
    if (!token.ok()) // the draft ends; the answer may go on
      break;
    tokens.push_back(*token);
    whole.push_back(*token);
    if (!isGreedy)
      drawnFrom.push_back(sampler.probabilities());
  }
  return rt::okStatus();
}

} // namespace rlx::lm
