// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of DecoderForm.h.
#include "importers/gguf/DecoderForm.h"

namespace rlx::gguf {
namespace {

const std::vector<std::string_view> kKnownAttention = {
    "attention.head_count",   "attention.head_count_kv",      "attention.key_length",
    "attention.value_length", "attention.layer_norm_epsilon", "attention.layer_norm_rms_epsilon",
    "attention.scale",        "attention.sliding_window",     "attention.sliding_window_pattern",
    "attention.causal"};

const std::vector<std::string_view> kKnownExperts = {
    "expert_count",        "expert_used_count",
    "expert_weights_norm", "expert_feed_forward_length",
    "expert_shared_count", "expert_shared_feed_forward_length"};

rt::Status checkCausal(const Hyperparameters &parameters, const DecoderForm &form) {
  constexpr std::string_view kName = "attention.causal";
  RLX_ASSIGN_OR_RETURN(const bool isCausal, parameters.boolean(kName, form.isCausal));
  if (isCausal == form.isCausal)
    return rt::okStatus();
  return rt::unsupported(parameters.shown(kName) + " is " + (isCausal ? "true" : "false") +
                         ", which is not supported for this architecture");
}

rt::Status readExperts(const Hyperparameters &parameters, DecoderForm &form) {
  if (form.sizes.experts == 0)
    return rt::okStatus();
  if (!form.takesExperts)
    return rt::unsupported(parameters.shown("expert_count") + " is " +
                           std::to_string(form.sizes.experts) +
                           "; mixtures of experts are not supported for this architecture");
  RLX_RETURN_IF_ERROR(parameters.checkGroup("expert_", kKnownExperts));
  RLX_ASSIGN_OR_RETURN(form.normalizesExperts,
                       parameters.boolean("expert_weights_norm", form.normalizesExperts));
  return rt::okStatus();
}

} // namespace

rt::Status readForm(const Hyperparameters &parameters, const ModelSource &model, DecoderForm &form,
                    const WindowDefaults &windows) {
  form.values = model.forms();
  if (form.rotation && form.values.rotatesHalves)
    form.rotation = RopeStyle::Half;
  RLX_ASSIGN_OR_RETURN(form.sizes, readSizes(parameters, model));
  RLX_RETURN_IF_ERROR(parameters.checkGroup("attention.", kKnownAttention));
  RLX_RETURN_IF_ERROR(checkCausal(parameters, form));
  const std::string_view epsilon = form.norm == NormKind::Rms ? "attention.layer_norm_rms_epsilon"
                                                              : "attention.layer_norm_epsilon";
  RLX_ASSIGN_OR_RETURN(form.epsilon, parameters.number(epsilon));
  if (form.epsilon < 0)
    return rt::invalidArgument(parameters.shown(epsilon) + " is negative");
  RLX_ASSIGN_OR_RETURN(const double scale, parameters.number("attention.scale", 0));
  if (scale != 0)
    form.attentionScale = scale;
  RLX_RETURN_IF_ERROR(readExperts(parameters, form));
  RLX_ASSIGN_OR_RETURN(form.windows, readWindows(parameters, form.sizes, windows));
  return rt::okStatus();
}

rt::StatusOr<double> readScale(const Hyperparameters &parameters, std::string_view name) {
  RLX_ASSIGN_OR_RETURN(const double scale, parameters.number(name, 1));
  if (scale == 0)
    return rt::invalidArgument(parameters.shown(name) + " is 0");
  return scale;
}

rt::StatusOr<std::optional<double>> readCap(const Hyperparameters &parameters,
                                            std::string_view name, double otherwise) {
  RLX_ASSIGN_OR_RETURN(const double cap, parameters.number(name, otherwise));
  if (cap < 0)
    return rt::invalidArgument(parameters.shown(name) + " is negative");
  return cap == 0 ? std::nullopt : std::optional<double>(cap);
}

} // namespace rlx::gguf
