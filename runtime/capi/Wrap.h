// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private: conversion between C++ objects of the runtime and the handles of rlx.h.
//
// Libraries that add functions to the C API, such as the compiler's, use it. It is not installed.
#ifndef RLX_RUNTIME_CAPI_WRAP_H
#define RLX_RUNTIME_CAPI_WRAP_H

#include <memory>

#include "runtime/base/StatusOr.h"
#include "runtime/include/rlx/rlx.h"
#include "runtime/program/executable/Executable.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::capi {

// NULL for success. Never fails: without memory, the handle says out_of_memory.
rlx_status_t *wrap(rt::Status status) noexcept;

// On success *handle owns the object, and the caller of the C API frees it.
rlx_status_t *wrap(std::unique_ptr<rt::Executable> executable, rlx_executable_t **handle) noexcept;
rlx_status_t *wrap(rt::Tensor tensor, rlx_tensor_t **handle) noexcept;

// The objects inside. The handle must not be null.
rt::Executable &unwrap(rlx_executable_t *handle) noexcept;
const rt::Executable &unwrap(const rlx_executable_t *handle) noexcept;
rt::Tensor &unwrap(rlx_tensor_t *handle) noexcept;
const rt::Tensor &unwrap(const rlx_tensor_t *handle) noexcept;

} // namespace rlx::capi

#endif // RLX_RUNTIME_CAPI_WRAP_H
