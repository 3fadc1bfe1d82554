// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Tensors of strings: inputs in the caller's memory, and outputs that the executable has. */
#include "check.h"
#include "smoke.h"

static int is_text(const rlx_string_t *element, const char *text) {
  if (element->size != strlen(text))
    return 0;
  return !element->size ||
         memcmp(element->data, text, element->size) == 0; /* memcmp takes no NULL */
}

static const char *check_refused(rlx_executable_t *exe, rlx_tensor_t *x) {
  const rlx_named_tensor_t input = {"x", x};
  rlx_commit_t *commit = NULL;
  rlx_tensor_t *floats = NULL;
  const int64_t dims[] = {2};
  rlx_named_tensor_t wrong = {"x", NULL};
  CHECK(is_error(rlx_executable_bind_handle(exe, "x", x), RLX_UNSUPPORTED,
                 "handles do not keep strings"));
  CHECK(rlx_commit_create(&commit) == NULL);
  CHECK(is_error(rlx_executable_commit_no_wait(exe, &input, 1, commit), RLX_UNSUPPORTED,
                 "commits do not support strings"));
  rlx_commit_free(commit);
  CHECK(rlx_tensor_create(RLX_F32, 1, dims, &floats) == NULL);
  wrong.tensor = floats;
  CHECK(is_error(rlx_executable_run_typed(exe, &wrong, 1, NULL, 0), RLX_INVALID_ARGUMENT,
                 "expects element type string, got f32"));
  rlx_tensor_free(floats);
  return NULL;
}

const char *strings_test(rlx_executable_t *exe) {
  rlx_string_t words[2] = {{"red", 3}, {NULL, 0}};
  const int64_t dims[] = {2};
  rlx_tensor_t *x = NULL, *empty = NULL;
  rlx_named_tensor_t input = {"x", NULL};
  const rlx_tensor_t *y = NULL;
  const rlx_string_t *result;
  const char *failed;
  CHECK(rlx_dtype_size(RLX_STRING) == sizeof(rlx_string_t));
  CHECK(strcmp(rlx_dtype_name(RLX_STRING), "string") == 0);
  CHECK(rlx_executable_get_tensor_dtype(exe, RLX_INPUT, 0) == RLX_STRING);
  CHECK(rlx_tensor_wrap(RLX_STRING, 1, dims, words, NULL, NULL, &x) == NULL);
  input.tensor = x;
  CHECK(rlx_executable_run(exe, &input, 1, NULL, 0) == NULL);
  CHECK(rlx_executable_get_output(exe, 0, &y) == NULL);
  CHECK(rlx_tensor_get_dtype(y) == RLX_STRING && rlx_tensor_get_element_count(y) == 2);
  result = (const rlx_string_t *)rlx_tensor_get_const_data(y);
  CHECK(is_text(&result[0], "red") && is_text(&result[1], ""));
  /* A new tensor has empty strings. */
  CHECK(rlx_tensor_create(RLX_STRING, 1, dims, &empty) == NULL);
  input.tensor = empty;
  ((rlx_string_t *)rlx_tensor_get_data(empty))[1] = result[0]; /* of the last run */
  CHECK(rlx_executable_run(exe, &input, 1, NULL, 0) == NULL);
  CHECK(rlx_executable_get_output(exe, 0, &y) == NULL);
  result = (const rlx_string_t *)rlx_tensor_get_const_data(y);
  CHECK(is_text(&result[0], "") && is_text(&result[1], "red"));
  failed = check_refused(exe, x);
  rlx_tensor_free(empty);
  rlx_tensor_free(x);
  return failed;
}
