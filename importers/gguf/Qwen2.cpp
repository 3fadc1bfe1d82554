// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "qwen2": Qwen 1.5, 2 and 2.5. Llama's graph, with biases of q, k and v.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildQwen2(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "qwen2");
  DecoderForm form{.tensors = {.model = {kModel, kHead},
                               .layer = {kAttentionNorm, kProjections, kProjectionBiases,
                                         kAttentionOutput, kFeedForwardNorm, kGate, kUpAndDown}}};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
