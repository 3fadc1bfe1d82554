// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* RLX compiler: the C API that makes executables from models. C99; needs only rlx.h.
 *
 * Models.    ONNX (.onnx), language models in GGUF (.gguf) or in a folder, as Hugging Face's
 *            transformers writes it, and MLIR (.mlir, .mlirbc), also StableHLO in MLIR's generic
 *            form. The executable runs in this process, at any size of its dynamic dimensions.
 * Params.    The weights of ONNX and language models are set in the executable. MLIR declares
 *            params without values: set them with rlx_executable_set_param or
 *            rlx_executable_adopt_param before the first run.
 * Errors.    As in rlx.h. For a model that does not compile, the message starts with the place:
 *            file:line:column for MLIR ("source" is the file of rlx_compile_source), the node for
 *            ONNX. Then it says what was expected and what was found. Nothing is printed.
 * Ownership. You free options with rlx_compile_options_free, and executables with
 *            rlx_executable_free. You may free options, text and bytes before the executable.
 *            Model files and their external data are mapped, not read. You may delete or replace
 *            them, but not change them in place while an executable uses them.
 * Threads.   Compilations may run at the same time, and may share options that nobody changes.
 *            A compilation runs on the calling thread. Only CPU code generation of a large model
 *            adds threads: up to 16, which end with the compilation. */
#ifndef RLX_RLX_COMPILER_H
#define RLX_RLX_COMPILER_H

#include "rlx/rlx.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Options --------------------------------------------------------------------------------- */

/** Options for compiling a model. Setters check their value. A setter that fails changes nothing.
 * You may free the options right after compiling.
 *
 * Target and device go together. Naming one is enough: a device runs code for one target, and a
 * target has a first device. Without either, the CPU is taken. If you set both, the device must run
 * the target's code, otherwise compiling returns RLX_INVALID_ARGUMENT. For example, target "vulkan"
 * and device "cpu" are refused. Devices are those of this process. For packages for other devices,
 * by device profile, use `rlx-run --device-profile` or C++ (session/PackageModel.h).
 * Threads: compilations may share options. Setters must run alone. */
typedef struct rlx_compile_options rlx_compile_options_t;

/** Makes options with the defaults, which NULL in place of options means too. */
RLX_API rlx_status_t *rlx_compile_options_create(rlx_compile_options_t **options);
/** Frees the options. NULL is allowed. */
RLX_API void rlx_compile_options_free(rlx_compile_options_t *options);

/** Sets the kind of code to make: "cpu" or "vulkan". RLX_NOT_FOUND lists the targets, or says why
 * there is no device for this one. */
RLX_API rlx_status_t *rlx_compile_options_set_target(rlx_compile_options_t *options,
                                                     const char *target);
/** Sets the device by its name in rlx_device_list_get_name. "cuda" is the first CUDA device. By
 * default the first device of the target is taken. RLX_NOT_FOUND lists the devices. */
RLX_API rlx_status_t *rlx_compile_options_set_device(rlx_compile_options_t *options,
                                                     const char *device);
/** Sets the threads of a run on the CPU, 1 to 1024. 0, the default, means the number of
 * RLX_NUM_THREADS or OMP_NUM_THREADS, or that of the processors that the process may use.
 * RLX_INVALID_ARGUMENT for more than 1024. */
RLX_API rlx_status_t *rlx_compile_options_set_threads(rlx_compile_options_t *options,
                                                      uint32_t threads);
/** 0: compile every kernel by the generic route, for comparisons. 1, the default: use fast paths.
 */
RLX_API rlx_status_t *rlx_compile_options_set_fast_paths(rlx_compile_options_t *options,
                                                         int enabled);
/** 1: refuse kernels that run on the CPU instead of the device. Compiling then fails with
 * RLX_UNSUPPORTED, which names the op and the reason. 0, the default: the CPU runs them. */
RLX_API rlx_status_t *rlx_compile_options_set_strict(rlx_compile_options_t *options, int enabled);
/** Sets the precision of f32 matmuls, convolutions and attention: "f32", the default, "f16" or
 * "bf16". With "f16" and "bf16" their operands and results have that type. Accumulators and all
 * other ops stay f32. Inputs, outputs and params keep their types. In f16 a value over 65504
 * becomes infinity.
 *
 * "exact", "high" and "fast" are for block-quantized weights (GGUF): the CPU rounds the rows that
 * it multiplies with them to 24, 16 or 8 bits, with a scale for 32 elements. "fast" keeps the
 * logits of a language model exact. Without one of them, language models are "high", and other
 * models "exact". */
RLX_API rlx_status_t *rlx_compile_options_set_precision(rlx_compile_options_t *options,
                                                        const char *precision);
