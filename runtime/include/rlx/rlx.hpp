// RLX runtime: C++20 over the C API. Header only; owns handles, returns errors as values, throws
// nothing of its own. Ownership, threads and shapes are as in rlx.h, where every call is described;
// here stands what C++ adds. Runs allocate where the C API does: not after the first with the same
// shapes.
//
//   rlx::StatusOr<rlx::Executable> model = rlx::Executable::load("model.rlxe");
//   if (!model.ok()) return report(model.status().message());
//   rlx::StatusOr<rlx::Tensor> x = rlx::Tensor::create(RLX_F32, {1, 3});
//   if (!x.ok()) return report(x.status().message());
//   rlx::Status status = model->run({{"x", *x}});
//
// An object that was moved from refuses calls with RLX_INVALID_ARGUMENT, "… is NULL".
#ifndef RLX_RLX_HPP
#define RLX_RLX_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rlx/commit.hpp"
#include "rlx/rlx.h"
#include "rlx/status.hpp"
#include "rlx/tensor.hpp"

namespace rlx {

// "MAJOR.MINOR.PATCH" of the library.
inline const char *version() {
  return rlx_version();
}

struct Device {
  std::string name, description;
};

// The devices of this process at the moment.
inline StatusOr<std::vector<Device>> listDevices() {
  rlx_device_list_t *list = nullptr;
  if (rlx_status_t *status = rlx_device_list_create(&list))
    return Status(status);
  detail::Owned<rlx_device_list_t, rlx_device_list_free> owned(list);
  std::vector<Device> devices;
  for (size_t i = 0; i < rlx_device_list_get_size(list); ++i)
    devices.push_back(
        {rlx_device_list_get_name(list, i), rlx_device_list_get_description(list, i)});
  return devices;
}

// "" keeps nothing.
inline Status setPipelineCache(const std::string &folder) {
  return Status(rlx_set_pipeline_cache(folder.empty() ? nullptr : folder.c_str()));
}

// How to load a package. Executables that were loaded with it do not need it any more.
// Threads: loads may overlap each other, setters nothing.
class LoadOptions {
public:
  static StatusOr<LoadOptions> create() {
    rlx_load_options_t *made = nullptr;
    if (rlx_status_t *status = rlx_load_options_create(&made))
      return Status(status);
    return LoadOptions(made);
  }
  // Takes over `owned`.
  explicit LoadOptions(rlx_load_options_t *owned) : handle(owned) {}

  Status setDevice(detail::Name device) {
    return Status(rlx_load_options_set_device(handle.get(), device.get()));
  }
  Status setStrict(bool enabled) {
    return Status(rlx_load_options_set_strict(handle.get(), enabled));
  }
  // 1 to 1024; 0, the default, is all that the machine offers.
  Status setThreads(uint32_t threads) {
    return Status(rlx_load_options_set_threads(handle.get(), threads));
  }
  // The code of the ops `rlx.custom "name"`. `context` must outlive all executables that are loaded
  // with these options, and their clones. A function in C++ returns Status(…).release(), and must
  // not throw.
  Status addKernel(detail::Name name, rlx_kernel_fn_t function, void *context = nullptr) {
    return Status(rlx_load_options_add_kernel(handle.get(), name.get(), function, context));
  }
  rlx_load_options_t *get() const { return handle.get(); }

private:
  detail::Owned<rlx_load_options_t, rlx_load_options_free> handle;
};

// One tensor of the signature. A dimension is -1 where `symbols` has its name or formula.
struct TensorInfo {
  std::string name;
  rlx_dtype_t dtype;
  Shape shape;
  std::vector<std::string> symbols; // empty text for static dimensions
};

// One layer of a mixture of experts, and what was counted of it; see rlx.h.
struct MoeLayer {
  std::string label;
  size_t experts, products;
  size_t perRow;             // 0: what its router chooses cannot be captured,
  std::string withoutChoice; // for this reason
};
struct MoeLayerStatistics {
  uint64_t residentTokens, otherTokens;
  std::vector<uint64_t> hits; // one an expert
};
struct MoeStatistics {
  uint64_t runs;
  std::vector<MoeLayerStatistics> layers;
};

namespace detail {
// The arguments of a call in C's form, on the stack.
template <typename C, typename T, size_t N>
std::array<C, N> listOf(const T (&items)[N]) {
  return [&]<size_t... I>(std::index_sequence<I...>) {
    return std::array<C, N>{static_cast<const C &>(items[I])...};
  }(std::make_index_sequence<N>());
}
} // namespace detail

// A compiled model. Movable; params, handles and memory go with it.
// Threads: one call at a time, others get RLX_FAILED_PRECONDITION; const functions may overlap each
// other. A clone for each thread runs beside the others.
class Executable {
public:
  using NamedList = std::span<const rlx_named_tensor_t>; // Arguments, or C's own

