// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RLX runtime: C++20 over the C API. Header only. Objects own their C handles. Errors are values;
// nothing of its own throws. Ownership, threads, shapes and the full contract of every call are in
// rlx.h; the comments here add the C++ side. Runs allocate nothing after the first one with the
// same shapes.
//
//   rlx::StatusOr<rlx::Executable> model = rlx::Executable::load("model.rlxe");
//   if (!model.ok()) return report(model.status().message());
//   rlx::StatusOr<rlx::Tensor> x = rlx::Tensor::create(RLX_F32, {1, 3});
//   if (!x.ok()) return report(x.status().message());
//   rlx::Status status = model->run({{"x", *x}});
//
// A moved-from object refuses calls with RLX_INVALID_ARGUMENT, "… is NULL".
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

/// The library's version as "MAJOR.MINOR.PATCH". Static text.
inline const char *version() {
  return rlx_version();
}

/// A device of this process: its name for options, and a description for people.
struct Device {
  std::string name, description;
};

/// Lists the devices of this process. Vulkan is probed at the first call. Threads: any.
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

/// Sets the folder of the on-disk Vulkan pipeline cache; "" keeps nothing. See
/// rlx_set_pipeline_cache.
inline Status setPipelineCache(const std::string &folder) {
  return Status(rlx_set_pipeline_cache(folder.empty() ? nullptr : folder.c_str()));
}

/// Options for loading a package. Executables loaded with them do not need them afterwards.
/// Threads: loads may overlap each other. Setters must run alone.
class LoadOptions {
public:
  /// Makes options with the defaults.
  static StatusOr<LoadOptions> create() {
    rlx_load_options_t *made = nullptr;
    if (rlx_status_t *status = rlx_load_options_create(&made))
      return Status(status);
    return LoadOptions(made);
  }
  /// Takes ownership of `owned`.
  explicit LoadOptions(rlx_load_options_t *owned) : handle(owned) {}

  /// Selects the device by its name in listDevices(). See rlx_load_options_set_device.
  Status setDevice(detail::Name device) {
    return Status(rlx_load_options_set_device(handle.get(), device.get()));
  }
  /// Refuses packages whose kernels would run on the CPU instead of the device. Default false.
  Status setStrict(bool enabled) {
    return Status(rlx_load_options_set_strict(handle.get(), enabled));
  }
  /// Sets the threads of a run on the CPU, 1 to 1024. 0, the default, means the number of
  /// RLX_NUM_THREADS or OMP_NUM_THREADS, or that of the processors that the process may use.
  Status setThreads(uint32_t threads) {
    return Status(rlx_load_options_set_threads(handle.get(), threads));
  }
  /// Registers a user kernel: the code of the ops `rlx.custom "name"`. `context` must outlive the
  /// executables loaded with these options, and their clones. A C++ function returns
  /// Status(…).release() and must not throw.
  Status addKernel(detail::Name name, rlx_kernel_fn_t function, void *context = nullptr) {
    return Status(rlx_load_options_add_kernel(handle.get(), name.get(), function, context));
  }
  /// The C object. It still belongs to these options.
  rlx_load_options_t *get() const { return handle.get(); }

private:
  detail::Owned<rlx_load_options_t, rlx_load_options_free> handle;
};

/// One tensor of the signature. A dynamic dimension is -1 in `shape`, and has its symbol or formula
/// in `symbols`, for example "batch".
struct TensorInfo {
  std::string name;
  rlx_dtype_t dtype;
  Shape shape;
  std::vector<std::string> symbols; // empty text for static dimensions
};

/// One mixture-of-experts layer; see rlx_moe_layer_t.
struct MoeLayer {
  std::string label;
  size_t experts, products;
  size_t perRow;             // experts per row (the router's k); 0: cannot be captured
  std::string withoutChoice; // why it cannot be captured; empty if it can
};
/// Counted tokens of one layer; see rlx_moe_statistics_t.
struct MoeLayerStatistics {
  uint64_t residentTokens, otherTokens;
  std::vector<uint64_t> hits; // tokens per expert
};
/// Counted tokens of all layers, and the number of runs they come from.
struct MoeStatistics {
  uint64_t runs;
  std::vector<MoeLayerStatistics> layers;
};

namespace detail {
// The arguments of a call as C structs, on the stack.
template <typename C, typename T, size_t N>
std::array<C, N> listOf(const T (&items)[N]) {
  return [&]<size_t... I>(std::index_sequence<I...>) {
    return std::array<C, N>{static_cast<const C &>(items[I])...};
  }(std::make_index_sequence<N>());
}
} // namespace detail

