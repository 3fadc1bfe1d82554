// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stack machine for expressions in postfix order, with checked arithmetic, and an infix printer.
//
// The stack is a fixed array: verifyProgram bounds the depth.
#include "runtime/program/model/ExprEval.h"

#include <algorithm>
#include <limits>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

Status checkExpr(const Expr &expr, size_t numSymbols) {
  if (expr.code.empty())
    return okStatus();
  size_t depth = 0;
  for (size_t i = 0; i < expr.code.size(); ++i) {
    const ExprOp &op = expr.code[i];
    if (op.opcode == ExprOpcode::Const || op.opcode == ExprOpcode::Symbol) {
      if (op.opcode == ExprOpcode::Symbol &&
          (op.value < 0 || static_cast<uint64_t>(op.value) >= numSymbols))
        return invalidArgument(strCat("expression names symbol ", op.value, ", but there are ",
                                      numSymbols, " symbols"));
      if (++depth > kMaxExprDepth)
        return invalidArgument(
            strCat("expression needs more than ", kMaxExprDepth, " operands at once"));
      continue;
    }
    if (op.opcode > ExprOpcode::Min)
      return invalidArgument(strCat("expression has unknown opcode ", unsigned(op.opcode)));
    if (depth < 2)
      return invalidArgument(strCat("expression step ", i, " lacks operands"));
    --depth;
  }
  if (depth != 1)
    return invalidArgument(strCat("expression leaves ", depth, " values, expected 1"));
  return okStatus();
}

// False on overflow and for a zero divisor.
static bool apply(ExprOpcode opcode, int64_t lhs, int64_t rhs, int64_t &result) {
  switch (opcode) {
  case ExprOpcode::Add:
    return !__builtin_add_overflow(lhs, rhs, &result);
  case ExprOpcode::Mul:
    return !__builtin_mul_overflow(lhs, rhs, &result);
  case ExprOpcode::Max:
    result = std::max(lhs, rhs);
    return true;
  case ExprOpcode::Min:
    result = std::min(lhs, rhs);
    return true;
  case ExprOpcode::FloorDiv:
  case ExprOpcode::CeilDiv:
  case ExprOpcode::Mod: {
    if (rhs == 0)
      return false;
    if (rhs == -1) { // INT64_MIN / -1 traps
      result = 0;
      return opcode == ExprOpcode::Mod || !__builtin_sub_overflow(int64_t(0), lhs, &result);
    }
    const int64_t quotient = lhs / rhs, remainder = lhs % rhs;
    const bool negative = (remainder != 0) && ((remainder < 0) != (rhs < 0));
    if (opcode == ExprOpcode::Mod)
      result = negative ? remainder + rhs : remainder;
    else if (opcode == ExprOpcode::FloorDiv)
      result = quotient - (negative ? 1 : 0);
    else
      result = quotient + (remainder != 0 && !negative ? 1 : 0);
    return true;
  }
  case ExprOpcode::Const:
  case ExprOpcode::Symbol:
    break;
  }
  return false;
}

static Status arithmeticError(ExprOpcode opcode, int64_t lhs, int64_t rhs) {
  constexpr std::string_view names[] = {"constant", "symbol", "+",   "*",  "floordiv",
                                        "ceildiv",  "mod",    "max", "min"};
  const bool division =
      opcode == ExprOpcode::FloorDiv || opcode == ExprOpcode::CeilDiv || opcode == ExprOpcode::Mod;
  return outOfRange(strCat(division && rhs == 0 ? "division by zero in " : "overflow in ", lhs, " ",
                           names[static_cast<unsigned>(opcode)], " ", rhs));
}

StatusOr<int64_t> evaluate(const Expr &expr, std::span<const int64_t> symbols) {
  int64_t stack[kMaxExprDepth];
  size_t depth = 0;
  for (const ExprOp &op : expr.code) {
    if (op.opcode == ExprOpcode::Const) {
      stack[depth++] = op.value;
    } else if (op.opcode == ExprOpcode::Symbol) {
      stack[depth++] = symbols[static_cast<size_t>(op.value)];
    } else {
      const int64_t rhs = stack[--depth], lhs = stack[depth - 1];
      if (!apply(op.opcode, lhs, rhs, stack[depth - 1]))
        return arithmeticError(op.opcode, lhs, rhs);
    }
  }
  return depth ? stack[0] : int64_t(0);
}