  // Takes over `owned`.
  explicit Executable(rlx_executable_t *owned) : handle(owned) {}
  // A package. `options` may be null.
  static StatusOr<Executable> load(detail::Name path, const rlx_load_options_t *options = nullptr) {
    rlx_executable_t *loaded = nullptr;
    rlx_status_t *status = rlx_executable_load(path.get(), options, &loaded);
    return take(status, loaded);
  }
  static StatusOr<Executable> load(detail::Name path, const LoadOptions &options) {
    return load(path, options.get());
  }
  // Shares code, params and prepared weights; has its own memory for everything else.
  StatusOr<Executable> clone() {
    rlx_executable_t *copy = nullptr;
    rlx_status_t *status = rlx_executable_clone(handle.get(), &copy);
    return take(status, copy);
  }

  // --- the signature

  std::string name() const { return text(rlx_executable_get_name(handle.get())); }
  std::string device() const { return text(rlx_executable_get_device(handle.get())); }
  std::vector<TensorInfo> inputs() const { return signature(RLX_INPUT); }
  std::vector<TensorInfo> params() const { return signature(RLX_PARAM); }
  std::vector<TensorInfo> outputs() const { return signature(RLX_OUTPUT); }

  // --- params: set once, kept

  // Copies; type and shape must match.
  Status setParam(detail::Name name, const Tensor &value) {
    return Status(rlx_executable_set_param(handle.get(), name.get(), value.get()));
  }
  // Copies and converts from any element type, or from floats.
  Status setParamTyped(detail::Name name, const Tensor &value) {
    return Status(rlx_executable_set_param_typed(handle.get(), name.get(), value.get()));
  }
  Status setParamF32(detail::Name name, std::span<const float> values) {
    return Status(
        rlx_executable_set_param_f32(handle.get(), name.get(), values.data(), values.size()));
  }
  // Shares the tensor's memory, also after this tensor is gone.
  Status adoptParam(detail::Name name, Tensor value) {
    return Status(rlx_executable_adopt_param(handle.get(), name.get(), value.get()));
  }
  Status prepare() { return Status(rlx_executable_prepare(handle.get())); }

  // --- runs
  //
  // Inputs and outputs are lists in braces, {{"x", x}, {"y", y}}, or Arguments. Results in memory
  // of the executable are valid until its next run or end, and until the handle that one of them
  // feeds is changed.

  Status run(NamedList inputs = {}, NamedList outputs = {}) {
    return Status(rlx_executable_run(handle.get(), inputs.data(), inputs.size(), outputs.data(),
                                     outputs.size()));
  }
  template <size_t N>
  Status run(const Named (&inputs)[N], NamedList outputs = {}) {
    return run(NamedList(listOf(inputs)), outputs);
  }
  template <size_t M>
  Status run(NamedList inputs, const Named (&outputs)[M]) {
    return run(inputs, NamedList(listOf(outputs)));
  }
  template <size_t N, size_t M>
  Status run(const Named (&inputs)[N], const Named (&outputs)[M]) {
    return run(NamedList(listOf(inputs)), NamedList(listOf(outputs)));
  }

  // With any element types on either side.
  Status runTyped(NamedList inputs, NamedList outputs = {}) {
    return Status(rlx_executable_run_typed(handle.get(), inputs.data(), inputs.size(),
                                           outputs.data(), outputs.size()));
  }
  template <size_t N>
  Status runTyped(const Named (&inputs)[N], NamedList outputs = {}) {
    return runTyped(NamedList(listOf(inputs)), outputs);
  }
  template <size_t M>
  Status runTyped(NamedList inputs, const Named (&outputs)[M]) {
    return runTyped(inputs, NamedList(listOf(outputs)));
  }
  template <size_t N, size_t M>
  Status runTyped(const Named (&inputs)[N], const Named (&outputs)[M]) {
    return runTyped(NamedList(listOf(inputs)), NamedList(listOf(outputs)));
  }

