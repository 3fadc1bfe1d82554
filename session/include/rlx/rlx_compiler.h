/* RLX compiler: the C API that makes executables from models. C99; needs only rlx.h.
 *
 * Models.    ONNX (.onnx) and MLIR (.mlir, .mlirbc). What is compiled runs in this process, at any
 *            size of its dynamic dimensions.
 * Params.    The weights that an ONNX file carries are set in the executable. MLIR declares params
 *            without values: set them with rlx_executable_set_param or rlx_executable_adopt_param
 *            before the first run.
 * Errors.    As in rlx.h. The message of a model that does not compile starts with its place, which
 *            is file:line:column for MLIR ("source" being the file of rlx_compile_source) and the
 *            node for ONNX, and says what was expected and what was found. Nothing is printed.
 * Ownership. The caller frees options with rlx_compile_options_free, and executables with
 *            rlx_executable_free. An executable depends on nothing it was compiled from: options,
 *            text and file may go before it.
 * Threads.   Compilations may run at the same time and may share options that nobody changes
 *            meanwhile. One compilation runs on the calling thread, except code generation of a
 *            large model for the CPU: it uses up to 16 threads of its own, which end with it.
 */
#ifndef RLX_RLX_COMPILER_H
#define RLX_RLX_COMPILER_H

#include "rlx/rlx.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Options --------------------------------------------------------------------------------- */

typedef struct rlx_compile_options rlx_compile_options_t;

/* The defaults: what NULL in place of options means too. */
RLX_API rlx_status_t *rlx_compile_options_create(rlx_compile_options_t **options);
RLX_API void rlx_compile_options_free(rlx_compile_options_t *options);

/* Setters check their value; one that fails changes nothing. */

/* Target and device go together: naming either is enough, since a device runs code for one target
 * and a target has a first device. Without both it is the CPU. Of both, in any order, the device
 * must be one that runs the target's code: RLX_INVALID_ARGUMENT when a model is compiled. Devices
 * are those of this process; packages for others, by profiles, are made by rlx-run
 * (--device-profile) and from C++ (session/PackageModel.h), not here. */

/* What kind of code to make: "cpu" or "vulkan". RLX_NOT_FOUND lists the targets there are, or says
 * why there is no device for this one. */
RLX_API rlx_status_t *rlx_compile_options_set_target(rlx_compile_options_t *options,
                                                     const char *target);
/* Which device runs it, as rlx_device_list_get_name names it, or "vulkan" for the first one of
 * Vulkan; by default the first of the target. RLX_NOT_FOUND lists the devices there are. */
RLX_API rlx_status_t *rlx_compile_options_set_device(rlx_compile_options_t *options,
                                                     const char *device);
/* Threads of a run on a CPU, 1 to 1024; 0, the default, is all that the machine offers. */
RLX_API rlx_status_t *rlx_compile_options_set_threads(rlx_compile_options_t *options,
                                                      uint32_t threads);
/* 0 compiles every kernel by the generic route; for comparisons. Default 1. */
RLX_API rlx_status_t *rlx_compile_options_set_fast_paths(rlx_compile_options_t *options,
                                                         int enabled);
/* 1: a model is not compiled if a device other than the CPU cannot run one of its kernels, which
 * the CPU runs otherwise: RLX_UNSUPPORTED names the op and says why. Default 0. */
RLX_API rlx_status_t *rlx_compile_options_set_strict(rlx_compile_options_t *options, int enabled);
/* What products of f32 are computed in, matrix products, convolutions and attention: "f32", the
 * default, or "f16" or "bf16", in which they take their operands and give their results. Sums and
 * all else stay f32, and inputs, outputs and params keep their types. f16 makes infinities of what
 * is greater than 65504. */
RLX_API rlx_status_t *rlx_compile_options_set_precision(rlx_compile_options_t *options,
                                                        const char *precision);
/* How models are executed: "compiled", the default; "eager", in which every op of the model is
 * computed by itself, so that errors of runs name the op and its place (half as fast; for finding
 * faults); or "lazy", which only reads and checks the model, and compiles it in the first call that
 * sets a param, prepares or runs: what compiling finds wrong, that call and all later ones return.
 * Without this call the environment variable RLX_MODE says, read at each compilation; an error
 * lists the modes. Packages are compiled always. */
RLX_API rlx_status_t *rlx_compile_options_set_mode(rlx_compile_options_t *options,
                                                   const char *mode);
/* 1: preparing and runs fail, with RLX_INVALID_ARGUMENT, at the first op that makes an infinity or
 * a NaN of finite operands, naming it and its place. Needs the mode "eager". Clones are
 * checked too, each by itself. Default 0. */
RLX_API rlx_status_t *rlx_compile_options_set_check_finite(rlx_compile_options_t *options,
                                                           int enabled);
