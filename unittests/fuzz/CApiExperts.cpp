// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of the machine for experts: masks, counts and captured choices.
#include "unittests/fuzz/CApiMachine.h"
#include "unittests/fuzz/CApiObjects.h"

namespace rlx::test {

void CApiMachine::showMoeLayers() {
  rlx_executable_t *executable = anyExecutable();
  const size_t layer = anyIndex();
  rlx_moe_layer_t info = {};
  const bool ok = succeeded(
      rlx_executable_get_moe_layer(executable, layer, choices.oneIn(16) ? nullptr : &info));
  if (!ok)
    return;
  require(layer < rlx_executable_get_moe_layer_count(executable));
  require(info.label && info.without_choice && info.experts > 0 && info.products > 0);
  require((info.per_row == 0) == (*info.without_choice != '\0'));
}

// Masks, mostly of the right length. Their memory is valid only during the call.
void CApiMachine::setMoeMasks() {
  rlx_executable_t *executable = anyExecutable();
  if (choices.oneIn(6)) {
    succeeded(rlx_executable_clear_moe_resident_experts(executable));
    return;
  }
  std::vector<std::vector<uint8_t>> bits(rlx_executable_get_moe_layer_count(executable));
  std::vector<rlx_expert_mask_t> masks;
  for (size_t layer = 0; layer < bits.size(); ++layer) {
    rlx_moe_layer_t info = {};
    require(succeeded(rlx_executable_get_moe_layer(executable, layer, &info)));
    bits[layer].resize(choices.oneIn(12) ? choices.below(9) : info.experts);
    for (uint8_t &bit : bits[layer])
      bit = choices.byte() & 3;
    masks.push_back({choices.oneIn(32) ? nullptr : bits[layer].data(), bits[layer].size()});
  }
  if (masks.empty() || choices.oneIn(4)) {
    const std::vector<uint8_t> one(choices.below(9), 1);
    succeeded(rlx_executable_set_moe_resident_experts(
        executable, choices.oneIn(16) ? nullptr : one.data(), one.size()));
    return;
  }
  if (choices.oneIn(12))
    masks.pop_back();
  succeeded(
      rlx_executable_set_moe_resident_experts_per_layer(executable, masks.data(), masks.size()));
}

void CApiMachine::takeMoeStatistics() {
  rlx_executable_t *executable = anyExecutable();
  const rlx_moe_statistics_t *layers = nullptr;
  uint64_t runs = 0;
  if (!succeeded(rlx_executable_take_moe_statistics(
          executable, choices.oneIn(16) ? nullptr : &layers, choices.oneIn(4) ? nullptr : &runs)))
    return;
  for (size_t i = 0; layers && i < rlx_executable_get_moe_layer_count(executable); ++i) {
    uint64_t tokens = 0;
    for (size_t expert = 0; expert < layers[i].experts; ++expert)
      tokens += layers[i].hits[expert];
    require(tokens == layers[i].resident_tokens + layers[i].other_tokens);
  }
}

void CApiMachine::captureMoeChoices() {
  rlx_executable_t *executable = anyExecutable();
  if (choices.oneIn(6)) {
    succeeded(rlx_executable_disable_moe_topk_capture(executable));
    return;
  }
  size_t without = 0;
  succeeded(rlx_executable_enable_moe_topk_capture(executable, choices.oneIn(4) ? anyNumber() : 4,
                                                   choices.oneIn(4) ? nullptr : &without));
}

void CApiMachine::takeMoeChoices() {
  rlx_executable_t *executable = anyExecutable();
  const rlx_moe_choice_t *taken = nullptr;
  size_t count = 0;
  if (!succeeded(rlx_executable_take_moe_topk_capture(
          executable, choices.oneIn(16) ? nullptr : &taken, &count)))
    return;
  for (size_t i = 0; i < count; ++i) {
    require(taken[i].layer < rlx_executable_get_moe_layer_count(executable));
    require(rlx_tensor_get_rank(taken[i].ids) == 2);
    show(taken[i].ids);
  }
}

} // namespace rlx::test
