// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "llama": Llama 1 to 3, Mistral, Mixtral, SmolLM2 and others of the same graph.
//
// Rotated pairs are adjacent elements, since converters permute the rows of wq and wk.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildLlama(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "llama");
  DecoderForm form{.tensors = {.model = {kModel, kHead, kRopeDivisors},
                               .layer = {kAttentionNorm, kProjections, kProjectionBiases,
                                         kAttentionOutput, kAttentionOutputBias, kFeedForwardNorm}},
                   .rotation = RopeStyle::Interleaved,
                   .takesExperts = true};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  std::vector<TensorGroup> &layer = form.tensors.layer;
  if (form.sizes.experts > 0) // Mixtral
    layer.push_back(kExperts);
  else
    layer.insert(layer.end(), {kGate, kGateBias, kUpAndDown, kUpAndDownBiases});
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