/// A compiled model. Move-only: params, handles and memory move along. A destructor waits for
/// pending commits.
/// Threads: one call at a time; a call that overlaps another one returns RLX_FAILED_PRECONDITION.
/// Const functions may overlap each other. Use a clone per thread.
class Executable {
public:
  /// A list of inputs or outputs: Arguments, or C structs.
  using NamedList = std::span<const rlx_named_tensor_t>;

  /// Takes ownership of `owned`.
  explicit Executable(rlx_executable_t *owned) : handle(owned) {}
  /// Loads a package. `options` may be null. See rlx_executable_load for the errors.
  static StatusOr<Executable> load(detail::Name path, const rlx_load_options_t *options = nullptr) {
    rlx_executable_t *loaded = nullptr;
    rlx_status_t *status = rlx_executable_load(path.get(), options, &loaded);
    return take(status, loaded);
  }
  /// Loads a package with options.
  static StatusOr<Executable> load(detail::Name path, const LoadOptions &options) {
    return load(path, options.get());
  }
  /// Makes a second executable. It shares code, params and prepared weights, and has separate
  /// memory for everything else. Handles and feeds are copied.
  StatusOr<Executable> clone() {
    rlx_executable_t *copy = nullptr;
    rlx_status_t *status = rlx_executable_clone(handle.get(), &copy);
    return take(status, copy);
  }

  // --- the signature

  /// The model's name.
  std::string name() const { return text(rlx_executable_get_name(handle.get())); }
  /// The name of the device that runs it.
  std::string device() const { return text(rlx_executable_get_device(handle.get())); }
  /// The kernels that run on the CPU beside another device, as text; empty if there are none.
  std::string hostKernels() const { return text(rlx_executable_get_host_kernels(handle.get())); }
  /// The memory that it has now, in bytes. Errors as rlx_executable_get_memory.
  StatusOr<rlx_memory_t> memory() {
    rlx_memory_t memory;
    if (rlx_status_t *status = rlx_executable_get_memory(handle.get(), &memory))
      return Status(status);
    return memory;
  }
  /// The inputs in declared order.
  std::vector<TensorInfo> inputs() const { return signature(RLX_INPUT); }
  /// The params in declared order.
  std::vector<TensorInfo> params() const { return signature(RLX_PARAM); }
  /// The outputs in declared order.
  std::vector<TensorInfo> outputs() const { return signature(RLX_OUTPUT); }

  // --- params: set once, kept

  /// Sets one param. Copies the elements. Type and shape must match the signature.
  Status setParam(detail::Name name, const Tensor &value) {
    return Status(rlx_executable_set_param(handle.get(), name.get(), value.get()));
  }
  /// Sets one param from any element type, converted.
  Status setParamTyped(detail::Name name, const Tensor &value) {
    return Status(rlx_executable_set_param_typed(handle.get(), name.get(), value.get()));
  }
  /// Sets one param from floats in row-major order, converted. Their number must be the param's.
  Status setParamF32(detail::Name name, std::span<const float> values) {
    return Status(
        rlx_executable_set_param_f32(handle.get(), name.get(), values.data(), values.size()));
  }
  /// Sets one param without a copy: shares the tensor's memory, also after the tensor is gone. Do
  /// not write to it afterwards.
  Status adoptParam(detail::Name name, Tensor value) {
    return Status(rlx_executable_adopt_param(handle.get(), name.get(), value.get()));
  }
  /// Prepares the weights now instead of in the first run. All params must be set.
  Status prepare() { return Status(rlx_executable_prepare(handle.get())); }

  // --- runs
  //
  // Inputs and outputs are lists in braces, {{"x", x}, {"y", y}}, or Arguments. Results in the
  // executable's memory are valid until its next run or its end. A change of the handle that a
  // result feeds ends it too. See rlx.h for the rules of all forms.

  /// Runs. `outputs` may name some or all outputs, which are then written into your tensors. All
  /// others stay in the executable; see output().
  Status run(NamedList inputs = {}, NamedList outputs = {}) {
    return Status(rlx_executable_run(handle.get(), inputs.data(), inputs.size(), outputs.data(),
                                     outputs.size()));
  }
  /// The same with lists in braces.
  template <size_t N>
  Status run(const Named (&inputs)[N], NamedList outputs = {}) {
    return run(NamedList(listOf(inputs)), outputs);
  }
  /// The same with lists in braces.
  template <size_t M>
  Status run(NamedList inputs, const Named (&outputs)[M]) {
    return run(inputs, NamedList(listOf(outputs)));
  }
  /// The same with lists in braces.
  template <size_t N, size_t M>
  Status run(const Named (&inputs)[N], const Named (&outputs)[M]) {
    return run(NamedList(listOf(inputs)), NamedList(listOf(outputs)));
  }

