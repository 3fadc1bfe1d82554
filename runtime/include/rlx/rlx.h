// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* RLX runtime: the C API. C99; needs no other header of RLX.
 *
 * Errors.    Functions that can fail return rlx_status_t *. NULL means success. Anything else
 *            describes the error; free it with rlx_status_free. Outputs are written only on
 *            success. A NULL object or a NULL required pointer is RLX_INVALID_ARGUMENT. Any call
 *            may return RLX_OUT_OF_MEMORY. No function aborts, exits or throws.
 * Ownership. *_create, *_clone, *_wrap and *_load return objects that you own. Free them with the
 *            matching *_free, which takes NULL. Returned strings and pointers belong to the object
 *            you asked. They live as long as it does, unless their comment says otherwise.
 *            Strings are UTF-8 and end in NUL. Arguments are read during the call only, unless
 *            the comment says otherwise.
 * Shapes.    Row-major and dense. `dims` has `rank` entries, outermost first, each >= 0. Rank 0
 *            is a scalar with one element. Names with "bytes" or "size" count bytes; "count"
 *            counts elements.
 * Threads.   Distinct objects may be used at the same time, clones included. On one object,
 *            functions that take it as const may overlap each other. All others must run alone,
 *            except get_output and read_output_row of an executable, which count as const. An
 *            executable checks this: a call that overlaps another one returns
 *            RLX_FAILED_PRECONDITION and changes nothing. Make a clone for each thread. Nothing
 *            may overlap a *_free. docs/reference/threads.md has a row for each type. */
#ifndef RLX_RLX_H
#define RLX_RLX_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define RLX_API __attribute__((visibility("default")))
#else
#define RLX_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the library's version as "MAJOR.MINOR.PATCH". The string is static. Threads: any. */
RLX_API const char *rlx_version(void);

/* ---- Status ---------------------------------------------------------------------------------- */

/** An error: a code and a message. NULL stands for success. Immutable after it is made. */
typedef struct rlx_status rlx_status_t;

/** Error codes. Their numbers never change. */
typedef enum rlx_status_code {
  RLX_OK = 0,
  RLX_INVALID_ARGUMENT = 1,    /* can never be right: wrong name, type or shape */
  RLX_NOT_FOUND = 2,           /* the name, file or device does not exist */
  RLX_ALREADY_EXISTS = 3,      /* the name is taken */
  RLX_FAILED_PRECONDITION = 4, /* wrong moment: params missing, busy, disk full, no permission */
  RLX_OUT_OF_RANGE = 5,        /* an index or size beyond the data */
  RLX_UNSUPPORTED = 6,         /* valid, but not implemented */
  RLX_OUT_OF_MEMORY = 7,
  RLX_DATA_LOSS = 8,   /* truncated or corrupt bytes */
  RLX_INTERNAL = 9,    /* a bug in RLX; please report it */
  RLX_UNAVAILABLE = 10 /* the device is lost or does not answer; load the model again */
} rlx_status_code_t;

/** Returns the code of the error, or RLX_OK for NULL. */
RLX_API rlx_status_code_t rlx_status_get_code(const rlx_status_t *status);
/** Returns the error's text, "ok" for NULL. It names the code, the problem, and the step that
 * failed. The string lives as long as `status`. */
RLX_API const char *rlx_status_get_message(const rlx_status_t *status);
/** Returns the same text without the code at its start, for programs that show the code in their
 * own way. For example, "cannot open 'x'" for the message "not_found: cannot open 'x'". */
RLX_API const char *rlx_status_get_text(const rlx_status_t *status);
/** Returns the part of a model that the error is about, or NULL if it is about none. For example,
 * "node 'conv1' (Conv, opset 17)" or "model.mlir:3:8". The text starts with it and ": ". The string
 * lives as long as `status`. */
RLX_API const char *rlx_status_get_place(const rlx_status_t *status);
/** Frees an error. NULL is allowed. */
RLX_API void rlx_status_free(rlx_status_t *status);
/** Makes an error for a function of yours that RLX calls, such as a user kernel. `message` is
 * copied; NULL is an empty text. Returns NULL for RLX_OK. An unknown code becomes RLX_INTERNAL. */
RLX_API rlx_status_t *rlx_status_create(rlx_status_code_t code, const char *message);

/* ---- Element types --------------------------------------------------------------------------- */

/** Element types of tensors. The numbers never change. */
typedef enum rlx_dtype {
  RLX_INVALID_DTYPE = -1,
  RLX_BOOL = 0, /* one byte, 0 or 1 */
  RLX_I8 = 1,
  RLX_I16 = 2,
  RLX_I32 = 3,
  RLX_I64 = 4,
  RLX_U8 = 5,
  RLX_U16 = 6,
  RLX_U32 = 7,
  RLX_U64 = 8,
  RLX_F16 = 9,   /* IEEE half precision */
  RLX_BF16 = 10, /* bfloat16 */
  RLX_F32 = 11,
  RLX_F64 = 12,
  RLX_C64 = 13,  /* complex: two f32, real part first */
  RLX_C128 = 14, /* complex: two f64, real part first */
  /* For storage, one byte per element with the value in the low bits, as NumPy's ml_dtypes: */
  RLX_F8E4M3FN = 15,
  RLX_F8E4M3FNUZ = 16,
  RLX_F8E5M2 = 17,
  RLX_F8E5M2FNUZ = 18,
  RLX_F8E8M0 = 19, /* powers of two, without a sign and without zero */
  RLX_F4E2M1 = 20,
  RLX_I4 = 21,
  RLX_U4 = 22,
  RLX_I2 = 23,
  RLX_U2 = 24,
  RLX_STRING = 64 /* text: elements are rlx_string_t; only inputs and outputs of models have it */
} rlx_dtype_t;

