// The signature of a program as text, and look-up by name. For messages and listings.
#ifndef RLX_RUNTIME_PROGRAM_SIGNATURE_H
#define RLX_RUNTIME_PROGRAM_SIGNATURE_H

#include <string>
#include <string_view>

#include "runtime/program/Program.h"

namespace rlx::rt {

// "x: f32[batch,128]"
std::string signatureText(const Program &program, const TensorSpec &spec);

// All of them with commas between; "none" when there are none.
std::string listSignature(const Program &program, const std::vector<TensorSpec> &specs);

// Position of `name` in `specs`, or specs.size(). `guess` is tried first.
size_t findSpec(const std::vector<TensorSpec> &specs, std::string_view name, size_t guess);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_SIGNATURE_H