/** Sets the type of keys and values in the caches of a language model, "f32" or "f16": its inputs
 * and outputs "k.N" and "v.N" have it. "f16" halves the memory of the caches; keys and values are
 * rounded to it once. Compiling another kind of model is RLX_INVALID_ARGUMENT then,
 * and "f16" is RLX_UNSUPPORTED for language models without such caches.
 * RLX_INVALID_ARGUMENT for another type; the message lists the types. */
RLX_API rlx_status_t *rlx_compile_options_set_cache_type(rlx_compile_options_t *options,
                                                         const char *type);
/** Sets how keys and values lie in the caches of a language model: "contiguous", [heads, capacity,
 * size] for one text, or "paged", [blocks, heads, 64, size] for several texts, whose steps have
 * more inputs. rlx_lm.h takes both, but rlx_lm_submit needs "paged". Without this call the caches
 * are paged for CPUs, and for GPUs that have kernels for heads of the model's size: with shuffles
 * in subgroups, 24 KiB of shared memory, and enough buffers for a kernel. It has no effect on
 * language models without such caches. Compiling another kind of model is RLX_INVALID_ARGUMENT
 * then. RLX_INVALID_ARGUMENT for another layout. */
RLX_API rlx_status_t *rlx_compile_options_set_cache_layout(rlx_compile_options_t *options,
                                                           const char *layout);
/** 1: update caches in place. An input `past` and an output that is `past` with new rows behind it,
 * concat(past, new), become a cache: both have the size `capacity` along that axis, and a run
 * writes the rows of its tokens behind those of earlier runs. The number of these is a new i64
 * input, which has the name of that dimension of `past`, or "past_sequence_length". Bind the cache
 * as a device handle that the output feeds; then nothing copies it. Attention nodes of ONNX with
 * past and present do the same with their own inputs of lengths. Compiling is RLX_INVALID_ARGUMENT
 * if the model has no such outputs, or one that appends in another way. Default 0. */
RLX_API rlx_status_t *rlx_compile_options_set_in_place_caches(rlx_compile_options_t *options,
                                                              int enabled);
/** Sets how models are executed:
 *
 * - "compiled", the default.
 * - "eager": each op is computed by itself, so that an error of a run names the op and its
 *   place. For finding faults; half as fast.
 * - "lazy": reads and checks the model only. The first call that sets a param, prepares or runs
 *   compiles it. If that fails, this call and all later ones return the error.
 *
 * Without this call the environment variable RLX_MODE decides, which each compilation reads.
 * Packages are always compiled. RLX_INVALID_ARGUMENT for another mode; the message lists the
 * modes. */
RLX_API rlx_status_t *rlx_compile_options_set_mode(rlx_compile_options_t *options,
                                                   const char *mode);
/** 1: check for infinity and NaN. Preparing and runs then fail with RLX_INVALID_ARGUMENT at the
 * first op that makes one from finite operands. The message names the op and its place. Needs mode
 * "eager". Clones are checked too, each by itself. Default 0. */
RLX_API rlx_status_t *rlx_compile_options_set_check_finite(rlx_compile_options_t *options,
                                                           int enabled);
/** Sets the CPU to compile for by LLVM's name, for example "znver3". The default is this machine's
 * CPU. This machine must be able to run the code: RLX_UNSUPPORTED names a feature it lacks. */
RLX_API rlx_status_t *rlx_compile_options_set_cpu(rlx_compile_options_t *options, const char *cpu);
/** 1: release params once they are packed for the kernels, which halves the memory for weights. If
 * you set a param later, the released params that are packed together with it are missing and must
 * be set again. Default 0. */
RLX_API rlx_status_t *rlx_compile_options_set_release_params(rlx_compile_options_t *options,
                                                             int enabled);

/** Makes the input `name` of an ONNX model a param: a weight that stays the same in all runs, so
 * that it is packed for the kernels once. Set it with rlx_executable_set_param, or without a copy
 * with rlx_executable_adopt_param. Its shape must be static. `name` is copied. A name that is no
 * input of the model is an error of compiling, RLX_INVALID_ARGUMENT. MLIR declares its params. */
RLX_API rlx_status_t *rlx_compile_options_add_param(rlx_compile_options_t *options,
                                                    const char *name);

/** Adds a low-rank adapter (LoRA) of a language model: a GGUF file as llama.cpp's converter writes
 * it, for a GGUF model, or a folder of PEFT with adapter_config.json, for a model's folder. Its
 * updates count `scale` times. They are computed beside the model's weights, which stay as they
 * are. Each is the params "lora.N.MATRIX.a", "lora.N.MATRIX.b" and "lora.N.scale", N from 0 on. If
 * all of its updates have one scale in the file, alpha by the rank, that is the param
 * "lora.N.file_scale". An adapter that does not fit the model is an error of compiling. `path` is
 * copied. */