  /// Runs with any element types on both sides, converted if a type is not the model's.
  Status runTyped(NamedList inputs, NamedList outputs = {}) {
    return Status(rlx_executable_run_typed(handle.get(), inputs.data(), inputs.size(),
                                           outputs.data(), outputs.size()));
  }
  /// The same with lists in braces.
  template <size_t N>
  Status runTyped(const Named (&inputs)[N], NamedList outputs = {}) {
    return runTyped(NamedList(listOf(inputs)), outputs);
  }
  /// The same with lists in braces.
  template <size_t M>
  Status runTyped(NamedList inputs, const Named (&outputs)[M]) {
    return runTyped(inputs, NamedList(listOf(outputs)));
  }
  /// The same with lists in braces.
  template <size_t N, size_t M>
  Status runTyped(const Named (&inputs)[N], const Named (&outputs)[M]) {
    return runTyped(NamedList(listOf(inputs)), NamedList(listOf(outputs)));
  }

  /// Runs with floats on both sides. The span has one entry per output, in the executable's memory.
  /// See rlx_executable_run_f32 for shapes.
  StatusOr<std::span<const rlx_f32_values_t>> runF32(std::span<const rlx_named_f32_t> inputs) {
    const rlx_f32_values_t *results = nullptr;
    if (rlx_status_t *status =
            rlx_executable_run_f32(handle.get(), inputs.data(), inputs.size(), &results))
      return Status(status);
    return std::span(results, outputCount());
  }
  /// The same with lists in braces.
  template <size_t N>
  StatusOr<std::span<const rlx_f32_values_t>> runF32(const NamedF32 (&inputs)[N]) {
    return runF32(std::span<const rlx_named_f32_t>(detail::listOf<rlx_named_f32_t>(inputs)));
  }

  /// Runs and returns selected outputs: outputs[i] gets output indices[i]. Both spans must have the
  /// same length, otherwise RLX_INVALID_ARGUMENT.
  Status runReadOutputs(NamedList inputs, std::span<const size_t> indices,
                        std::span<const rlx_tensor_t *> outputs) {
    if (indices.size() != outputs.size())
      return Status(RLX_INVALID_ARGUMENT, "expected room for " + std::to_string(indices.size()) +
                                              " outputs, got " + std::to_string(outputs.size()));
    return Status(rlx_executable_run_read_outputs(handle.get(), inputs.data(), inputs.size(),
                                                  indices.data(), indices.size(), outputs.data()));
  }
  /// The same with lists in braces.
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
  /// The same with lists in braces.
  template <size_t N, size_t K>
  StatusOr<std::array<OutputView, K>> runReadOutputs(const Named (&inputs)[N],
                                                     const size_t (&indices)[K]) {
    return runReadOutputs(NamedList(listOf(inputs)), indices);
  }

  /// Runs and returns the addresses of the results, one entry per output.
  StatusOr<std::span<const rlx_raw_output_t>> runRaw(NamedList inputs) {
    const rlx_raw_output_t *results = nullptr;
    if (rlx_status_t *status =
            rlx_executable_run_raw(handle.get(), inputs.data(), inputs.size(), &results))
      return Status(status);
    return std::span(results, outputCount());
  }
  /// The same with lists in braces.
  template <size_t N>
  StatusOr<std::span<const rlx_raw_output_t>> runRaw(const Named (&inputs)[N]) {
    return runRaw(NamedList(listOf(inputs)));
  }

  /// Runs with the least overhead. `inputs` has all inputs in declared order. The span has one
  /// offset into arena() per output. Offsets stay the same for the same shapes.
  StatusOr<std::span<const rlx_output_slot_t>> runSlots(std::span<const rlx_slot_input_t> inputs) {
    const rlx_output_slot_t *results = nullptr;
    if (rlx_status_t *status =
            rlx_executable_run_slots(handle.get(), inputs.data(), inputs.size(), &results))
      return Status(status);
    return std::span(results, outputCount());
  }
  /// The same with lists in braces.
  template <size_t N>
  StatusOr<std::span<const rlx_output_slot_t>> runSlots(const Slot (&inputs)[N]) {
    return runSlots(std::span<const rlx_slot_input_t>(detail::listOf<rlx_slot_input_t>(inputs)));
  }
  /// The base address for the offsets of runSlots. May change with every run; null before the
  /// first.
  const void *arena() const { return rlx_executable_get_arena(handle.get()); }

