// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RLX compiler: C++20 over rlx_compiler.h, as rlx.hpp is over rlx.h. Header only. Objects own their
// C handles. Errors are values; nothing of its own throws. The full contracts are in
// rlx_compiler.h.
//
//   rlx::StatusOr<rlx::Executable> model = rlx::compileFile("model.onnx");
//   if (!model.ok()) return report(model.status().message());
#ifndef RLX_RLX_COMPILER_HPP
#define RLX_RLX_COMPILER_HPP

#include <string>
#include <string_view>

#include "rlx/rlx.hpp"
#include "rlx/rlx_compiler.h"

namespace rlx {

/// Options for compiling a model. Executables do not need them afterwards. Setters check their
/// value; one that fails changes nothing.
/// Threads: compilations may overlap each other. Setters must run alone.
class CompilerOptions {
public:
  /// Makes options with the defaults.
  static StatusOr<CompilerOptions> create() {
    rlx_compile_options_t *made = nullptr;
    if (rlx_status_t *status = rlx_compile_options_create(&made))
      return Status(status);
    return CompilerOptions(made);
  }
  /// Takes ownership of `owned`.
  explicit CompilerOptions(rlx_compile_options_t *owned) : handle(owned) {}

  /// Sets the kind of code: "cpu" or "vulkan". RLX_NOT_FOUND lists the targets.
  Status setTarget(const std::string &target) {
    return Status(rlx_compile_options_set_target(handle.get(), target.c_str()));
  }
  /// Sets the device by its name in listDevices(). RLX_NOT_FOUND lists the devices.
  Status setDevice(const std::string &device) {
    return Status(rlx_compile_options_set_device(handle.get(), device.c_str()));
  }
  /// Compiles a shape as static, in the background, after `afterRuns` runs with it. Keeps the
  /// `most` last used shapes, 1 to 8. 0 for `afterRuns`, the default, disables it.
  Status setSpecialize(uint64_t afterRuns, uint32_t most = 4) {
    return Status(rlx_compile_options_set_specialize(handle.get(), afterRuns, most));
  }
  /// Sets the threads of a run on the CPU, 1 to 1024. 0, the default, means the number of
  /// RLX_NUM_THREADS or OMP_NUM_THREADS, or that of the processors that the process may use.
  Status setThreads(uint32_t threads) {
    return Status(rlx_compile_options_set_threads(handle.get(), threads));
  }
  /// False compiles every kernel by the generic route, for comparisons. Default true.
  Status setFastPaths(bool enabled) {
    return Status(rlx_compile_options_set_fast_paths(handle.get(), enabled));
  }
  /// Refuses models whose kernels would run on the CPU instead of the device. Default false.
  Status setStrict(bool enabled) {
    return Status(rlx_compile_options_set_strict(handle.get(), enabled));
  }
  /// Sets the precision of f32 matmuls, convolutions and attention: "f32", the default, "f16" or
  /// "bf16". Accumulators stay f32.
  Status setPrecision(const std::string &precision) {
    return Status(rlx_compile_options_set_precision(handle.get(), precision.c_str()));
  }
  /// Sets the type of keys and values in the caches of a language model; see
  /// rlx_compile_options_set_cache_type.
  Status setCacheType(const std::string &type) {
    return Status(rlx_compile_options_set_cache_type(handle.get(), type.c_str()));
  }
  /// Sets the layout of these caches, "contiguous" or "paged"; see
  /// rlx_compile_options_set_cache_layout.
  Status setCacheLayout(const std::string &layout) {
    return Status(rlx_compile_options_set_cache_layout(handle.get(), layout.c_str()));
  }
  /// Updates caches of exported decoders in place; see rlx_compile_options_set_in_place_caches.
  Status setInPlaceCaches(bool enabled) {
    return Status(rlx_compile_options_set_in_place_caches(handle.get(), enabled));
  }
  /// Sets how models are executed: "compiled", the default, "eager" or "lazy".
  Status setMode(const std::string &mode) {
    return Status(rlx_compile_options_set_mode(handle.get(), mode.c_str()));
  }
  /// Makes runs fail at the first op that makes infinity or NaN from finite operands. Needs mode
  /// "eager".
  Status setCheckFinite(bool enabled) {
    return Status(rlx_compile_options_set_check_finite(handle.get(), enabled));
  }
  /// Sets the function that follows compilations; see rlx_compile_options_set_progress. Null: none.
  Status setProgress(rlx_progress_fn_t function, void *context) {
    return Status(rlx_compile_options_set_progress(handle.get(), function, context));
  }
  /// Sets the CPU to compile for by LLVM's name, for example "znver3". RLX_UNSUPPORTED if this
  /// machine cannot run its code.
  Status setCpu(const std::string &cpu) {
    return Status(rlx_compile_options_set_cpu(handle.get(), cpu.c_str()));
  }
  /// Releases params once they are packed, which halves the memory for weights. Default false.
  Status setReleaseParams(bool enabled) {
    return Status(rlx_compile_options_set_release_params(handle.get(), enabled));
  }
  /// Sets the folder of the on-disk cache of compiled models; "" for none, the default. Files of at
  /// most `maxBytes` are kept; 0 means 1 GiB.
  Status setCache(const std::string &folder, uint64_t maxBytes = 0) {
    return Status(rlx_compile_options_set_cache(
        handle.get(), folder.empty() ? nullptr : folder.c_str(), maxBytes));
  }
  /// Statistics of the cache since it was set. All are 0 without one.
  StatusOr<rlx_cache_stats_t> cacheStats() const {
    rlx_cache_stats_t stats;
    if (rlx_status_t *status = rlx_compile_options_get_cache_stats(handle.get(), &stats))
      return Status(status);
    return stats;
  }
  /// Registers a user kernel: the code of the ops `rlx.custom "name"`. `context` must outlive the
  /// executables compiled with these options, and their clones.
  Status addKernel(const std::string &name, rlx_kernel_fn_t function, void *context = nullptr) {
    return Status(rlx_compile_options_add_kernel(handle.get(), name.c_str(), function, context));
  }
  /// Makes an input of an ONNX model a param, to be set once after compiling.
  Status addParam(const std::string &name) {
    return Status(rlx_compile_options_add_param(handle.get(), name.c_str()));
  }
  /// Fixes a dynamic dimension: the model is compiled for this size alone.
  Status setDim(const std::string &name, int64_t size) {
    return Status(rlx_compile_options_set_dim(handle.get(), name.c_str(), size));
  }
  /// The C object. It still belongs to these options.
  rlx_compile_options_t *get() const { return handle.get(); }

private:
  detail::Owned<rlx_compile_options_t, rlx_compile_options_free> handle;
};

namespace detail {
inline StatusOr<Executable> compileFile(const std::string &path, rlx_compile_options_t *options) {
  rlx_executable_t *made = nullptr;
  if (rlx_status_t *status = rlx_compile_file(path.c_str(), options, &made))
    return Status(status);
  return Executable(made);
}
inline StatusOr<Executable> compileOnnx(std::string_view bytes, const std::string &directory,
                                        rlx_compile_options_t *options) {
  rlx_executable_t *made = nullptr;
  if (rlx_status_t *status =
          rlx_compile_onnx(bytes.data(), bytes.size(),
                           directory.empty() ? nullptr : directory.c_str(), options, &made))
    return Status(status);
  return Executable(made);
}
inline StatusOr<Executable> compileSource(std::string_view text, rlx_compile_options_t *options) {
  rlx_executable_t *made = nullptr;
  if (rlx_status_t *status = rlx_compile_source(text.data(), text.size(), options, &made))
    return Status(status);
  return Executable(made);
}
} // namespace detail

/// Compiles a model file, .onnx, .gguf, .mlir or .mlirbc, with the defaults. See rlx_compile_file
/// for the errors.
inline StatusOr<Executable> compileFile(const std::string &path) {
  return detail::compileFile(path, nullptr);
}
/// Compiles a model file with options.
inline StatusOr<Executable> compileFile(const std::string &path, const CompilerOptions &options) {
  return detail::compileFile(path, options.get());
}
/// Compiles an ONNX model in memory, whose external data is in `directory`, with the defaults. See
/// rlx_compile_onnx.
inline StatusOr<Executable> compileOnnx(std::string_view bytes, const std::string &directory = "") {
  return detail::compileOnnx(bytes, directory, nullptr);
}
/// Compiles an ONNX model in memory with options.
inline StatusOr<Executable> compileOnnx(std::string_view bytes, const std::string &directory,
                                        const CompilerOptions &options) {
  return detail::compileOnnx(bytes, directory, options.get());
}
/// Compiles MLIR text with the defaults.
inline StatusOr<Executable> compileSource(std::string_view text) {
  return detail::compileSource(text, nullptr);
}
/// Compiles MLIR text with options.
inline StatusOr<Executable> compileSource(std::string_view text, const CompilerOptions &options) {
  return detail::compileSource(text, options.get());
}

/// Compiles a model file into the package `path`, which must end in ".rlxe". `cpus` lists LLVM's
/// names of CPUs, separated by commas, for example "x86-64-v3,cortex-a76". Empty: this machine's
/// CPU.
inline Status compilePackage(const std::string &model, const std::string &path,
                             const std::string &cpus = "") {
  return Status(rlx_compile_package(model.c_str(), nullptr, cpus.empty() ? nullptr : cpus.c_str(),
                                    path.c_str()));
}
/// Compiles a model file into a package with options. Empty `cpus`: the options' CPU.
inline Status compilePackage(const std::string &model, const CompilerOptions &options,
                             const std::string &path, const std::string &cpus = "") {
  return Status(rlx_compile_package(model.c_str(), options.get(),
                                    cpus.empty() ? nullptr : cpus.c_str(), path.c_str()));
}

} // namespace rlx

#endif // RLX_RLX_COMPILER_HPP
