// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module rlx._rlx: models, and the functions that make them. rlx/__init__.py is for users.
//
// With RLX_WITH_COMPILER it is linked to librlx.so. Without, it has the runtime alone.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "Arrays.h"
#include "Errors.h"
#include "Executable.h"
#include "Pipeline.h"
#include "State.h"
#include "Unlocked.h"
#include "rlx/rlx.h"
#ifdef RLX_WITH_COMPILER
#include "Graph.h"
#include "LanguageModel.h"
#include "Report.h"
#include "rlx/rlx_compiler.h"
#endif

namespace nb = nanobind;
using namespace nb::literals;

namespace rlx::python {
namespace {

using Text = std::optional<std::string>;

// Runs a function of the C API that makes an executable, without the GIL.
template <typename Make>
Executable *made(Make make) {
  rlx_executable_t *executable = nullptr;
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = make(&executable);
  }
  check(status);
  return new Executable(executable);
}

Executable *load(const std::string &path, const Text &device, bool strict, uint32_t threads) {
  rlx_load_options_t *options = nullptr;
  check(rlx_load_options_create(&options));
  const std::unique_ptr<rlx_load_options_t, decltype(&rlx_load_options_free)> owned(
      options, rlx_load_options_free);
  if (device)
    check(rlx_load_options_set_device(options, device->c_str()));
  check(rlx_load_options_set_strict(options, strict));
  check(rlx_load_options_set_threads(options, threads));
  return made(
      [&](rlx_executable_t **out) { return rlx_executable_load(path.c_str(), options, out); });
}

nb::list devices() {
  rlx_device_list_t *list = nullptr;
  check(rlx_device_list_create(&list));
  const std::unique_ptr<rlx_device_list_t, decltype(&rlx_device_list_free)> owned(
      list, rlx_device_list_free);
  nb::list all;
  for (size_t i = 0; i < rlx_device_list_get_size(list); ++i)
    all.append(nb::make_tuple(rlx_device_list_get_name(list, i),
                              rlx_device_list_get_description(list, i)));
  return all;
}

// Which of `all` are in `names`.
std::vector<bool> marks(const std::vector<std::string> &names,
                        const std::vector<std::string> &all) {
  std::vector<bool> marked;
  for (const std::string &name : all)
    marked.push_back(std::find(names.begin(), names.end(), name) != names.end());
  return marked;
}

#ifdef RLX_WITH_COMPILER
class CompileOptions {
public:
  CompileOptions(const Text &device, uint32_t threads, const Text &precision, const Text &cacheType,
                 const Text &cacheLayout, bool inPlaceCaches, const Text &mode, const Text &cpu,
                 const Text &cache, uint64_t cacheBytes, bool strict, bool checkFinite,
                 bool releaseParams, uint64_t specializeAfter, uint32_t specializeMost,
                 const std::vector<std::string> &params, const std::map<std::string, int64_t> &dims,
                 const std::vector<std::pair<std::string, double>> &lora, const Report *report,
                 nb::object progress)
      : progress(std::move(progress)) {
    check(rlx_compile_options_create(&options));
    try {
      if (device)
        check(rlx_compile_options_set_device(options, device->c_str()));
      check(rlx_compile_options_set_threads(options, threads));
      if (precision)
        check(rlx_compile_options_set_precision(options, precision->c_str()));
      if (cacheType)
        check(rlx_compile_options_set_cache_type(options, cacheType->c_str()));
      if (cacheLayout)
        check(rlx_compile_options_set_cache_layout(options, cacheLayout->c_str()));
      check(rlx_compile_options_set_in_place_caches(options, inPlaceCaches));
      if (mode)
        check(rlx_compile_options_set_mode(options, mode->c_str()));
      if (cpu)
        check(rlx_compile_options_set_cpu(options, cpu->c_str()));
      if (cache)
        check(rlx_compile_options_set_cache(options, cache->c_str(), cacheBytes));
      check(rlx_compile_options_set_strict(options, strict));
      check(rlx_compile_options_set_check_finite(options, checkFinite));
      check(rlx_compile_options_set_release_params(options, releaseParams));
      if (specializeAfter != 0)
        check(rlx_compile_options_set_specialize(options, specializeAfter, specializeMost));
      for (const std::string &name : params)
        check(rlx_compile_options_add_param(options, name.c_str()));
      for (const auto &[name, size] : dims)
        check(rlx_compile_options_set_dim(options, name.c_str(), size));
      for (const auto &[path, scale] : lora)
        check(rlx_compile_options_add_lora(options, path.c_str(), scale));
      if (report)
        check(rlx_compile_options_set_report(options, report->handle()));
      // The first call of a lazy model compiles it, when these options are gone.
      if (mode != "lazy")
        check(rlx_compile_options_set_progress(options, &follow, this));
    } catch (...) {
      rlx_compile_options_free(options);
      throw;
    }
  }
  CompileOptions(const CompileOptions &) = delete;
  ~CompileOptions() { rlx_compile_options_free(options); }