RLX_API rlx_status_t *rlx_compile_options_add_lora(rlx_compile_options_t *options, const char *path,
                                                   double scale);

/** Fixes a dynamic dimension: the model is compiled for this size alone. The code can be faster,
 * and some models compile only so. `name` is the symbol of the dimension in the signature, such as
 * "batch"; it is copied. Setting it again replaces the size. RLX_INVALID_ARGUMENT for an empty name
 * or a negative size. A name that the model does not have is an error of compiling,
 * RLX_INVALID_ARGUMENT, which lists the dynamic dimensions. */
RLX_API rlx_status_t *rlx_compile_options_set_dim(rlx_compile_options_t *options, const char *name,
                                                  int64_t size);

/** Is called before each phase of a compilation: its name, such as "linalg", its number, from 0,
 * and the number of phases. 0 goes on; any other result ends the compilation with
 * RLX_INVALID_ARGUMENT. */
typedef int (*rlx_progress_fn_t)(void *context, const char *phase, size_t number, size_t count);
/** Sets the function that follows compilations, on the thread that compiles. It is not called for a
 * model from the cache, nor for shapes that are specialized. `context` must live as long as the
 * options are used; in mode "lazy" until the first run. NULL: none. */
RLX_API rlx_status_t *rlx_compile_options_set_progress(rlx_compile_options_t *options,
                                                       rlx_progress_fn_t function, void *context);

/* ---- Cache of compiled models -------------------------------------------------------------- */

/** Sets the folder of the on-disk cache of compiled models. The folder is created when it is
 * needed. A model is loaded from there if it was compiled before with the same constants,
 * options, CPU and build of RLX. Other processes may use the folder at the same time.
 *
 * At most `max_bytes` of files are kept; 0 means 1 GiB. The least recently used ones are removed
 * first. NULL for `folder`, the default, keeps nothing. An empty name is RLX_INVALID_ARGUMENT.
 * Param values are not kept. Damaged files are replaced. A file that cannot be written or used
 * is no error of a compilation; see the statistics.
 *
 * Packages, and models of mode eager, are always compiled. Pipelines of Vulkan drivers are kept
 * elsewhere: see rlx_set_pipeline_cache, which may use the same folder. */
RLX_API rlx_status_t *rlx_compile_options_set_cache(rlx_compile_options_t *options,
                                                    const char *folder, uint64_t max_bytes);

/** Statistics of the options' cache since it was set, in models. */
typedef struct rlx_cache_stats {
  uint64_t hits;
  uint64_t misses;  /* includes damaged files */
  uint64_t damaged; /* a file existed, but could not be used */
  uint64_t stored;
  uint64_t not_stored; /* disk full or read-only, or model too large */
  uint64_t evicted;    /* removed to make room */
} rlx_cache_stats_t;

/** Returns the statistics. All are 0 without a cache. Threads: may overlap compilations with the
 * options. */
RLX_API rlx_status_t *rlx_compile_options_get_cache_stats(const rlx_compile_options_t *options,
                                                          rlx_cache_stats_t *stats);

/* ---- User kernels: rlx.custom ------------------------------------------------------------- */

/** Registers a user kernel: the code of the ops `rlx.custom "name"`, for every model compiled with
 * these options. `name` is copied. `context` is passed to each call. It must outlive the
 * executables compiled with these options, and their clones. RLX_ALREADY_EXISTS if the name is
 * taken, RLX_INVALID_ARGUMENT if it is empty. */
RLX_API rlx_status_t *rlx_compile_options_add_kernel(rlx_compile_options_t *options,
                                                     const char *name, rlx_kernel_fn_t function,
                                                     void *context);

/** Enables shape specialization. After `after_runs` runs of an executable with the same shapes,
 * these shapes are compiled as static on a background thread. Later runs with them use that code.
 * It is faster for small shapes, and may round differently. 0 for `after_runs`, the default,
 * disables it.
 *
 * An executable keeps the `most` most recently used shapes, 1 to 8, each with separate prepared
 * weights. RLX_INVALID_ARGUMENT for another number. Freeing the last of an executable and its
 * clones waits for a compilation in progress. With rlx_compile_options_set_release_params,
 * compiling returns RLX_INVALID_ARGUMENT. See rlx_executable_get_specialize_stats. */
RLX_API rlx_status_t *rlx_compile_options_set_specialize(rlx_compile_options_t *options,
                                                         uint64_t after_runs, uint32_t most);

/* ---- Compiling ------------------------------------------------------------------------------- */

