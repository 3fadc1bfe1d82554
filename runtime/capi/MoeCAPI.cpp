// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API: mixture-of-experts layers, their token counts and their routers' selections.
//
// The arrays that are returned belong to the executable's handle and are replaced by the next call.
#include "runtime/base/StrCat.h"
#include "runtime/capi/Calls.h"
#include "runtime/program/model/MoeLayers.h"

using namespace rlx;

extern "C" {

size_t rlx_executable_get_moe_layer_count(const rlx_executable_t *executable) {
  if (!executable)
    return 0;
  capi::make(*executable).ignore();
  return executable->executable->program().moeLayers.size();
}

rlx_status_t *rlx_executable_get_moe_layer(const rlx_executable_t *executable, size_t layer,
                                           rlx_moe_layer_t *info) {
  if (!executable || !info)
    return capi::nullArgument(executable ? "info" : "executable");
  return capi::wrap(rt::catchAllocFailure([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(capi::make(*executable));
    const rt::Program &program = executable->executable->program();
    if (layer >= program.moeLayers.size())
      return rt::outOfRange(rt::strCat("there is no layer ", layer, " of experts; layers are ",
                                       rt::listMoeLayers(program)));
    const rt::MoeLayer &found = program.moeLayers[layer];
    *info = {found.label.c_str(), found.experts, found.products, found.perRow,
             found.withoutChoice.c_str()};
    return rt::okStatus();
  }));
}

rlx_status_t *rlx_executable_set_moe_resident_experts(rlx_executable_t *executable,
                                                      const uint8_t *resident, size_t count) {
  if (!executable || (!resident && count))
    return capi::nullArgument(executable ? "resident" : "executable");
  return capi::changeAlone(*executable, [&] {
    return executable->executable->setMoeResidentExperts({resident, count});
  });
}

rlx_status_t *rlx_executable_set_moe_resident_experts_per_layer(rlx_executable_t *executable,
                                                                const rlx_expert_mask_t *masks,
                                                                size_t num_layers) {
  if (!executable || (!masks && num_layers))
    return capi::nullArgument(executable ? "masks" : "executable");
  return capi::changeAlone(*executable, [&]() -> rt::Status {
    std::vector<std::span<const uint8_t>> spans;
    for (size_t i = 0; i < num_layers; ++i) {
      if (!masks[i].resident && masks[i].count)
        return rt::invalidArgument(rt::strCat("masks[", i, "] has a NULL pointer"));
      spans.emplace_back(masks[i].resident, masks[i].count);
    }
    return executable->executable->setMoeResidentExpertsPerLayer(spans);
  });
}

rlx_status_t *rlx_executable_clear_moe_resident_experts(rlx_executable_t *executable) {
  if (!executable)
    return capi::nullArgument("executable");
  return capi::changeAlone(*executable,
                           [&] { return executable->executable->clearMoeResidentExperts(); });
}

rlx_status_t *rlx_executable_take_moe_statistics(rlx_executable_t *executable,
                                                 const rlx_moe_statistics_t **layers,
                                                 uint64_t *runs) {
  if (!executable || !layers)
    return capi::nullArgument(executable ? "layers" : "executable");
  rlx_status_t *status = capi::callAlone(*executable, [&]() -> rt::Status {
    auto &moe = executable->moe;
    // Everything that may fail comes first: counts that were taken are reset.
    std::vector<rlx_moe_statistics_t> shown(executable->executable->program().moeLayers.size());
    RLX_ASSIGN_OR_RETURN(moe.statistics, executable->executable->takeMoeStatistics());
    for (size_t i = 0; i < shown.size(); ++i) {
      const rt::MoeLayerStatistics &layer = moe.statistics.layers[i];
      shown[i] = {layer.residentTokens, layer.otherTokens, layer.hits.data(), layer.hits.size()};
    }
    moe.layers = std::move(shown);
    return rt::okStatus();
  });
  if (status)
    return status;
  *layers = executable->moe.layers.data();
  if (runs)
    *runs = executable->moe.statistics.runs;
  return nullptr;
}

rlx_status_t *rlx_executable_enable_moe_topk_capture(rlx_executable_t *executable, int64_t experts,
                                                     size_t *num_without) {
  if (!executable)
    return capi::nullArgument("executable");
  return capi::changeAlone(*executable, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(const std::vector<uint32_t> without,
                         executable->executable->enableMoeTopkCapture(experts));
    if (num_without)
      *num_without = without.size();
    return rt::okStatus();
  });
}

rlx_status_t *rlx_executable_disable_moe_topk_capture(rlx_executable_t *executable) {
  if (!executable)
    return capi::nullArgument("executable");
  return capi::changeAlone(*executable,
                           [&] { return executable->executable->disableMoeTopkCapture(); });
}

rlx_status_t *rlx_executable_take_moe_topk_capture(rlx_executable_t *executable,
                                                   const rlx_moe_choice_t **choices,
                                                   size_t *count) {
  if (!executable || !choices || !count)
    return capi::nullArgument(!executable ? "executable" : !choices ? "choices" : "count");
  rlx_status_t *status = capi::callAlone(*executable, [&]() -> rt::Status {
    auto &moe = executable->moe;
    RLX_ASSIGN_OR_RETURN(const std::vector<rt::MoeChoice> taken,
                         executable->executable->takeMoeTopkCapture());
    moe.ids.resize(taken.size());
    moe.choices.resize(taken.size());
    for (size_t i = 0; i < taken.size(); ++i) {
      RLX_RETURN_IF_ERROR(capi::show(taken[i].ids, moe.ids[i]));
      moe.choices[i] = {taken[i].layer, &moe.ids[i]};
    }
    return rt::okStatus();
  });
  if (status)
    return status;
  *choices = executable->moe.choices.data();
  *count = executable->moe.choices.size();
  return nullptr;
}

} // extern "C"
