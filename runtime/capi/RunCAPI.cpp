// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API: the forms of a run, and reading their results.
//
// Arguments are converted into scratch memory of the handle, so that repeated runs allocate
// nothing.
#include "runtime/base/StrCat.h"
#include "runtime/capi/Calls.h"

using namespace rlx;

namespace rlx::capi {

rt::Status readInputs(const rlx_named_tensor_t *inputs, size_t count,
                      std::vector<rt::NamedTensor> &named) {
  for (size_t i = 0; i < count; ++i) {
    if (!inputs[i].name || !inputs[i].tensor)
      return rt::invalidArgument(rt::strCat("inputs[", i, "] has a NULL name or tensor"));
    named.push_back({inputs[i].name, inputs[i].tensor->tensor.view()});
  }
  return rt::okStatus();
}

rt::StatusOr<std::span<const rt::NamedTensor>>
readInputs(rlx_executable_t &handle, const rlx_named_tensor_t *inputs, size_t count) {
  handle.scratch.inputs.clear();
  RLX_RETURN_IF_ERROR(readInputs(inputs, count, handle.scratch.inputs));
  return std::span<const rt::NamedTensor>(handle.scratch.inputs);
}

static rt::StatusOr<std::span<const rt::NamedOutput>>
readOutputs(rlx_executable_t &handle, const rlx_named_tensor_t *outputs, size_t count) {
  handle.scratch.outputs.clear();
  for (size_t i = 0; i < count; ++i) {
    if (!outputs[i].name || !outputs[i].tensor)
      return rt::invalidArgument(rt::strCat("outputs[", i, "] has a NULL name or tensor"));
    handle.scratch.outputs.push_back({outputs[i].name, outputs[i].tensor->tensor.mutableView()});
  }
  return std::span<const rt::NamedOutput>(handle.scratch.outputs);
}

rt::Status show(const rt::TensorView &view, rlx_tensor &shown) {
  return shown.tensor.rewrap(view.dtype, view.shape, const_cast<void *>(view.data));
}

rt::Status showOutputs(rlx_executable_t &handle) {
  handle.valid.assign(handle.valid.size(), false);
  for (size_t i = 0; i < handle.outputs.size(); ++i) {
    handle.late[i] = handle.executable->isOutputOnDevice(i);
    if (handle.late[i]) {
      handle.valid[i] = true;
      continue;
    }
    const rt::TensorView now = handle.executable->output(i);
    if (!now.data)
      continue;
    RLX_RETURN_IF_ERROR(show(now, handle.outputs[i]));
    handle.valid[i] = true;
  }
  return rt::okStatus();
}

rt::StatusOr<const rlx_tensor_t *> shownOutput(rlx_executable_t &handle, size_t index) {
  if (index >= handle.outputs.size())
    return rt::outOfRange(rt::strCat("output ", index, " of ", handle.outputs.size()));
  if (!handle.valid[index])
    return rt::failedPrecondition(
        rt::strCat("output '", handle.executable->program().outputs[index].name,
                   "' is not in the executable: there was no successful run yet, or the last run "
                   "wrote it into memory of the caller or of a commit"));
  std::lock_guard lock(handle.lateMutex);
  if (handle.late[index]) {
    const std::string &name = handle.executable->program().outputs[index].name;
    RLX_ASSIGN_OR_RETURN(const rt::TensorView view, handle.executable->output(name));
    RLX_RETURN_IF_ERROR(show(view, handle.outputs[index]));
    handle.late[index] = 0;
  }
  return &handle.outputs[index];
}

} // namespace rlx::capi

