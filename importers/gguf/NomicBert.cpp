// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "nomic-bert": rotations instead of learned positions, q, k and v in one matrix,
// and a feed-forward layer with a gate. Layer norms behind the parts, as in "bert".
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Encoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildNomicBert(GraphBuilder &g, const ModelPointer &model,
                          const LanguageModelOptions &) {
  const Hyperparameters parameters(model->metadata(), "nomic-bert");
  DecoderForm form{.tensors = encoderTensors(),
                   .norm = NormKind::Layer,
                   .activation = Activation::Silu,
                   .rotation = RopeStyle::Half,
                   .isCausal = false};
  for (const TensorGroup group :
       {TensorGroup(kFusedProjection), TensorGroup(kFusedProjectionBias),
        TensorGroup(kAttentionOutput), TensorGroup(kAttentionOutputBias), TensorGroup(kGate),
        TensorGroup(kGateBias), TensorGroup(kUpAndDown), TensorGroup(kUpAndDownBiases)})
    form.tensors.layer.push_back(group);
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildEncoder(g, model, parameters, form);
}

} // namespace rlx::gguf
