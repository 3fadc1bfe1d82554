// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Compiles and runs a model in C99, with only the installed headers. */
#include "compiler_smoke.h"

#include <rlx/rlx_compiler.h>
#include <rlx/rlx_graph.h>
#include <rlx/rlx_lm.h>
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

/* y = clamp(x, 0, inf) as a scan over the rows of x: a body, a list and an attribute. */
static int clamp_row(void *context, rlx_graph_t *graph, const rlx_graph_value_t *arguments,
                     size_t count) {
  const rlx_graph_value_t *made = NULL;
  rlx_graph_value_t both[2];
  rlx_graph_argument_t row[] = {
      {.name = "input", .kind = RLX_GRAPH_VALUE, .as.value = arguments[1]},
      {.name = "min", .kind = RLX_GRAPH_FLOAT, .as.real = 0.0}};
  (void)context;
  if (count != 2 || rlx_graph_add_op(graph, "clamp", row, 2, &made, NULL))
    return 1;
  both[0] = both[1] = made[0];
  return rlx_graph_yield(graph, both, 2) != NULL;
}

const char *rlx_graph_smoke(void) {
  rlx_graph_t *graph = NULL;
  rlx_executable_t *model = NULL;
  rlx_graph_dim_t dims[] = {{0, "n"}};
  rlx_graph_value_t x = 0, zero = 0;
  const rlx_graph_value_t *made = NULL;
  size_t count = 0;
  const char *result = "the graph";
  rlx_status_t *status = rlx_graph_create(&graph);
  if (!status)
    status = rlx_graph_add_input(graph, "x", RLX_F32, dims, 1, &x);
  if (!status)
    status = rlx_graph_add_full(graph, RLX_F32, 0.0, NULL, 0, &zero);
  if (!status) {
    rlx_graph_argument_t scan[] = {
        {.name = "inits", .kind = RLX_GRAPH_VALUES, .as.values = &zero, .count = 1},
        {.name = "inputs", .kind = RLX_GRAPH_VALUES, .as.values = &x, .count = 1},
        {.name = "body", .kind = RLX_GRAPH_BODY, .as.body = {clamp_row, NULL}}};
    status = rlx_graph_add_op(graph, "scan", scan, 3, &made, &count);
  }
  if (!status && count == 2)
    status = rlx_graph_add_output(graph, "y", made[1]);
  if (!status)
    status = rlx_compile_graph(graph, NULL, &model);
  if (!status)
    result = run(model);
  rlx_status_free(status);
  rlx_executable_free(model);
  rlx_graph_free(graph);
  return result;
}
