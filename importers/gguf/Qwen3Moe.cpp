// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "qwen3moe": qwen3's graph, with a mixture of experts.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildQwen3Moe(GraphBuilder &g, const ModelPointer &model,
                         const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "qwen3moe");
  DecoderForm form{.tensors = {.model = {kModel, kHead},
                               .layer = {kAttentionNorm, kProjections, kHeadNorms, kAttentionOutput,
                                         kFeedForwardNorm, kExperts}},
                   .takesExperts = true};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