  // Floats in and out, one entry an output.
  StatusOr<std::span<const rlx_f32_values_t>> runF32(std::span<const rlx_named_f32_t> inputs) {
    const rlx_f32_values_t *results = nullptr;
    if (rlx_status_t *status =
            rlx_executable_run_f32(handle.get(), inputs.data(), inputs.size(), &results))
      return Status(status);
    return std::span(results, outputCount());
  }
  template <size_t N>
  StatusOr<std::span<const rlx_f32_values_t>> runF32(const NamedF32 (&inputs)[N]) {
    return runF32(std::span<const rlx_named_f32_t>(detail::listOf<rlx_named_f32_t>(inputs)));
  }

  // outputs[i] shows output indices[i]; as many of one as of the other.
  Status runReadOutputs(NamedList inputs, std::span<const size_t> indices,
                        std::span<const rlx_tensor_t *> outputs) {
    if (indices.size() != outputs.size())
      return Status(RLX_INVALID_ARGUMENT, "expected room for " + std::to_string(indices.size()) +
                                              " outputs, got " + std::to_string(outputs.size()));
    return Status(rlx_executable_run_read_outputs(handle.get(), inputs.data(), inputs.size(),
                                                  indices.data(), indices.size(), outputs.data()));
  }
  template <size_t K>
  StatusOr<std::array<OutputView, K>> runReadOutputs(NamedList inputs, const size_t (&indices)[K]) {
    std::array<const rlx_tensor_t *, K> shown{};
    if (Status status = runReadOutputs(inputs, std::span<const size_t>(indices), shown);
        !status.ok())
      return status;
    std::array<OutputView, K> views;
    for (size_t i = 0; i < K; ++i)
      views[i] = OutputView(shown[i]);
    return views;
  }
  template <size_t N, size_t K>
  StatusOr<std::array<OutputView, K>> runReadOutputs(const Named (&inputs)[N],
                                                     const size_t (&indices)[K]) {
    return runReadOutputs(NamedList(listOf(inputs)), indices);
  }

  // Where the results are, one entry an output.
  StatusOr<std::span<const rlx_raw_output_t>> runRaw(NamedList inputs) {
    const rlx_raw_output_t *results = nullptr;
    if (rlx_status_t *status =
            rlx_executable_run_raw(handle.get(), inputs.data(), inputs.size(), &results))
      return Status(status);
    return std::span(results, outputCount());
  }
  template <size_t N>
  StatusOr<std::span<const rlx_raw_output_t>> runRaw(const Named (&inputs)[N]) {
    return runRaw(NamedList(listOf(inputs)));
  }

  // All inputs by declared position; results as places in arena(), one entry an output. These stay
  // the same for the same shapes.
  StatusOr<std::span<const rlx_output_slot_t>> runSlots(std::span<const rlx_slot_input_t> inputs) {
    const rlx_output_slot_t *results = nullptr;
    if (rlx_status_t *status =
            rlx_executable_run_slots(handle.get(), inputs.data(), inputs.size(), &results))
      return Status(status);
    return std::span(results, outputCount());
  }
  template <size_t N>
  StatusOr<std::span<const rlx_output_slot_t>> runSlots(const Slot (&inputs)[N]) {
    return runSlots(std::span<const rlx_slot_input_t>(detail::listOf<rlx_slot_input_t>(inputs)));
  }
  // Changes with runs; null before the first.
  const void *arena() const { return rlx_executable_get_arena(handle.get()); }

  // What rlx_compile_options_set_specialize has led to, for this executable.
  StatusOr<rlx_specialize_stats_t> specializeStats() const {
    rlx_specialize_stats_t stats{};
    if (rlx_status_t *status = rlx_executable_get_specialize_stats(handle.get(), &stats))
      return Status(status);
    return stats;
  }

  // --- results of the last run

  StatusOr<OutputView> output(size_t index) const {
    const rlx_tensor_t *tensor = nullptr;
    rlx_status_t *status = rlx_executable_get_output(handle.get(), index, &tensor);
    return show(status, tensor);
  }
  // Row `row` of output `index` seen as [.., rowCount]: the address of its first element.
  StatusOr<const void *> readOutputRow(size_t index, size_t row, size_t rowCount) const {
    const void *data = nullptr;
    if (rlx_status_t *status =
            rlx_executable_read_output_row(handle.get(), index, row, rowCount, &data))
      return Status(status);
    return data;
  }

  // --- experts of a mixture

