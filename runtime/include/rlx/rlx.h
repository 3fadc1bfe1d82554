/* RLX runtime: the C API. C99, no other header of RLX needed.
 *
 * Errors.    Functions that can fail return rlx_status_t *: NULL means success; anything else
 *            describes the error and is freed with rlx_status_free. Outputs are written only on
 *            success. No function aborts, exits or throws.
 * Ownership. Objects made by *_create, *_clone, *_wrap, *_load belong to the caller and are freed
 *            with the matching *_free, which take NULL. Strings and pointers that functions
 *            return belong to the object they were asked from and live as long as it does, unless
 *            their comment says otherwise. Strings are UTF-8 and end in NUL.
 * Shapes.    Row-major and dense; `dims` has `rank` entries, outermost first, each >= 0. Rank 0 is
 *            a scalar with one element. Sizes are in bytes where a name says so, in elements
 *            otherwise.
 * Threads.   Distinct objects may be used at the same time, clones too. One object: functions that
 *            take it as const may overlap each other (so may get_output and read_output_row of an
 *            executable), the others nothing. An executable checks that: a call that overlaps
 *            another one fails with RLX_FAILED_PRECONDITION and changes nothing. Make a clone for
 *            each thread. Nothing may overlap a *_free. docs/reference/threads.md has a row for
 *            each type.
 */
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

/* "MAJOR.MINOR.PATCH" of the library; static. */
RLX_API const char *rlx_version(void);

/* ---- Status ---------------------------------------------------------------------------------- */

typedef struct rlx_status rlx_status_t;

typedef enum rlx_status_code {
  RLX_OK = 0,
  RLX_INVALID_ARGUMENT = 1,    /* can never be right: wrong name, type, shape */
  RLX_NOT_FOUND = 2,           /* a name, file or device that does not exist */
  RLX_ALREADY_EXISTS = 3,      /* a name given twice */
  RLX_FAILED_PRECONDITION = 4, /* right call, wrong moment: params missing, executable
                                * busy, disk full, no permission */
  RLX_OUT_OF_RANGE = 5,        /* an index or size outside what the data allows */
  RLX_UNSUPPORTED = 6,         /* valid, but not implemented here */
  RLX_OUT_OF_MEMORY = 7,
  RLX_DATA_LOSS = 8,   /* bytes that are truncated or corrupt */
  RLX_INTERNAL = 9,    /* a fault of RLX itself; please report it */
  RLX_UNAVAILABLE = 10 /* the device is lost or does not answer; load the model again */
} rlx_status_code_t;

/* RLX_OK for NULL. */
RLX_API rlx_status_code_t rlx_status_get_code(const rlx_status_t *status);
/* What went wrong and during what; "ok" for NULL. */
RLX_API const char *rlx_status_get_message(const rlx_status_t *status);
RLX_API void rlx_status_free(rlx_status_t *status);
/* For functions of yours that RLX calls. NULL for RLX_OK; an unknown code becomes RLX_INTERNAL. */
RLX_API rlx_status_t *rlx_status_create(rlx_status_code_t code, const char *message);

/* ---- Element types --------------------------------------------------------------------------- */

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
  RLX_F16 = 9,   /* IEEE half */
  RLX_BF16 = 10, /* bfloat16 */
  RLX_F32 = 11,
  RLX_F64 = 12,
  RLX_C64 = 13, /* complex: two floats, the real part first */
  RLX_C128 = 14 /* complex: two doubles */
} rlx_dtype_t;

/* Bytes of one element; 0 for an invalid type. */
RLX_API size_t rlx_dtype_size(rlx_dtype_t dtype);
/* "f32", "i64", "bool", ...; "invalid" for an invalid type. Static. */
RLX_API const char *rlx_dtype_name(rlx_dtype_t dtype);

/* ---- Tensors: host memory with a type and a shape ---------------------------------------------
 */

typedef struct rlx_tensor rlx_tensor_t;

/* Allocates; every byte is zero; the memory is 64-byte aligned. `dims` may be NULL for rank 0. */
RLX_API rlx_status_t *rlx_tensor_create(rlx_dtype_t dtype, size_t rank, const int64_t *dims,
                                        rlx_tensor_t **tensor);
