// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check that every Program passes before it is used, whether the compiler, a package or a cache
// made it.
//
// Executors rely on it: they index buffers and kernels without further checks. A program that fails
// is never executed.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_VERIFY_H
#define RLX_RUNTIME_PROGRAM_MODEL_VERIFY_H

#include "runtime/base/Status.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Checks indices, views (only into earlier buffers), expressions, unique names, and the prepare
// program (no symbols, no per-run buffers). Only writable buffers are written. Arena buffers are
// written before they are read, and every output is written. Operands are in memory that their user
// reaches.
//
// Sizes are checked when a shape is bound, since only then are they numbers. InvalidArgument names
// the place.
Status verifyProgram(const Program &program);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_VERIFY_H