/** One element of a tensor of strings: `size` bytes, usually UTF-8, without a NUL at the end. RLX
 * does not check the bytes: equal strings have equal bytes. `data` may be NULL if `size` is 0.
 *
 * The bytes of an input must stay during the run. The bytes of an output belong to the executable.
 * They stay until the second next run, so that results of a run can be inputs of the next one. A
 * run that fails does not count: it may be repeated with the same inputs. */
typedef struct rlx_string {
  const char *data;
  size_t size;
} rlx_string_t;

/** Returns the bytes of one element, for example 4 for RLX_F32, and `sizeof(rlx_string_t)` for
 * RLX_STRING. 0 for an invalid type. */
RLX_API size_t rlx_dtype_size(rlx_dtype_t dtype);
/** Returns the type's name, for example "f32", "i64" or "bool". "invalid" for an invalid type. The
 * string is static. */
RLX_API const char *rlx_dtype_name(rlx_dtype_t dtype);

/* ---- Tensors: host memory with a type and a shape ------------------------------------------ */

/** A dense row-major tensor in host memory. It owns its memory, or wraps yours. */
typedef struct rlx_tensor rlx_tensor_t;

/** Allocates a tensor of zeros, or of empty strings. The memory is aligned to 64 bytes. `dims` may
 * be NULL for rank 0. RLX_INVALID_ARGUMENT for an unknown type or a negative size. RLX_OUT_OF_RANGE
 * for more than `2^63 - 1` elements or bytes. */
RLX_API rlx_status_t *rlx_tensor_create(rlx_dtype_t dtype, size_t rank, const int64_t *dims,
                                        rlx_tensor_t **tensor);
/** Makes a tensor over your memory, without a copy. `data` holds the elements in row-major order;
 * it may be NULL only if there are none. Memory aligned to 64 bytes may save a copy in runs.
 *
 * `release(context)` is called once, from any thread, when nothing uses the memory any more. It
 * is called too if this function fails. `release` may be NULL. Then the memory must outlive the
 * tensor and every executable that adopted it.
 *
 * Errors as rlx_tensor_create. */
RLX_API rlx_status_t *rlx_tensor_wrap(rlx_dtype_t dtype, size_t rank, const int64_t *dims,
                                      void *data, void (*release)(void *context), void *context,
                                      rlx_tensor_t **tensor);
/** Reads a NumPy .npy file of format 1 or 2: little-endian, C order. NumPy's raw type '<V2' is read
 * as bf16. A record with one field that has the name of a type of ml_dtypes is read as that type,
 * for example [('float8_e4m3fn', '|u1')]. RLX_NOT_FOUND for a missing file, RLX_DATA_LOSS for a
 * damaged one, RLX_UNSUPPORTED for other layouts and types. */
RLX_API rlx_status_t *rlx_tensor_load_npy(const char *path, rlx_tensor_t **tensor);
/** Writes a NumPy .npy file, little-endian, C order. bf16 is stored as NumPy's raw type '<V2',
 * and types of 8 bits and fewer as such a record. An existing file is replaced. If writing fails,
 * an incomplete file may remain. */
RLX_API rlx_status_t *rlx_tensor_save_npy(const rlx_tensor_t *tensor, const char *path);
/** Frees the tensor, and its memory unless something else shares it. NULL is allowed. */
RLX_API void rlx_tensor_free(rlx_tensor_t *tensor);

/** Returns the element type. RLX_INVALID_DTYPE for NULL. */
RLX_API rlx_dtype_t rlx_tensor_get_dtype(const rlx_tensor_t *tensor);
/** Returns the number of dimensions. 0 for a scalar and for NULL. */
RLX_API size_t rlx_tensor_get_rank(const rlx_tensor_t *tensor);
/** Returns the sizes of the dimensions, outermost first: `rank` entries. The array belongs to the
 * tensor. NULL for NULL. */
RLX_API const int64_t *rlx_tensor_get_dims(const rlx_tensor_t *tensor);
/** Returns the number of elements: the product of all dimensions, 1 for a scalar. 0 for NULL. */
RLX_API size_t rlx_tensor_get_element_count(const rlx_tensor_t *tensor);
/** Returns the bytes of all elements. 0 for NULL. */
RLX_API size_t rlx_tensor_get_byte_size(const rlx_tensor_t *tensor);
/** Returns the first element's address, to read and write. Do not write while a call uses the
 * tensor. NULL for NULL. */
RLX_API void *rlx_tensor_get_data(rlx_tensor_t *tensor);
/** Returns the first element's address, to read. NULL for NULL. */
RLX_API const void *rlx_tensor_get_const_data(const rlx_tensor_t *tensor);

/* ---- Devices --------------------------------------------------------------------------------- */

/** A snapshot of the devices of this process: the CPU, and Vulkan devices if there are any. */
typedef struct rlx_device_list rlx_device_list_t;

/** Lists the devices. The first call in a process loads Vulkan's library and probes its devices. No
 * Vulkan device is no error. Threads: any. */
