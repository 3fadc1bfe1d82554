// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The forms of a run over the sum program: out = (x + y) * 2 * scale + 1, head = the first row of
 * x + y, all rows of 4. */
#include "check.h"
#include "smoke.h"

static const int64_t dims[] = {2, 4}, scale_dims[] = {4};

static int out_is_right(const float *out) {
  int i;
  for (i = 0; i < 8; ++i)
    if (out[i] != (float)(i + 2 * i) * 2 * 3 + 1)
      return 0;
  return 1;
}

static const char *check_params(rlx_executable_t *exe) {
  unsigned char bytes[4] = {3, 3, 3, 3};
  float floats[8] = {3, 3, 3, 3, 3, 3, 3, 3};
  rlx_tensor_t *value = NULL, *wrong = NULL;
  CHECK(rlx_tensor_wrap(RLX_U8, 1, scale_dims, bytes, NULL, NULL, &value) == NULL);
  CHECK(rlx_tensor_wrap(RLX_F32, 2, dims, floats, NULL, NULL, &wrong) == NULL);
  CHECK(rlx_executable_set_param_typed(exe, "scale", value) == NULL);
  CHECK(is_error(rlx_executable_set_param_typed(exe, "scale", wrong), RLX_INVALID_ARGUMENT,
                 "got f32[2,4]"));
  CHECK(is_error(rlx_executable_set_param_typed(exe, "nope", value), RLX_NOT_FOUND, "no param"));
  CHECK(is_error(rlx_executable_set_param_typed(NULL, "scale", value), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_set_param_typed(exe, NULL, value), RLX_INVALID_ARGUMENT,
                 "name is NULL"));
  CHECK(is_error(rlx_executable_set_param_typed(exe, "scale", NULL), RLX_INVALID_ARGUMENT,
                 "value is NULL"));
  CHECK(rlx_executable_set_param_f32(exe, "scale", floats, 4) == NULL);
  CHECK(is_error(rlx_executable_set_param_f32(exe, "scale", floats, 5), RLX_INVALID_ARGUMENT,
                 "has 4 elements, got 5"));
  CHECK(is_error(rlx_executable_set_param_f32(exe, "scale", floats, (size_t)-1),
                 RLX_INVALID_ARGUMENT, "a count of 18446744073709551615 elements"));
  CHECK(is_error(rlx_executable_set_param_f32(exe, "scale", NULL, 4), RLX_INVALID_ARGUMENT,
                 "values is NULL"));
  CHECK(is_error(rlx_executable_set_param_f32(exe, NULL, floats, 4), RLX_INVALID_ARGUMENT,
                 "name is NULL"));
  CHECK(is_error(rlx_executable_set_param_f32(NULL, "scale", floats, 4), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  rlx_tensor_free(value);
  rlx_tensor_free(wrong);
  return NULL;
}

static const char *check_typed(rlx_executable_t *exe, const float *x, const float *y) {
  double wide[8], result[8];
  float copy[8];
  rlx_tensor_t *x_wide = NULL, *y_tensor = NULL, *out = NULL;
  rlx_named_tensor_t inputs[2], output;
  int i;
  for (i = 0; i < 8; ++i) {
    wide[i] = x[i];
    copy[i] = y[i];
  }
  CHECK(rlx_tensor_wrap(RLX_F64, 2, dims, wide, NULL, NULL, &x_wide) == NULL);
  CHECK(rlx_tensor_wrap(RLX_F32, 2, dims, copy, NULL, NULL, &y_tensor) == NULL);
  CHECK(rlx_tensor_wrap(RLX_F64, 2, dims, result, NULL, NULL, &out) == NULL);
  inputs[0].name = "x";
  inputs[0].tensor = x_wide;
  inputs[1].name = "y";
  inputs[1].tensor = y_tensor;
  output.name = "out";
  output.tensor = out;
  CHECK(is_error(rlx_executable_run(exe, inputs, 2, NULL, 0), RLX_INVALID_ARGUMENT,
                 "input 'x' expects element type f32, got f64"));
  CHECK(rlx_executable_run_typed(exe, inputs, 2, &output, 1) == NULL);
  for (i = 0; i < 8; ++i)
    CHECK(result[i] == (double)(3 * i * 6 + 1));
  CHECK(is_error(rlx_executable_run_typed(NULL, inputs, 2, NULL, 0), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_run_typed(exe, NULL, 2, NULL, 0), RLX_INVALID_ARGUMENT,
                 "inputs is NULL"));
  CHECK(is_error(rlx_executable_run_typed(exe, inputs, 2, NULL, 1), RLX_INVALID_ARGUMENT,
                 "outputs is NULL"));
  output.name = NULL;
  CHECK(is_error(rlx_executable_run_typed(exe, inputs, 2, &output, 1), RLX_INVALID_ARGUMENT,
                 "outputs[0] has a NULL name or tensor"));
  rlx_tensor_free(x_wide);
  rlx_tensor_free(y_tensor);
  rlx_tensor_free(out);
  return NULL;
}

static const char *check_f32(rlx_executable_t *exe, const float *x, const float *y) {
  rlx_named_f32_t inputs[] = {{"x", NULL, 8}, {"y", NULL, 8}};
  const rlx_f32_values_t *outputs = NULL;
  const rlx_tensor_t *shown = NULL;
  inputs[0].values = x;
  CHECK(is_error(rlx_executable_run_f32(exe, inputs, 2, &outputs), RLX_INVALID_ARGUMENT,
                 "inputs[1] has a NULL name or values"));
  inputs[1].values = y;
  CHECK(rlx_executable_run_f32(exe, inputs, 2, &outputs) == NULL);
  CHECK(outputs[0].count == 8 && out_is_right(outputs[0].values));
  CHECK(outputs[1].count == 4 && outputs[1].values[3] == 9);
  CHECK(rlx_executable_run_f32(exe, inputs, 2, NULL) == NULL);
  CHECK(rlx_executable_get_output(exe, 0, &shown) == NULL);
  CHECK(out_is_right((const float *)rlx_tensor_get_const_data(shown)));
  inputs[1].count = 7;
  CHECK(is_error(rlx_executable_run_f32(exe, inputs, 2, &outputs), RLX_INVALID_ARGUMENT,
                 "takes a multiple of 4 elements, got 7"));
  inputs[1].count = (size_t)-1;
  CHECK(is_error(rlx_executable_run_f32(exe, inputs, 2, &outputs), RLX_INVALID_ARGUMENT,
                 "a count of 18446744073709551615 elements"));
  inputs[1].count = (size_t)1 << 62;
  CHECK(is_error(rlx_executable_run_f32(exe, inputs, 2, &outputs), RLX_INVALID_ARGUMENT, ""));
  CHECK(is_error(rlx_executable_run_f32(exe, NULL, 2, &outputs), RLX_INVALID_ARGUMENT,
                 "inputs is NULL"));
  CHECK(is_error(rlx_executable_run_f32(NULL, inputs, 2, &outputs), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  return NULL;
}

static const char *check_listed(rlx_executable_t *exe, const rlx_named_tensor_t *inputs) {
  const size_t list[] = {1, 0}, wrong[] = {0, 2};
  const rlx_tensor_t *outputs[2] = {NULL, NULL};
  const rlx_raw_output_t *raw = NULL;
  const void *row = NULL;
  CHECK(rlx_executable_run_read_outputs(exe, inputs, 2, list, 2, outputs) == NULL);
  CHECK(rlx_tensor_get_element_count(outputs[0]) == 4);
  CHECK(out_is_right((const float *)rlx_tensor_get_const_data(outputs[1])));
  CHECK(rlx_executable_run_read_outputs(exe, inputs, 2, NULL, 1, outputs) == NULL);
  CHECK(rlx_tensor_get_element_count(outputs[0]) == 8);
  CHECK(is_error(rlx_executable_run_read_outputs(exe, inputs, 2, wrong, 2, outputs),
                 RLX_OUT_OF_RANGE, "there is no output 2; the model has 2"));
  CHECK(is_error(rlx_executable_run_read_outputs(exe, inputs, 2, list, 2, NULL),
                 RLX_INVALID_ARGUMENT, "outputs is NULL"));
  CHECK(is_error(rlx_executable_run_read_outputs(exe, NULL, 2, list, 2, outputs),
                 RLX_INVALID_ARGUMENT, "inputs is NULL"));
  CHECK(is_error(rlx_executable_run_read_outputs(NULL, inputs, 2, list, 2, outputs),
                 RLX_INVALID_ARGUMENT, "executable is NULL"));

  CHECK(rlx_executable_read_output_row(exe, 0, 1, 4, &row) == NULL);
  CHECK(((const float *)row)[0] == 3 * 4 * 6 + 1);
  CHECK(is_error(rlx_executable_read_output_row(exe, 0, 2, 4, &row), RLX_OUT_OF_RANGE,
                 "row 2 of output 'out'"));
  CHECK(is_error(rlx_executable_read_output_row(exe, 0, 0, 3, &row), RLX_INVALID_ARGUMENT,
                 "has no rows of 3 elements"));
  CHECK(is_error(rlx_executable_read_output_row(exe, 0, (size_t)-1, 4, &row), RLX_OUT_OF_RANGE,
                 "row 9223372036854775807"));
  CHECK(is_error(rlx_executable_read_output_row(exe, 5, 0, 4, &row), RLX_OUT_OF_RANGE,
                 "there is no output 5"));
  CHECK(is_error(rlx_executable_read_output_row(exe, 0, 0, 4, NULL), RLX_INVALID_ARGUMENT,
                 "data is NULL"));
  CHECK(is_error(rlx_executable_read_output_row(NULL, 0, 0, 4, &row), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));

  CHECK(rlx_executable_run_raw(exe, inputs, 2, &raw) == NULL);
  CHECK(raw[0].bytes == 32 && out_is_right((const float *)raw[0].data));
  CHECK(raw[1].bytes == 16);
  CHECK(is_error(rlx_executable_run_raw(exe, inputs, 1, &raw), RLX_INVALID_ARGUMENT,
                 "missing input 'y'"));
  CHECK(is_error(rlx_executable_run_raw(exe, inputs, 2, NULL), RLX_INVALID_ARGUMENT,
                 "outputs is NULL"));
  CHECK(
      is_error(rlx_executable_run_raw(exe, NULL, 2, &raw), RLX_INVALID_ARGUMENT, "inputs is NULL"));
  CHECK(is_error(rlx_executable_run_raw(NULL, inputs, 2, &raw), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  return NULL;
}

static const char *check_slots(rlx_executable_t *exe, const float *x, const float *y) {
  rlx_slot_input_t inputs[] = {{RLX_F32, NULL, 8}, {RLX_F32, NULL, 8}, {RLX_F32, NULL, 8}};
  const rlx_output_slot_t *slots = NULL;
  const char *arena;
  inputs[0].data = x;
  inputs[1].data = inputs[2].data = y;
  CHECK(rlx_executable_run_slots(exe, inputs, 2, &slots) == NULL);
  arena = (const char *)rlx_executable_get_arena(exe);
  CHECK(slots[0].count == 8 && slots[1].count == 4);
  CHECK(slots[0].offset % 64 == 0 && slots[1].offset % 64 == 0);
  CHECK(out_is_right((const float *)(arena + slots[0].offset)));
  CHECK(((const float *)(arena + slots[1].offset))[3] == 9);
  CHECK(rlx_executable_run_slots(exe, inputs, 2, NULL) == NULL);
  CHECK(is_error(rlx_executable_run_slots(exe, inputs, 3, &slots), RLX_INVALID_ARGUMENT,
                 "takes 2 inputs, got 3"));
  CHECK(is_error(rlx_executable_run_slots(exe, inputs, 1, &slots), RLX_INVALID_ARGUMENT,
                 "takes 2 inputs, got 1"));
  inputs[1].count = (size_t)-1;
  CHECK(is_error(rlx_executable_run_slots(exe, inputs, 2, &slots), RLX_INVALID_ARGUMENT,
                 "a count of 18446744073709551615 elements"));
  inputs[1].count = 7;
  CHECK(is_error(rlx_executable_run_slots(exe, inputs, 2, &slots), RLX_INVALID_ARGUMENT,
                 "takes a multiple of 4 elements, got 7"));
  inputs[1].count = 8;
  inputs[1].dtype = (rlx_dtype_t)77;
  CHECK(is_error(rlx_executable_run_slots(exe, inputs, 2, &slots), RLX_INVALID_ARGUMENT,
                 "no element type has the number 77; while reading inputs[1]"));
  inputs[1].dtype = RLX_F32;
  inputs[1].data = NULL;
  CHECK(is_error(rlx_executable_run_slots(exe, inputs, 2, &slots), RLX_INVALID_ARGUMENT,
                 "null data pointer"));
  inputs[1].count = 0;
  CHECK(is_error(rlx_executable_run_slots(exe, inputs, 2, &slots), RLX_INVALID_ARGUMENT,
                 "missing input 'y'"));
  inputs[0].count = 0;
  inputs[1].data = y;
  CHECK(rlx_executable_run_slots(exe, inputs, 2, &slots) == NULL && slots[0].count == 0);
  CHECK(is_error(rlx_executable_run_slots(exe, NULL, 2, &slots), RLX_INVALID_ARGUMENT,
                 "inputs is NULL"));
  CHECK(is_error(rlx_executable_run_slots(NULL, inputs, 2, &slots), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(rlx_executable_get_arena(NULL) == NULL);
  return NULL;
}

static const char *check_output_shapes(rlx_executable_t *exe) {
  const int64_t seven[] = {7, 4}, wrong[] = {7, 3};
  rlx_input_shape_t inputs[] = {{"y", RLX_F32, 2, NULL, NULL}, {"x", RLX_F32, 2, NULL, NULL}};
  const rlx_output_shape_t *shapes = NULL;
  inputs[0].dims = inputs[1].dims = seven;
  CHECK(rlx_executable_get_output_shapes(exe, inputs, 2, &shapes) == NULL);
  CHECK(shapes[0].rank == 2 && shapes[0].dims[0] == 7 && shapes[0].dims[1] == 4);
  CHECK(shapes[1].rank == 2 && shapes[1].dims[0] == 1 && shapes[1].dims[1] == 4);
  inputs[1].dims = wrong;
  CHECK(is_error(rlx_executable_get_output_shapes(exe, inputs, 2, &shapes), RLX_INVALID_ARGUMENT,
                 "input 'x' dimension 1: expected 4, got 3"));
  CHECK(is_error(rlx_executable_get_output_shapes(exe, inputs, 1, &shapes), RLX_INVALID_ARGUMENT,
                 "missing input 'x'"));
  inputs[1].dims = seven;
  inputs[1].dtype = RLX_I64;
  CHECK(is_error(rlx_executable_get_output_shapes(exe, inputs, 2, &shapes), RLX_INVALID_ARGUMENT,
                 "input 'x' expects element type f32, got i64"));
  inputs[1].dtype = (rlx_dtype_t)77;
  CHECK(is_error(rlx_executable_get_output_shapes(exe, inputs, 2, &shapes), RLX_INVALID_ARGUMENT,
                 "no element type has the number 77"));
  inputs[1].dims = NULL;
  CHECK(is_error(rlx_executable_get_output_shapes(exe, inputs, 2, &shapes), RLX_INVALID_ARGUMENT,
                 "inputs[1] has a NULL name or dims"));
  CHECK(is_error(rlx_executable_get_output_shapes(exe, inputs, 2, NULL), RLX_INVALID_ARGUMENT,
                 "shapes is NULL"));
  CHECK(is_error(rlx_executable_get_output_shapes(exe, NULL, 2, &shapes), RLX_INVALID_ARGUMENT,
                 "inputs is NULL"));
  CHECK(is_error(rlx_executable_get_output_shapes(NULL, inputs, 2, &shapes), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  return NULL;
}

static const char *check_extent(rlx_executable_t *exe, const rlx_named_tensor_t *inputs) {
  const rlx_tensor_t *out = NULL;
  CHECK(rlx_executable_set_active_extent(exe, 1, 2) == NULL);
  CHECK(rlx_executable_run(exe, inputs, 2, NULL, 0) == NULL);
  CHECK(rlx_executable_get_output(exe, 0, &out) == NULL);
  CHECK(rlx_tensor_get_dims(out)[0] == 1);
  CHECK(((const float *)rlx_tensor_get_const_data(out))[3] == 3 * 3 * 6 + 1);
  CHECK(is_error(rlx_executable_set_active_extent(exe, 3, 2), RLX_INVALID_ARGUMENT,
                 "expected 0 <= actual <= upper"));
  CHECK(rlx_executable_clear_active_extent(exe) == NULL);
  CHECK(rlx_executable_run(exe, inputs, 2, NULL, 0) == NULL);
  CHECK(rlx_executable_get_output(exe, 0, &out) == NULL);
  CHECK(rlx_tensor_get_dims(out)[0] == 2);
  CHECK(is_error(rlx_executable_set_active_extent(NULL, 1, 2), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(is_error(rlx_executable_clear_active_extent(NULL), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  return NULL;
}

const char *run_forms_test(rlx_executable_t *sum) {
  float x[8], y[8];
  rlx_tensor_t *x_tensor = NULL, *y_tensor = NULL;
  rlx_named_tensor_t inputs[2];
  const char *failed;
  int i;
  for (i = 0; i < 8; ++i) {
    x[i] = (float)i;
    y[i] = (float)(2 * i);
  }
  CHECK(rlx_tensor_wrap(RLX_F32, 2, dims, x, NULL, NULL, &x_tensor) == NULL);
  CHECK(rlx_tensor_wrap(RLX_F32, 2, dims, y, NULL, NULL, &y_tensor) == NULL);
  inputs[0].name = "x";
  inputs[0].tensor = x_tensor;
  inputs[1].name = "y";
  inputs[1].tensor = y_tensor;
  CHECK(rlx_executable_get_arena(sum) == NULL);
  if ((failed = check_params(sum)) || (failed = check_typed(sum, x, y)) ||
      (failed = check_f32(sum, x, y)) || (failed = check_listed(sum, inputs)) ||
      (failed = check_slots(sum, x, y)) || (failed = check_output_shapes(sum)) ||
      (failed = check_extent(sum, inputs)))
    return failed;
  rlx_tensor_free(x_tensor);
  rlx_tensor_free(y_tensor);
  return NULL;
}
