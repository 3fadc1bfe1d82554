// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "phi2": Phi 1 to 2. Attention and the feed-forward layer read the same rows,
// which a layer norm gives. A part of each head is rotated.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {
namespace {

constexpr TensorRow kPhi2Head[] = {
    {"output.weight", Size::Vocabulary, Size::Embedding},
    {"output.bias", Size::Vocabulary, Size::None, kOptional},
};

} // namespace

rt::Status buildPhi2(GraphBuilder &g, const ModelPointer &model,
                     const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "phi2");
  DecoderForm form{.tensors = {.model = {kModel, kModelNormBias, kPhi2Head},
                               .layer = {kAttentionNorm, kAttentionNormBias, kAttentionOutput,
                                         kAttentionOutputBias, kUpAndDown, kUpAndDownBiases}},
                   .norm = NormKind::Layer,
                   .activation = Activation::GeluTanh,
                   .feedForwardInput = FeedForwardInput::Attention};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  std::vector<TensorGroup> &layer = form.tensors.layer;
  if (model->find("blk.0.attn_qkv.weight"))
    layer.insert(layer.end(), {kFusedProjection, kFusedProjectionBias});
  else // later versions of the model
    layer.insert(layer.end(), {kProjections, kProjectionBiases});
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