namespace {

int64_t toInt64(size_t value) {
  return value <= size_t(INT64_MAX) ? static_cast<int64_t>(value) : INT64_MAX;
}

rlx_status_t *runWithOutputs(rlx_executable_t *executable, const rlx_named_tensor_t *inputs,
                             size_t numInputs, const rlx_named_tensor_t *outputs, size_t numOutputs,
                             decltype(&rt::Executable::run) run) {
  if (!executable || (!inputs && numInputs) || (!outputs && numOutputs))
    return capi::nullArgument(!executable            ? "executable"
                              : !inputs && numInputs ? "inputs"
                                                     : "outputs");
  return capi::callAlone(*executable, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(const auto named, capi::readInputs(*executable, inputs, numInputs));
    RLX_ASSIGN_OR_RETURN(const auto results, capi::readOutputs(*executable, outputs, numOutputs));
    return ((*executable->executable).*run)(named, results);
  });
}

} // namespace

extern "C" {

rlx_status_t *rlx_executable_run(rlx_executable_t *executable, const rlx_named_tensor_t *inputs,
                                 size_t num_inputs, const rlx_named_tensor_t *outputs,
                                 size_t num_outputs) {
  return runWithOutputs(executable, inputs, num_inputs, outputs, num_outputs, &rt::Executable::run);
}

rlx_status_t *rlx_executable_run_typed(rlx_executable_t *executable,
                                       const rlx_named_tensor_t *inputs, size_t num_inputs,
                                       const rlx_named_tensor_t *outputs, size_t num_outputs) {
  return runWithOutputs(executable, inputs, num_inputs, outputs, num_outputs,
                        &rt::Executable::runTyped);
}

rlx_status_t *rlx_executable_run_f32(rlx_executable_t *executable, const rlx_named_f32_t *inputs,
                                     size_t num_inputs, const rlx_f32_values_t **outputs) {
  if (!executable || (!inputs && num_inputs))
    return capi::nullArgument(executable ? "inputs" : "executable");
  return capi::callAlone(*executable, [&]() -> rt::Status {
    std::vector<rt::NamedF32> &named = executable->scratch.floats;
    named.clear();
    for (size_t i = 0; i < num_inputs; ++i) {
      if (!inputs[i].name || (!inputs[i].values && inputs[i].count))
        return rt::invalidArgument(rt::strCat("inputs[", i, "] has a NULL name or values"));
      if (rt::Status status = capi::checkCount(inputs[i].count); !status.ok())
        return std::move(status).withContext(rt::strCat("reading inputs[", i, "]"));
      named.push_back({inputs[i].name, {inputs[i].values, inputs[i].count}});
    }
    RLX_ASSIGN_OR_RETURN(const auto results, executable->executable->runF32(named));
    for (size_t k = 0; k < results.size(); ++k)
      executable->floats[k] = {results[k].data(), results[k].size()};
    if (outputs)
      *outputs = executable->floats.data();
    return rt::okStatus();
  });
}

rlx_status_t *rlx_executable_run_read_outputs(rlx_executable_t *executable,
                                              const rlx_named_tensor_t *inputs, size_t num_inputs,
                                              const size_t *indices, size_t num_outputs,
                                              const rlx_tensor_t **outputs) {
  if (!executable || (!inputs && num_inputs) || (!outputs && num_outputs))
    return capi::nullArgument(!executable             ? "executable"
                              : !inputs && num_inputs ? "inputs"
                                                      : "outputs");
  const auto indexOf = [&](size_t i) { return indices ? indices[i] : i; };
  return capi::callAlone(*executable, [&]() -> rt::Status {
    const size_t available = executable->outputs.size();
    for (size_t i = 0; i < num_outputs; ++i)
      if (indexOf(i) >= available)
        return rt::outOfRange(
            rt::strCat("there is no output ", indexOf(i), "; the model has ", available));
    RLX_ASSIGN_OR_RETURN(const auto named, capi::readInputs(*executable, inputs, num_inputs));
    RLX_RETURN_IF_ERROR(executable->executable->run(named));
    // Outputs that are still on the device are copied now.
    RLX_RETURN_IF_ERROR(capi::showOutputs(*executable));
    for (size_t i = 0; i < num_outputs; ++i) {
      RLX_ASSIGN_OR_RETURN(outputs[i], capi::shownOutput(*executable, indexOf(i)));
    }
    return rt::okStatus();
  });
}

rlx_status_t *rlx_executable_run_raw(rlx_executable_t *executable, const rlx_named_tensor_t *inputs,
                                     size_t num_inputs, const rlx_raw_output_t **outputs) {
  if (!executable || (!inputs && num_inputs) || !outputs)
    return capi::nullArgument(!executable ? "executable" : !outputs ? "outputs" : "inputs");
  return capi::callAlone(*executable, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(const auto named, capi::readInputs(*executable, inputs, num_inputs));
    RLX_ASSIGN_OR_RETURN(const auto results, executable->executable->runRaw(named));
    for (size_t k = 0; k < results.size(); ++k)
      executable->raw[k] = {results[k].data, results[k].bytes};
    *outputs = executable->raw.data();
    return rt::okStatus();
  });
}