/** Compiles a model file. The file name's ending decides the format: .onnx, .gguf, .mlir
 * or .mlirbc. A folder with a config.json, or that file, is a language model. `options` may be
 * NULL. `*executable` is yours. RLX_NOT_FOUND for a missing file, RLX_INVALID_ARGUMENT for a wrong
 * model, RLX_UNSUPPORTED for a valid model that RLX cannot compile. */
RLX_API rlx_status_t *rlx_compile_file(const char *path, const rlx_compile_options_t *options,
                                       rlx_executable_t **executable);
/** Compiles an ONNX model of `length` bytes in memory: the content of an .onnx file. `directory` is
 * the folder of its external data; NULL if it has none. Messages call the model "model". `options`
 * may be NULL. `*executable` is yours; the bytes may go after the call. Errors as
 * rlx_compile_file. */
RLX_API rlx_status_t *rlx_compile_onnx(const void *bytes, size_t length, const char *directory,
                                       const rlx_compile_options_t *options,
                                       rlx_executable_t **executable);
/** Compiles MLIR text of `length` bytes, which need not end in NUL. `options` may be NULL.
 * `*executable` is yours. Errors as rlx_compile_file. */
RLX_API rlx_status_t *rlx_compile_source(const char *text, size_t length,
                                         const rlx_compile_options_t *options,
                                         rlx_executable_t **executable);

/* ---- Reports -------------------------------------------------------------------------------- */

/** A report on one compiled model: its graph, its kernels with their routes and reasons, measured
 * and estimated times, and its memory plan. docs/guides/report.md describes it.
 *
 *     rlx_report_create("model.onnx", &report);
 *     rlx_compile_options_set_report(options, report);
 *     rlx_compile_file("model.onnx", options, &executable);
 *     rlx_report_measure(report, executable, options, inputs, num_inputs, 1.0);
 *     rlx_report_get_text(report, "html", &text, &length);
 *
 * Threads: one thread at a time. */
typedef struct rlx_report rlx_report_t;

/** Makes an empty report. `model` is its title. `*report` is yours. */
RLX_API rlx_status_t *rlx_report_create(const char *model, rlx_report_t **report);
/** Frees the report and its text. NULL is allowed. */
RLX_API void rlx_report_free(rlx_report_t *report);
/** The next compilation with the options fills the report. The cache is not used then, since it
 * knows no reasons. A report is for one compilation. You may free it before the options. NULL: no
 * report. */
RLX_API rlx_status_t *rlx_compile_options_set_report(rlx_compile_options_t *options,
                                                     rlx_report_t *report);
/** Runs the executable for about `seconds` with these inputs, and measures each command. All params
 * must be set. `options` are those it was compiled with: the roofline is measured with their device
 * and threads. Without inputs, if the model has any, nothing runs: the report gets program and
 * memory alone. Errors as rlx_executable_run; the report stays usable. */
RLX_API rlx_status_t *rlx_report_measure(rlx_report_t *report, rlx_executable_t *executable,
                                         const rlx_compile_options_t *options,
                                         const rlx_named_tensor_t *inputs, size_t num_inputs,
                                         double seconds);
/** Adds a warning, which the page shows first. */
RLX_API rlx_status_t *rlx_report_add_warning(rlx_report_t *report, const char *text);
/** The report as text: "html", a page that needs no network, or "json", its data. `*text` ends in
 * NUL and belongs to the report, until the next call of this function. */
RLX_API rlx_status_t *rlx_report_get_text(rlx_report_t *report, const char *format,
                                          const char **text, size_t *length);

/* ---- Packages -------------------------------------------------------------------------------- */

/** Compiles a model file into a package, which rlx_executable_load runs without a compiler. `path`
 * must end in ".rlxe"; a file of that name is replaced once the new one is complete. `options` may
 * be NULL.
 *
 * `cpus` lists the CPUs to compile for by LLVM's names, separated by commas. The package gets one
 * variant per CPU, and the loader picks the best one. For example, "x86-64-v4,x86-64-v3,cortex-a76"
 * makes three variants; "aarch64" is any CPU of that architecture. NULL compiles for the options'
 * CPU.
 *
 * Param values of the model file go into the package. They are prepared for the kernels if this
 * machine can run the variant. */
RLX_API rlx_status_t *rlx_compile_package(const char *model, const rlx_compile_options_t *options,
                                          const char *cpus, const char *path);
/** The same for MLIR text of `length` bytes, with the values of params by name. A name that is no
 * param of the model is an error. */
RLX_API rlx_status_t *rlx_compile_source_package(const char *text, size_t length,
                                                 const rlx_named_tensor_t *params,
                                                 size_t num_params,
                                                 const rlx_compile_options_t *options,
                                                 const char *cpus, const char *path);

#ifdef __cplusplus
}
#endif

#endif /* RLX_RLX_COMPILER_H */
