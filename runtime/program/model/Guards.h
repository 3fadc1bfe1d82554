// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of the relations between sizes that compiled code relies on.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_GUARDS_H
#define RLX_RUNTIME_PROGRAM_MODEL_GUARDS_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// InvalidArgument with the guard's message and the sizes if the relation does not hold. `values`
// are those of the symbols; others may follow.
Status checkGuard(const Program &program, const Guard &guard, std::span<const int64_t> values);

// A size of the program. An error, such as an overflow, tells the given sizes that it depends on.
StatusOr<int64_t> evaluateSize(const Program &program, const Expr &size,
                               std::span<const int64_t> values);

// Why a derived symbol has no value: the error of the first of these guards that does not hold.
// Only guards on symbols with values count. `error`, the derivation's own, if there is none.
Status explainDerivation(const Program &program, std::span<const uint32_t> guards,
                         std::span<const int64_t> values, Status error);

// The guards that need neither computed symbols nor a branch: those of the start of a run.
std::vector<uint32_t> guardsOfStart(const Program &program);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_GUARDS_H
