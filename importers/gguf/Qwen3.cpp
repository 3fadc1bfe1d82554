// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "qwen3": llama's graph, with norms of the heads of q and k.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildQwen3(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "qwen3");
  DecoderForm form{.tensors = {.model = {kModel, kHead},
                               .layer = {kAttentionNorm, kProjections, kHeadNorms, kAttentionOutput,
                                         kFeedForwardNorm, kGate, kUpAndDown}}};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
