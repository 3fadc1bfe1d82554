// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of texts, of length 1: those of similar texts point in similar directions.
#ifndef RLX_LM_EMBEDDING_H
#define RLX_LM_EMBEDDING_H

#include <span>
#include <vector>

#include "lm/Decoder.h"
#include "lm/Encoder.h"
#include "lm/Reader.h"

namespace rlx::lm {

// How the hidden states of the tokens become one vector: their mean, or that of the first token,
// which BERT calls [CLS], or of the last one.
enum class Pooling { Mean, First, Last };

// That of the file (`pooling_type`), and the mean if it has none. Unsupported for another one.
rt::StatusOr<Pooling> poolingOf(const gguf::Metadata &metadata);

// Unsupported for an encoder, whose tokens see each other: no text can be continued with it.
rt::Status checkMakesText(const gguf::Metadata &metadata);

// Reads one text for embed().
class EmbeddingReader : public Reader {
public:
  // Errors of embed().
  static rt::StatusOr<std::unique_ptr<EmbeddingReader>> create(const StepModel &model,
                                                               const Vocabulary &vocabulary,
                                                               std::span<const Token> text,
                                                               Pooling pooling);

  std::span<const Token> text() const override { return tokens; }
  size_t mostReused() const override { return wantsManyRows() ? 0 : tokens.size() - 1; }
  StepModel::Output output() const override { return StepModel::Output::Hidden; }
  bool wantsManyRows() const override { return pooling == Pooling::Mean; }
  void begin(size_t known) override;
  rt::StatusOr<Reading> next(size_t most, size_t mostDraft) override;
  rt::Status take(Rows hidden) override;
  bool isDone() const override { return isCancelled || read == tokens.size(); }
  size_t length() const override { return read; }
  void cancel() override { isCancelled = true; }
  rt::Status complete() override;
  const std::vector<float> &embedding() const { return result; }

private:
  EmbeddingReader(std::vector<Token> ids, Pooling pooling);

  std::vector<Token> tokens; // with those of the end
  const Pooling pooling;
  size_t read = 0, part = 0, wanted = 0;
  bool isCancelled = false;
  std::vector<double> sums;
  std::vector<float> result;
};

using Vectors = std::vector<std::vector<float>>; // one for each text

// The texts get the tokens that the vocabulary puts behind a text to embed. InvalidArgument for a
// text without a token; OutOfRange if the context is too small; Unsupported for an executable
// without hidden states. The last text stays that of the decoder.
rt::StatusOr<Vectors> embed(Decoder &decoder, const Vocabulary &vocabulary,
                            std::span<const std::span<const Token>> texts, Pooling pooling);
// The same with an encoder, which computes texts of similar lengths at the same time.
rt::StatusOr<Vectors> embed(Encoder &encoder, const Vocabulary &vocabulary,
                            std::span<const std::span<const Token>> texts, Pooling pooling);

} // namespace rlx::lm

#endif // RLX_LM_EMBEDDING_H