RLX_API rlx_status_t *rlx_device_list_create(rlx_device_list_t **list);
/** Returns the number of devices. 0 for NULL. */
RLX_API size_t rlx_device_list_get_size(const rlx_device_list_t *list);
/** Returns a device's name, such as "cpu", as rlx_load_options_set_device and
 * rlx_compile_options_set_device take it. NULL if `index` is out of range. */
RLX_API const char *rlx_device_list_get_name(const rlx_device_list_t *list, size_t index);
/** Returns a description of the device, one line for people. NULL if `index` is out of range. */
RLX_API const char *rlx_device_list_get_description(const rlx_device_list_t *list, size_t index);
/** Frees the list. NULL is allowed. */
RLX_API void rlx_device_list_free(rlx_device_list_t *list);

/** Sets the folder of the on-disk Vulkan pipeline cache. One file `vulkan-pipelines-ID` per device
 * and driver holds the compiled pipelines, at most 64 MiB each. The next process then skips the
 * driver's compilation. The folder is created when it is needed.
 *
 * The setting holds for the whole process, for every device that no model was loaded for yet. NULL,
 * the default, keeps nothing. An empty name is RLX_INVALID_ARGUMENT. A file that cannot be read or
 * written is no error.
 * Threads: any. */
RLX_API rlx_status_t *rlx_set_pipeline_cache(const char *folder);

/* ---- Executables: compiled models ---------------------------------------------------------- */

/** A compiled model that can run. rlx_executable_load makes one from a package. rlx_compile_file
 * and rlx_compile_source make one from a model; they are in `rlx_compiler.h`, a separate library.
 * rlx_executable_clone makes one from another.
 * Threads: one call at a time. Use a clone per thread. */
typedef struct rlx_executable rlx_executable_t;

/** Makes a second executable. It shares code, params and prepared weights, and has separate memory
 * for everything else. Handles, feeds and the active extent are copied. A param that you set later
 * on one of them does not reach the other. Either may be freed first. Waits for pending commits. */
RLX_API rlx_status_t *rlx_executable_clone(rlx_executable_t *executable, rlx_executable_t **clone);
/** Frees the executable after its pending commits are done. NULL is allowed. Pointers to its
 * results become invalid. */
RLX_API void rlx_executable_free(rlx_executable_t *executable);

/** Returns the model's name. NULL for NULL. */
RLX_API const char *rlx_executable_get_name(const rlx_executable_t *executable);
/** Returns the name of the device that runs it, as in rlx_device_list_get_name. NULL for NULL. */
RLX_API const char *rlx_executable_get_device(const rlx_executable_t *executable);

/** The memory of an executable, in bytes. Clones share params, prepared weights and code. */
typedef struct rlx_memory {
  int64_t params;   /**< params as set */
  int64_t prepared; /**< params packed for the kernels, and constants on a device */
  int64_t arena;    /**< temporaries of the shapes seen so far */
  int64_t outputs;  /**< results that stay in the executable */
  int64_t handles;  /**< contents of handles */
  int64_t code;     /**< machine code */
} rlx_memory_t;
/** Tells the memory that the executable has now. It grows with the first run of a larger shape.
 * RLX_FAILED_PRECONDITION while another call uses the executable. */
RLX_API rlx_status_t *rlx_executable_get_memory(rlx_executable_t *executable, rlx_memory_t *memory);
/** Describes the kernels that run on the CPU beside another device, for example "3 of 40 kernels
 * run on the CPU". "" if there are none, and in mode "lazy". NULL for NULL. The text belongs to the
 * executable. */
RLX_API const char *rlx_executable_get_host_kernels(const rlx_executable_t *executable);

/** The roles of the tensors in a model's signature. The signature never changes. */
typedef enum rlx_role {
  RLX_INPUT = 0, /* given with every run */
  RLX_PARAM = 1, /* set once and kept: weights */
  RLX_OUTPUT = 2
} rlx_role_t;

/** Returns the number of tensors with this role. 0 for NULL or an unknown role. */
RLX_API size_t rlx_executable_get_count(const rlx_executable_t *executable, rlx_role_t role);
/** Returns the name of tensor `index` of `role`, 0 <= index < count. NULL if out of range. */
RLX_API const char *rlx_executable_get_tensor_name(const rlx_executable_t *executable,
                                                   rlx_role_t role, size_t index);
/** Returns the element type of tensor `index` of `role`. RLX_INVALID_DTYPE if out of range. */
RLX_API rlx_dtype_t rlx_executable_get_tensor_dtype(const rlx_executable_t *executable,
                                                    rlx_role_t role, size_t index);
/** Returns the number of dimensions of tensor `index` of `role`. 0 if out of range. */
RLX_API size_t rlx_executable_get_tensor_rank(const rlx_executable_t *executable, rlx_role_t role,
                                              size_t index);
/** Returns the size of dimension `dim` of that tensor. -1 for a dynamic size, which the inputs of a
 * run decide or the run computes, and if out of range. */
RLX_API int64_t rlx_executable_get_tensor_dim(const rlx_executable_t *executable, rlx_role_t role,
                                              size_t index, size_t dim);
/** Returns the symbol ("batch") or formula ("2 * width + 1") of a dynamic dimension. Equal symbols
 * have equal sizes in one run. NULL for a static dimension and if out of range. */
RLX_API const char *rlx_executable_get_tensor_dim_symbol(const rlx_executable_t *executable,
                                                         rlx_role_t role, size_t index, size_t dim);

/** Sets one param. Copies the elements. Type and shape must match the signature exactly, otherwise
 * RLX_INVALID_ARGUMENT. RLX_NOT_FOUND for an unknown name; the message lists the params. */