/* Uses the caller's memory. `release(context)` is called once, from any thread, when nothing uses
 * the memory any more, and also when this call fails; it may be NULL: then the memory must outlive
 * the tensor and every executable that adopted it. 64-byte aligned memory saves a copy in runs. */
RLX_API rlx_status_t *rlx_tensor_wrap(rlx_dtype_t dtype, size_t rank, const int64_t *dims,
                                      void *data, void (*release)(void *context), void *context,
                                      rlx_tensor_t **tensor);
/* NumPy .npy files, little-endian, C order. bf16 is stored as NumPy's raw type '<V2'. */
RLX_API rlx_status_t *rlx_tensor_load_npy(const char *path, rlx_tensor_t **tensor);
RLX_API rlx_status_t *rlx_tensor_save_npy(const rlx_tensor_t *tensor, const char *path);
RLX_API void rlx_tensor_free(rlx_tensor_t *tensor);

RLX_API rlx_dtype_t rlx_tensor_get_dtype(const rlx_tensor_t *tensor);
RLX_API size_t rlx_tensor_get_rank(const rlx_tensor_t *tensor);
/* `rank` entries. */
RLX_API const int64_t *rlx_tensor_get_dims(const rlx_tensor_t *tensor);
RLX_API size_t rlx_tensor_get_element_count(const rlx_tensor_t *tensor);
RLX_API size_t rlx_tensor_get_byte_size(const rlx_tensor_t *tensor);
RLX_API void *rlx_tensor_get_data(rlx_tensor_t *tensor);
RLX_API const void *rlx_tensor_get_const_data(const rlx_tensor_t *tensor);

/* ---- Devices --------------------------------------------------------------------------------- */

/* A snapshot of the devices of this process. */
typedef struct rlx_device_list rlx_device_list_t;

RLX_API rlx_status_t *rlx_device_list_create(rlx_device_list_t **list);
RLX_API size_t rlx_device_list_get_size(const rlx_device_list_t *list);
/* "cpu", ...: what APIs that choose a device take. NULL when `index` is out of range. */
RLX_API const char *rlx_device_list_get_name(const rlx_device_list_t *list, size_t index);
/* One line for people. NULL when `index` is out of range. */
RLX_API const char *rlx_device_list_get_description(const rlx_device_list_t *list, size_t index);
RLX_API void rlx_device_list_free(rlx_device_list_t *list);

/* Where what drivers of Vulkan make of kernels is kept for the next process: in files
 * vulkan-pipelines-ID of 64 MiB at most each, in `folder`, which is made when it is needed. For all
 * of this process, and all devices that nothing was loaded for before. NULL, the default, keeps
 * nothing. That a file cannot be read or written is no error. Threads: any. */
RLX_API rlx_status_t *rlx_set_pipeline_cache(const char *folder);

/* ---- Executables: compiled models -------------------------------------------------------------
 */

/* Made from a model by rlx_compile_file and rlx_compile_source (rlx_compiler.h, a library of its
 * own, which this one does not need), or from another one by rlx_executable_clone. */
typedef struct rlx_executable rlx_executable_t;

/* Shares code, params and prepared weights, has memory of its own for everything else; params set
 * later on one do not reach the other. */
RLX_API rlx_status_t *rlx_executable_clone(rlx_executable_t *executable, rlx_executable_t **clone);
RLX_API void rlx_executable_free(rlx_executable_t *executable);

RLX_API const char *rlx_executable_get_name(const rlx_executable_t *executable);
RLX_API const char *rlx_executable_get_device(const rlx_executable_t *executable);

/* The signature: what the model takes and gives. It never changes. */
typedef enum rlx_role {
  RLX_INPUT = 0, /* comes with every run */
  RLX_PARAM = 1, /* set once, kept: weights */
  RLX_OUTPUT = 2
} rlx_role_t;

RLX_API size_t rlx_executable_get_count(const rlx_executable_t *executable, rlx_role_t role);
/* Of tensor `index` of `role`, 0 <= index < count. Out of range: NULL, RLX_INVALID_DTYPE, 0. */
RLX_API const char *rlx_executable_get_tensor_name(const rlx_executable_t *executable,
                                                   rlx_role_t role, size_t index);
RLX_API rlx_dtype_t rlx_executable_get_tensor_dtype(const rlx_executable_t *executable,
                                                    rlx_role_t role, size_t index);
