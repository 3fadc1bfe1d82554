// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One text in a language model: its tokens so far, as keys and values in the caches.
#ifndef RLX_LM_DECODER_H
#define RLX_LM_DECODER_H

#include <memory>
#include <span>
#include <vector>

#include "lm/Reader.h"

namespace rlx::lm {

// One thread at a time, as its StepModel.
class Decoder {
public:
  // For this text alone: with a StepModel of its own; see StepModel::create.
  static rt::StatusOr<Decoder> create(rt::Executable &executable, int64_t capacity);
  // Paged caches may have other texts beside this one. Contiguous ones must not.
  explicit Decoder(std::shared_ptr<StepModel> given)
      : model(std::move(given)), epoch(model->epoch()) {}
  Decoder(Decoder &&) = default;
  ~Decoder();

  const StepModel &stepModel() const { return *model; }
  // The tokens that a text may have.
  int64_t capacity() const { return model->context(); }
  // The tokens that logits are of; -1 if the runs decide.
  int64_t vocabularySize() const { return model->vocabularySize(); }
  // The tokens so far.
  std::span<const Token> text() const {
    return model->epoch() == epoch ? history : std::span<const Token>();
  }
  int64_t length() const { return static_cast<int64_t>(text().size()); }
  // How many of the first tokens of the text these begin with.
  size_t commonPrefix(std::span<const Token> tokens) const;
  // OutOfRange if a text of this many tokens does not fit.
  rt::Status checkRoom(size_t tokens) const { return model->checkRoom(tokens); }
  bool isRecurrent() const { return model->isRecurrent(); }
  // Sets the scales of all adapters; empty: the model's own. The text is empty if they are others
  // than before. They must pass StepModel::checkScales.
  void setScales(std::span<const float> given);
  // Keeps what the caches know of the begin of these tokens, of this text or of another one, but
  // not the last token, which is read for its logits. The rest is forgotten.
  void begin(std::span<const Token> tokens);
  // Forgets all tokens but the first ones. A recurrent model that has read more forgets all, and so
  // do blocks that other texts may have: what it has left is length().
  void truncate(size_t length);
  // Forgets all tokens, and lets other texts find them in the caches.
  void giveBack();
  // Appends tokens, and returns the logits behind each of the last `rows` ones. They are valid
  // until the next call. InvalidArgument for no token, or more rows than tokens; OutOfRange if
  // there is no room; FailedPrecondition if other texts hold the blocks: these change nothing.
  // After a run that failed the text is empty.
  rt::StatusOr<Rows> append(std::span<const Token> tokens, size_t rows = 1);
  // The same, but returns the hidden states of these tokens, behind the last norm. Unsupported if
  // the executable has none.
  rt::StatusOr<Rows> appendForHidden(std::span<const Token> tokens, size_t rows = 1);
  // Lets the reader read its text, which becomes this one; a common prefix is not computed again.
  rt::Status read(Reader &reader);
  // The elements of a hidden state; 0 if the executable has none.
  int64_t hiddenSize() const { return model->hiddenSize(); }

private:
  rt::StatusOr<Rows> step(std::span<const Token> tokens, size_t rows, StepModel::Output output);
  rt::Status takeBlocks(size_t tokens);
  void refresh();

  std::shared_ptr<StepModel> model; // null once it is moved
  uint64_t epoch;                   // of the caches that have the text
  std::vector<Token> history;
  std::vector<int32_t> blocks; // of paged caches
  size_t shared = 0;           // of these, the first ones, which other texts may have
  std::vector<float> scales;   // of adapters
};

} // namespace rlx::lm

#endif // RLX_LM_DECODER_H
