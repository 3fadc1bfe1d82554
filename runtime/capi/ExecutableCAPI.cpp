// The C API: executables.
#include <algorithm>
#include <array>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/capi/Handles.h"
#include "runtime/program/ExprEval.h"

using namespace rlx;

namespace rlx::capi {

static const std::vector<rt::TensorSpec> &specsOf(const rt::Program &program, rlx_role_t role) {
  return role == RLX_PARAM ? program.params : role == RLX_OUTPUT ? program.outputs : program.inputs;
}

rlx_status_t *wrap(std::unique_ptr<rt::Executable> executable, rlx_executable_t **handle) noexcept {
  return wrap(rt::catchAllocFailure([&]() -> rt::Status {
    auto made = std::make_unique<rlx_executable>();
    const rt::Program &program = executable->program();
    for (rlx_role_t role : {RLX_INPUT, RLX_PARAM, RLX_OUTPUT}) {
      for (const rt::TensorSpec &spec : specsOf(program, role)) {
        auto &texts = made->dimTexts[role].emplace_back();
        for (const rt::Expr &dim : spec.shape)
          texts.push_back(rt::isStatic(dim) ? "" : rt::text(dim, program.symbols));
      }
    }
    made->device = std::string(executable->deviceName());
    made->outputs.resize(program.outputs.size());
    made->valid.resize(program.outputs.size(), false);
    made->executable = std::move(executable);
    *handle = made.release();
    return rt::okStatus();
  }));
}

rt::Executable &unwrap(rlx_executable_t *handle) noexcept {
  return *handle->executable;
}
const rt::Executable &unwrap(const rlx_executable_t *handle) noexcept {
  return *handle->executable;
}

} // namespace rlx::capi

namespace {

// Null when anything is out of range.
const rt::TensorSpec *findSpec(const rlx_executable_t *executable, rlx_role_t role, size_t index) {
  if (!executable || (role != RLX_INPUT && role != RLX_PARAM && role != RLX_OUTPUT))
    return nullptr;
  const auto &specs = capi::specsOf(executable->executable->program(), role);
  return index < specs.size() ? &specs[index] : nullptr;
}

// A list whose first entries need no heap, so that common runs allocate nothing.
template <typename T>
class ShortList {
public:
  explicit ShortList(size_t size) : size(size) {
    if (size > fixed.size())
      dynamic.resize(size);
  }
  T &operator[](size_t index) { return (dynamic.empty() ? fixed.data() : dynamic.data())[index]; }
  std::span<const T> view() { return {dynamic.empty() ? fixed.data() : dynamic.data(), size}; }

private:
  size_t size;
  std::array<T, 32> fixed;
  std::vector<T> dynamic;
};

// Renews the tensors that show the executable's own outputs; allocates only when one moved or
// changed its shape.
rt::Status showOutputs(rlx_executable_t &handle) {
  for (size_t i = 0; i < handle.outputs.size(); ++i) {
    const rt::TensorView now = handle.executable->output(i);
    rt::Tensor &shown = handle.outputs[i].tensor;
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, rt::numBytes(now.dtype, now.shape));
    handle.valid[i] = now.data != nullptr;
    if (!now.data)
      continue;
    const bool same = shown.data() == now.data && shown.dtype() == now.dtype &&
                      std::equal(shown.shape().begin(), shown.shape().end(), now.shape.begin(),
                                 now.shape.end()) &&
                      static_cast<int64_t>(shown.bytes()) == bytes;
    if (!same) {
      RLX_ASSIGN_OR_RETURN(shown,
                           rt::Tensor::wrap(now.dtype, now.shape, const_cast<void *>(now.data)));
    }
  }
  return rt::okStatus();
}

rt::Status runChecked(rlx_executable_t &handle, const rlx_named_tensor_t *inputs, size_t numInputs,
                      const rlx_named_tensor_t *outputs, size_t numOutputs) {
  handle.valid.assign(handle.valid.size(), false);
  ShortList<rt::NamedTensor> named(numInputs);
  for (size_t i = 0; i < numInputs; ++i) {
    if (!inputs[i].name || !inputs[i].tensor)
      return rt::invalidArgument(rt::strCat("inputs[", i, "] has a NULL name or tensor"));
    named[i] = {inputs[i].name, inputs[i].tensor->tensor.view()};
  }
  ShortList<rt::NamedOutput> results(numOutputs);
  for (size_t i = 0; i < numOutputs; ++i) {
    if (!outputs[i].name || !outputs[i].tensor)
      return rt::invalidArgument(rt::strCat("outputs[", i, "] has a NULL name or tensor"));
    results[i] = {outputs[i].name, outputs[i].tensor->tensor.mutableView()};
  }
  RLX_RETURN_IF_ERROR(handle.executable->run(named.view(), results.view()));
  return showOutputs(handle);
}

rt::Status noOutput(const rlx_executable_t &handle, size_t index) {
  if (index >= handle.outputs.size())
    return rt::outOfRange(rt::strCat("output ", index, " of ", handle.outputs.size()));
  return rt::failedPrecondition(
      rt::strCat("output '", handle.executable->program().outputs[index].name,
                 "' is not in the executable: there was no successful run yet, or the last run "
                 "wrote it into memory of the caller"));
}

} // namespace

