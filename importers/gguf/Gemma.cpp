// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gemma": llama's graph, with embeddings times sqrt(E) and a GELU gate. Norms in
// the file have 1 added already.
#include "importers/gguf/Gemma.h"

#include <cmath>

#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

void setGemmaScales(DecoderForm &form, int64_t largest) {
  const DecoderSizes &sizes = form.sizes;
  form.embeddingScale = std::sqrt(static_cast<double>(sizes.embedding));
  if (sizes.layers == largest && !form.attentionScale)
    form.attentionScale =
        std::sqrt(static_cast<double>(sizes.heads) / static_cast<double>(sizes.embedding));
}

rt::Status buildGemma(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "gemma");
  DecoderForm form{.tensors = {.model = {kModel, kHead},
                               .layer = {kAttentionNorm, kProjections, kAttentionOutput,
                                         kFeedForwardNorm, kGate, kUpAndDown}},
                   .activation = Activation::GeluTanh};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  setGemmaScales(form, /*largest=*/0);
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
