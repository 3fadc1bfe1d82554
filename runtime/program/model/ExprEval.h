// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluation and printing of the integer expressions of a Program.
//
// Sizes, offsets and grids are such expressions over the symbols, for example ceildiv(batch, 8).
#ifndef RLX_RUNTIME_PROGRAM_MODEL_EXPREVAL_H
#define RLX_RUNTIME_PROGRAM_MODEL_EXPREVAL_H

#include <cstdint>
#include <set>
#include <span>
#include <string>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// The deepest operand stack; verifyProgram enforces it.
inline constexpr size_t kMaxExprDepth = 64;

// Checks operand counts, symbol indices and depth. evaluate() and text() rely on it.
Status checkExpr(const Expr &expr, size_t numSymbols);

// The expression's value. Arithmetic is checked: overflow, and division or modulus by zero, are
// OutOfRange. FloorDiv rounds toward minus infinity, CeilDiv toward plus infinity. Mod has the
// divisor's sign. Allocates nothing on success.
StatusOr<int64_t> evaluate(const Expr &expr, std::span<const int64_t> symbols);

// Sets the values of the derived symbols from those of the others, except for those that depend on
// computed ones: they stay as they are.
Status derive(std::span<const Symbol> symbols, std::span<int64_t> values);

// Adds the symbols that the expression depends on, also through the definitions of derived ones.
void addUsedSymbols(const Expr &expr, std::span<const Symbol> symbols, std::set<size_t> &used);

// Whether the value depends on no symbol.
bool isStatic(const Expr &expr);

// Infix form with the symbols' names: "ceildiv(width, 8)", "2 * batch + 1".
std::string text(const Expr &expr, const std::vector<Symbol> &symbols);

// The same for the shape of a tensor, where a long formula is "?".
std::string sizeText(const Expr &expr, const std::vector<Symbol> &symbols);

// Builders, for tests and small programs.
Expr constantExpr(int64_t value);
Expr symbolExpr(uint32_t index);
Expr binaryExpr(ExprOpcode opcode, const Expr &lhs, const Expr &rhs);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_EXPREVAL_H
