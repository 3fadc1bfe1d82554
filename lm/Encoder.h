// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An encoder: hidden states of texts whose tokens see each other, and no text that goes on.
//
// The model is one run over several texts, as importers/gguf makes it: `tokens`, filled up to the
// longest text, and the `lengths` of the texts. It gives the `hidden` states of all tokens.
#ifndef RLX_LM_ENCODER_H
#define RLX_LM_ENCODER_H

#include <span>
#include <vector>

#include "lm/Vocabulary.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::lm {

// Hidden states of the tokens of several texts.
struct HiddenStates {
  std::span<const float> values; // [texts, longest text, width]
  size_t longest = 0, width = 0;

  std::span<const float> row(size_t text, size_t token) const {
    return values.subspan((text * longest + token) * width, width);
  }
};

// One thread at a time. The executable must outlive it.
class Encoder {
public:
  // Whether a program is that of an encoder, and not a step of a decoder.
  static bool fits(const rt::Program &program);
  // InvalidArgument if the executable is no encoder, or the capacity is not positive.
  static rt::StatusOr<Encoder> create(rt::Executable &executable, int64_t capacity);

  // The tokens that a text may have.
  int64_t capacity() const { return maxTokens; }
  // The elements of a hidden state.
  size_t hiddenSize() const { return width; }
  // OutOfRange if a text of this many tokens is too long.
  rt::Status checkRoom(size_t tokens) const;
  // The hidden states of the tokens, valid until the next call. InvalidArgument without a text, and
  // for one without a token; OutOfRange for one that is too long.
  rt::StatusOr<HiddenStates> run(std::span<const std::span<const Token>> texts);

private:
  Encoder(rt::Executable &executable, int64_t capacity)
      : executable(&executable), maxTokens(capacity) {}

  rt::Executable *executable;
  int64_t maxTokens;
  size_t width = 0, hidden = 0; // elements of a state; the output
  bool hasSegments = false;
  std::vector<int64_t> tokens, lengths, segments; // of the last call
};

} // namespace rlx::lm

#endif // RLX_LM_ENCODER_H