RLX_API size_t rlx_executable_get_tensor_rank(const rlx_executable_t *executable, rlx_role_t role,
                                              size_t index);
/* -1 for a dimension that the inputs of a run decide, and when out of range. */
RLX_API int64_t rlx_executable_get_tensor_dim(const rlx_executable_t *executable, rlx_role_t role,
                                              size_t index, size_t dim);
/* For such a dimension its symbol ("batch") or formula ("2 * width + 1"): equal symbols have equal
 * sizes in one run. NULL for a static dimension and when out of range. */
RLX_API const char *rlx_executable_get_tensor_dim_symbol(const rlx_executable_t *executable,
                                                         rlx_role_t role, size_t index, size_t dim);

/* Sets one param; type and shape must match exactly. Copies the elements. */
RLX_API rlx_status_t *rlx_executable_set_param(rlx_executable_t *executable, const char *name,
                                               const rlx_tensor_t *value);
/* The same without a copy: the executable shares the tensor's memory, which must not be written
 * any more. `value` itself still belongs to the caller. */
RLX_API rlx_status_t *rlx_executable_adopt_param(rlx_executable_t *executable, const char *name,
                                                 rlx_tensor_t *value);
/* The same from a tensor of any element type, converted: integers truncate toward zero and
 * saturate, NaN becomes 0; floats round once, to nearest even; bool is "not 0"; of a complex number
 * the real part, and a real one gets the imaginary part 0. */
RLX_API rlx_status_t *rlx_executable_set_param_typed(rlx_executable_t *executable, const char *name,
                                                     const rlx_tensor_t *value);
/* The same from `count` floats in row-major order, as many as the param has elements. */
RLX_API rlx_status_t *rlx_executable_set_param_f32(rlx_executable_t *executable, const char *name,
                                                   const float *values, size_t count);
/* Prepares weights now rather than in the first run. All params must be set. */
RLX_API rlx_status_t *rlx_executable_prepare(rlx_executable_t *executable);

typedef struct rlx_named_tensor {
  const char *name;
  rlx_tensor_t *tensor;
} rlx_named_tensor_t;

/* ---- Runs -------------------------------------------------------------------------------------
 *
 * What holds for every form of run:
 * - An input is what the call gives for it, otherwise the content of its handle; without either the
 *   run fails. While an input has a device handle, giving it is an error.
 * - After a successful run an output that feeds a handle is the handle's content, see
 *   rlx_executable_set_handle_feed.
 * - Everything is checked before anything runs: names, types, shapes, pointers. A failed run leaves
 *   the executable usable, and its params, handles and feeds as they were.
 * - A run with shapes of a recent run allocates nothing.
 * - Results in memory of the executable, and the arrays that describe them, are valid until the
 * next run or free of it, and until the handle that one of them feeds is changed. Inputs may not
 * lie in them.
 * - All but rlx_executable_commit_no_wait first wait for commits that are not done. */

/* Runs with inputs in any order. Outputs may name some or all of the outputs: these are written
 * into the given tensors, whose shapes must be those of this run; they may not overlap inputs or
 * each other. The others stay in the executable, see rlx_executable_get_output. */
RLX_API rlx_status_t *rlx_executable_run(rlx_executable_t *executable,
                                         const rlx_named_tensor_t *inputs, size_t num_inputs,
                                         const rlx_named_tensor_t *outputs, size_t num_outputs);

/* The same with tensors of any element type on either side, converted (as set_param_typed) where it
 * is not the model's. */
RLX_API rlx_status_t *rlx_executable_run_typed(rlx_executable_t *executable,
                                               const rlx_named_tensor_t *inputs, size_t num_inputs,
                                               const rlx_named_tensor_t *outputs,
                                               size_t num_outputs);

typedef struct rlx_named_f32 {
  const char *name;
  const float *values; /* row-major; NULL only without elements */
  size_t count;
} rlx_named_f32_t;
typedef struct rlx_f32_values {
  const float *values;
  size_t count;
} rlx_f32_values_t;

/* Floats in and out, converted where the model has other types. Shapes are the signature's: the one
 * dynamic dimension of an input follows from its count; an input with several is an error here.
 * `*outputs` has an entry for each output of the model; may be NULL. */
RLX_API rlx_status_t *rlx_executable_run_f32(rlx_executable_t *executable,
                                             const rlx_named_f32_t *inputs, size_t num_inputs,
                                             const rlx_f32_values_t **outputs);

