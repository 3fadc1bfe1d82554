// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* RLX graphs: the C API that builds models op by op. C99; needs rlx.h and rlx_compiler.h.
 *
 *     rlx_graph_create(&graph);
 *     rlx_graph_dim_t dims[] = {{0, "batch"}, {4, NULL}};
 *     rlx_graph_add_input(graph, "x", RLX_F32, dims, 2, &x);
 *     rlx_graph_add_param(graph, "w", RLX_F32, weight_dims, 2, &w);
 *     rlx_graph_argument_t arguments[] = {{.name = "lhs", .kind = RLX_GRAPH_VALUE, .as.value = x},
 *                                         {.name = "rhs", .kind = RLX_GRAPH_VALUE, .as.value = w}};
 *     rlx_graph_add_op(graph, "matmul", arguments, 2, &results, NULL);
 *     rlx_graph_add_output(graph, "y", results[0]);
 *     rlx_compile_graph(graph, NULL, &executable);
 *
 * Ops.       rlx_graph_add_op adds any op of the dialect. docs/generated/rlx-ops.md lists the ops;
 *            the op `rlx.layer_norm` is "layer_norm" here. Arguments have the names of that page;
 *            rlx_graph_get_argument lists them, too. Result types are inferred.
 * Errors.    As in rlx.h. A call that fails changes nothing that can be seen, and the graph can be
 *            used further. The message starts with the place that rlx_graph_set_place told.
 * Values.    A value and a size belong to one graph. Using one of another graph, or any other
 *            number, is an error, RLX_INVALID_ARGUMENT.
 * Ownership. You free graphs with rlx_graph_free. Strings, dimensions and arguments are copied.
 * Threads.   One thread at a time may use a graph. A graph has one thread while a body is built:
 * calls of others are RLX_FAILED_PRECONDITION. Graphs are independent of each other. */
#ifndef RLX_RLX_GRAPH_H
#define RLX_RLX_GRAPH_H

#include "rlx/rlx_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Graphs ---------------------------------------------------------------------------------- */

/** A model under construction. */
typedef struct rlx_graph rlx_graph_t;

/** A tensor of a graph: an input, a param, a constant, or a result of an op. 0 is no value. */
typedef uint64_t rlx_graph_value_t;

/** A size: a number, or a size that the inputs of a run decide. `dynamic` is 0 for a number, and
 * otherwise the number from rlx_graph_get_size. */
typedef struct rlx_graph_size {
  int64_t number;
  uint64_t dynamic;
} rlx_graph_size_t;

/** Makes an empty graph. `*graph` is yours. */
RLX_API rlx_status_t *rlx_graph_create(rlx_graph_t **graph);
/** Frees the graph. NULL is allowed. In a body, the graph goes when the call that has the body
 * returns. */
RLX_API void rlx_graph_free(rlx_graph_t *graph);

/** Sets the place in your program of the calls that follow, for messages, profiles and reports: a
 * file, and a line and a column from 1 on. 0 for `column` means that it is not known. NULL for
 * `file`, the default: no place. */
RLX_API rlx_status_t *rlx_graph_set_place(rlx_graph_t *graph, const char *file, uint32_t line,
                                          uint32_t column);
/** Begins a named part of the model. Until rlx_graph_end_scope the places of ops have its name, as
 * in "model.c:12:3 in encoder/layer0". Scopes nest. */
RLX_API rlx_status_t *rlx_graph_begin_scope(rlx_graph_t *graph, const char *name);
/** Ends the innermost scope. RLX_FAILED_PRECONDITION if none is open. */
RLX_API rlx_status_t *rlx_graph_end_scope(rlx_graph_t *graph);

/* ---- Arguments and results of the model -------------------------------------------------- */

/** One dimension of an input: a number, or the name of a size that each run decides. Equal names
 * are equal sizes. `symbol` is NULL for a number. */
typedef struct rlx_graph_dim {
  int64_t number;
  const char *symbol;
} rlx_graph_dim_t;

/** Adds an input, which every run is given. Names of inputs and params differ. */
RLX_API rlx_status_t *rlx_graph_add_input(rlx_graph_t *graph, const char *name, rlx_dtype_t dtype,
                                          const rlx_graph_dim_t *dims, size_t rank,
                                          rlx_graph_value_t *value);
/** Adds a param: a weight, which is set in the executable once. */
RLX_API rlx_status_t *rlx_graph_add_param(rlx_graph_t *graph, const char *name, rlx_dtype_t dtype,
                                          const int64_t *dims, size_t rank,
                                          rlx_graph_value_t *value);
