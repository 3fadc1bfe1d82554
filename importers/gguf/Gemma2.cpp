// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gemma2": gemma's graph, with norms behind attention and the feed-forward layer,
// caps of scores and logits, and windows in every second layer.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/Gemma.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildGemma2(GraphBuilder &g, const ModelPointer &model,
                       const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "gemma2");
  DecoderForm form{.tensors = {.model = {kModel, kHead},
                               .layer = {kAttentionNorm, kProjections, kAttentionOutput,
                                         kFeedForwardNorm, kGate, kUpAndDown, kPostNorms}},
                   .activation = Activation::GeluTanh};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form, {.size = 4096, .period = 2}));
  RLX_ASSIGN_OR_RETURN(form.scoreCap, readCap(parameters, "attn_logit_softcapping", 50));
  RLX_ASSIGN_OR_RETURN(form.logitCap, readCap(parameters, "final_logit_softcapping", 30));
  setGemmaScales(form, 46);
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