  /// Statistics of shape specialization, for this executable. See
  /// rlx_compile_options_set_specialize.
  StatusOr<rlx_specialize_stats_t> specializeStats() const {
    rlx_specialize_stats_t stats{};
    if (rlx_status_t *status = rlx_executable_get_specialize_stats(handle.get(), &stats))
      return Status(status);
    return stats;
  }

  /// The shapes that a run with such inputs gives, one per output. A size that the run computes is
  /// -1. See rlx_executable_get_output_shapes.
  StatusOr<std::vector<std::vector<int64_t>>>
  outputShapes(std::span<const rlx_input_shape_t> inputs) {
    const rlx_output_shape_t *shapes = nullptr;
    if (rlx_status_t *status =
            rlx_executable_get_output_shapes(handle.get(), inputs.data(), inputs.size(), &shapes))
      return Status(status);
    std::vector<std::vector<int64_t>> all;
    for (size_t i = 0; i < outputCount(); ++i)
      all.emplace_back(shapes[i].dims, shapes[i].dims + shapes[i].rank);
    return all;
  }

  // --- results of the last run

  /// Output `index` of the last successful run. RLX_FAILED_PRECONDITION if you gave memory for it,
  /// and after a commit.
  StatusOr<OutputView> output(size_t index) const {
    const rlx_tensor_t *tensor = nullptr;
    rlx_status_t *status = rlx_executable_get_output(handle.get(), index, &tensor);
    return show(status, tensor);
  }
  /// The address of row `row` of output `index`, seen as a matrix of rows with rowCount elements
  /// each. See rlx_executable_read_output_row.
  StatusOr<const void *> readOutputRow(size_t index, size_t row, size_t rowCount) const {
    const void *data = nullptr;
    if (rlx_status_t *status =
            rlx_executable_read_output_row(handle.get(), index, row, rowCount, &data))
      return Status(status);
    return data;
  }

  // --- experts of a mixture

  /// The layers in execution order. Compiles a model of mode lazy first; empty if that fails.
  std::vector<MoeLayer> moeLayers() const {
    std::vector<MoeLayer> layers;
    rlx_moe_layer_t info;
    for (size_t i = 0; i < rlx_executable_get_moe_layer_count(handle.get()); ++i)
      if (Status(rlx_executable_get_moe_layer(handle.get(), i, &info)).ok())
        layers.push_back(
            {info.label, info.experts, info.products, info.per_row, info.without_choice});
    return layers;
  }
  /// Marks the resident experts for all layers: expert i is resident if entry i is not 0. Starts
  /// counting.
  Status setMoeResidentExperts(const std::vector<uint8_t> &resident) {
    return Status(
        rlx_executable_set_moe_resident_experts(handle.get(), resident.data(), resident.size()));
  }
  /// Marks the resident experts with one mask per layer. Starts counting.
  Status setMoeResidentExpertsPerLayer(const std::vector<std::vector<uint8_t>> &resident) {
    std::vector<rlx_expert_mask_t> masks;
    for (const std::vector<uint8_t> &mask : resident)
      masks.push_back({mask.data(), mask.size()});
    return Status(rlx_executable_set_moe_resident_experts_per_layer(handle.get(), masks.data(),
                                                                    masks.size()));
  }
  /// Stops counting. Counts so far can still be taken.
  Status clearMoeResidentExperts() {
    return Status(rlx_executable_clear_moe_resident_experts(handle.get()));
  }
  /// Returns the counts since the last call, with the number of runs, and resets them.
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
  /// Captures the selected experts of later runs, for layers with `experts` experts. Returns the
  /// number of these layers that cannot be captured.
  StatusOr<size_t> enableMoeTopkCapture(int64_t experts) {
    size_t without = 0;
    if (rlx_status_t *status =
            rlx_executable_enable_moe_topk_capture(handle.get(), experts, &without))
      return Status(status);
    return without;
  }
  /// Stops capturing.
  Status disableMoeTopkCapture() {
    return Status(rlx_executable_disable_moe_topk_capture(handle.get()));
  }
  /// The selected experts of one layer: [rows, perRow] integers in the executable's memory, valid
  /// until its next run.
  struct MoeChoice {
    size_t layer;
    OutputView ids;
  };
  /// Returns the selected experts of the last run, one entry per captured layer. They can be taken
  /// once.
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

  /// Later runs get inputs with `upper` leading rows and compute the first `actual`. See
  /// rlx_executable_set_active_extent.
  Status setActiveExtent(int64_t actual, int64_t upper) {
    return Status(rlx_executable_set_active_extent(handle.get(), actual, upper));
  }
  /// Runs compute all rows again.
  Status clearActiveExtent() { return Status(rlx_executable_clear_active_extent(handle.get())); }

