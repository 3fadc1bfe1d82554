// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A user's view of the C API, in C99: signature, params, runs, errors. */
#include "smoke.h"
#include "check.h"

#include <string.h>

static const char *check_signature(rlx_executable_t *exe) {
  CHECK(strcmp(rlx_executable_get_name(exe), "sum") == 0);
  CHECK(strcmp(rlx_executable_get_device(exe), "cpu") == 0);
  CHECK(rlx_executable_get_count(exe, RLX_INPUT) == 2);
  CHECK(rlx_executable_get_count(exe, RLX_PARAM) == 1);
  CHECK(rlx_executable_get_count(exe, RLX_OUTPUT) == 2);
  CHECK(strcmp(rlx_executable_get_tensor_name(exe, RLX_INPUT, 1), "y") == 0);
  CHECK(rlx_executable_get_tensor_name(exe, RLX_INPUT, 2) == NULL);
  CHECK(rlx_executable_get_tensor_dtype(exe, RLX_PARAM, 0) == RLX_F32);
  CHECK(rlx_executable_get_tensor_dtype(exe, RLX_PARAM, 1) == RLX_INVALID_DTYPE);
  CHECK(rlx_executable_get_tensor_rank(exe, RLX_INPUT, 0) == 2);
  CHECK(rlx_executable_get_tensor_dim(exe, RLX_INPUT, 0, 0) == -1);
  CHECK(rlx_executable_get_tensor_dim(exe, RLX_INPUT, 0, 1) == 4);
  CHECK(strcmp(rlx_executable_get_tensor_dim_symbol(exe, RLX_INPUT, 0, 0), "rows") == 0);
  CHECK(rlx_executable_get_tensor_dim_symbol(exe, RLX_INPUT, 0, 1) == NULL);
  CHECK(strcmp(rlx_executable_get_tensor_dim_symbol(exe, RLX_OUTPUT, 1, 0), "min(rows, 1)") == 0);
  return NULL;
}

static const char *check_run(rlx_executable_t *exe, rlx_tensor_t *x, rlx_tensor_t *y) {
  const rlx_named_tensor_t inputs[] = {{"y", y}, {"x", x}};
  const int64_t out_dims[] = {2, 4};
  const rlx_tensor_t *shown = NULL;
  rlx_named_tensor_t output = {"out", NULL};
  int i;
  CHECK(is_error(rlx_executable_get_output(exe, 0, &shown), RLX_FAILED_PRECONDITION,
                 "no successful run yet"));
  CHECK(rlx_executable_run(exe, inputs, 2, NULL, 0) == NULL);
  CHECK(rlx_executable_get_output(exe, 0, &shown) == NULL);
  CHECK(rlx_tensor_get_rank(shown) == 2 && rlx_tensor_get_dims(shown)[0] == 2);
  for (i = 0; i < 8; ++i)
    CHECK(((const float *)rlx_tensor_get_const_data(shown))[i] == (float)(i + 2 * i) * 2 * 3 + 1);
  /* The same into memory of the caller. */
  CHECK(rlx_tensor_create(RLX_F32, 2, out_dims, &output.tensor) == NULL);
  CHECK(rlx_executable_run(exe, inputs, 2, &output, 1) == NULL);
  CHECK(((float *)rlx_tensor_get_data(output.tensor))[7] == 21.0f * 2 * 3 + 1);
  CHECK(is_error(rlx_executable_get_output(exe, 0, &shown), RLX_FAILED_PRECONDITION,
                 "memory of the caller"));
  CHECK(rlx_executable_get_output(exe, 1, &shown) == NULL);
  CHECK(rlx_tensor_get_element_count(shown) == 4 && rlx_tensor_get_byte_size(shown) == 16);
  CHECK(is_error(rlx_executable_get_output(exe, 2, &shown), RLX_OUT_OF_RANGE, "output 2 of 2"));
  rlx_tensor_free(output.tensor);
  /* The executable stays usable after errors. */
  CHECK(is_error(rlx_executable_run(exe, inputs, 1, NULL, 0), RLX_INVALID_ARGUMENT,
                 "missing input 'x'"));
  CHECK(rlx_executable_run(exe, inputs, 2, NULL, 0) == NULL);
  return NULL;
}

