// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "qwen2moe": qwen2's graph, with a mixture of experts and one that all rows take.
// The weights of a row's experts are their probabilities among all.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {
namespace {

constexpr TensorRow kSharedExpert[] = {
    {"ffn_gate_inp_shexp.weight", Size::Embedding},
    {"ffn_gate_shexp.weight", Size::SharedFeedForward, Size::Embedding},
    {"ffn_up_shexp.weight", Size::SharedFeedForward, Size::Embedding},
    {"ffn_down_shexp.weight", Size::Embedding, Size::SharedFeedForward},
};

} // namespace

rt::Status buildQwen2Moe(GraphBuilder &g, const ModelPointer &model,
                         const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "qwen2moe");
  DecoderForm form{
      .tensors = {.model = {kModel, kHead},
                  .layer = {kAttentionNorm, kProjections, kProjectionBiases, kAttentionOutput,
                            kFeedForwardNorm, kExperts, kSharedExpert}},
      .takesExperts = true,
      .normalizesExperts = false};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