  // --- handles: inputs that stay, and outputs that become them

  /// Keeps a copy of `value` for the input. Runs may then leave the input out.
  Status bindHandle(detail::Name input, const Tensor &value) {
    return Status(rlx_executable_bind_handle(handle.get(), input.get(), value.get()));
  }
  /// Keeps the input in device memory, for example a KV cache. Runs must not give it any more. A
  /// value with one element fills a static shape.
  Status bindDeviceHandle(detail::Name input, const Tensor &value) {
    return Status(rlx_executable_bind_device_handle(handle.get(), input.get(), value.get()));
  }
  /// Drops the content and the feed. RLX_NOT_FOUND without a handle.
  Status unbindHandle(detail::Name input) {
    return Status(rlx_executable_unbind_handle(handle.get(), input.get()));
  }
  /// Whether the input has a host handle. False during another thread's call.
  bool hasHandle(detail::Name input) const {
    return rlx_executable_has_handle(handle.get(), input.get()) != 0;
  }
  /// Whether the input has a device handle. False during another thread's call.
  bool hasDeviceHandle(detail::Name input) const {
    return rlx_executable_has_device_handle(handle.get(), input.get()) != 0;
  }
  /// The content of a host handle. Valid until the next run or change of the handle.
  StatusOr<OutputView> readHandle(detail::Name input) {
    const rlx_tensor_t *content = nullptr;
    rlx_status_t *status = rlx_executable_read_handle(handle.get(), input.get(), &content);
    return show(status, content);
  }
  /// The content of a device handle, copied to host memory. Valid until the next run or change of
  /// the handle.
  StatusOr<OutputView> readDeviceHandle(detail::Name input) {
    const rlx_tensor_t *content = nullptr;
    rlx_status_t *status = rlx_executable_read_device_handle(handle.get(), input.get(), &content);
    return show(status, content);
  }
  /// After each successful run the output becomes the handle's content, without a copy.
  Status setHandleFeed(detail::Name input, size_t output) {
    return Status(rlx_executable_set_handle_feed(handle.get(), input.get(), output));
  }
  /// Ends the feed. The content stays.
  Status clearHandleFeed(detail::Name input) {
    return Status(rlx_executable_clear_handle_feed(handle.get(), input.get()));
  }
  /// Sets the feed, runs, and returns that output. The feed is kept only if the run succeeds.
  StatusOr<OutputView> runFeed(NamedList inputs, detail::Name input, size_t output) {
    const rlx_tensor_t *tensor = nullptr;
    rlx_status_t *status = rlx_executable_run_feed(handle.get(), inputs.data(), inputs.size(),
                                                   input.get(), output, &tensor);
    return show(status, tensor);
  }
  /// The same with lists in braces.
  template <size_t N>
  StatusOr<OutputView> runFeed(const Named (&inputs)[N], detail::Name input, size_t output) {
    return runFeed(NamedList(listOf(inputs)), input, output);
  }

  // --- commits: runs on a thread of the executable

  /// Queues a run and returns. Names are copied. The elements of inputs and the handle of `commit`
  /// must stay until the run is done.
  Status commitNoWait(NamedList inputs, Commit &commit) {
    return Status(
        rlx_executable_commit_no_wait(handle.get(), inputs.data(), inputs.size(), commit.get()));
  }
  /// The same with lists in braces.
  template <size_t N>
  Status commitNoWait(const Named (&inputs)[N], Commit &commit) {
    return commitNoWait(NamedList(listOf(inputs)), commit);
  }
  /// Waits for all commits. Returns the first of their errors since the last call.
  Status syncPending() { return Status(rlx_executable_sync_pending(handle.get())); }
  /// Commits sets[i] with commits[i], and waits for all. Returns the first error. Both spans must
  /// have the same length, otherwise RLX_INVALID_ARGUMENT.
  Status runPipelined(std::span<const rlx_input_set_t> sets,
                      std::span<rlx_commit_t *const> commits) {
    if (sets.size() != commits.size())
      return Status(RLX_INVALID_ARGUMENT,
                    "expected one commit for each of the " + std::to_string(sets.size()) +
                        " sets of inputs, got " + std::to_string(commits.size()));
    return Status(
        rlx_executable_run_pipelined(handle.get(), sets.data(), sets.size(), commits.data()));
  }
  /// The same with a list of turns in braces.
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

  /// The C object. It still belongs to this executable.
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