RLX_API rlx_status_t *rlx_executable_set_param(rlx_executable_t *executable, const char *name,
                                               const rlx_tensor_t *value);
/** Sets one param without a copy: the executable shares the tensor's memory. Do not write to it
 * afterwards. You still own `value` and may free it after the call. Memory that is not aligned to
 * 64 bytes may be copied. Errors as rlx_executable_set_param. */
RLX_API rlx_status_t *rlx_executable_adopt_param(rlx_executable_t *executable, const char *name,
                                                 rlx_tensor_t *value);
/** Sets one param from any element type, converted. The shape must match. Conversion to integers
 * truncates toward zero and saturates; NaN becomes 0. Conversion to floats rounds once, to nearest
 * even. Bool means "not 0". Complex to real takes the real part; real to complex sets the imaginary
 * part to 0. */
RLX_API rlx_status_t *rlx_executable_set_param_typed(rlx_executable_t *executable, const char *name,
                                                     const rlx_tensor_t *value);
/** Sets one param from `count` floats in row-major order, converted as in set_param_typed. `count`
 * must be the param's number of elements. */
RLX_API rlx_status_t *rlx_executable_set_param_f32(rlx_executable_t *executable, const char *name,
                                                   const float *values, size_t count);
/** Prepares the weights now instead of in the first run, for example packs them for the kernels.
 * Later only those are prepared that depend on params which were set since. All params must be set,
 * otherwise RLX_FAILED_PRECONDITION lists the missing ones. */
RLX_API rlx_status_t *rlx_executable_prepare(rlx_executable_t *executable);

/** A tensor with the name of an input or output. Both pointers are yours. */
typedef struct rlx_named_tensor {
  const char *name;
  rlx_tensor_t *tensor;
} rlx_named_tensor_t;

/* ---- Runs ----------------------------------------------------------------------------------
 *
 * These rules hold for every form of run:
 * - Inputs. The call gives an input, or its handle does. If neither does, the run fails. An input
 *   with a device handle must not be given.
 * - Feeds. After a successful run, an output that feeds a handle is that handle's content. See
 *   rlx_executable_set_handle_feed.
 * - Checks. Names, types, shapes and pointers are checked before any kernel runs. A failed run
 *   leaves the executable usable. Its params, handles and feeds stay as they were, but for a
 *   handle that the run was updating in place (rlx_executable_set_handle_feed).
 * - Allocation. A run with the shapes of a recent run allocates nothing.
 * - Results. Results in the executable's memory, and the arrays that describe them, are valid until
 *   its next run or its end. A change of the handle that a result feeds ends it too. Inputs must
 *   not lie in that memory.
 * - Commits. Every form but rlx_executable_commit_no_wait first waits for pending commits.
 * - Errors. RLX_INVALID_ARGUMENT for a wrong name, type, shape or pointer. RLX_FAILED_PRECONDITION
 *   for a missing param and for a busy executable. RLX_UNAVAILABLE for a lost device. */

/** Runs with inputs in any order. `outputs` may name some or all outputs. These are written into
 * the given tensors, which must have this run's shapes. They must not overlap inputs or each
 * other. All other outputs stay in the executable; see rlx_executable_get_output.
 *
 * A run may compute sizes of outputs, such as the number of nonzero elements: they are known after
 * it. If the tensor given for one has another shape, the error is RLX_INVALID_ARGUMENT, and the
 * result stays in the executable. */
RLX_API rlx_status_t *rlx_executable_run(rlx_executable_t *executable,
                                         const rlx_named_tensor_t *inputs, size_t num_inputs,
                                         const rlx_named_tensor_t *outputs, size_t num_outputs);

/** Runs like rlx_executable_run, but takes any element type on both sides. Elements are converted,
 * as in set_param_typed, if a type is not the model's. */
RLX_API rlx_status_t *rlx_executable_run_typed(rlx_executable_t *executable,
                                               const rlx_named_tensor_t *inputs, size_t num_inputs,
                                               const rlx_named_tensor_t *outputs,
                                               size_t num_outputs);

/** An input of rlx_executable_run_f32. The memory is yours. */
typedef struct rlx_named_f32 {
  const char *name;
  const float *values; /* row-major; NULL only if `count` is 0 */
  size_t count;
} rlx_named_f32_t;
/** An output of rlx_executable_run_f32: `count` floats in row-major order. */
typedef struct rlx_f32_values {
  const float *values;
  size_t count;
} rlx_f32_values_t;

/** Runs with floats on both sides, converted if the model has other types. Shapes come from the
 * signature. If an input has one dynamic dimension, its size follows from `count`. An input with
 * several is RLX_INVALID_ARGUMENT here. `*outputs` gets one entry per output of the model, in the
 * executable's memory. `outputs` may be NULL. */
RLX_API rlx_status_t *rlx_executable_run_f32(rlx_executable_t *executable,
                                             const rlx_named_f32_t *inputs, size_t num_inputs,
                                             const rlx_f32_values_t **outputs);

/** Runs and returns selected outputs: outputs[i], an array of yours, gets output indices[i]. All
 * outputs are computed. `indices` may be NULL; then outputs 0 to num_outputs - 1 are returned. The
 * tensors belong to the executable. RLX_OUT_OF_RANGE for an index the model does not have. */
RLX_API rlx_status_t *rlx_executable_run_read_outputs(rlx_executable_t *executable,
                                                      const rlx_named_tensor_t *inputs,
                                                      size_t num_inputs, const size_t *indices,
                                                      size_t num_outputs,
                                                      const rlx_tensor_t **outputs);

