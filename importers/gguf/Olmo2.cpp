// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "olmo2": OLMo 2 and 3. Norms lie behind attention and the feed-forward layer,
// and those of q and k are over whole rows. OLMo 3 has windows in three layers of four, whose
// rotations are not scaled.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/Rope.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {
namespace {

// Of all heads together.
constexpr TensorRow kOlmo2Norms[] = {
    {"attn_q_norm.weight", Size::Queries},
    {"attn_k_norm.weight", Size::KeyValues},
};

} // namespace

rt::Status buildOlmo2(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "olmo2");
  DecoderForm form{.tensors = {.model = {kModel, kHead},
                               .layer = {kProjections, kAttentionOutput, kOlmo2Norms, kGate,
                                         kUpAndDown, kPostNorms}}};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form, {.period = 4}));
  RLX_ASSIGN_OR_RETURN(const double base, readRopeBase(parameters, "rope.freq_base", 10000));
  RLX_ASSIGN_OR_RETURN(form.windowBase, readRopeBase(parameters, "rope.freq_base_swa", base));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
