// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of the relations between sizes that compiled code relies on.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_GUARDS_H
#define RLX_RUNTIME_PROGRAM_MODEL_GUARDS_H

#include <cstdint>
#include <span>

#include "runtime/base/Status.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// InvalidArgument with the guard's message and the sizes if the relation does not hold. `values`
// are those of the symbols; others may follow.
Status checkGuard(const Program &program, const Guard &guard, std::span<const int64_t> values);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_GUARDS_H