/* Runs, and gives the outputs with the listed numbers in the list's order: outputs[i], an array of
 * the caller, shows output indices[i]. All outputs are computed. `indices` may be NULL: then
 * outputs 0 to num_outputs - 1. */
RLX_API rlx_status_t *rlx_executable_run_read_outputs(rlx_executable_t *executable,
                                                      const rlx_named_tensor_t *inputs,
                                                      size_t num_inputs, const size_t *indices,
                                                      size_t num_outputs,
                                                      const rlx_tensor_t **outputs);

typedef struct rlx_raw_output {
  const void *data;
  size_t bytes;
} rlx_raw_output_t;

/* Runs, and says where the results are: an entry for each output of the model. */
RLX_API rlx_status_t *rlx_executable_run_raw(rlx_executable_t *executable,
                                             const rlx_named_tensor_t *inputs, size_t num_inputs,
                                             const rlx_raw_output_t **outputs);

/* An input by position, whose shape is the signature's as in rlx_executable_run_f32. */
typedef struct rlx_slot_input {
  rlx_dtype_t dtype;
  /* NULL for the content of the input's handle; for a tensor without elements anything else. */
  const void *data;
  size_t count; /* elements */
} rlx_slot_input_t;
typedef struct rlx_output_slot {
  size_t offset; /* bytes from rlx_executable_get_arena, a multiple of 64 */
  size_t count;  /* elements, of the output's own type */
} rlx_output_slot_t;

/* The run with the least work beside the kernels: all inputs by declared position, of any element
 * type, and results as places in the arena, an entry for each output of the model. */
RLX_API rlx_status_t *rlx_executable_run_slots(rlx_executable_t *executable,
                                               const rlx_slot_input_t *inputs, size_t num_inputs,
                                               const rlx_output_slot_t **outputs);
/* Changes with runs: ask after each. NULL before the first, and while another thread is in a call
 * on the executable. */
RLX_API const void *rlx_executable_get_arena(const rlx_executable_t *executable);

/* Output `index` of the last successful run, in memory of the executable. An output that the caller
 * gave memory for is RLX_FAILED_PRECONDITION, and so is every one after a commit. */
RLX_API rlx_status_t *rlx_executable_get_output(rlx_executable_t *executable, size_t index,
                                                const rlx_tensor_t **output);

/* Row `row` of that output seen as [.., row_count]: row_count elements from *data. */
RLX_API rlx_status_t *rlx_executable_read_output_row(rlx_executable_t *executable, size_t index,
                                                     size_t row, size_t row_count,
                                                     const void **data);

/* From now on runs get inputs with `upper` leading rows and compute with the first `actual` of
 * them, 0 <= actual <= upper; outputs have as many rows as the signature says for these.
 * RLX_UNSUPPORTED, with the input and the reason, unless all inputs start with the same symbol and
 * use it nowhere else. Handles may also have just `actual` rows. */
RLX_API rlx_status_t *rlx_executable_set_active_extent(rlx_executable_t *executable, int64_t actual,
                                                       int64_t upper);
RLX_API rlx_status_t *rlx_executable_clear_active_extent(rlx_executable_t *executable);

/* Code for sizes that runs often have, which rlx_compile_options_set_specialize asks for: what has
 * come of it for this executable. Clones count for themselves, from their making on. */
typedef struct rlx_specialize_stats {
  uint64_t requested; /* sets of sizes that came often enough */
  uint64_t failed;    /* of these, that there is no code for; known when they run again */
  uint64_t kept;      /* sets of sizes whose runs use such code now; 0 after a param was set */
  uint64_t runs;      /* successful runs that used such code */
} rlx_specialize_stats_t;
/* All zeros without. */
RLX_API rlx_status_t *rlx_executable_get_specialize_stats(const rlx_executable_t *executable,
                                                          rlx_specialize_stats_t *stats);

/* ---- Handles: inputs that stay ----------------------------------------------------------------
 *
 * An input has at most one handle; the last bind decides its kind. Clones copy them. */

/* Keeps a copy of `value`, converted to the input's type; runs may then leave the input out. Its
 * shape must fit the signature. Binding again replaces the content and keeps the feed. */
RLX_API rlx_status_t *rlx_executable_bind_handle(rlx_executable_t *executable, const char *input,
                                                 const rlx_tensor_t *value);
