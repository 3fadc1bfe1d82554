// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "bert", which is that of RoBERTa, too: positions have learned embeddings. Layer
// norms behind the parts, and a feed-forward layer without a gate.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Encoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {
namespace {

constexpr TensorRow kBertPositions[] = {
    {"position_embd.weight", Size::Context, Size::Embedding},
};

} // namespace

rt::Status buildBert(GraphBuilder &g, const ModelPointer &model, const LanguageModelOptions &) {
  const Hyperparameters parameters(model->metadata(), "bert");
  DecoderForm form{.tensors = encoderTensors(),
                   .norm = NormKind::Layer,
                   .activation = Activation::Gelu,
                   .rotation = std::nullopt,
                   .isCausal = false};
  form.tensors.model.emplace_back(kBertPositions);
  const bool isFused = model->find(layerName(0) + "attn_qkv.weight");
  for (const TensorGroup group :
       {isFused ? TensorGroup(kFusedProjection) : TensorGroup(kProjections),
        isFused ? TensorGroup(kFusedProjectionBias) : TensorGroup(kProjectionBiases),
        TensorGroup(kAttentionOutput), TensorGroup(kAttentionOutputBias), TensorGroup(kUpAndDown),
        TensorGroup(kUpAndDownBiases)})
    form.tensors.layer.push_back(group);
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildEncoder(g, model, parameters, form);
}

} // namespace rlx::gguf