static const char *check_null_arguments(rlx_executable_t *exe) {
  rlx_named_tensor_t broken = {"x", NULL};
  rlx_tensor_t *tensor = NULL;
  CHECK(is_error(rlx_executable_run(NULL, NULL, 0, NULL, 0), RLX_INVALID_ARGUMENT,
                 "executable is NULL"));
  CHECK(
      is_error(rlx_executable_run(exe, NULL, 2, NULL, 0), RLX_INVALID_ARGUMENT, "inputs is NULL"));
  CHECK(is_error(rlx_executable_run(exe, &broken, 1, NULL, 0), RLX_INVALID_ARGUMENT,
                 "inputs[0] has a NULL name or tensor"));
  CHECK(
      is_error(rlx_tensor_create(RLX_F32, 2, NULL, &tensor), RLX_INVALID_ARGUMENT, "dims is NULL"));
  CHECK(is_error(rlx_tensor_create(RLX_INVALID_DTYPE, 0, NULL, &tensor), RLX_INVALID_ARGUMENT,
                 "no element type has the number -1"));
  CHECK(is_error(rlx_tensor_create((rlx_dtype_t)99, 0, NULL, &tensor), RLX_INVALID_ARGUMENT,
                 "no element type has the number 99"));
  CHECK(is_error(rlx_tensor_wrap((rlx_dtype_t)99, 0, NULL, &broken, NULL, NULL, &tensor),
                 RLX_INVALID_ARGUMENT, "no element type has the number 99"));
  CHECK(is_error(rlx_tensor_load_npy("/nonexistent.npy", &tensor), RLX_NOT_FOUND,
                 "cannot open '/nonexistent.npy'"));
  CHECK(is_error(rlx_executable_set_param(exe, NULL, NULL), RLX_INVALID_ARGUMENT, "name is NULL"));
  CHECK(rlx_tensor_get_rank(NULL) == 0 && rlx_tensor_get_data(NULL) == NULL);
  CHECK(rlx_executable_get_count(NULL, RLX_INPUT) == 0);
  rlx_tensor_free(NULL);
  rlx_executable_free(NULL);
  rlx_status_free(NULL);
  rlx_device_list_free(NULL);
  return NULL;
}

static int releases = 0;
static void count_release(void *context) {
  releases += *(int *)context;
}

const char *smoke_test(rlx_executable_t *exe) {
  const int64_t dims[] = {2, 4}, scale_dims[] = {4}, bad_dims[] = {-1};
  float x_data[8], scale_data[4] = {3, 3, 3, 3};
  rlx_tensor_t *x = NULL, *y = NULL, *scale = NULL;
  rlx_executable_t *clone = NULL;
  rlx_device_list_t *devices = NULL;
  rlx_status_t *status = NULL;
  const char *failed;
  int i, one = 1;
  CHECK(strlen(rlx_version()) >= 5);
  CHECK(rlx_dtype_size(RLX_F64) == 8 && rlx_dtype_size(RLX_INVALID_DTYPE) == 0);
  CHECK(strcmp(rlx_dtype_name(RLX_BF16), "bf16") == 0);
  CHECK(rlx_dtype_size(RLX_C64) == 8 && rlx_dtype_size(RLX_C128) == 16);
  CHECK(strcmp(rlx_status_get_message(NULL), "ok") == 0);
  CHECK(strcmp(rlx_status_get_text(NULL), "ok") == 0);
  status = rlx_status_create(RLX_NOT_FOUND, "no 'x'");
  CHECK(strcmp(rlx_status_get_message(status), "not_found: no 'x'") == 0);
  CHECK(strcmp(rlx_status_get_text(status), "no 'x'") == 0);
  CHECK(rlx_status_get_place(NULL) == NULL && rlx_status_get_place(status) == NULL);
  rlx_status_free(status);
  status = rlx_status_create(RLX_NOT_FOUND, NULL);
  CHECK(strcmp(rlx_status_get_text(status), "not_found") == 0);
  rlx_status_free(status);
  CHECK(rlx_device_list_create(&devices) == NULL);
  CHECK(rlx_device_list_get_size(devices) >= 1);
  CHECK(strcmp(rlx_device_list_get_name(devices, 0), "cpu") == 0);
  CHECK(rlx_device_list_get_description(devices, 99) == NULL);
  rlx_device_list_free(devices);

  if ((failed = check_signature(exe)) || (failed = check_null_arguments(exe)))
    return failed;
  CHECK(rlx_tensor_wrap(RLX_F32, 2, dims, x_data, count_release, &one, &x) == NULL);
  CHECK(is_error(rlx_tensor_wrap(RLX_F32, 1, bad_dims, x_data, count_release, &one, &y),
                 RLX_INVALID_ARGUMENT, "negative dimension -1"));
  CHECK(releases == 1);
  CHECK(rlx_tensor_create(RLX_F32, 2, dims, &y) == NULL);
  for (i = 0; i < 8; ++i) {
    CHECK(((float *)rlx_tensor_get_data(y))[i] == 0);
    x_data[i] = (float)i;
    ((float *)rlx_tensor_get_data(y))[i] = (float)(2 * i);
  }
  CHECK(rlx_tensor_wrap(RLX_F32, 1, scale_dims, scale_data, NULL, NULL, &scale) == NULL);
  CHECK(is_error(rlx_executable_prepare(exe), RLX_FAILED_PRECONDITION, "no value yet: 'scale'"));
  CHECK(is_error(rlx_executable_set_param(exe, "scale", x), RLX_INVALID_ARGUMENT, "got f32[2,4]"));
  CHECK(rlx_executable_set_param(exe, "scale", scale) == NULL);
  CHECK(rlx_executable_prepare(exe) == NULL);
  if ((failed = check_run(exe, x, y)))
    return failed;
  CHECK(rlx_executable_clone(exe, &clone) == NULL);
  if ((failed = check_run(clone, x, y)))
    return failed;
  CHECK(rlx_executable_adopt_param(clone, "scale", scale) == NULL);
  rlx_tensor_free(scale);
  rlx_executable_free(clone);
  rlx_tensor_free(y);
  rlx_tensor_free(x);
  CHECK(releases == 2);
  return NULL;
}
