// RLX compiler: C++20 over rlx_compiler.h, as rlx.hpp is over rlx.h. Header only; owns handles,
// returns errors as values, throws nothing of its own. Contracts are as in rlx_compiler.h.
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

class CompilerOptions {
public:
  static StatusOr<CompilerOptions> create() {
    rlx_compile_options_t *made = nullptr;
    if (rlx_status_t *status = rlx_compile_options_create(&made))
      return Status(status);
    return CompilerOptions(made);
  }
  explicit CompilerOptions(rlx_compile_options_t *owned) : handle(owned) {}

  Status setTarget(const std::string &target) {
    return Status(rlx_compile_options_set_target(handle.get(), target.c_str()));
  }
  Status setDevice(const std::string &device) {
    return Status(rlx_compile_options_set_device(handle.get(), device.c_str()));
  }
  Status setSpecialize(uint64_t afterRuns, uint32_t most = 4) {
    return Status(rlx_compile_options_set_specialize(handle.get(), afterRuns, most));
  }
  Status setThreads(uint32_t threads) {
    return Status(rlx_compile_options_set_threads(handle.get(), threads));
  }
  Status setFastPaths(bool enabled) {
    return Status(rlx_compile_options_set_fast_paths(handle.get(), enabled));
  }
  Status setStrict(bool enabled) {
    return Status(rlx_compile_options_set_strict(handle.get(), enabled));
  }
  Status setPrecision(const std::string &precision) {
    return Status(rlx_compile_options_set_precision(handle.get(), precision.c_str()));
  }
  Status setMode(const std::string &mode) {
    return Status(rlx_compile_options_set_mode(handle.get(), mode.c_str()));
  }
  Status setCheckFinite(bool enabled) {
    return Status(rlx_compile_options_set_check_finite(handle.get(), enabled));
  }
  Status setCpu(const std::string &cpu) {
    return Status(rlx_compile_options_set_cpu(handle.get(), cpu.c_str()));
  }
  Status setReleaseParams(bool enabled) {
    return Status(rlx_compile_options_set_release_params(handle.get(), enabled));
  }
  // The folder of compiled models; "" for none. 0 bytes stand for the default.
  Status setCache(const std::string &folder, uint64_t maxBytes = 0) {
    return Status(rlx_compile_options_set_cache(
        handle.get(), folder.empty() ? nullptr : folder.c_str(), maxBytes));
  }
  StatusOr<rlx_cache_stats_t> cacheStats() const {
    rlx_cache_stats_t stats;
    if (rlx_status_t *status = rlx_compile_options_get_cache_stats(handle.get(), &stats))
      return Status(status);
    return stats;
  }
  // `context` must outlive all executables compiled with these options, and their clones.
  Status addKernel(const std::string &name, rlx_kernel_fn_t function, void *context = nullptr) {
    return Status(rlx_compile_options_add_kernel(handle.get(), name.c_str(), function, context));
  }
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
inline StatusOr<Executable> compileSource(std::string_view text, rlx_compile_options_t *options) {
  rlx_executable_t *made = nullptr;
  if (rlx_status_t *status = rlx_compile_source(text.data(), text.size(), options, &made))
    return Status(status);
  return Executable(made);
}
} // namespace detail

inline StatusOr<Executable> compileFile(const std::string &path) {
  return detail::compileFile(path, nullptr);
}
inline StatusOr<Executable> compileFile(const std::string &path, const CompilerOptions &options) {
  return detail::compileFile(path, options.get());
}
inline StatusOr<Executable> compileSource(std::string_view text) {
  return detail::compileSource(text, nullptr);
}
inline StatusOr<Executable> compileSource(std::string_view text, const CompilerOptions &options) {
  return detail::compileSource(text, options.get());
}

// A package of a model, for the CPUs named, with commas between; empty: the one of the options.
inline Status compilePackage(const std::string &model, const std::string &path,
                             const std::string &cpus = "") {
  return Status(rlx_compile_package(model.c_str(), nullptr, cpus.empty() ? nullptr : cpus.c_str(),
                                    path.c_str()));
}
inline Status compilePackage(const std::string &model, const CompilerOptions &options,
                             const std::string &path, const std::string &cpus = "") {
  return Status(rlx_compile_package(model.c_str(), options.get(),
                                    cpus.empty() ? nullptr : cpus.c_str(), path.c_str()));
}

} // namespace rlx

#endif // RLX_RLX_COMPILER_HPP