  std::vector<MoeLayer> moeLayers() const {
    std::vector<MoeLayer> layers;
    rlx_moe_layer_t info;
    for (size_t i = 0; i < rlx_executable_get_moe_layer_count(handle.get()); ++i)
      if (Status(rlx_executable_get_moe_layer(handle.get(), i, &info)).ok())
        layers.push_back(
            {info.label, info.experts, info.products, info.per_row, info.without_choice});
    return layers;
  }
  // One entry an expert, not zero if it is resident: the same for all layers, and for each layer.
  Status setMoeResidentExperts(const std::vector<uint8_t> &resident) {
    return Status(
        rlx_executable_set_moe_resident_experts(handle.get(), resident.data(), resident.size()));
  }
  Status setMoeResidentExpertsPerLayer(const std::vector<std::vector<uint8_t>> &resident) {
    std::vector<rlx_expert_mask_t> masks;
    for (const std::vector<uint8_t> &mask : resident)
      masks.push_back({mask.data(), mask.size()});
    return Status(rlx_executable_set_moe_resident_experts_per_layer(handle.get(), masks.data(),
                                                                    masks.size()));
  }
  Status clearMoeResidentExperts() {
    return Status(rlx_executable_clear_moe_resident_experts(handle.get()));
  }
  // What was counted since the last call, of each layer, and in how many runs.
  StatusOr<MoeStatistics> takeMoeStatistics() {
    const rlx_moe_statistics_t *counted = nullptr;
    MoeStatistics taken{};
    if (rlx_status_t *status =
            rlx_executable_take_moe_statistics(handle.get(), &counted, &taken.runs))
      return Status(status);
    for (size_t i = 0; i < rlx_executable_get_moe_layer_count(handle.get()); ++i)
      taken.layers.push_back({counted[i].resident_tokens,
                              counted[i].other_tokens,
                              {counted[i].hits, counted[i].hits + counted[i].experts}});
    return taken;
  }
  // Gives how many of the layers with that many experts cannot be captured.
  StatusOr<size_t> enableMoeTopkCapture(int64_t experts) {
    size_t without = 0;
    if (rlx_status_t *status =
            rlx_executable_enable_moe_topk_capture(handle.get(), experts, &without))
      return Status(status);
    return without;
  }
  Status disableMoeTopkCapture() {
    return Status(rlx_executable_disable_moe_topk_capture(handle.get()));
  }
  // The ids in memory of the executable, valid until its next run.
  struct MoeChoice {
    size_t layer;
    OutputView ids;
  };
  StatusOr<std::vector<MoeChoice>> takeMoeTopkCapture() {
    const rlx_moe_choice_t *choices = nullptr;
    size_t count = 0;
    if (rlx_status_t *status = rlx_executable_take_moe_topk_capture(handle.get(), &choices, &count))
      return Status(status);
    std::vector<MoeChoice> taken;
    for (size_t i = 0; i < count; ++i)
      taken.push_back({choices[i].layer, OutputView(choices[i].ids)});
    return taken;
  }

  // --- the active extent: leading rows that runs compute

  Status setActiveExtent(int64_t actual, int64_t upper) {
    return Status(rlx_executable_set_active_extent(handle.get(), actual, upper));
  }
  Status clearActiveExtent() { return Status(rlx_executable_clear_active_extent(handle.get())); }

  // --- handles: inputs that stay, and outputs that become them

