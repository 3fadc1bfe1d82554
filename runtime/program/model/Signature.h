// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The signature of a program as text, and look-up by name.
//
// For error messages and listings, so that all of them look the same.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_SIGNATURE_H
#define RLX_RUNTIME_PROGRAM_MODEL_SIGNATURE_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// One tensor: "x: f32[batch,128]".
std::string signatureText(const Program &program, const TensorSpec &spec);

// All tensors, separated by commas; "none" if there are none.
std::string listSignature(const Program &program, const std::vector<TensorSpec> &specs);

// The sizes of a tensor whose sizes are all static, such as every param.
StatusOr<std::vector<int64_t>> staticShape(const TensorSpec &spec);

// The index of a param. NotFound lists the params.
StatusOr<size_t> findParam(const Program &program, std::string_view name);

// Whether a value of that type and shape fits param `index`. With `isConverted` only the shape must
// match.
Status checkParam(const Program &program, size_t index, DType dtype, std::span<const int64_t> shape,
                  bool isConverted = false);

// Whether inputs, outputs or kernels of the program are strings or work on them.
bool usesStrings(const Program &program);

// The index of `name` in `specs`, or specs.size(). `guess` is tried first.
size_t findSpec(const std::vector<TensorSpec> &specs, std::string_view name, size_t guess);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_SIGNATURE_H
