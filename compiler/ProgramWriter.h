// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts a lir.program to the data form that the runtime reads (rt::Program).
//
// The result holds no MLIR. ProgramCodec.h serializes it.
#ifndef RLX_COMPILER_PROGRAMWRITER_H
#define RLX_COMPILER_PROGRAMWRITER_H

#include "dialects/bridge/ElementTypes.h"
#include "dialects/lir/LIRDialect.h"
#include "runtime/program/model/Program.h"

namespace rlx {

// Emits an error and fails if a dispatch has no grid yet or a type has no runtime form.
mlir::FailureOr<rt::Program> writeProgram(lir::ProgramOp program);

} // namespace rlx

#endif // RLX_COMPILER_PROGRAMWRITER_H
