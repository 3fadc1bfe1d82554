// The signature of a program as text, and look-up by name. For messages and listings.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_SIGNATURE_H
#define RLX_RUNTIME_PROGRAM_MODEL_SIGNATURE_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// "x: f32[batch,128]"
std::string signatureText(const Program &program, const TensorSpec &spec);

// All of them with commas between; "none" when there are none.
std::string listSignature(const Program &program, const std::vector<TensorSpec> &specs);

// The sizes of a tensor whose sizes no input decides, such as every param.
StatusOr<std::vector<int64_t>> staticShape(const TensorSpec &spec);

// Position of a param; NotFound lists those there are.
StatusOr<size_t> findParam(const Program &program, std::string_view name);

// Whether a value of that type can be param `index`, or could if its elements were converted.
Status checkParam(const Program &program, size_t index, DType dtype, std::span<const int64_t> shape,
                  bool isConverted = false);

// Position of `name` in `specs`, or specs.size(). `guess` is tried first.
size_t findSpec(const std::vector<TensorSpec> &specs, std::string_view name, size_t guess);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_SIGNATURE_H