/* LLVM's name of the CPU to compile for ("znver3"), by default this machine's. It must be one whose
 * code this machine can run: RLX_UNSUPPORTED names a feature that it lacks. */
RLX_API rlx_status_t *rlx_compile_options_set_cpu(rlx_compile_options_t *options, const char *cpu);
/* 1: the executable lets go of params that are packed for the kernels as soon as they are, which
 * halves its memory for weights; a param that is set later then makes these missing. Default 0. */
RLX_API rlx_status_t *rlx_compile_options_set_release_params(rlx_compile_options_t *options,
                                                             int enabled);

/* ---- Keeping compiled models --------------------------------------------------------------- */

/* Compiled models are kept in files of `folder`, which is made when it is needed, and loaded from
 * there when the same model is compiled again: with the same constants, options, processor and
 * build of RLX. Other processes may use the folder at the same time. At most `max_bytes` of files
 * stay, 0 meaning 1 GiB; those go whose use is longest ago. NULL, the default, keeps nothing.
 * Values of params are not kept. Files that are damaged are replaced; that a file cannot be written
 * or used is no error of a compilation: see the statistics. Packages, and models of
 * mode eager, are always compiled. What a driver of Vulkan makes of kernels is not kept here, but
 * where rlx_set_pipeline_cache of rlx.h says, which may be the same folder. */
RLX_API rlx_status_t *rlx_compile_options_set_cache(rlx_compile_options_t *options,
                                                    const char *folder, uint64_t max_bytes);

/* Of the cache of these options, since it was set. */
typedef struct rlx_cache_stats {
  uint64_t hits;
  uint64_t misses;  /* damaged ones included */
  uint64_t damaged; /* there was a file, but it could not be used */
  uint64_t stored;
  uint64_t not_stored; /* the disk is full, read-only, or the model is too large */
  uint64_t evicted;    /* removed to make room */
} rlx_cache_stats_t;

/* All zeros without a cache. Other threads may be compiling with the options. */
RLX_API rlx_status_t *rlx_compile_options_get_cache_stats(const rlx_compile_options_t *options,
                                                          rlx_cache_stats_t *stats);

/* ---- Kernels of the user: rlx.custom --------------------------------------------------------- */

/* Registers the code of the ops `rlx.custom "name"`, for everything compiled with these options.
 * `context` is handed to each call, and must live as long as executables do that were compiled with
 * them, and their clones. RLX_ALREADY_EXISTS if the name is taken; it must not be empty. */
RLX_API rlx_status_t *rlx_compile_options_add_kernel(rlx_compile_options_t *options,
                                                     const char *name, rlx_kernel_fn_t function,
                                                     void *context);

/* When `after_runs` runs of an executable had the same sizes, these are compiled on their own, on a
 * thread in the background, and later runs with them use that code: faster where sizes are small,
 * and perhaps rounded otherwise. An executable keeps the `most` sets of sizes used last, each with
 * prepared weights of its own; 1 to 8. 0 runs: never, which is the default. Destroying the last
 * of an executable and its clones waits for a compilation that is going on. Does not go with
 * rlx_compile_options_set_release_params: RLX_INVALID_ARGUMENT when a model is compiled.
 * rlx_executable_get_specialize_stats says what has come of it. */
RLX_API rlx_status_t *rlx_compile_options_set_specialize(rlx_compile_options_t *options,
                                                         uint64_t after_runs, uint32_t most);

/* ---- Compiling ------------------------------------------------------------------------------- */

/* Compiles a model file; its ending says what it is. `options` may be NULL. */
RLX_API rlx_status_t *rlx_compile_file(const char *path, const rlx_compile_options_t *options,
                                       rlx_executable_t **executable);
/* Compiles a model given as MLIR text, `length` bytes that need not end in NUL. */
RLX_API rlx_status_t *rlx_compile_source(const char *text, size_t length,
                                         const rlx_compile_options_t *options,
                                         rlx_executable_t **executable);

/* ---- Packages -------------------------------------------------------------------------------- */

/* Compiles a model file into a package, a file that rlx_executable_load runs without a compiler.
 * `path` must end in ".rlxe". `cpus` has LLVM's names of the processors to compile for, with commas
 * between ("x86-64-v4,x86-64-v3,cortex-a76"; "aarch64" is any processor of that architecture): the
 * package has a variant for each, and the best one is taken where it is loaded; NULL compiles for
 * the options' CPU. Values of params that the model file carries go into the package, prepared for
 * the kernels where this machine can run the variant. A file of that name is replaced when the new
 * one is complete. `options` may be NULL. */
RLX_API rlx_status_t *rlx_compile_package(const char *model, const rlx_compile_options_t *options,
                                          const char *cpus, const char *path);

#ifdef __cplusplus
}
#endif

#endif /* RLX_RLX_COMPILER_H */