/* A handle in memory of the device, which on the CPU is memory like any other: it stays there,
 * whatever feeds it, until somebody reads it or the output that feeds it. One element stands for
 * all of a static shape. Runs may not give the input any more. */
RLX_API rlx_status_t *rlx_executable_bind_device_handle(rlx_executable_t *executable,
                                                        const char *input,
                                                        const rlx_tensor_t *value);
/* Drops the content and the feed. RLX_NOT_FOUND when there is no handle. */
RLX_API rlx_status_t *rlx_executable_unbind_handle(rlx_executable_t *executable, const char *input);
/* 1 or 0, also 0 for a name that is no input, for NULL, and while another thread is in a call on
 * the executable. */
RLX_API int rlx_executable_has_handle(const rlx_executable_t *executable, const char *input);
RLX_API int rlx_executable_has_device_handle(const rlx_executable_t *executable, const char *input);
/* The content: valid until the next run or change of the handle. */
RLX_API rlx_status_t *rlx_executable_read_handle(rlx_executable_t *executable, const char *input,
                                                 const rlx_tensor_t **content);
RLX_API rlx_status_t *rlx_executable_read_device_handle(rlx_executable_t *executable,
                                                        const char *input,
                                                        const rlx_tensor_t **content);
/* After each successful run output `index` becomes the content of the handle, of either kind,
 * without a copy. Element type and rank must be the input's; one output feeds one handle, otherwise
 * RLX_ALREADY_EXISTS. A handle called out0, out1, ... without a feed is fed by the output with that
 * number. */
RLX_API rlx_status_t *rlx_executable_set_handle_feed(rlx_executable_t *executable,
                                                     const char *input, size_t index);
RLX_API rlx_status_t *rlx_executable_clear_handle_feed(rlx_executable_t *executable,
                                                       const char *input);
/* Sets the feed, for good if the run succeeds, runs, and shows that output; `output` may be NULL.
 */
RLX_API rlx_status_t *rlx_executable_run_feed(rlx_executable_t *executable,
                                              const rlx_named_tensor_t *inputs, size_t num_inputs,
                                              const char *input, size_t index,
                                              const rlx_tensor_t **output);

/* ---- Commits: runs on a thread of the executable ----------------------------------------------
 */

/* One run that was left to the executable, and its results. It may be used again when it is done,
 * and outlive the executable. wait and is_done may be called from any thread. */
typedef struct rlx_commit rlx_commit_t;

RLX_API rlx_status_t *rlx_commit_create(rlx_commit_t **commit);
/* Waits first. */
RLX_API void rlx_commit_free(rlx_commit_t *commit);
/* Called for each run of the commit that is done, failed ones too, on a thread of the executable,
 * before wait returns elsewhere. It may read the commit, but not wait for others, call the
 * executable, which are errors, or free anything. NULL for none. No effect while a run of the
 * commit is pending, or its callback is under way. */
RLX_API void rlx_commit_set_callback(rlx_commit_t *commit,
                                     void (*callback)(void *context, rlx_commit_t *commit),
                                     void *context);
/* From now on the commit keeps these outputs of its runs, and get_output of the others is
 * RLX_FAILED_PRECONDITION; `indices` NULL: all, as at first. The others are computed and feed
 * handles, and do not leave the device for it. A number that the model does not have is an error of
 * rlx_executable_commit_no_wait. RLX_FAILED_PRECONDITION while a run is pending. */
RLX_API rlx_status_t *rlx_commit_keep_outputs(rlx_commit_t *commit, const size_t *indices,
                                              size_t num_outputs);
/* The status of the run when it is done. RLX_FAILED_PRECONDITION when there never was one. */
RLX_API rlx_status_t *rlx_commit_wait(rlx_commit_t *commit);
/* 1 unless a run is pending; 1 for NULL. In the callback it is 1, as the commit can be read there;
 * for others only when the callback has returned. */
RLX_API int rlx_commit_is_done(const rlx_commit_t *commit);
/* Output `index` of the run, in memory of the commit: valid until it is used again or freed.
 * RLX_FAILED_PRECONDITION when there was no run, when it is pending, and when it failed. */
RLX_API rlx_status_t *rlx_commit_get_output(rlx_commit_t *commit, size_t index,
                                            const rlx_tensor_t **output);

