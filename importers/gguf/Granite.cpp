// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "granite": llama's graph, with scales of embeddings, scores, residuals and
// logits. Rotated pairs are adjacent elements, as in llama.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildGranite(GraphBuilder &g, const ModelPointer &model,
                        const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "granite");
  DecoderForm form{.tensors = {.model = {kModel, kHead, kRopeDivisors},
                               .layer = {kAttentionNorm, kProjections, kProjectionBiases,
                                         kAttentionOutput, kAttentionOutputBias, kFeedForwardNorm,
                                         kGate, kGateBias, kUpAndDown, kUpAndDownBiases}},
                   .rotation = RopeStyle::Interleaved};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  RLX_ASSIGN_OR_RETURN(form.embeddingScale, readScale(parameters, "embedding_scale"));
  RLX_ASSIGN_OR_RETURN(form.residualScale, readScale(parameters, "residual_scale"));
  RLX_ASSIGN_OR_RETURN(const double divisor, readScale(parameters, "logit_scale"));
  form.logitScale = 1 / divisor;
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
