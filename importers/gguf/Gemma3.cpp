// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gemma3": gemma2's graph without caps, with norms of the heads of q and k, and
// windows in five layers of six, whose rotations have another base.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/Gemma.h"
#include "importers/gguf/Rope.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildGemma3(GraphBuilder &g, const ModelPointer &model,
                       const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "gemma3");
  DecoderForm form{.tensors = {.model = {kModel, kHead},
                               .layer = {kAttentionNorm, kProjections, kAttentionOutput, kHeadNorms,
                                         kFeedForwardNorm, kGate, kUpAndDown, kPostNorms}},
                   .activation = Activation::GeluTanh};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form, {.period = 6}));
  RLX_ASSIGN_OR_RETURN(form.windowBase, readRopeBase(parameters, "rope.freq_base_swa", 10000));
  RLX_ASSIGN_OR_RETURN(form.logitCap, readCap(parameters, "final_logit_softcapping", 0));
  setGemmaScales(form, 62);
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