/** An output of rlx_executable_run_raw: its first byte and its size. */
typedef struct rlx_raw_output {
  const void *data;
  size_t bytes;
} rlx_raw_output_t;

/** Runs and returns the addresses of the results. `*outputs` gets one entry per output of the
 * model, in the executable's memory. */
RLX_API rlx_status_t *rlx_executable_run_raw(rlx_executable_t *executable,
                                             const rlx_named_tensor_t *inputs, size_t num_inputs,
                                             const rlx_raw_output_t **outputs);

/** An input of rlx_executable_run_slots, by index. Its shape comes from the signature, as in
 * rlx_executable_run_f32. */
typedef struct rlx_slot_input {
  rlx_dtype_t dtype;
  /* NULL: take the content of the input's handle. A tensor without elements needs any other
   * pointer. */
  const void *data;
  size_t count; /* elements */
} rlx_slot_input_t;
/** An output of rlx_executable_run_slots: its position in the arena. */
typedef struct rlx_output_slot {
  size_t offset; /* bytes from rlx_executable_get_arena, a multiple of 64 */
  size_t count;  /* elements, in the output's own type */
} rlx_output_slot_t;

/** Runs with the least overhead outside the kernels. `inputs` has all inputs in declared order, of
 * any element type. `*outputs` gets one entry per output of the model: an offset into the arena.
 * The offsets stay the same for the same shapes. */
RLX_API rlx_status_t *rlx_executable_run_slots(rlx_executable_t *executable,
                                               const rlx_slot_input_t *inputs, size_t num_inputs,
                                               const rlx_output_slot_t **outputs);
/** Returns the base address for the offsets of rlx_executable_run_slots. It may change with every
 * run: ask after each one. NULL before the first run, and during another thread's call. */
RLX_API const void *rlx_executable_get_arena(const rlx_executable_t *executable);

/** Returns output `index` of the last successful run, in the executable's memory. Copies it from
 * the device if it is still there. RLX_OUT_OF_RANGE for an index the model does not have.
 * RLX_FAILED_PRECONDITION if you gave memory for the output, and after a commit. */
RLX_API rlx_status_t *rlx_executable_get_output(rlx_executable_t *executable, size_t index,
                                                const rlx_tensor_t **output);

/** Returns one row of that output, seen as a matrix of rows with `row_count` elements each. `*data`
 * is the address of row `row`, which has row_count elements. For example, row 2 of an output [8,
 * 10] with row_count 10 starts at element 20. Errors as rlx_executable_get_output; RLX_OUT_OF_RANGE
 * for a row beyond the last. */
RLX_API rlx_status_t *rlx_executable_read_output_row(rlx_executable_t *executable, size_t index,
                                                     size_t row, size_t row_count,
                                                     const void **data);

/** The type and sizes of an input, for rlx_executable_get_output_shapes. The memory is yours. */
typedef struct rlx_input_shape {
  const char *name;
  rlx_dtype_t dtype;
  size_t rank;
  const int64_t *dims; /* NULL only for rank 0 */
  const void *data;    /* the elements; NULL unless the values of the input decide sizes */
} rlx_input_shape_t;
/** The shape of an output: `rank` sizes. A size that the run computes, such as the number of
 * nonzero elements, is -1. */
typedef struct rlx_output_shape {
  size_t rank;
  const int64_t *dims;
} rlx_output_shape_t;

/** Tells the shapes that a run with such inputs gives, without running. `*shapes` gets one entry
 * per output of the model, in declared order. They lie in the executable's memory, and stay until
 * the next call of this function.
 *
 * Inputs follow the rules of runs: an input with a handle may be left out. This plans the run, so
 * that a run with these shapes starts at once. If they differ from those of the last run, its
 * results are no longer valid. Params need not be set. Errors as rlx_executable_run. */
RLX_API rlx_status_t *rlx_executable_get_output_shapes(rlx_executable_t *executable,
                                                       const rlx_input_shape_t *inputs,
                                                       size_t num_inputs,
                                                       const rlx_output_shape_t **shapes);

/** Sets the active extent: later runs get inputs with `upper` leading rows and compute only the
 * first `actual`, 0 <= actual <= upper. Outputs have the rows that the signature gives for
 * `actual`. Handles may have `actual` rows too. For example, a batch buffer of 32 rows with 5
 * filled needs (5, 32).
 *
 * RLX_UNSUPPORTED unless all inputs start with the same symbol and use it nowhere else. The message
 * names the input and the reason. */
RLX_API rlx_status_t *rlx_executable_set_active_extent(rlx_executable_t *executable, int64_t actual,
                                                       int64_t upper);
/** Ends the active extent: runs compute all rows again. */
RLX_API rlx_status_t *rlx_executable_clear_active_extent(rlx_executable_t *executable);

/** Statistics of shape specialization, which rlx_compile_options_set_specialize enables. A clone
 * counts for itself, from zero. */
typedef struct rlx_specialize_stats {
  uint64_t requested; /* shapes that occurred often enough */
  uint64_t failed;    /* of these, shapes whose compilation failed; counted when they run again */
  uint64_t kept;      /* shapes that run specialized code now; 0 after a param was set */
  uint64_t runs;      /* successful runs of specialized code */
} rlx_specialize_stats_t;
/** Returns the statistics of this executable. All are 0 without specialization. */
RLX_API rlx_status_t *rlx_executable_get_specialize_stats(const rlx_executable_t *executable,
                                                          rlx_specialize_stats_t *stats);

