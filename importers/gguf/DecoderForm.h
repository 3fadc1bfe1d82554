// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of an architecture's decoder: its table of tensors, and all that tensors do not say.
//
// Many differences are tensors, and the graph follows those that the file has: biases, norms before
// or behind a part, norms of queries and keys, gates, q, k and v in one matrix, a head of its own.
#ifndef RLX_IMPORTERS_GGUF_DECODERFORM_H
#define RLX_IMPORTERS_GGUF_DECODERFORM_H

#include <optional>

#include "dialects/rlx/builder/GraphBuilder.h"
#include "importers/gguf/TensorTable.h"
#include "importers/gguf/Windows.h"

namespace rlx::gguf {

enum class NormKind { Rms, Layer };
enum class Activation { Silu, Gelu, GeluTanh };
// The rows that the feed-forward layer reads.
enum class FeedForwardInput {
  Sum,       // of attention's rows and its result
  Attention, // those that attention reads, too
  ByNorm,    // the sum in layers with "ffn_norm", else attention's rows
};

struct DecoderForm {
  TensorTable tensors;
  NormKind norm = NormKind::Rms;
  Activation activation = Activation::Silu; // of the gate or, without one, of the inner rows
  // Which elements are a rotated pair in a GGUF file; none without rotations.
  std::optional<RopeStyle> rotation = RopeStyle::Half;
  FeedForwardInput feedForwardInput = FeedForwardInput::Sum;
  bool isCausal = true;          // rows see no later ones; false for encoders
  ValueForms values = {};        // of the source
  bool takesExperts = false;     // the table has a mixture of experts
  bool normalizesExperts = true; // weights of a row's experts have the sum 1

  DecoderSizes sizes = {};
  double epsilon = 0;                                  // of norms
  std::optional<double> attentionScale = std::nullopt; // else 1 / sqrt(headSize)
  // A value x that is capped is cap * tanh(x / cap).
  std::optional<double> scoreCap = std::nullopt, logitCap = std::nullopt;
  double embeddingScale = 1, residualScale = 1, logitScale = 1;
  Windows windows = {};
  // The base of rotations in layers with a window, which are not scaled then. Else all layers have
  // the same rotations.
  std::optional<double> windowBase = std::nullopt;
  int64_t rotatedPeriod = 0; // of each so many layers the last one rotates nothing; 0: all rotate
};

// Reads the numbers that all architectures have: sizes, epsilon, attention.scale, and windows.
// Unsupported for a mixture of experts that the form does not take, for causal attention where the
// form has none, and the reverse, and for metadata of attention and experts that it does not know.
rt::Status readForm(const Hyperparameters &parameters, const ModelSource &model, DecoderForm &form,
                    const WindowDefaults &windows = {});
// A number that values are multiplied or divided by: InvalidArgument for 0. 1 without a value.
rt::StatusOr<double> readScale(const Hyperparameters &parameters, std::string_view name);
// No cap for 0. InvalidArgument for a negative one.
rt::StatusOr<std::optional<double>> readCap(const Hyperparameters &parameters,
                                            std::string_view name, double otherwise);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_DECODERFORM_H
