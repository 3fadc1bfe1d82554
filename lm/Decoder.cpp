// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Decoder.h.
#include "lm/Decoder.h"

#include <algorithm>

#include "runtime/base/StrCat.h"

namespace rlx::lm {

rt::StatusOr<Decoder> Decoder::create(rt::Executable &executable, int64_t capacity) {
  RLX_ASSIGN_OR_RETURN(std::shared_ptr<StepModel> model, StepModel::create(executable, capacity));
  return Decoder(std::move(model));
}

Decoder::~Decoder() {
  if (model)
    giveBack();
}

// The text is empty if the content of the caches was lost.
void Decoder::refresh() {
  if (epoch == model->epoch())
    return;
  epoch = model->epoch();
  history.clear();
  blocks.clear();
  shared = 0;
}

void Decoder::truncate(size_t length) {
  refresh();
  // A text that begins anew starts with empty states, by its positions.
  if (length < shared * kBlockTokens) { // the rest of a block is not overwritten
    shared = length / kBlockTokens;
    length = shared * kBlockTokens;
  }
  if (length < history.size())
    history.resize(isRecurrent() ? 0 : length);
  if (const size_t kept = blocksFor(history.size()); kept < blocks.size()) {
    model->blocks().release(std::span(blocks).subspan(kept));
    blocks.resize(kept);
  }
}

void Decoder::giveBack() {
  refresh();
  if (model->isPaged())
    model->blocks().publish(blocks, history, scales);
  truncate(0);
}

void Decoder::begin(std::span<const Token> tokens) {
  const size_t own =
      std::min(commonPrefix(tokens), tokens.size() - std::min<size_t>(tokens.size(), 1));
  if (!model->isPaged())
    return truncate(own);
  BlockPool &pool = model->blocks();
  history.reserve(tokens.size()); // blocks without the tokens in them would be taken for empty
  BlockPool::Prefix prefix = pool.holdPrefix(tokens, scales);
  if (prefix.tokens <= own) {
    pool.release(prefix.blocks);
    return truncate(own);
  }
  giveBack();
  pool.forgetRest(prefix.blocks, prefix.tokens);
  blocks = std::move(prefix.blocks);
  shared = prefix.tokens / kBlockTokens;
  history.assign(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(prefix.tokens));
}

void Decoder::setScales(std::span<const float> given) {
  if (std::ranges::equal(scales, given))
    return;
  giveBack();
  scales.assign(given.begin(), given.end());
}

size_t Decoder::commonPrefix(std::span<const Token> other) const {
  return static_cast<size_t>(std::ranges::mismatch(other, text()).in1 - other.begin());
}

rt::StatusOr<Rows> Decoder::append(std::span<const Token> given, size_t rows) {
  return step(given, rows, StepModel::Output::Logits);
}

rt::StatusOr<Rows> Decoder::appendForHidden(std::span<const Token> given, size_t rows) {
  return step(given, rows, StepModel::Output::Hidden);
}

rt::Status Decoder::read(Reader &reader) {
  constexpr size_t kPart = 512; // tokens of a step: they take memory
  const std::span<const Token> text = reader.text();
  const size_t reused = reader.mostReused();
  if (reused == 0)
    truncate(0);
  else
    begin(text.first(std::min(reused + 1, text.size()))); // the last of these is read
  reader.begin(history.size());
  while (!reader.isDone()) {
    RLX_ASSIGN_OR_RETURN(const Reader::Reading next, reader.next(kPart, 0));
    RLX_ASSIGN_OR_RETURN(const Rows rows,
                         step(next.tokens, std::max<size_t>(next.rows, 1), reader.output()));
    RLX_RETURN_IF_ERROR(reader.take(rows));
  }
  return reader.complete();
}

rt::Status Decoder::takeBlocks(size_t tokens) {
  const size_t before = blocks.size();
  if (model->isPaged())
    blocks.reserve(blocksFor(tokens));
  while (model->isPaged() && blocks.size() < blocksFor(tokens)) {
    if (const std::optional<int32_t> block = model->blocks().allocate()) {
      blocks.push_back(*block);
      continue;
    }
    model->blocks().release(std::span(blocks).subspan(before));
    blocks.resize(before);
    return rt::failedPrecondition("the caches are full with texts of running requests; wait for "
                                  "them, or reserve caches for more tokens");
  }
  return rt::okStatus();
}

rt::StatusOr<Rows> Decoder::step(std::span<const Token> given, size_t rows,
                                 StepModel::Output output) {
  if (given.empty())
    return rt::invalidArgument("a step needs a token");
  if (rows < 1 || rows > given.size())
    return rt::invalidArgument(rt::strCat("a step of ", given.size(), " tokens gives 1 to ",
                                          given.size(), " rows, not ", rows));
  refresh();
  const size_t length = history.size() + given.size();
  RLX_RETURN_IF_ERROR(checkRoom(length));
  RLX_RETURN_IF_ERROR(model->findOutput(output).status());
  RLX_RETURN_IF_ERROR(takeBlocks(length));
  if (history.capacity() < length) // before the run, behind which nothing may fail
    history.reserve(std::max(length, 2 * history.capacity()));
  const StepText text{
      .tokens = given, .length = history.size(), .rows = rows, .blocks = blocks, .scales = scales};
  RLX_ASSIGN_OR_RETURN(const Rows result, model->run({&text, 1}, output));
  history.insert(history.end(), given.begin(), given.end());
  return result;
}

} // namespace rlx::lm
