// Values and text of the integer expressions in a Program.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_EXPREVAL_H
#define RLX_RUNTIME_PROGRAM_MODEL_EXPREVAL_H

#include <cstdint>
#include <span>
#include <string>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// The deepest operand stack an expression may need; verifyProgram enforces it.
inline constexpr size_t kMaxExprDepth = 64;

// Checks operand counts, symbol indices and depth. evaluate() and text() rely on it.
Status checkExpr(const Expr &expr, size_t numSymbols);

// Checked arithmetic: overflow, and division or modulus by zero, are OutOfRange. FloorDiv rounds
// towards minus infinity, CeilDiv towards plus infinity, Mod has the sign of the divisor.
// Allocates nothing unless it fails.
StatusOr<int64_t> evaluate(const Expr &expr, std::span<const int64_t> symbols);

// True when the value does not depend on any symbol.
bool isStatic(const Expr &expr);

// Infix form with the program's symbol names: "ceildiv(width, 8)", "2 * batch + 1".
std::string text(const Expr &expr, const std::vector<Symbol> &symbols);

// Builders, mostly for tests and small programs.
Expr constantExpr(int64_t value);
Expr symbolExpr(uint32_t index);
Expr binaryExpr(ExprOpcode opcode, const Expr &lhs, const Expr &rhs);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_EXPREVAL_H
