// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "smollm3": llama's graph, whose every fourth layer rotates nothing.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildSmollm3(GraphBuilder &g, const ModelPointer &model,
                        const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "smollm3");
  DecoderForm form{.tensors = {.model = {kModel, kHead},
                               .layer = {kAttentionNorm, kProjections, kAttentionOutput,
                                         kFeedForwardNorm, kGate, kUpAndDown}},
                   .rotation = RopeStyle::Interleaved,
                   .rotatedPeriod = 4};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