/** Adds a param with its value. Executables use the tensor's memory without a copy, so its elements
 * must not change. You may free the tensor. Memory that it borrows must outlive graph and
 * executables. */
RLX_API rlx_status_t *rlx_graph_add_param_value(rlx_graph_t *graph, const char *name,
                                                const rlx_tensor_t *tensor,
                                                rlx_graph_value_t *value);
/** Makes a value a result of the model. At least one is needed to compile. Not in a body. */
RLX_API rlx_status_t *rlx_graph_add_output(rlx_graph_t *graph, const char *name,
                                           rlx_graph_value_t value);

/** Adds a constant with a copy of the tensor's elements. */
RLX_API rlx_status_t *rlx_graph_add_constant(rlx_graph_t *graph, const rlx_tensor_t *tensor,
                                             rlx_graph_value_t *value);
/** Adds a constant whose elements all are `number`. RLX_INVALID_ARGUMENT if the type does not hold
 * it, for example 0.5 for RLX_I32. */
RLX_API rlx_status_t *rlx_graph_add_full(rlx_graph_t *graph, rlx_dtype_t dtype, double number,
                                         const int64_t *dims, size_t rank,
                                         rlx_graph_value_t *value);
/** The same for integers beyond 2^53. */
RLX_API rlx_status_t *rlx_graph_add_full_integer(rlx_graph_t *graph, rlx_dtype_t dtype,
                                                 int64_t number, const int64_t *dims, size_t rank,
                                                 rlx_graph_value_t *value);

/* ---- Types of values ----------------------------------------------------------------------- */

/** Returns the element type. RLX_INVALID_DTYPE if it is no value of the graph. */
RLX_API rlx_dtype_t rlx_graph_get_value_dtype(const rlx_graph_t *graph, rlx_graph_value_t value);
/** Returns the number of dimensions. 0 if it is no value of the graph. */
RLX_API size_t rlx_graph_get_value_rank(const rlx_graph_t *graph, rlx_graph_value_t value);
/** Returns the size of a dimension; -1 if the inputs of a run decide it, and if there is no such
 * dimension or value. */
RLX_API int64_t rlx_graph_get_value_dim(const rlx_graph_t *graph, rlx_graph_value_t value,
                                        size_t dim);

/** Returns a size as text for people, such as "4", "batch" or "batch * 4". One without a name is
 * "?" with a number. Equal texts are equal sizes; sizes with different texts may be equal, too.
 * NULL if there is no such dimension or value. The string belongs to the graph, until the next call
 * of this function. */
RLX_API const char *rlx_graph_get_value_size_text(rlx_graph_t *graph, rlx_graph_value_t value,
                                                  size_t dim);

/** Gives the size of dimension `axis` for computing with it, and for arguments. A negative axis
 * counts from the end. */
RLX_API rlx_status_t *rlx_graph_get_size(rlx_graph_t *graph, rlx_graph_value_t value, int64_t axis,
                                         rlx_graph_size_t *size);
/** Computes with sizes: `operation` is '+', '-', '*' or '/', which rounds down. A number as divisor
 * must be positive. */
RLX_API rlx_status_t *rlx_graph_compute_size(rlx_graph_t *graph, char operation,
                                             rlx_graph_size_t lhs, rlx_graph_size_t rhs,
                                             rlx_graph_size_t *result);

/* ---- Ops ------------------------------------------------------------------------------------- */

/** Builds the body of an op: it adds ops to the graph with the body's arguments and, unless the
 * op's description says otherwise, with values from outside. rlx_graph_yield tells the body's
 * results. 0 means success. Any other result makes rlx_graph_add_op fail; a call that fails in the
 * body does so only if the body says so. */
typedef int (*rlx_graph_body_fn_t)(void *context, rlx_graph_t *graph,
                                   const rlx_graph_value_t *arguments, size_t num_arguments);

/** Sets the values that the innermost body gives. They are copied. RLX_FAILED_PRECONDITION outside
 * of a body. */
RLX_API rlx_status_t *rlx_graph_yield(rlx_graph_t *graph, const rlx_graph_value_t *values,
                                      size_t num_values);

/** The type of a result of the op "custom". */
typedef struct rlx_graph_type {
  rlx_dtype_t dtype;
  const rlx_graph_size_t *sizes;
  size_t rank;
} rlx_graph_type_t;

