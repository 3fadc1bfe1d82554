// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Layers of experts over the program of unittests/runtime/MoeProgram.h. */
#include "check.h"
#include "smoke.h"

static const char *check_errors(rlx_executable_t *exe) {
  const uint8_t four[4] = {1, 0, 0, 1};
  const rlx_expert_mask_t masks[3] = {{four, 4}, {NULL, 5}, {four, 4}};
  const rlx_moe_statistics_t *counted = NULL;
  const rlx_moe_choice_t *choices = NULL;
  rlx_moe_layer_t layer;
  size_t count = 77;
  CHECK(rlx_executable_get_moe_layer_count(NULL) == 0);
  CHECK(is_error(rlx_executable_get_moe_layer(NULL, 0, &layer), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_get_moe_layer(exe, 0, NULL), RLX_INVALID_ARGUMENT, "info is NULL"));
  CHECK(is_error(rlx_executable_get_moe_layer(exe, 3, &layer), RLX_OUT_OF_RANGE,
                 "there is no layer 3 of experts; layers are 0 ("));
  CHECK(is_error(rlx_executable_set_moe_resident_experts(NULL, four, 4), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_set_moe_resident_experts(exe, NULL, 4), RLX_INVALID_ARGUMENT,
                 "resident is NULL"));
  CHECK(is_error(rlx_executable_set_moe_resident_experts(exe, four, 4), RLX_INVALID_ARGUMENT,
                 "the mask has 4 entries, but layer 1 has 5 experts"));
  CHECK(is_error(rlx_executable_set_moe_resident_experts_per_layer(exe, NULL, 3),
                 RLX_INVALID_ARGUMENT, "masks is NULL"));
  CHECK(is_error(rlx_executable_set_moe_resident_experts_per_layer(NULL, masks, 3),
                 RLX_INVALID_ARGUMENT, "executable is NULL"));
  CHECK(is_error(rlx_executable_set_moe_resident_experts_per_layer(exe, masks, 3),
                 RLX_INVALID_ARGUMENT, "masks[1] has a NULL pointer"));
  CHECK(is_error(rlx_executable_clear_moe_resident_experts(NULL), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_take_moe_statistics(exe, &counted, NULL), RLX_FAILED_PRECONDITION,
                 "set resident experts first"));
  CHECK(is_error(rlx_executable_take_moe_statistics(exe, NULL, NULL), RLX_INVALID_ARGUMENT,
                 "layers is NULL"));
  CHECK(is_error(rlx_executable_take_moe_statistics(NULL, &counted, NULL), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_enable_moe_topk_capture(NULL, 4, NULL), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_enable_moe_topk_capture(exe, 6, &count), RLX_INVALID_ARGUMENT,
                 "no layer has 6 experts"));
  CHECK(is_error(rlx_executable_enable_moe_topk_capture(exe, 5, &count), RLX_UNSUPPORTED,
                 "its routing is an input"));
  CHECK(is_error(rlx_executable_disable_moe_topk_capture(NULL), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_take_moe_topk_capture(exe, &choices, &count),
                 RLX_FAILED_PRECONDITION, "enable it first"));
  CHECK(is_error(rlx_executable_take_moe_topk_capture(exe, NULL, &count), RLX_INVALID_ARGUMENT,
                 "choices is NULL"));
  CHECK(is_error(rlx_executable_take_moe_topk_capture(exe, &choices, NULL), RLX_INVALID_ARGUMENT,
                 "count is NULL"));
  CHECK(count == 77 && counted == NULL && choices == NULL);
  return NULL;
}

const char *experts_test(rlx_executable_t *exe, rlx_executable_t *other) {
  const uint8_t four[4] = {1, 0, 0, 1}, five[5] = {0, 0, 1, 0, 0};
  const rlx_expert_mask_t masks[3] = {{four, 4}, {five, 5}, {four, 4}};
  const float scores[8] = {9, 1, 8, 2, 1, 9, 8, 2};
  const int32_t ids[2] = {2, -1};
  const uint8_t flag = 1;
  const rlx_slot_input_t inputs[3] = {
      {RLX_F32, scores, 8}, {RLX_I32, ids, 2}, {RLX_BOOL, &flag, 1}};
  const rlx_moe_statistics_t *counted = NULL;
  const rlx_moe_choice_t *choices = NULL;
  const int64_t *chosen;
  const char *failed;
  rlx_moe_layer_t layer;
  uint64_t runs = 0;
  size_t count = 0;
  if ((failed = check_errors(exe)))
    return failed;
  CHECK(rlx_executable_get_moe_layer_count(exe) == 3);
  CHECK(rlx_executable_get_moe_layer(exe, 0, &layer) == NULL);
  CHECK(strcmp(layer.label, "grouped_matmul") == 0 && layer.experts == 4 && layer.products == 3);
  CHECK(layer.per_row == 2 && strcmp(layer.without_choice, "") == 0);
  CHECK(rlx_executable_set_moe_resident_experts_per_layer(exe, masks, 3) == NULL);
  CHECK(rlx_executable_set_moe_resident_experts_per_layer(other, masks, 3) == NULL);
  CHECK(rlx_executable_enable_moe_topk_capture(exe, 4, &count) == NULL && count == 0);
  CHECK(rlx_executable_run_slots(exe, inputs, 3, NULL) == NULL);
  CHECK(rlx_executable_run_slots(exe, inputs, 3, NULL) == NULL);

  /* Rows choose 0, 2 and 1, 2. Each executable has its own counts. */
  CHECK(rlx_executable_take_moe_statistics(other, &counted, &runs) == NULL);
  CHECK(runs == 0 && counted[0].hits[0] == 0);
  CHECK(rlx_executable_take_moe_statistics(exe, &counted, &runs) == NULL && runs == 2);
  CHECK(counted[0].experts == 4 && counted[1].experts == 5);
  CHECK(counted[0].hits[0] == 2 && counted[0].hits[1] == 2 && counted[0].hits[2] == 4);
  CHECK(counted[0].hits[3] == 0);
  CHECK(counted[0].resident_tokens == 2 && counted[0].other_tokens == 6);
  CHECK(counted[1].hits[2] == 6 && counted[1].hits[4] == 6);
  CHECK(counted[1].resident_tokens == 6 && counted[1].other_tokens == 6);
  CHECK(counted[2].resident_tokens == 4 && counted[2].other_tokens == 12);

  CHECK(rlx_executable_take_moe_topk_capture(exe, &choices, &count) == NULL && count == 2);
  CHECK(choices[0].layer == 0 && choices[1].layer == 2);
  CHECK(rlx_tensor_get_dtype(choices[0].ids) == RLX_I64);
  CHECK(rlx_tensor_get_rank(choices[0].ids) == 2 && rlx_tensor_get_dims(choices[0].ids)[0] == 2);
  CHECK(rlx_tensor_get_dims(choices[1].ids)[0] == 4 && rlx_tensor_get_dims(choices[1].ids)[1] == 2);
  chosen = (const int64_t *)rlx_tensor_get_const_data(choices[0].ids);
  CHECK(chosen[0] == 0 && chosen[1] == 2 && chosen[2] == 1 && chosen[3] == 2);
  CHECK(rlx_executable_disable_moe_topk_capture(exe) == NULL);
  CHECK(rlx_executable_clear_moe_resident_experts(exe) == NULL);
  CHECK(rlx_executable_run_slots(exe, inputs, 3, NULL) == NULL);
  CHECK(rlx_executable_take_moe_statistics(exe, &counted, &runs) == NULL && runs == 0);
  return NULL;
}