  Executable *compileFile(const std::string &path) {
    return compiled(
        [&](rlx_executable_t **out) { return rlx_compile_file(path.c_str(), options, out); });
  }
  Executable *compileOnnx(nb::bytes model, const Text &directory) {
    return compiled([&](rlx_executable_t **out) {
      return rlx_compile_onnx(model.c_str(), model.size(), directory ? directory->c_str() : nullptr,
                              options, out);
    });
  }
  // Text or bytecode.
  Executable *compileMlir(nb::bytes source) {
    return compiled([&](rlx_executable_t **out) {
      return rlx_compile_source(source.c_str(), source.size(), options, out);
    });
  }
  void packageMlir(nb::bytes source, nb::dict params, const Text &cpus, const std::string &path) {
    const size_t count = nb::len(params);
    const auto held = std::make_unique<Argument[]>(count);
    std::vector<std::string> names;
    for (auto [name, value] : params) {
      names.push_back(nb::cast<std::string>(name));
      held[names.size() - 1].read(value, "param", names.back());
    }
    std::vector<rlx_named_tensor_t> values;
    for (size_t i = 0; i < count; ++i)
      values.push_back({names[i].c_str(), held[i].tensor()});
    packaged([&] {
      return rlx_compile_source_package(source.c_str(), source.size(), values.data(), count,
                                        options, cpus ? cpus->c_str() : nullptr, path.c_str());
    });
  }
  void compilePackage(const std::string &model, const Text &cpus, const std::string &path) {
    packaged([&] {
      return rlx_compile_package(model.c_str(), options, cpus ? cpus->c_str() : nullptr,
                                 path.c_str());
    });
  }
  nb::dict cacheStats() const {
    rlx_cache_stats_t stats;
    check(rlx_compile_options_get_cache_stats(options, &stats));
    nb::dict all;
    all["hits"] = stats.hits;
    all["misses"] = stats.misses;
    all["damaged"] = stats.damaged;
    all["stored"] = stats.stored;
    all["not_stored"] = stats.not_stored;
    all["evicted"] = stats.evicted;
    return all;
  }

  const rlx_compile_options_t *handle() const { return options; }

private:
  template <typename Make>
  Executable *compiled(Make make) {
    return followed([&] { return made(make); });
  }
  template <typename Write>
  void packaged(Write write) {
    followed([&] {
      rlx_status_t *status = nullptr;
      {
        const Unlocked unlocked;
        status = write();
      }
      check(status);
    });
  }
  // An exception of `progress`, or Ctrl-C, ends the compilation, and is raised then.
  template <typename Call>
  auto followed(Call call) {
    try {
      return call();
    } catch (...) {
      if (!raised)
        throw;
      nb::python_error error = std::move(*raised);
      raised.reset();
      throw error;
    }
  }
  static int follow(void *context, const char *phase, size_t number, size_t count) {
    if (isEnding())
      return 1;
    auto &self = *static_cast<CompileOptions *>(context);
    nb::gil_scoped_acquire locked;
    try {
      if (!self.progress.is_none())
        self.progress(phase, number, count);
      if (PyErr_CheckSignals() != 0) // Ctrl-C
        throw nb::python_error();
      return 0;
    } catch (nb::python_error &error) {
      self.raised.emplace(std::move(error));
    }
    return 1;
  }

  rlx_compile_options_t *options = nullptr;
  nb::object progress;
  std::optional<nb::python_error> raised;
};
#endif

} // namespace
} // namespace rlx::python