/* ---- Handles: inputs that stay -------------------------------------------------------------
 *
 * A handle keeps the content of an input between runs. An input has at most one handle. The last
 * bind decides its kind: host or device. Clones copy handles.
 *
 * Errors: RLX_INVALID_ARGUMENT for an unknown input, a wrong shape, and a feed of another element
 * type or rank. RLX_NOT_FOUND if the input has no handle of the kind. RLX_OUT_OF_RANGE for an
 * output index the model does not have. */

/** Binds a host handle: keeps a copy of `value`, converted to the input's type. Runs may then leave
 * the input out. The shape must fit the signature. Binding again replaces the content and keeps the
 * feed. */
RLX_API rlx_status_t *rlx_executable_bind_handle(rlx_executable_t *executable, const char *input,
                                                 const rlx_tensor_t *value);
/** Binds a handle in device memory, for example a KV cache. On the CPU this is ordinary memory. The
 * content stays on the device, whatever feeds it, until you read it or the output that feeds it. A
 * `value` with one element fills a static shape; RLX_UNSUPPORTED for a dynamic one. Runs must not
 * give the input any more. */
RLX_API rlx_status_t *rlx_executable_bind_device_handle(rlx_executable_t *executable,
                                                        const char *input,
                                                        const rlx_tensor_t *value);
/** Drops the handle's content and its feed. */
RLX_API rlx_status_t *rlx_executable_unbind_handle(rlx_executable_t *executable, const char *input);
/** Returns 1 if the input has a host handle, otherwise 0. Also 0 for an unknown input, for NULL,
 * and during another thread's call. */
RLX_API int rlx_executable_has_handle(const rlx_executable_t *executable, const char *input);
/** Returns 1 if the input has a device handle, otherwise 0. Also 0 for an unknown input, for NULL,
 * and during another thread's call. */
RLX_API int rlx_executable_has_device_handle(const rlx_executable_t *executable, const char *input);
/** Returns the content of a host handle, in the executable's memory. Valid until the next run or
 * change of the handle. */
RLX_API rlx_status_t *rlx_executable_read_handle(rlx_executable_t *executable, const char *input,
                                                 const rlx_tensor_t **content);
/** Returns the content of a device handle, copied to the executable's host memory. Valid until the
 * next run or change of the handle. */
RLX_API rlx_status_t *rlx_executable_read_device_handle(rlx_executable_t *executable,
                                                        const char *input,
                                                        const rlx_tensor_t **content);
/** Feeds output `index` back into the handle, of either kind: after each successful run the output
 * becomes the handle's content, without a copy. If the output is the input with some elements
 * changed, such as a cache with a new row, then on the CPU a run writes only these elements, into
 * the handle's memory. A run that fails after it has begun to write breaks such a handle: later
 * runs return RLX_FAILED_PRECONDITION until it is bound again. Element type and rank must be the
 * input's. An output feeds one handle; RLX_ALREADY_EXISTS for a second one. A handle named out0,
 * out1, ... without a feed is fed by the output with that index. */
RLX_API rlx_status_t *rlx_executable_set_handle_feed(rlx_executable_t *executable,
                                                     const char *input, size_t index);
/** Ends the feed. The content stays. */
RLX_API rlx_status_t *rlx_executable_clear_handle_feed(rlx_executable_t *executable,
                                                       const char *input);
/** Sets the feed, runs, and returns that output. The feed is kept only if the run succeeds.
 * `output` may be NULL. */
RLX_API rlx_status_t *rlx_executable_run_feed(rlx_executable_t *executable,
                                              const rlx_named_tensor_t *inputs, size_t num_inputs,
                                              const char *input, size_t index,
                                              const rlx_tensor_t **output);

/* ---- Commits: runs on a thread of the executable ------------------------------------------- */

/** One asynchronous run and its results; other libraries say future. You may reuse it after its run
 * is done. It may outlive the executable.
 * Threads: wait and is_done from any thread. All else from one thread at a time. */
typedef struct rlx_commit rlx_commit_t;

/** Makes a commit without a run. */
RLX_API rlx_status_t *rlx_commit_create(rlx_commit_t **commit);
/** Frees the commit and its results after its run is done. NULL is allowed. */
RLX_API void rlx_commit_free(rlx_commit_t *commit);
/** Sets a function to call after each run of the commit, failed runs included. It runs on a thread
 * of the executable, before wait returns elsewhere. NULL for none.
 *
 * The callback may read its commit. It may not wait for other commits or call the executable; both
 * return an error. It must not free anything. The call has no effect while a run of the commit is
 * pending or its callback has not returned. `context` must live as long as callbacks may run. */
RLX_API void rlx_commit_set_callback(rlx_commit_t *commit,
                                     void (*callback)(void *context, rlx_commit_t *commit),
                                     void *context);
/** Selects the outputs that later runs of the commit keep. `indices` NULL selects all, the default.
 * All other outputs are still computed and feed handles, but are not copied from the device;
 * get_output returns RLX_FAILED_PRECONDITION for them. An index the model does not have is an error
 * of rlx_executable_commit_no_wait. RLX_FAILED_PRECONDITION while a run is pending. */
RLX_API rlx_status_t *rlx_commit_keep_outputs(rlx_commit_t *commit, const size_t *indices,
                                              size_t num_outputs);
