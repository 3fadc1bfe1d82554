// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "phi3": Phi 3 and 4. Llama's graph, with q, k and v in one matrix, gate and up
// in another, and LongRoPE.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {
namespace {

constexpr TensorRow kPhi3Factors[] = {
    {"rope_factors_long.weight", Size::Pairs, Size::None, kOptional},
    {"rope_factors_short.weight", Size::Pairs, Size::None, kOptional},
};
constexpr TensorRow kPhi3FeedForward[] = {
    {"ffn_up.weight", Size::GateAndUp, Size::Embedding},
    {"ffn_down.weight", Size::Embedding, Size::FeedForward},
};

} // namespace

rt::Status buildPhi3(GraphBuilder &g, const ModelPointer &model,
                     const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "phi3");
  DecoderForm form{.tensors = {.model = {kModel, kHead, kPhi3Factors},
                               .layer = {kAttentionNorm, kFusedProjection, kAttentionOutput,
                                         kFeedForwardNorm, kPhi3FeedForward}}};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
