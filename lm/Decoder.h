// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One text in a language model: its tokens so far, as keys and values in the caches.
//
// The model is one step, as importers/gguf makes it: `tokens` and their `positions`, and for each
// layer the caches, of `capacity` positions, or states of the text so far. It gives the `logits` of
// the rows in `rows`, and the caches with the new keys and values. The caches are device handles
// that their outputs feed, so that a step updates them in place.
#ifndef RLX_LM_DECODER_H
#define RLX_LM_DECODER_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lm/Vocabulary.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::lm {

// Values of tokens, a row for each.
struct Rows {
  std::span<const float> values; // row by row
  size_t width = 0;

  size_t count() const { return width == 0 ? 0 : values.size() / width; }
  std::span<const float> row(size_t index) const { return values.subspan(index * width, width); }
};

// One thread at a time. The executable must outlive it, and is its own while it lives: it binds the
// caches, and unbinds them at its end.
class Decoder {
public:
  // InvalidArgument if the executable is no such step, or the capacity is not in [1, 2^31).
  // FailedPrecondition if a cache is bound, as by another Decoder. OutOfMemory without memory for
  // the caches.
  static rt::StatusOr<Decoder> create(rt::Executable &executable, int64_t capacity);

  // The tokens that the caches have room for.
  int64_t capacity() const { return most; }
  // The tokens that logits are of; -1 if the runs decide.
  int64_t vocabularySize() const;
  // The tokens so far.
  std::span<const Token> text() const { return history; }
  int64_t length() const { return static_cast<int64_t>(history.size()); }
  // How many of the first tokens of the text these begin with.
  size_t commonPrefix(std::span<const Token> tokens) const;
  // OutOfRange if a text of this many tokens does not fit.
  rt::Status checkRoom(size_t tokens) const;
  // Whether states stand for all of the text so far, and not for a token each: recurrent models
  // cannot go back in the text.
  bool isRecurrent() const { return hasWholeStates; }
  // Forgets all tokens but the first ones. A recurrent model that has read more forgets all: what
  // it has left is length().
  void truncate(size_t length);
  // Appends tokens, and returns the logits behind each of the last `rows` ones. They are valid
  // until the next call. InvalidArgument for no token, or more rows than tokens; OutOfRange if
  // there is no room: both change nothing. After a run that failed the text is empty.
  rt::StatusOr<Rows> append(std::span<const Token> tokens, size_t rows = 1);
  // The same, but returns the hidden states of these tokens, behind the last norm. Unsupported if
  // the executable has none.
  rt::StatusOr<Rows> appendForHidden(std::span<const Token> tokens, size_t rows = 1);
  // The elements of a hidden state; 0 if the executable has none.
  int64_t hiddenSize() const;

private:
  // Unbinds the caches.
  struct Release {
    std::vector<std::string> caches;
    void operator()(rt::Executable *executable) const;
  };

  Decoder(rt::Executable &executable, int64_t capacity) : executable(&executable), most(capacity) {}
  rt::Status findNames();
  rt::Status checkFree() const;
  rt::Status bindCaches();
  rt::StatusOr<Rows> step(std::span<const Token> tokens, size_t rows, size_t output);

  std::unique_ptr<rt::Executable, Release> executable;
  int64_t most;
  size_t logits = 0;                             // an output
  std::optional<size_t> hidden;                  // an output, if there is one
  std::vector<std::pair<size_t, size_t>> caches; // input and output of each
  bool hasWholeStates = false;
  bool isBroken = false; // a run has failed: the caches must be bound again
  std::vector<Token> history;
  std::vector<int64_t> tokens, positions, rows; // of the last call
};

} // namespace rlx::lm

#endif // RLX_LM_DECODER_H