/* Leaves the run to a thread of the executable, which is started by the first commit and does them
 * in order; on a GPU one is made ready, one runs, and one's results are taken at the same time.
 * Elements of inputs, and `commit`, must stay until it is done; `inputs` itself, the
 * names and the tensor objects need not. Wrong names, and a commit that is still pending, are
 * errors here; all else is the commit's. */
RLX_API rlx_status_t *rlx_executable_commit_no_wait(rlx_executable_t *executable,
                                                    const rlx_named_tensor_t *inputs,
                                                    size_t num_inputs, rlx_commit_t *commit);
/* Waits until all commits are done. The first error of those since the last call. */
RLX_API rlx_status_t *rlx_executable_sync_pending(rlx_executable_t *executable);

typedef struct rlx_input_set {
  const rlx_named_tensor_t *inputs;
  size_t num_inputs;
} rlx_input_set_t;

/* Commits sets[i] with commits[i], and waits for all. The first error, which does not keep later
 * sets from running; sync_pending does not report it again. */
RLX_API rlx_status_t *rlx_executable_run_pipelined(rlx_executable_t *executable,
                                                   const rlx_input_set_t *sets, size_t num_sets,
                                                   rlx_commit_t *const *commits);

/* ---- Experts: layers of a mixture --------------------------------------------------------------
 *
 * A layer is one routing, the matrix products that take their experts from it, and, where the
 * compiler has found it, the top_k that chooses. Layers are numbered in the order in which they
 * run. Everything here belongs to one executable. A clone gets the masks and what is captured, and
 * has counted nothing. RLX_FAILED_PRECONDITION for models without such layers. */

typedef struct rlx_moe_layer {
  const char *label; /* what the first product is, for people */
  size_t experts;
  size_t products;
  size_t per_row;             /* experts that the router chooses for a row; 0: cannot be captured */
  const char *without_choice; /* why it cannot; "" if it can */
} rlx_moe_layer_t;

/* Both compile a model of mode lazy that is not compiled yet; the count is 0 if that fails. */
RLX_API size_t rlx_executable_get_moe_layer_count(const rlx_executable_t *executable);
/* RLX_OUT_OF_RANGE unless layer < count. The strings live as long as the executable. */
RLX_API rlx_status_t *rlx_executable_get_moe_layer(const rlx_executable_t *executable, size_t layer,
                                                   rlx_moe_layer_t *info);

/* Says which experts are resident, not zero meaning that one is: the same for all layers, which
 * must then have `count` experts each. Copied. On the CPU this changes no result and no speed: it
 * decides how tokens are counted from then on, in all forms of a run that succeed. */
RLX_API rlx_status_t *rlx_executable_set_moe_resident_experts(rlx_executable_t *executable,
                                                              const uint8_t *resident,
                                                              size_t count);
typedef struct rlx_expert_mask {
  const uint8_t *resident;
  size_t count; /* experts of the layer */
} rlx_expert_mask_t;
/* The same with a mask for each layer. */
RLX_API rlx_status_t *rlx_executable_set_moe_resident_experts_per_layer(
    rlx_executable_t *executable, const rlx_expert_mask_t *masks, size_t num_layers);
/* Ends counting. What has been counted can still be taken. */
RLX_API rlx_status_t *rlx_executable_clear_moe_resident_experts(rlx_executable_t *executable);

/* A token is a row of a product: where a row of the model has two experts, it counts twice. A layer
 * in a loop counts in every turn. */
typedef struct rlx_moe_statistics {
  uint64_t resident_tokens; /* served by experts that were resident in that run */
  uint64_t other_tokens;
  const uint64_t *hits; /* tokens that each expert served, `experts` entries */
  size_t experts;
} rlx_moe_statistics_t;
/* What was counted since the last call, which starts again at zero: an entry for each layer, in
 * memory of the executable, valid until the next call of this function. `*runs` is the number of
 * runs; may be NULL. RLX_FAILED_PRECONDITION before the first mask. */
RLX_API rlx_status_t *rlx_executable_take_moe_statistics(rlx_executable_t *executable,
                                                         const rlx_moe_statistics_t **layers,
                                                         uint64_t *runs);