Status derive(std::span<const Symbol> symbols, std::span<int64_t> values) {
  std::vector<uint8_t> isComputed(symbols.size(), 0);
  for (size_t i = 0; i < symbols.size(); ++i) {
    const std::vector<ExprOp> &code = symbols[i].definition.code;
    isComputed[i] =
        symbols[i].source == SymbolSource::Computed ||
        std::any_of(code.begin(), code.end(), [&](const ExprOp &op) {
          return op.opcode == ExprOpcode::Symbol && isComputed[static_cast<size_t>(op.value)];
        });
    if (symbols[i].source == SymbolSource::Derived && !isComputed[i]) {
      RLX_ASSIGN_OR_RETURN(values[i], evaluate(symbols[i].definition, values));
    }
  }
  return okStatus();
}

void addUsedSymbols(const Expr &expr, std::span<const Symbol> symbols, std::set<size_t> &used) {
  for (const ExprOp &op : expr.code)
    if (op.opcode == ExprOpcode::Symbol && used.insert(static_cast<size_t>(op.value)).second)
      addUsedSymbols(symbols[static_cast<size_t>(op.value)].definition, symbols, used);
}

bool isStatic(const Expr &expr) {
  return std::none_of(expr.code.begin(), expr.code.end(),
                      [](const ExprOp &op) { return op.opcode == ExprOpcode::Symbol; });
}

std::string text(const Expr &expr, const std::vector<Symbol> &symbols) {
  // Joining strings is quadratic, and an expression of this length is unreadable anyway.
  if (expr.code.size() > 256)
    return strCat("<expression of ", expr.code.size(), " steps>");
  struct Subexpression {
    std::string text;
    int binding; // 0 sum, 1 product, 2 atom
  };
  std::vector<Subexpression> stack;
  auto wrapped = [](const Subexpression &operand, int atLeast) {
    return operand.binding >= atLeast ? operand.text : strCat("(", operand.text, ")");
  };
  for (const ExprOp &op : expr.code) {
    if (op.opcode == ExprOpcode::Const) {
      stack.push_back({std::to_string(op.value), 2});
      continue;
    }
    if (op.opcode == ExprOpcode::Symbol) {
      stack.push_back({symbols[static_cast<size_t>(op.value)].name, 2});
      continue;
    }
    Subexpression rhs = std::move(stack.back());
    stack.pop_back();
    Subexpression &lhs = stack.back();
    if (op.opcode == ExprOpcode::Add) {
      const bool isNegative = rhs.text.starts_with('-');
      lhs = {strCat(lhs.text, isNegative ? " - " : " + ", rhs.text.substr(isNegative ? 1 : 0)), 0};
    } else if (op.opcode == ExprOpcode::Mul) {
      lhs = {strCat(wrapped(lhs, 1), " * ", wrapped(rhs, 1)), 1};
    } else {
      constexpr std::string_view names[] = {"floordiv", "ceildiv", "mod", "max", "min"};
      const auto index =
          static_cast<unsigned>(op.opcode) - static_cast<unsigned>(ExprOpcode::FloorDiv);
      lhs = {strCat(names[index], "(", lhs.text, ", ", rhs.text, ")"), 2};
    }
  }
  return stack.empty() ? "0" : std::move(stack[0].text);
}

std::string sizeText(const Expr &expr, const std::vector<Symbol> &symbols) {
  constexpr size_t kMostReadable = 100;
  std::string formula = text(expr, symbols);
  return formula.size() > kMostReadable ? "?" : formula;
}

Expr constantExpr(int64_t value) {
  return {{{ExprOpcode::Const, value}}};
}

Expr symbolExpr(uint32_t index) {
  return {{{ExprOpcode::Symbol, index}}};
}

Expr binaryExpr(ExprOpcode opcode, const Expr &lhs, const Expr &rhs) {
  // An empty expression means 0, but only on its own. As an operand, 0 must be explicit.
  Expr result = lhs.code.empty() ? constantExpr(0) : lhs;
  const Expr &right = rhs.code.empty() ? constantExpr(0) : rhs;
  result.code.insert(result.code.end(), right.code.begin(), right.code.end());
  result.code.push_back({opcode, 0});
  return result;
}

} // namespace rlx::rt
