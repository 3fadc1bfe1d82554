// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Handles and feeds over the step program: next = state + x, seen = state, all f32[4]. */
#include "check.h"
#include "smoke.h"

static float first_of(const rlx_tensor_t *tensor) {
  return ((const float *)rlx_tensor_get_const_data(tensor))[0];
}

static const char *check_errors(rlx_executable_t *exe, const rlx_tensor_t *four,
                                const rlx_tensor_t *one) {
  const rlx_tensor_t *shown = NULL;
  CHECK(is_error(rlx_executable_bind_handle(NULL, "state", four), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(
      is_error(rlx_executable_bind_handle(exe, NULL, four), RLX_INVALID_ARGUMENT, "input is NULL"));
  CHECK(is_error(rlx_executable_bind_handle(exe, "state", NULL), RLX_INVALID_ARGUMENT,
                 "value is NULL"));
  CHECK(is_error(rlx_executable_bind_device_handle(exe, NULL, four), RLX_INVALID_ARGUMENT,
                 "input is NULL"));
  CHECK(is_error(rlx_executable_bind_handle(exe, "stat", four), RLX_INVALID_ARGUMENT,
                 "there is no input 'stat'"));
  CHECK(is_error(rlx_executable_bind_handle(exe, "state", one), RLX_INVALID_ARGUMENT,
                 "expects state: f32[4], got f32[1]"));
  CHECK(is_error(rlx_executable_read_handle(exe, "state", &shown), RLX_NOT_FOUND, "has no handle"));
  CHECK(is_error(rlx_executable_read_handle(exe, "state", NULL), RLX_INVALID_ARGUMENT,
                 "content is NULL"));
  CHECK(is_error(rlx_executable_read_device_handle(NULL, "state", &shown), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_unbind_handle(exe, "state"), RLX_NOT_FOUND, "has no handle"));
  CHECK(is_error(rlx_executable_unbind_handle(exe, NULL), RLX_INVALID_ARGUMENT, "input is NULL"));
  CHECK(is_error(rlx_executable_unbind_handle(NULL, "state"), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_set_handle_feed(exe, "state", 0), RLX_NOT_FOUND, "bind one first"));
  CHECK(is_error(rlx_executable_set_handle_feed(exe, NULL, 0), RLX_INVALID_ARGUMENT,
                 "input is NULL"));
  CHECK(is_error(rlx_executable_set_handle_feed(NULL, "state", 0), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(
      is_error(rlx_executable_clear_handle_feed(exe, NULL), RLX_INVALID_ARGUMENT, "input is NULL"));
  CHECK(is_error(rlx_executable_run_feed(exe, NULL, 0, NULL, 0, NULL), RLX_INVALID_ARGUMENT,
                 "input is NULL"));
  CHECK(is_error(rlx_executable_run_feed(exe, NULL, 1, "state", 0, NULL), RLX_INVALID_ARGUMENT,
                 "inputs is NULL"));
  CHECK(is_error(rlx_executable_run_feed(NULL, NULL, 0, "state", 0, NULL), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(rlx_executable_has_handle(exe, NULL) == 0 && rlx_executable_has_handle(NULL, "state") == 0);
  CHECK(rlx_executable_has_device_handle(exe, "x") == 0);
  return NULL;
}

const char *handles_test(rlx_executable_t *steps) {
  const int64_t four_dims[] = {4}, one_dims[] = {1};
  float values[4] = {1, 2, 3, 4};
  rlx_tensor_t *four = NULL, *one = NULL;
  rlx_named_tensor_t inputs[2];
  rlx_slot_input_t slots[2] = {{RLX_F32, NULL, 4}, {RLX_F32, NULL, 0}};
  const rlx_tensor_t *shown = NULL;
  const char *failed;
  CHECK(rlx_tensor_wrap(RLX_F32, 1, four_dims, values, NULL, NULL, &four) == NULL);
  CHECK(rlx_tensor_wrap(RLX_F32, 1, one_dims, values, NULL, NULL, &one) == NULL);
  inputs[0].name = "x";
  inputs[0].tensor = four;
  inputs[1].name = "state";
  inputs[1].tensor = four;
  slots[0].data = values;
  if ((failed = check_errors(steps, four, one)))
    return failed;

  CHECK(rlx_executable_bind_handle(steps, "state", four) == NULL);
  CHECK(rlx_executable_has_handle(steps, "state") == 1);
  CHECK(rlx_executable_run(steps, inputs, 1, NULL, 0) == NULL);
  CHECK(rlx_executable_get_output(steps, 0, &shown) == NULL && first_of(shown) == 2);
  CHECK(is_error(rlx_executable_set_handle_feed(steps, "state", 2), RLX_OUT_OF_RANGE,
                 "there is no output 2"));
  CHECK(rlx_executable_set_handle_feed(steps, "state", 0) == NULL);
  CHECK(rlx_executable_run(steps, inputs, 1, NULL, 0) == NULL);
  CHECK(rlx_executable_run_slots(steps, slots, 2, NULL) == NULL);
  CHECK(rlx_executable_read_handle(steps, "state", &shown) == NULL && first_of(shown) == 3);
  CHECK(rlx_executable_clear_handle_feed(steps, "state") == NULL);
  CHECK(rlx_executable_run_feed(steps, inputs, 1, "state", 0, &shown) == NULL);
  CHECK(first_of(shown) == 4);
  CHECK(rlx_executable_run_feed(steps, inputs, 1, "state", 0, NULL) == NULL);
  CHECK(is_error(rlx_executable_run_feed(steps, inputs, 1, "state", 7, NULL), RLX_OUT_OF_RANGE,
                 "there is no output 7"));
  /* The output becomes invalid with the handle that it became. */
  CHECK(rlx_executable_get_output(steps, 0, &shown) == NULL && first_of(shown) == 5);
  CHECK(rlx_executable_unbind_handle(steps, "state") == NULL);
  CHECK(is_error(rlx_executable_get_output(steps, 0, &shown), RLX_FAILED_PRECONDITION,
                 "not in the executable"));
  CHECK(is_error(rlx_executable_run(steps, inputs, 1, NULL, 0), RLX_INVALID_ARGUMENT,
                 "missing input 'state'"));

  CHECK(rlx_executable_bind_device_handle(steps, "state", one) == NULL);
  CHECK(rlx_executable_has_device_handle(steps, "state") == 1);
  CHECK(rlx_executable_has_handle(steps, "state") == 0);
  CHECK(rlx_executable_run(steps, inputs, 1, NULL, 0) == NULL);
  CHECK(rlx_executable_get_output(steps, 0, &shown) == NULL);
  CHECK(((const float *)rlx_tensor_get_const_data(shown))[3] == 5);
  CHECK(is_error(rlx_executable_run(steps, inputs, 2, NULL, 0), RLX_FAILED_PRECONDITION,
                 "has a device handle"));
  CHECK(is_error(rlx_executable_read_handle(steps, "state", &shown), RLX_NOT_FOUND, "host handle"));
  CHECK(rlx_executable_read_device_handle(steps, "state", &shown) == NULL);
  CHECK(rlx_tensor_get_element_count(shown) == 4 && first_of(shown) == 1);
  CHECK(rlx_executable_unbind_handle(steps, "state") == NULL);
  rlx_tensor_free(four);
  rlx_tensor_free(one);
  return NULL;
}