/** Waits for the run and returns its status. RLX_FAILED_PRECONDITION if there never was a run. */
RLX_API rlx_status_t *rlx_commit_wait(rlx_commit_t *commit);
/** Returns 1 unless a run is pending; 1 for NULL. In the callback it is 1, since the commit can be
 * read there. Other threads see 1 only after the callback has returned. */
RLX_API int rlx_commit_is_done(const rlx_commit_t *commit);
/** Returns output `index` of the run, in the commit's memory. Valid until the commit is used again
 * or freed. RLX_FAILED_PRECONDITION if there was no run, it is pending, or it failed.
 * RLX_OUT_OF_RANGE for an index the model does not have. */
RLX_API rlx_status_t *rlx_commit_get_output(rlx_commit_t *commit, size_t index,
                                            const rlx_tensor_t **output);

/** Queues a run and returns. The first commit starts a worker thread of the executable, which runs
 * commits in order. On a GPU three overlap: one is prepared, one runs, and the results of one are
 * read back.
 *
 * The elements of the inputs, and `commit`, must stay until the run is done. The array `inputs`,
 * its names and its tensor objects need not. Unknown names are errors here, and so is a commit that
 * is still pending. All other errors are the commit's. */
RLX_API rlx_status_t *rlx_executable_commit_no_wait(rlx_executable_t *executable,
                                                    const rlx_named_tensor_t *inputs,
                                                    size_t num_inputs, rlx_commit_t *commit);
/** Waits until all commits are done. Returns the first of their errors since the last call. */
RLX_API rlx_status_t *rlx_executable_sync_pending(rlx_executable_t *executable);

/** The inputs of one run, for rlx_executable_run_pipelined. */
typedef struct rlx_input_set {
  const rlx_named_tensor_t *inputs;
  size_t num_inputs;
} rlx_input_set_t;

/** Commits sets[i] with commits[i] for all i, and waits. Returns the first error. An error does not
 * stop later sets, and sync_pending does not report it again. */
RLX_API rlx_status_t *rlx_executable_run_pipelined(rlx_executable_t *executable,
                                                   const rlx_input_set_t *sets, size_t num_sets,
                                                   rlx_commit_t *const *commits);

/* ---- Experts: mixture-of-experts layers -----------------------------------------------------
 *
 * A layer is one routing and the matmuls that take their experts from it. If the compiler finds the
 * top_k that selects the experts, it belongs to the layer too. Layers are numbered in execution
 * order.
 *
 * All state here belongs to one executable. A clone gets the masks and the captured layers, and its
 * counts start at zero. For a model without such layers the layer count is 0, and setting masks,
 * taking counts and capturing return RLX_FAILED_PRECONDITION. */

/** One layer, as rlx_executable_get_moe_layer describes it. */
typedef struct rlx_moe_layer {
  const char *label; /* the first matmul, for people */
  size_t experts;
  size_t products;            /* grouped matmuls of the layer */
  size_t per_row;             /* experts per row (the router's k); 0: cannot be captured */
  const char *without_choice; /* the reason; "" if it can be captured */
} rlx_moe_layer_t;

/** Returns the number of layers. Compiles a model of mode lazy first; 0 if that fails. 0 for
 * NULL. */
RLX_API size_t rlx_executable_get_moe_layer_count(const rlx_executable_t *executable);
/** Describes layer `layer`. Compiles a model of mode lazy first. RLX_OUT_OF_RANGE unless
 * `layer < count`. The strings live as long as the executable. */
RLX_API rlx_status_t *rlx_executable_get_moe_layer(const rlx_executable_t *executable, size_t layer,
                                                   rlx_moe_layer_t *info);

/** Marks the resident experts, for all layers: expert i is resident if resident[i] is not 0. All
 * layers must have `count` experts. The mask is copied. This changes no result and no speed on the
 * CPU. It starts the counting of tokens, in successful runs of every form. */
RLX_API rlx_status_t *rlx_executable_set_moe_resident_experts(rlx_executable_t *executable,
                                                              const uint8_t *resident,
                                                              size_t count);
/** The mask of one layer. */
typedef struct rlx_expert_mask {
  const uint8_t *resident;
  size_t count; /* experts of the layer */
} rlx_expert_mask_t;
/** Marks the resident experts with one mask per layer. Otherwise like
 * rlx_executable_set_moe_resident_experts. */
RLX_API rlx_status_t *rlx_executable_set_moe_resident_experts_per_layer(
    rlx_executable_t *executable, const rlx_expert_mask_t *masks, size_t num_layers);
/** Stops counting. Counts so far can still be taken. */
RLX_API rlx_status_t *rlx_executable_clear_moe_resident_experts(rlx_executable_t *executable);

/** Counts of one layer. A token is a row of a grouped matmul. With two experts per row of the
 * model, each row counts twice. A layer in a loop counts in every iteration. */
typedef struct rlx_moe_statistics {
  uint64_t resident_tokens; /* served by resident experts */
  uint64_t other_tokens;    /* served by all others */
  const uint64_t *hits;     /* tokens per expert, `experts` entries */
  size_t experts;
} rlx_moe_statistics_t;
/** Returns the counts since the last call, and resets them. `*layers` gets one entry per layer, in
 * the executable's memory, valid until the next call of this function. `*runs` is the number of
 * runs; `runs` may be NULL. RLX_FAILED_PRECONDITION before the first mask. */
RLX_API rlx_status_t *rlx_executable_take_moe_statistics(rlx_executable_t *executable,
                                                         const rlx_moe_statistics_t **layers,
                                                         uint64_t *runs);

