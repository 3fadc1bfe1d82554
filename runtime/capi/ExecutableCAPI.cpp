// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API: making executables, their signature and their params.
//
// The signature is immutable, so the functions that read it need no lock.

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/capi/Calls.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Target.h"

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
    if (made->device != "cpu")
      made->hostKernels = rt::hostKernelsText(executable->program());
    made->outputs.resize(program.outputs.size());
    made->valid.resize(program.outputs.size(), false);
    made->late.resize(program.outputs.size(), 0);
    made->handles.resize(program.inputs.size());
    made->floats.resize(program.outputs.size());
    made->raw.resize(program.outputs.size());
    made->slots.resize(program.outputs.size());
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

// Null if anything is out of range. By reference, because the role may be any number.
const rt::TensorSpec *findSpec(const rlx_executable_t *executable, const rlx_role_t &role,
                               size_t index) {
  if (!executable || !capi::isRole(role))
    return nullptr;
  const auto &specs = capi::specsOf(executable->executable->program(), role);
  return index < specs.size() ? &specs[index] : nullptr;
}

} // namespace

extern "C" {

rlx_status_t *rlx_executable_clone(rlx_executable_t *executable, rlx_executable_t **clone) {
  if (!executable || !clone)
    return capi::nullArgument(executable ? "clone" : "executable");
  std::unique_ptr<rt::Executable> copy;
  if (rlx_status_t *status = capi::changeAlone(*executable, [&]() -> rt::Status {
        RLX_ASSIGN_OR_RETURN(copy, executable->executable->clone());
        return rt::okStatus();
      }))
    return status;
  return capi::wrap(std::move(copy), clone);
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

const char *rlx_executable_get_host_kernels(const rlx_executable_t *executable) {
  return executable ? executable->hostKernels.c_str() : nullptr;
}

rlx_status_t *rlx_executable_get_memory(rlx_executable_t *executable, rlx_memory_t *memory) {
  if (!executable || !memory)
    return capi::nullArgument(executable ? "memory" : "executable");
  return capi::changeAlone(*executable, [&]() -> rt::Status {
    const rt::MemoryUse use = executable->executable->memoryUse();
    *memory = {use.paramBytes,  use.persistentBytes, use.arenaBytes,
               use.outputBytes, use.handleBytes,     use.codeBytes};
    return rt::okStatus();
  });
}

size_t rlx_executable_get_count(const rlx_executable_t *executable, rlx_role_t role) {
  if (!executable || !capi::isRole(role))
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
  return capi::changeAlone(
      *executable, [&] { return executable->executable->setParam(name, value->tensor.view()); });
}

rlx_status_t *rlx_executable_adopt_param(rlx_executable_t *executable, const char *name,
                                         rlx_tensor_t *value) {
  if (!executable || !name || !value)
    return capi::nullArgument(!executable ? "executable" : !name ? "name" : "value");
  return capi::changeAlone(
      *executable, [&] { return executable->executable->adoptParam(name, value->tensor.share()); });
}

rlx_status_t *rlx_executable_set_param_typed(rlx_executable_t *executable, const char *name,
                                             const rlx_tensor_t *value) {
  if (!executable || !name || !value)
    return capi::nullArgument(!executable ? "executable" : !name ? "name" : "value");
  return capi::changeAlone(*executable, [&] {
    return executable->executable->setParamTyped(name, value->tensor.view());
  });
}

rlx_status_t *rlx_executable_set_param_f32(rlx_executable_t *executable, const char *name,
                                           const float *values, size_t count) {
  if (!executable || !name || (!values && count))
    return capi::nullArgument(!executable ? "executable" : !name ? "name" : "values");
  return capi::changeAlone(*executable, [&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(capi::checkCount(count));
    return executable->executable->setParamF32(name, {values, count});
  });
}

rlx_status_t *rlx_executable_prepare(rlx_executable_t *executable) {
  if (!executable)
    return capi::nullArgument("executable");
  return capi::changeAlone(*executable, [&] { return executable->executable->prepare(); });
}

rlx_status_t *rlx_executable_get_specialize_stats(const rlx_executable_t *executable,
                                                  rlx_specialize_stats_t *stats) {
  if (!executable || !stats)
    return capi::nullArgument(executable ? "stats" : "executable");
  return capi::read(*executable, [&]() -> rt::Status {
    const rt::SpecializedUse use = executable->executable->specializedUse();
    *stats = {use.requested, use.failed, use.kept, use.runs};
    return rt::okStatus();
  });
}

} // extern "C"
