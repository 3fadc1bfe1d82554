// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Compiles and runs a model in C99, with only the installed headers. */
#include "compiler_smoke.h"

#include <rlx/rlx_compiler.h>
#include <string.h>

static const char *run(rlx_executable_t *model) {
  const int64_t dims[] = {3};
  const rlx_tensor_t *y = NULL;
  rlx_named_tensor_t x = {"x", NULL};
  const char *result = "the run";
  if (rlx_tensor_create(RLX_F32, 1, dims, &x.tensor))
    return "the input";
  ((float *)rlx_tensor_get_data(x.tensor))[1] = -2.0f;
  ((float *)rlx_tensor_get_data(x.tensor))[2] = 2.0f;
  if (!rlx_executable_run(model, &x, 1, NULL, 0) && !rlx_executable_get_output(model, 0, &y)) {
    const float *data = (const float *)rlx_tensor_get_const_data(y);
    result = data[0] == 0.0f && data[1] == 0.0f && data[2] == 2.0f ? "ok" : "the result";
  }
  rlx_tensor_free(x.tensor);
  return result;
}

const char *rlx_compiler_smoke(void) {
  static const char text[] =
      "func.func @main(%x: tensor<?xf32> {rlx.kind = \"input\", rlx.name = \"x\"})\n"
      "    -> (tensor<?xf32> {rlx.name = \"y\"}) {\n"
      "  %0 = rlx.relu %x : (tensor<?xf32>) -> tensor<?xf32>\n"
      "  return %0 : tensor<?xf32>\n"
      "}\n";
  rlx_compile_options_t *options = NULL;
  rlx_executable_t *model = NULL;
  rlx_status_t *status = rlx_compile_options_create(&options);
  const char *result = "the compilation";
  if (!status)
    status = rlx_compile_options_set_threads(options, 1);
  if (!status)
    status = rlx_compile_source(text, strlen(text), options, &model);
  rlx_compile_options_free(options); /* the executable does not need them */
  if (!status)
    result = run(model);
  rlx_status_free(status);
  rlx_executable_free(model);
  return result;
}