/** Captures the experts that routers select in later runs, for all layers with `experts` experts.
 * Replaces an earlier selection of layers. `*num_without` gets the number of these layers that
 * cannot be captured; it may be NULL. RLX_INVALID_ARGUMENT if no layer has `experts` experts.
 * RLX_UNSUPPORTED if none of them can be captured; the message lists the layers and the reasons. */
RLX_API rlx_status_t *rlx_executable_enable_moe_topk_capture(rlx_executable_t *executable,
                                                             int64_t experts, size_t *num_without);
/** Stops capturing. */
RLX_API rlx_status_t *rlx_executable_disable_moe_topk_capture(rlx_executable_t *executable);

/** The selected experts of one layer. */
typedef struct rlx_moe_choice {
  size_t layer;
  const rlx_tensor_t *ids; /* [rows, per_row] integers; in a loop, the rows of all iterations */
} rlx_moe_choice_t;
/** Returns the selected experts of the last run. They can be taken once. `*choices` gets one entry
 * per captured layer, in the executable's memory, valid until the next run. `*count` is their
 * number. RLX_FAILED_PRECONDITION if there is nothing to take. */
RLX_API rlx_status_t *rlx_executable_take_moe_topk_capture(rlx_executable_t *executable,
                                                           const rlx_moe_choice_t **choices,
                                                           size_t *count);

/* ---- User kernels: rlx.custom ------------------------------------------------------------- */

/** A tensor argument of a user kernel. Row-major and dense; `dims` has `rank` entries. */
typedef struct rlx_kernel_tensor {
  rlx_dtype_t dtype;
  size_t rank;
  const int64_t *dims;
  void *data; /* must not be written for an input */
} rlx_kernel_tensor_t;

/** The arguments of one call of a user kernel. Valid during the call only. */
typedef struct rlx_kernel_call {
  const char *kernel;
  const void *config; /* `config` of the op, `config_size` bytes */
  size_t config_size;
  const rlx_kernel_tensor_t *inputs;
  size_t num_inputs;
  const rlx_kernel_tensor_t *outputs; /* the kernel must write every element */
  size_t num_outputs;
} rlx_kernel_call_t;

/** A user kernel. Returns NULL, or an error that fails the run; make it with rlx_status_create.
 * Threads: called on the thread that runs the executable. Clones may call it at the same time from
 * other threads. It must not call the executable, throw or unwind. */
typedef rlx_status_t *(*rlx_kernel_fn_t)(void *context, const rlx_kernel_call_t *call);

/* ---- Packages: compiled models as files ---------------------------------------------------- */

/** Options for loading a package. Setters check their value. A setter that fails changes nothing.
 * You may free the options right after loading.
 * Threads: loads may share options. Setters must run alone. */
typedef struct rlx_load_options rlx_load_options_t;

/** Makes options with the defaults. */
RLX_API rlx_status_t *rlx_load_options_create(rlx_load_options_t **options);
/** Frees the options. NULL is allowed. */
RLX_API void rlx_load_options_free(rlx_load_options_t *options);
/** Selects the device by its name in rlx_device_list_get_name. "cuda" is the first CUDA device.
 * "cuda:TEXT" is the first whose name contains TEXT. By default the first device that can run the
 * package is taken, in the order of its variants; software Vulkan drivers come last. RLX_NOT_FOUND
 * lists the devices. */
RLX_API rlx_status_t *rlx_load_options_set_device(rlx_load_options_t *options, const char *device);
/** 1: refuse kernels that run on the CPU instead of the device. Loading then fails with
 * RLX_UNSUPPORTED if a device other than the CPU leaves kernels to it. It also fails if the package
 * has no code for the named device. The message names the kernels. 0, the default: the CPU runs
 * them. */
RLX_API rlx_status_t *rlx_load_options_set_strict(rlx_load_options_t *options, int enabled);
/** Sets the threads of a run on the CPU, 1 to 1024. 0, the default, means the number of
 * RLX_NUM_THREADS or OMP_NUM_THREADS, or that of the processors that the process may use.
 * RLX_INVALID_ARGUMENT for more than 1024. */
RLX_API rlx_status_t *rlx_load_options_set_threads(rlx_load_options_t *options, uint32_t threads);
/** Registers a user kernel: the code of the ops `rlx.custom "name"`. `name` is copied. `context` is
 * passed to each call. It must outlive the executables loaded with these options, and their clones.
 * RLX_ALREADY_EXISTS if the name is taken, RLX_INVALID_ARGUMENT if it is empty. Names that start
 * with "rlx." belong to kernels of RLX. */
RLX_API rlx_status_t *rlx_load_options_add_kernel(rlx_load_options_t *options, const char *name,
                                                  rlx_kernel_fn_t function, void *context);

/** Loads a package (.rlxe) from rlx_compile_package or `rlx-run --emit=rlxe`. `options` may be
 * NULL.
 *
 * The file is mapped, not read. You may delete or replace it, but not change it in place while
 * an executable uses it.
 *
 * RLX_NOT_FOUND for a missing file or device. RLX_DATA_LOSS for a damaged file. RLX_UNSUPPORTED
 * for another format version, and if this machine cannot run any variant.
 * Threads: any. */
RLX_API rlx_status_t *rlx_executable_load(const char *path, const rlx_load_options_t *options,
                                          rlx_executable_t **executable);

#ifdef __cplusplus
}
#endif

#endif /* RLX_RLX_H */
