// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Readers let a model read a text, step by step: they say which tokens it must read next, and take
// the results behind them. An answer, the scores of a text and its embedding are made
// by readers, alone or as requests beside others.
#ifndef RLX_LM_READER_H
#define RLX_LM_READER_H

#include "lm/StepModel.h"

namespace rlx::lm {

class Reader {
public:
  virtual ~Reader() = default;

  // The tokens that the model reads; an answer appends some.
  virtual std::span<const Token> text() const = 0;
  // How many of its first tokens the caches may have already: their results are not needed.
  virtual size_t mostReused() const = 0;
  virtual StepModel::Output output() const { return StepModel::Output::Logits; }
  // Whether several tokens of a text have results that are wanted, which take memory.
  virtual bool wantsManyRows() const { return false; }

  // The caches have the first `tokens` tokens of the text, `mostReused` at most. The first call
  // begins; later ones are for a text whose rest the caches have lost.
  virtual void begin(size_t tokens) = 0;
  // The tokens behind the first `length` ones of the text, and how many results are wanted, each
  // behind one of the last tokens: none for a part of a text that goes on.
  struct Reading {
    size_t length = 0;
    std::span<const Token> tokens;
    size_t rows = 0;
  };
  // At most `most` tokens of a text. An answer whose text is read but for one token may have
  // `mostDraft` tokens of a draft behind it.
  virtual rt::StatusOr<Reading> next(size_t most, size_t mostDraft) = 0;
  // The results of that reading.
  virtual rt::Status take(Rows rows) = 0;
  virtual bool isDone() const = 0;
  // How many of the text's tokens the caches have.
  virtual size_t length() const = 0;

  // The caller ends it.
  virtual void cancel() = 0;
  // Ends it if its time is over. For callers, before each step.
  virtual void checkTime() {}
  // The text waits: frees memory of models that the reader holds.
  virtual void pause() {}
  // Makes the result, once it is done, or says why there is none.
  virtual rt::Status complete() = 0;
  // There will be no result: as pause().
  virtual void drop() {}
};

// The error of a result that its caller has cancelled.
inline rt::Status cancelled() {
  return rt::failedPrecondition("the request was cancelled");
}

} // namespace rlx::lm

#endif // RLX_LM_READER_H