extern "C" {

rlx_status_t *rlx_executable_clone(rlx_executable_t *executable, rlx_executable_t **clone) {
  if (!executable || !clone)
    return capi::nullArgument(executable ? "clone" : "executable");
  auto copy = executable->executable->clone();
  if (!copy.ok())
    return capi::wrap(std::move(copy).status());
  return capi::wrap(std::move(*copy), clone);
}

void rlx_executable_free(rlx_executable_t *executable) {
  delete executable;
}

const char *rlx_executable_get_name(const rlx_executable_t *executable) {
  return executable ? executable->executable->program().name.c_str() : nullptr;
}

const char *rlx_executable_get_device(const rlx_executable_t *executable) {
  return executable ? executable->device.c_str() : nullptr;
}

size_t rlx_executable_get_count(const rlx_executable_t *executable, rlx_role_t role) {
  if (!executable || (role != RLX_INPUT && role != RLX_PARAM && role != RLX_OUTPUT))
    return 0;
  return capi::specsOf(executable->executable->program(), role).size();
}

const char *rlx_executable_get_tensor_name(const rlx_executable_t *executable, rlx_role_t role,
                                           size_t index) {
  const rt::TensorSpec *spec = findSpec(executable, role, index);
  return spec ? spec->name.c_str() : nullptr;
}

rlx_dtype_t rlx_executable_get_tensor_dtype(const rlx_executable_t *executable, rlx_role_t role,
                                            size_t index) {
  const rt::TensorSpec *spec = findSpec(executable, role, index);
  return spec ? static_cast<rlx_dtype_t>(spec->dtype) : RLX_INVALID_DTYPE;
}

size_t rlx_executable_get_tensor_rank(const rlx_executable_t *executable, rlx_role_t role,
                                      size_t index) {
  const rt::TensorSpec *spec = findSpec(executable, role, index);
  return spec ? spec->shape.size() : 0;
}

int64_t rlx_executable_get_tensor_dim(const rlx_executable_t *executable, rlx_role_t role,
                                      size_t index, size_t dim) {
  const rt::TensorSpec *spec = findSpec(executable, role, index);
  if (!spec || dim >= spec->shape.size() || !rt::isStatic(spec->shape[dim]))
    return -1;
  auto size = rt::evaluate(spec->shape[dim], {});
  return size.ok() ? *size : -1;
}

const char *rlx_executable_get_tensor_dim_symbol(const rlx_executable_t *executable,
                                                 rlx_role_t role, size_t index, size_t dim) {
  const rt::TensorSpec *spec = findSpec(executable, role, index);
  if (!spec || dim >= spec->shape.size() || rt::isStatic(spec->shape[dim]))
    return nullptr;
  return executable->dimTexts[role][index][dim].c_str();
}

rlx_status_t *rlx_executable_set_param(rlx_executable_t *executable, const char *name,
                                       const rlx_tensor_t *value) {
  if (!executable || !name || !value)
    return capi::nullArgument(!executable ? "executable" : !name ? "name" : "value");
  return capi::wrap(executable->executable->setParam(name, value->tensor.view()));
}

rlx_status_t *rlx_executable_adopt_param(rlx_executable_t *executable, const char *name,
                                         rlx_tensor_t *value) {
  if (!executable || !name || !value)
    return capi::nullArgument(!executable ? "executable" : !name ? "name" : "value");
  return capi::wrap(rt::catchAllocFailure(
      [&] { return executable->executable->adoptParam(name, value->tensor.share()); }));
}

rlx_status_t *rlx_executable_prepare(rlx_executable_t *executable) {
  if (!executable)
    return capi::nullArgument("executable");
  return capi::wrap(executable->executable->prepare());
}

rlx_status_t *rlx_executable_run(rlx_executable_t *executable, const rlx_named_tensor_t *inputs,
                                 size_t num_inputs, const rlx_named_tensor_t *outputs,
                                 size_t num_outputs) {
  if (!executable || (!inputs && num_inputs) || (!outputs && num_outputs))
    return capi::nullArgument(!executable             ? "executable"
                              : !inputs && num_inputs ? "inputs"
                                                      : "outputs");
  if (executable->busy.exchange(true, std::memory_order_acquire))
    return capi::wrap(rt::failedPrecondition(
        "the executable is in use by another call; make a clone for each thread"));
  rt::Status status = rt::catchAllocFailure(
      [&] { return runChecked(*executable, inputs, num_inputs, outputs, num_outputs); });
  executable->busy.store(false, std::memory_order_release);
  return capi::wrap(std::move(status));
}

rlx_status_t *rlx_executable_get_output(rlx_executable_t *executable, size_t index,
                                        const rlx_tensor_t **output) {
  if (!executable || !output)
    return capi::nullArgument(executable ? "output" : "executable");
  if (index >= executable->outputs.size() || !executable->valid[index])
    return capi::wrap(rt::catchAllocFailure([&] { return noOutput(*executable, index); }));
  *output = &executable->outputs[index];
  return nullptr;
}

} // extern "C"