/** The kind of an argument's value. The numbers never change. */
typedef enum rlx_graph_kind {
  RLX_GRAPH_VALUE = 0,
  RLX_GRAPH_VALUES = 1,
  RLX_GRAPH_SIZE = 2,
  RLX_GRAPH_SIZES = 3,
  RLX_GRAPH_BOOL = 4,
  RLX_GRAPH_INT = 5,
  RLX_GRAPH_FLOAT = 6,
  RLX_GRAPH_STRING = 7, /* also a case of an enum, and the name of an element type */
  RLX_GRAPH_INTS = 8,
  RLX_GRAPH_FLOATS = 9,
  RLX_GRAPH_DTYPE = 10,
  RLX_GRAPH_BODY = 11,
  RLX_GRAPH_TYPES = 12
} rlx_graph_kind_t;

/** A body: its function, and the first argument of its calls. */
typedef struct rlx_graph_body {
  rlx_graph_body_fn_t function;
  void *context;
} rlx_graph_body_t;

/** The value of an argument; its kind tells which member is set. */
typedef union rlx_graph_any {
  rlx_graph_value_t value;
  const rlx_graph_value_t *values; /* lists have `count` entries */
  rlx_graph_size_t size;
  const rlx_graph_size_t *sizes;
  int boolean;
  int64_t integer;
  double real;
  const char *string;
  const int64_t *integers;
  const double *reals;
  rlx_dtype_t dtype;
  rlx_graph_body_t body;
  const rlx_graph_type_t *types;
} rlx_graph_any_t;

/** One argument of an op: an operand, an attribute or a body. Integers are taken where numbers or
 * sizes are expected, and one value where a list is. */
typedef struct rlx_graph_argument {
  const char *name; /* NULL: the first one in the op's order that is not given by name */
  rlx_graph_kind_t kind;
  rlx_graph_any_t as;
  size_t count; /* of lists */
} rlx_graph_argument_t;

/** Adds an op. `op` is its name without "rlx.", such as "layer_norm". Arguments that are left out
 * have their default. `*results` belongs to the graph, until its next call; results and num_results
 * may be NULL. RLX_INVALID_ARGUMENT for an unknown op, an argument that is unknown, missing or of a
 * wrong kind, and for operands that do not fit: the message tells the expectation. */
RLX_API rlx_status_t *rlx_graph_add_op(rlx_graph_t *graph, const char *op,
                                       const rlx_graph_argument_t *arguments, size_t num_arguments,
                                       const rlx_graph_value_t **results, size_t *num_results);

/** Returns the number of ops, and the name of one; NULL if there is none. */
RLX_API size_t rlx_graph_get_op_count(void);
RLX_API const char *rlx_graph_get_op_name(size_t index);
/** Returns the number of arguments of an op; 0 if there is no such op. */
RLX_API size_t rlx_graph_get_argument_count(const char *op);
/** Describes an argument of an op, in the op's order: operands, attributes, bodies. Outputs may be
 * NULL. `*kind` is that of the values that it takes. RLX_NOT_FOUND if there is none. */
RLX_API rlx_status_t *rlx_graph_get_argument(const char *op, size_t index, const char **name,
                                             rlx_graph_kind_t *kind, int *is_required);
/** Returns a case of an argument that is an enum, such as "channels_last"; NULL if there is none.
 */
RLX_API const char *rlx_graph_get_argument_case(const char *op, size_t index, size_t number);

/* ---- The model ----------------------------------------------------------------------------- */

/** The graph so far as MLIR text, which rlx_compile_source reads. `*text` ends in NUL and belongs
 * to the graph, until the next call of this function. 0 for `with_constants` leaves out the
 * elements of large constants: that text is for people only. Not in a body. */
RLX_API rlx_status_t *rlx_graph_get_text(rlx_graph_t *graph, int with_constants, const char **text,
                                         size_t *length);
/** The graph so far as bytecode, with the places of its ops. rlx_compile_source reads it, too.
 * `*bytes` belongs to the graph, until the next call of this function. Not in a body. */
RLX_API rlx_status_t *rlx_graph_get_bytecode(rlx_graph_t *graph, const void **bytes,
                                             size_t *length);

/** Compiles the graph so far. The executable has the values of params that have one. The graph can
 * be used further, and compiled again. `options` may be NULL. `*executable` is yours. Errors as
 * rlx_compile_source; RLX_FAILED_PRECONDITION without outputs, and in a body. */
RLX_API rlx_status_t *rlx_compile_graph(rlx_graph_t *graph, const rlx_compile_options_t *options,
                                        rlx_executable_t **executable);
/** Compiles the graph so far into a package, as rlx_compile_package does for a model file. */
RLX_API rlx_status_t *rlx_compile_graph_package(rlx_graph_t *graph,
                                                const rlx_compile_options_t *options,
                                                const char *cpus, const char *path);

#ifdef __cplusplus
}
#endif

#endif /* RLX_RLX_GRAPH_H */