NB_MODULE(_rlx, m) {
  using namespace rlx::python;
  nb::set_leak_warnings(false); // a model may outlive the interpreter in a cache of its user
  registerErrors();
  registerEnd();
  nb::class_<Executable>(m, "Executable")
      .def("call", &Executable::call)
      .def("run", &Executable::run, "feeds"_a, "out"_a.none() = nb::none())
      .def("output_shapes", &Executable::outputShapes, "shapes"_a)
      .def("signature", &Executable::tensors, "role"_a)
      .def("set_param", &Executable::setParam, "name"_a, "value"_a.none())
      .def("adopt_param", &Executable::adoptParam, "name"_a, "value"_a.none())
      .def("clone", &Executable::clone)
      .def("close", &Executable::close)
      .def_prop_ro("name", &Executable::name)
      .def_prop_ro("is_closed", &Executable::isClosed)
      .def_prop_ro("device", &Executable::device)
      .def_prop_ro("host_kernels", &Executable::hostKernels)
      .def("memory", &Executable::memory);
  nb::class_<State>(m, "State")
      .def(
          "__init__",
          [](State *self, Executable &model, const std::vector<std::string> &held,
             const std::vector<std::string> &wanted) {
            new (self) State(model.cloned(), marks(held, model.names().inputs),
                             marks(wanted, model.names().outputs));
          },
          "model"_a, "held"_a, "wanted"_a)
      .def("call", &State::call)
      .def("run", &State::run, "feeds"_a, "out"_a.none() = nb::none())
      .def("set", &State::set, "name"_a, "value"_a.none())
      .def("get", &State::get, "name"_a)
      .def("feed", &State::feed, "input"_a, "output"_a)
      .def("memory", &State::memory)
      .def("clone", &State::clone)
      .def("close", &State::close);
  nb::class_<Pipeline>(m, "Pipeline")
      .def(
          "__init__",
          [](Pipeline *self, Executable &model) { new (self) Pipeline(model.cloned()); }, "model"_a)
      .def("start", &Pipeline::start, "feeds"_a)
      .def("finish", &Pipeline::finish)
      .def("close", &Pipeline::close);
  m.def("load", &load, "path"_a, "device"_a.none() = nb::none(), "strict"_a = false,
        "threads"_a = 0);
  m.def("devices", &devices);
  m.def("version", [] { return rlx_version(); });
#ifdef RLX_WITH_COMPILER
  registerGraph(m);
  registerLanguageModel(m);
  nb::class_<Report>(m, "Report")
      .def(nb::init<const std::string &>(), "model"_a)
      .def(
          "measure",
          [](Report &report, Executable &executable, const CompileOptions &options, nb::dict feeds,
             double seconds) { report.measure(executable, options.handle(), feeds, seconds); },
          "executable"_a, "options"_a, "feeds"_a, "seconds"_a)
      .def("add_warning", &Report::addWarning, "text"_a)
      .def("text", &Report::text, "format"_a)
      // A pickled model is compiled again without it.
      .def("__reduce__",
           [](const Report &) { return nb::make_tuple(nb::none().type(), nb::make_tuple()); });
  nb::class_<CompileOptions>(m, "CompileOptions")
      .def(nb::init<
               const Text &, uint32_t, const Text &, const Text &, const Text &, bool, const Text &,
               const Text &, const Text &, uint64_t, bool, bool, bool, uint64_t, uint32_t,
               const std::vector<std::string> &, const std::map<std::string, int64_t> &,
               const std::vector<std::pair<std::string, double>> &, const Report *, nb::object>(),
           "device"_a.none(), "threads"_a, "precision"_a.none(), "cache_type"_a.none(),
           "cache_layout"_a.none(), "in_place_caches"_a, "mode"_a.none(), "cpu"_a.none(),
           "cache"_a.none(), "cache_bytes"_a, "strict"_a, "check_finite"_a, "release_params"_a,
           "specialize_after"_a, "specialize_most"_a, "params"_a, "dims"_a,
           "lora"_a = std::vector<std::pair<std::string, double>>(), "report"_a.none() = nb::none(),
           "progress"_a.none() = nb::none())
      .def("compile_file", &CompileOptions::compileFile, "path"_a)
      .def("compile_onnx", &CompileOptions::compileOnnx, "model"_a, "directory"_a.none())
      .def("compile_mlir", &CompileOptions::compileMlir, "source"_a)
      .def("package_mlir", &CompileOptions::packageMlir, "source"_a, "params"_a, "cpus"_a.none(),
           "path"_a)
      .def("compile_package", &CompileOptions::compilePackage, "model"_a, "cpus"_a.none(), "path"_a)
      .def("cache_stats", &CompileOptions::cacheStats);
#endif
}