  Status bindHandle(detail::Name input, const Tensor &value) {
    return Status(rlx_executable_bind_handle(handle.get(), input.get(), value.get()));
  }
  Status bindDeviceHandle(detail::Name input, const Tensor &value) {
    return Status(rlx_executable_bind_device_handle(handle.get(), input.get(), value.get()));
  }
  Status unbindHandle(detail::Name input) {
    return Status(rlx_executable_unbind_handle(handle.get(), input.get()));
  }
  bool hasHandle(detail::Name input) const {
    return rlx_executable_has_handle(handle.get(), input.get()) != 0;
  }
  bool hasDeviceHandle(detail::Name input) const {
    return rlx_executable_has_device_handle(handle.get(), input.get()) != 0;
  }
  // Valid until the next run or change of the handle.
  StatusOr<OutputView> readHandle(detail::Name input) {
    const rlx_tensor_t *content = nullptr;
    rlx_status_t *status = rlx_executable_read_handle(handle.get(), input.get(), &content);
    return show(status, content);
  }
  StatusOr<OutputView> readDeviceHandle(detail::Name input) {
    const rlx_tensor_t *content = nullptr;
    rlx_status_t *status = rlx_executable_read_device_handle(handle.get(), input.get(), &content);
    return show(status, content);
  }
  Status setHandleFeed(detail::Name input, size_t output) {
    return Status(rlx_executable_set_handle_feed(handle.get(), input.get(), output));
  }
  Status clearHandleFeed(detail::Name input) {
    return Status(rlx_executable_clear_handle_feed(handle.get(), input.get()));
  }
  // Sets the feed, for good if the run succeeds, runs, and shows that output.
  StatusOr<OutputView> runFeed(NamedList inputs, detail::Name input, size_t output) {
    const rlx_tensor_t *tensor = nullptr;
    rlx_status_t *status = rlx_executable_run_feed(handle.get(), inputs.data(), inputs.size(),
                                                   input.get(), output, &tensor);
    return show(status, tensor);
  }
  template <size_t N>
  StatusOr<OutputView> runFeed(const Named (&inputs)[N], detail::Name input, size_t output) {
    return runFeed(NamedList(listOf(inputs)), input, output);
  }

  // --- commits: runs on a thread of the executable

  // Names are copied; elements of inputs, and the handle of `commit`, must stay until it is done.
  Status commitNoWait(NamedList inputs, Commit &commit) {
    return Status(
        rlx_executable_commit_no_wait(handle.get(), inputs.data(), inputs.size(), commit.get()));
  }
  template <size_t N>
  Status commitNoWait(const Named (&inputs)[N], Commit &commit) {
    return commitNoWait(NamedList(listOf(inputs)), commit);
  }
  // Waits for all; the first error since the last call.
  Status syncPending() { return Status(rlx_executable_sync_pending(handle.get())); }
  // Commits all, and waits for them.
  Status runPipelined(std::span<const rlx_input_set_t> sets,
                      std::span<rlx_commit_t *const> commits) {
    if (sets.size() != commits.size())
      return Status(RLX_INVALID_ARGUMENT,
                    "expected one commit for each of the " + std::to_string(sets.size()) +
                        " sets of inputs, got " + std::to_string(commits.size()));
    return Status(
        rlx_executable_run_pipelined(handle.get(), sets.data(), sets.size(), commits.data()));
  }
  template <size_t N>
  Status runPipelined(const Turn (&turns)[N]) {
    std::array<rlx_input_set_t, N> sets;
    std::array<rlx_commit_t *, N> commits;
    for (size_t i = 0; i < N; ++i) {
      sets[i] = turns[i].inputs;
      commits[i] = turns[i].commit.get();
    }
    return runPipelined(sets, commits);
  }

  rlx_executable_t *get() const { return handle.get(); }

private:
  template <size_t N>
  static std::array<rlx_named_tensor_t, N> listOf(const Named (&items)[N]) {
    return detail::listOf<rlx_named_tensor_t>(items);
  }
  static StatusOr<Executable> take(rlx_status_t *status, rlx_executable_t *made) {
    if (status)
      return Status(status);
    return Executable(made);
  }
  static StatusOr<OutputView> show(rlx_status_t *status, const rlx_tensor_t *tensor) {
    if (status)
      return Status(status);
    return OutputView(tensor);
  }
  static std::string text(const char *text) { return text ? text : ""; }
  size_t outputCount() const { return rlx_executable_get_count(handle.get(), RLX_OUTPUT); }
  std::vector<TensorInfo> signature(rlx_role_t role) const {
    std::vector<TensorInfo> result;
    for (size_t i = 0; i < rlx_executable_get_count(handle.get(), role); ++i) {
      TensorInfo info{rlx_executable_get_tensor_name(handle.get(), role, i),
                      rlx_executable_get_tensor_dtype(handle.get(), role, i),
                      {},
                      {}};
      for (size_t d = 0; d < rlx_executable_get_tensor_rank(handle.get(), role, i); ++d) {
        info.shape.push_back(rlx_executable_get_tensor_dim(handle.get(), role, i, d));
        info.symbols.push_back(
            text(rlx_executable_get_tensor_dim_symbol(handle.get(), role, i, d)));
      }
      result.push_back(std::move(info));
    }
    return result;
  }
  detail::Owned<rlx_executable_t, rlx_executable_free> handle;
};

} // namespace rlx

#endif // RLX_RLX_HPP
