// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbolic shape analysis of a model function: every size as an expression over the dynamic sizes
// of the function's inputs.
//
// Arguments name their dynamic sizes with `rlx.dims`; equal names are one symbol. For example, with
// ["batch", ""] and a static 4, the flattened tensor has size batch * 4. The analysis runs each
// op's own inference (SymbolicShapeOpInterface) and evaluates index arithmetic (tensor.dim, arith,
// affine.apply), also in regions of control flow. An element of an integer tensor that becomes an
// index is a symbol, too: the caller knows it if the tensor is an input, otherwise the run computes
// it. So is the minimum or maximum of two sizes. The analysis describes the IR at construction;
// recompute it after changes.
#ifndef RLX_PASSES_SYMBOLICSHAPES_H
#define RLX_PASSES_SYMBOLICSHAPES_H

#include <string>

#include "dialects/rlx/support/DerivedSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

class SymbolicShapes {
public:
  enum class Source : uint8_t { Dimension, Element, Derived, Computed };
  struct Symbol {
    std::string name;
    unsigned argument = 0; // the first argument that defines it
    unsigned dim = 0;      // Dimension: which one; Element: its number in row-major order
    Source source = Source::Dimension;
    DerivedSizes::Definition definition = {}; // Derived
  };
  // A relation that the program relies on and that could not be proved: both sizes are equal or,
  // with `atLeast`, lhs >= rhs.
  struct Guard {
    Dim lhs, rhs;
    bool atLeast;
    std::string place;   // in the model; may be empty
    std::string message; // the reason, with the op if the place does not tell it
    Dims from, to;       // two shapes that the message goes on with, unless both are empty
    std::optional<unsigned> branch; // the symbol of the branch that relies on it
    mlir::Location loc;             // of the op that relies on it
    std::string reason;
    // Whether an op other than an assertion lets the analysis take the sizes for equal.
    bool isUsed;
  };

  // Emits an error and fails if an op's inference fails or an op is unknown.
  static mlir::FailureOr<SymbolicShapes> compute(mlir::func::FuncOp function);

  llvm::ArrayRef<Symbol> symbols() const { return knownSymbols; }
  llvm::ArrayRef<Guard> guards() const { return knownGuards; }
  // The sizes of a tensor value of the function.
  llvm::ArrayRef<Dim> shape(mlir::Value tensor) const;
  // An index value of the function as an expression.
  Dim index(mlir::Value value) const;
  // The computed symbol that the cast of an element to an index sets; std::nullopt for other ops.
  std::optional<unsigned> computedBy(mlir::Operation *cast) const;
  // Whether the symbol is the size of a result of this op of control flow, and the run decides it.
  // Results of other ops may have the size, too: a loop carries it on.
  bool isDecidedBy(mlir::Operation *op, unsigned symbol) const {
    return op && decidedSymbols.lookup(symbol) == op;
  }
  // For a computed symbol that is a size of a value carried by a loop: the symbol of that size in
  // the next iteration.
  unsigned nextOf(unsigned symbol) const { return next.lookup(symbol); }
  // For such a symbol: the one of that size behind the loop, if a guard has it.
  std::optional<unsigned> finalOf(unsigned symbol) const {
    auto it = finals.find(symbol);
    return it == finals.end() ? std::nullopt : std::optional(it->second);
  }
  // The computed symbol that a branch of rlx.if or the body of a loop sets, if guards wait for it.
  std::optional<unsigned> branchSymbol(mlir::Region *branch) const {
    auto it = branches.find(branch);
    return it == branches.end() ? std::nullopt : std::optional(it->second);
  }
  // The symbol of the innermost branch around the op that has one.
  std::optional<unsigned> branchSymbolAround(mlir::Operation *op) const;
  bool isNonNegative(Dim dim) const { return derived.lowerBound(dim).value_or(-1) >= 0; }
  // The computed symbols that sizes depend on.
  llvm::SmallDenseSet<unsigned> computedIn(llvm::ArrayRef<Dim> dims) const;
  // Whether the sizes are the same or a guard makes them equal in every run that goes on.
  bool areEqual(Dim lhs, Dim rhs) const;
  // For an op with trait KeepsEqualShape: 1 if its result has the operand's sizes, otherwise 0.
  Dim keepsShape(mlir::Operation *op) const { return kept.lookup(op); }
  // False if the expression uses a size that nothing determines.
  bool isKnown(Dim dim) const;
  bool isKnown(llvm::ArrayRef<Dim> dims) const;

private:
  class Context;
  mlir::LogicalResult addArguments(mlir::func::FuncOp function);
  mlir::LogicalResult visit(mlir::Operation *op);
  void showShapes(Guard &guard, mlir::Operation *op, llvm::ArrayRef<Dim> to);
  mlir::LogicalResult visitRegions(mlir::Operation *op);
  mlir::FailureOr<Dims> declaredDims(mlir::Operation *op, mlir::Value value,
                                     llvm::ArrayRef<Dim> inferred);
  mlir::LogicalResult checkDivision(mlir::Operation *op);
  void addAssertion(mlir::cf::AssertOp check);
  mlir::FailureOr<Dim> readElement(mlir::Operation *cast);
  std::string elementName(llvm::StringRef node, unsigned number) const;
  Dim computeElement(mlir::Operation *cast, unsigned number);
  Dim decidedSize(mlir::Operation *op, unsigned result, unsigned dim);
  Dim behindLoops(mlir::Operation *op, Dim dim);
  unsigned enterBranch(mlir::Region *branch);
  Dim evaluateIndex(mlir::Operation *op);
  Dim compareIndices(mlir::arith::CmpIPredicate predicate, Dim lhs, Dim rhs);
  Dim extremum(Extremum kind, Dim lhs, Dim rhs);
  Dim broadcastSize(Dim lhs, Dim rhs);
  std::optional<Dim> selectBroadcast(mlir::arith::SelectOp select);
  Dim shortened(Dim dim);
  Dim computeKeepsShape(mlir::Operation *op);
  std::string text(Dim dim) const;
  void applyEqualities();
  Dim addSymbol(Symbol symbol);
  Dim unknown();
  Dim simplify(Dim dim) const;
  bool isComputed(Dim dim) const { return !computedIn(dim).empty(); }

  mlir::MLIRContext *context = nullptr;
  llvm::SmallVector<Symbol> knownSymbols;
  llvm::SmallVector<Guard> knownGuards;
  DerivedSizes derived;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, Dim> elements; // symbols of inputs' elements
  // Casts of computed elements, by tensor and element, and their symbols.
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, llvm::SmallVector<mlir::Operation *, 1>> casts;
  llvm::DenseMap<mlir::Operation *, unsigned> computed;
  // Sizes of results of control flow that the run decides.
  llvm::DenseMap<std::pair<mlir::Operation *, std::pair<unsigned, unsigned>>, Dim> decided;
  llvm::DenseMap<unsigned, mlir::Operation *> decidedSymbols; // and the ops that set them
  llvm::DenseMap<unsigned, unsigned> next, finals;
  llvm::DenseMap<unsigned, mlir::Operation *> loops; // of carried sizes
  llvm::DenseMap<mlir::Operation *, Dim> kept;
  llvm::DenseMap<mlir::Region *, unsigned> branches;
  llvm::DenseMap<mlir::Value, Dims> shapes;
  llvm::DenseMap<mlir::Value, Dim> indices;
  unsigned unknowns = 0;
};

} // namespace rlx

#endif // RLX_PASSES_SYMBOLICSHAPES_H