rlx_status_t *rlx_executable_run_slots(rlx_executable_t *executable, const rlx_slot_input_t *inputs,
                                       size_t num_inputs, const rlx_output_slot_t **outputs) {
  if (!executable || (!inputs && num_inputs))
    return capi::nullArgument(executable ? "inputs" : "executable");
  return capi::callAlone(*executable, [&]() -> rt::Status {
    std::vector<rt::FlatView> &flat = executable->scratch.flat;
    flat.clear();
    for (size_t i = 0; i < num_inputs; ++i) {
      const int dtype = capi::numberOf(inputs[i].dtype);
      rt::Status status = capi::checkDType(dtype);
      if (status.ok())
        status = capi::checkCount(inputs[i].count);
      if (!status.ok())
        return std::move(status).withContext(rt::strCat("reading inputs[", i, "]"));
      flat.emplace_back(capi::toDType(dtype), inputs[i].data,
                        static_cast<int64_t>(inputs[i].count));
    }
    RLX_ASSIGN_OR_RETURN(const auto results, executable->executable->runSlots(flat));
    for (size_t k = 0; k < results.size(); ++k)
      executable->slots[k] = {static_cast<size_t>(results[k].offset),
                              static_cast<size_t>(results[k].elements)};
    if (outputs)
      *outputs = executable->slots.data();
    return rt::okStatus();
  });
}

const void *rlx_executable_get_arena(const rlx_executable_t *executable) {
  if (!executable)
    return nullptr;
  const capi::Users::Reader use(executable->users);
  return use ? executable->executable->arena() : nullptr;
}

rlx_status_t *rlx_executable_get_output(rlx_executable_t *executable, size_t index,
                                        const rlx_tensor_t **output) {
  if (!executable || !output)
    return capi::nullArgument(executable ? "output" : "executable");
  return capi::read(*executable, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(*output, capi::shownOutput(*executable, index));
    return rt::okStatus();
  });
}

rlx_status_t *rlx_executable_read_output_row(rlx_executable_t *executable, size_t index, size_t row,
                                             size_t row_count, const void **data) {
  if (!executable || !data)
    return capi::nullArgument(executable ? "data" : "executable");
  return capi::read(*executable, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(const rt::FlatView view, executable->executable->readOutputRow(
                                                      index, toInt64(row), toInt64(row_count)));
    *data = view.data;
    return rt::okStatus();
  });
}

rlx_status_t *rlx_executable_set_active_extent(rlx_executable_t *executable, int64_t actual,
                                               int64_t upper) {
  if (!executable)
    return capi::nullArgument("executable");
  return capi::changeAlone(*executable,
                           [&] { return executable->executable->setActiveExtent(actual, upper); });
}

rlx_status_t *rlx_executable_clear_active_extent(rlx_executable_t *executable) {
  if (!executable)
    return capi::nullArgument("executable");
  return capi::changeAlone(*executable,
                           [&] { return executable->executable->clearActiveExtent(); });
}

} // extern "C"
