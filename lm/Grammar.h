// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grammars of answers: which tokens may follow a text, so that the whole answer has a given form.
#ifndef RLX_LM_GRAMMAR_H
#define RLX_LM_GRAMMAR_H

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lm/Vocabulary.h"

struct rlx_text_grammar;

namespace rlx::lm {

// An answer in a grammar: its tokens so far. One thread at a time.
class GrammarState {
public:
  // A bit for each token that may follow, the lowest bit of the first word for token 0. Tokens that
  // end a text are among them where the answer may end. Valid until the next call. InvalidArgument
  // if no token may follow, or if finding them takes too long; the state is of no more use then.
  rt::StatusOr<std::span<const uint32_t>> mask();
  // Appends a token. InvalidArgument for one that the mask does not have, or that ends a text.
  rt::Status accept(Token token);
  // Whether the answer can only end.
  bool isFinished() const;

private:
  friend class Grammar;
  struct Free {
    void operator()(rlx_text_grammar *grammar) const;
  };

  std::unique_ptr<rlx_text_grammar, Free> grammar;
  std::vector<uint32_t> bits;
};

// Threads: immutable.
class Grammar {
public:
  enum class Kind {
    JsonSchema,
    Rules // GBNF if the first rule has "::=", otherwise Lark as llguidance reads it
  };

  // InvalidArgument, with the place, for a wrong source, one without any text, and one that takes
  // too much memory or time.
  static rt::StatusOr<std::shared_ptr<const Grammar>> create(const Vocabulary &vocabulary,
                                                             Kind kind, std::string_view source);
  // The begin of an answer.
  rt::StatusOr<GrammarState> begin() const;

private:
  GrammarState empty; // is cloned only
};

} // namespace rlx::lm

#endif // RLX_LM_GRAMMAR_H
