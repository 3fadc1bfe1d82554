// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Runs a package (.rlxe) with RLX's runtime, in C99:
 *
 *   run_package MODEL.rlxe NAME=FILE.npy NAME=NUMBER ...
 *
 * Give one argument per input: a file, or a number for all elements; dynamic sizes are then 1.
 * Prints the outputs. Without inputs it lists the model's inputs and outputs. */
#include <rlx/rlx.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints and frees an error, if there is one. Returns whether there was none. */
static int ok(rlx_status_t *status, const char *what) {
  if (!status)
    return 1;
  fprintf(stderr, "run_package: %s: %s\n", what, rlx_status_get_message(status));
  rlx_status_free(status);
  return 0;
}

static void print_dim(const rlx_executable_t *model, rlx_role_t role, size_t index, size_t dim) {
  const char *symbol = rlx_executable_get_tensor_dim_symbol(model, role, index, dim);
  if (symbol)
    printf(" %s", symbol);
  else
    printf(" %lld", (long long)rlx_executable_get_tensor_dim(model, role, index, dim));
}

static void print_signature(const rlx_executable_t *model) {
  static const char *const titles[] = {"input", "param", "output"};
  int role;
  size_t i, d;
  for (role = RLX_INPUT; role <= RLX_OUTPUT; ++role)
    for (i = 0; i < rlx_executable_get_count(model, (rlx_role_t)role); ++i) {
      printf("%s %s: %s", titles[role], rlx_executable_get_tensor_name(model, (rlx_role_t)role, i),
             rlx_dtype_name(rlx_executable_get_tensor_dtype(model, (rlx_role_t)role, i)));
      for (d = 0; d < rlx_executable_get_tensor_rank(model, (rlx_role_t)role, i); ++d)
        print_dim(model, (rlx_role_t)role, i, d);
      printf("\n");
    }
}

/* Makes a tensor with the input's shape and all elements `value`. Its type is double for any input,
 * since rlx_executable_run_typed converts. */
static rlx_tensor_t *make_filled(const rlx_executable_t *model, size_t input, double value) {
  const size_t rank = rlx_executable_get_tensor_rank(model, RLX_INPUT, input);
  rlx_tensor_t *tensor = NULL;
  int64_t *dims = calloc(rank ? rank : 1, sizeof(*dims));
  double *data;
  size_t i;
  if (!dims) {
    fprintf(stderr, "run_package: out of memory\n");
    return NULL;
  }
  for (i = 0; i < rank; ++i) {
    const int64_t dim = rlx_executable_get_tensor_dim(model, RLX_INPUT, input, i);
    dims[i] = dim < 0 ? 1 : dim;
  }
  if (ok(rlx_tensor_create(RLX_F64, rank, dims, &tensor), "making an input")) {
    data = rlx_tensor_get_data(tensor);
    for (i = 0; i < rlx_tensor_get_element_count(tensor); ++i)
      data[i] = value;
  }
  free(dims);
  return tensor;
}

/* Makes an input from its argument. NULL after printing an error. */
static rlx_tensor_t *make_input(const rlx_executable_t *model, size_t input, int argc,
                                char **argv) {
  const char *name = rlx_executable_get_tensor_name(model, RLX_INPUT, input);
  const size_t length = strlen(name);
  rlx_tensor_t *tensor = NULL;
  int i;
  for (i = 2; i < argc; ++i)
    if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=') {
      const char *text = argv[i] + length + 1;
      char *end = NULL;
      const double value = strtod(text, &end);
      if (end != text && *end == '\0')
        return make_filled(model, input, value);
      return ok(rlx_tensor_load_npy(text, &tensor), argv[i]) ? tensor : NULL;
    }
  fprintf(stderr, "run_package: input '%s' is missing: give %s=FILE.npy or %s=NUMBER\n", name, name,
          name);
  return NULL;
}

/* Checks that every argument names an input. */
static int names_are_right(const rlx_executable_t *model, int argc, char **argv) {
  int i;
  for (i = 2; i < argc; ++i) {
    const size_t count = rlx_executable_get_count(model, RLX_INPUT);
    size_t input;
    for (input = 0; input < count; ++input) {
      const char *name = rlx_executable_get_tensor_name(model, RLX_INPUT, input);
      if (strncmp(argv[i], name, strlen(name)) == 0 && argv[i][strlen(name)] == '=')
        break;
    }
    if (input == count) {
      fprintf(stderr, "run_package: '%s' gives no input of the model\n", argv[i]);
      return 0;
    }
  }
  return 1;
}

static int print_output(rlx_executable_t *model, size_t index) {
  const rlx_tensor_t *output = NULL;
  size_t i, count;
  if (!ok(rlx_executable_get_output(model, index, &output), "reading an output"))
    return 0;
  count = rlx_tensor_get_element_count(output);
  printf("%s: %s", rlx_executable_get_tensor_name(model, RLX_OUTPUT, index),
         rlx_dtype_name(rlx_tensor_get_dtype(output)));
  for (i = 0; i < rlx_tensor_get_rank(output); ++i)
    printf(" %lld", (long long)rlx_tensor_get_dims(output)[i]);
  if (rlx_tensor_get_dtype(output) == RLX_F32)
    for (i = 0; i < count && i < 8; ++i)
      printf("%s%g", i ? ", " : ": ",
             (double)((const float *)rlx_tensor_get_const_data(output))[i]);
  printf("\n");
  return 1;
}

static int run(rlx_executable_t *model, int argc, char **argv) {
  const size_t count = rlx_executable_get_count(model, RLX_INPUT);
  rlx_named_tensor_t *inputs = calloc(count ? count : 1, sizeof(*inputs));
  int good = inputs != NULL && names_are_right(model, argc, argv);
  size_t i;
  for (i = 0; good && i < count; ++i) {
    inputs[i].name = rlx_executable_get_tensor_name(model, RLX_INPUT, i);
    inputs[i].tensor = make_input(model, i, argc, argv);
    good = inputs[i].tensor != NULL;
  }
  good = good && ok(rlx_executable_run_typed(model, inputs, count, NULL, 0), "running");
  for (i = 0; good && i < rlx_executable_get_count(model, RLX_OUTPUT); ++i)
    good = print_output(model, i);
  for (i = 0; inputs && i < count; ++i)
    rlx_tensor_free(inputs[i].tensor);
  free(inputs);
  return good;
}

int main(int argc, char **argv) {
  rlx_executable_t *model = NULL;
  int good;
  if (argc < 2) {
    fprintf(stderr, "usage: run_package MODEL.rlxe [NAME=FILE.npy | NAME=NUMBER]...\n");
    return 1;
  }
  if (!ok(rlx_executable_load(argv[1], NULL, &model), "loading"))
    return 1;
  printf("%s on %s, RLX %s\n", rlx_executable_get_name(model), rlx_executable_get_device(model),
         rlx_version());
  if (argc == 2 && rlx_executable_get_count(model, RLX_INPUT)) {
    print_signature(model);
    good = 1;
  } else {
    good = run(model, argc, argv);
  }
  rlx_executable_free(model);
  return good ? 0 : 1;
}