/* From now on each run keeps which experts the routers of layers with `experts` experts choose, and
 * those of no other. `*num_without` is how many of these layers cannot be captured; may be NULL.
 * RLX_INVALID_ARGUMENT if no layer has that many, RLX_UNSUPPORTED if none can be captured: the
 * message lists the layers and why. */
RLX_API rlx_status_t *rlx_executable_enable_moe_topk_capture(rlx_executable_t *executable,
                                                             int64_t experts, size_t *num_without);
RLX_API rlx_status_t *rlx_executable_disable_moe_topk_capture(rlx_executable_t *executable);

typedef struct rlx_moe_choice {
  size_t layer;
  const rlx_tensor_t *ids; /* [rows, per_row], integers; of all turns where it is in a loop */
} rlx_moe_choice_t;
/* The choices of the last run, which can be taken once: an entry for each layer that is captured,
 * in memory of the executable, valid until the next run. RLX_FAILED_PRECONDITION if there was none.
 */
RLX_API rlx_status_t *rlx_executable_take_moe_topk_capture(rlx_executable_t *executable,
                                                           const rlx_moe_choice_t **choices,
                                                           size_t *count);

/* ---- Kernels of the user: rlx.custom --------------------------------------------------------- */

/* A tensor of a call: `dims` has `rank` entries. Row-major and dense. */
typedef struct rlx_kernel_tensor {
  rlx_dtype_t dtype;
  size_t rank;
  const int64_t *dims;
  void *data; /* an input must not be written */
} rlx_kernel_tensor_t;

/* What a kernel gets. Valid during the call only. */
typedef struct rlx_kernel_call {
  const char *kernel;
  const void *config; /* the op's `config`, `config_size` bytes */
  size_t config_size;
  const rlx_kernel_tensor_t *inputs;
  size_t num_inputs;
  const rlx_kernel_tensor_t *outputs; /* every element is to be written */
  size_t num_outputs;
} rlx_kernel_call_t;

/* Returns NULL, or an error that fails the run (rlx_status_create). Called on the thread that runs
 * the executable, and at the same time for clones on other threads. It must not call back into the
 * executable, nor throw or unwind. */
typedef rlx_status_t *(*rlx_kernel_fn_t)(void *context, const rlx_kernel_call_t *call);

/* ---- Packages: compiled models as files -------------------------------------------------------
 */

/* How to load one. Setters check their value; one that fails changes nothing. */
typedef struct rlx_load_options rlx_load_options_t;

RLX_API rlx_status_t *rlx_load_options_create(rlx_load_options_t **options);
RLX_API void rlx_load_options_free(rlx_load_options_t *options);
/* Which device runs it, as rlx_device_list_get_name names it; by default the first that can, in the
 * order of its variants, and drivers of Vulkan for processors after all others. */
RLX_API rlx_status_t *rlx_load_options_set_device(rlx_load_options_t *options, const char *device);
/* 1: a package is not loaded if a device other than the CPU leaves kernels to it, or is named
 * though the package has no code for it: RLX_UNSUPPORTED says which. Default 0: the CPU runs them.
 */
RLX_API rlx_status_t *rlx_load_options_set_strict(rlx_load_options_t *options, int enabled);
/* Threads of a run on a CPU, 1 to 1024; 0, the default, is all that the machine offers. */
RLX_API rlx_status_t *rlx_load_options_set_threads(rlx_load_options_t *options, uint32_t threads);
/* Registers the code of the ops `rlx.custom "name"`. `context` is handed to each call, and must
 * live as long as executables do that were loaded with these options, and their clones.
 * RLX_ALREADY_EXISTS if the name is taken; it must not be empty. */
RLX_API rlx_status_t *rlx_load_options_add_kernel(rlx_load_options_t *options, const char *name,
                                                  rlx_kernel_fn_t function, void *context);

/* Loads a package (.rlxe), made by rlx_compile_package or `rlx-run --emit=rlxe`. The file is
 * mapped, not read: it may be deleted or replaced by another one, but must not be changed in place
 * while an executable uses it. RLX_DATA_LOSS for a damaged file, RLX_UNSUPPORTED for one of another
 * format version or that this machine cannot run. `options` may be NULL. */
RLX_API rlx_status_t *rlx_executable_load(const char *path, const rlx_load_options_t *options,
                                          rlx_executable_t **executable);

#ifdef __cplusplus
}
#endif

#endif /* RLX_RLX_H */
