// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts a lir.program to the data form that the runtime reads (rt::Program).
//
// The result holds no MLIR. ProgramCodec.h serializes it.
#ifndef RLX_COMPILER_PROGRAMWRITER_H
#define RLX_COMPILER_PROGRAMWRITER_H

#include "dialects/bridge/ElementTypes.h"
#include "dialects/lir/LIRDialect.h"
#include "passes/SymbolicShapes.h"
#include "runtime/program/model/Program.h"

namespace rlx {

// Emits an error and fails if a dispatch has no grid yet or a type has no runtime form.
mlir::FailureOr<rt::Program> writeProgram(lir::ProgramOp program);

// The runtime's form of an affine expression over a program's symbols. Its dimensions are loop
// counters, which are numbered after the `numSymbols` symbols.
rt::Expr toExpr(mlir::AffineExpr expr, int64_t numSymbols = 0);

// The runtime's form of the symbols of a function whose arguments are inputs in order.
std::vector<rt::Symbol> toSymbols(llvm::ArrayRef<SymbolicShapes::Symbol> symbols);

} // namespace rlx

#endif // RLX_COMPILER_PROGRAMWRITER_H
