// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gptneox": GPT-NeoX and Pythia. Attention and the feed-forward layer read the
// same rows, as a rule. Layer norms and biases, q, k and v in one matrix, and a feed-forward layer
// without a gate.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildGptNeox(GraphBuilder &g, const ModelPointer &model,
                        const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "gptneox");
  DecoderForm form{
      .tensors = {.model = {kModel, kModelNormBias, kHead},
                  .layer = {kAttentionNorm, kAttentionNormBias, kFusedProjection,
                            kFusedProjectionBias, kAttentionOutput, kAttentionOutputBias,
                            kFeedForwardNorm, kFeedForwardNormBias, kUpAndDown, kUpAndDownBiases}},
      .norm = NormKind::Layer,
      .activation = Activation::Gelu};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  RLX_ASSIGN_OR_RETURN(const bool isParallel, parameters.boolean("use_parallel_residual", true));
  if (isParallel)
    form.feedForwardInput = FeedForwardInput::Attention;
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
