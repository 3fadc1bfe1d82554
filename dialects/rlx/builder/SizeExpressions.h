// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sizes of a graph's values as expressions over the names of its inputs' sizes, for example
// "batch * 4". They are for people, and for knowing that two sizes are equal; the compiler computes
// its own (passes/SymbolicShapes.h). Each op's inference gives them when the op is made. Internal
// to the builder.
#ifndef RLX_DIALECTS_RLX_BUILDER_SIZEEXPRESSIONS_H
#define RLX_DIALECTS_RLX_BUILDER_SIZEEXPRESSIONS_H

#include <string>
#include <vector>

#include "dialects/rlx/interfaces/Inference.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace rlx::graph {

class SizeExpressions : private InferContext {
public:
  explicit SizeExpressions(mlir::MLIRContext *context) : InferContext(context, std::nullopt, "") {}

  /// The sizes of an argument of the model. `names` has one per dimension, empty for a static one.
  void addArgument(mlir::Value argument, llvm::ArrayRef<mlir::Attribute> names);
  /// The sizes of a body's argument: those of the operand that it gets, or of the operand's rows.
  void addBodyArgument(mlir::Value argument, mlir::Value operand);
  /// The sizes of the results of an op of the dialect, by its inference.
  void addResults(mlir::Operation *op);
  /// The value of a size: dimension `dim` of a tensor, or computed from two sizes by '+', '-', '*'
  /// or '/'.
  void addSize(mlir::Value size, mlir::Value tensor, unsigned dim);
  void addSize(mlir::Value size, char operation, mlir::Value lhs, mlir::Value rhs);

  /// The expression as text: "4", "batch", "(batch * 4) floordiv 3", "'n-1' + 1" with the name
  /// n-1. A size that has no name is "?" with a number. Equal texts are equal sizes.
  std::string text(mlir::Value tensor, unsigned dim);

private:
  Dims shape(mlir::Value value) override;
  Dim index(mlir::Value value) override;
  Dim unknown() override;
  std::string nameOf(unsigned symbol) const;
  /// The size itself, or an unknown one if the expression is long.
  Dim bounded(Dim dim);

  llvm::DenseMap<mlir::Value, Dims> shapes;
  llvm::DenseMap<mlir::Value, Dim> indices;
  std::vector<std::string> names; // of symbols; empty for unknown ones
  llvm::StringMap<unsigned> symbols;
};

} // namespace rlx::graph

#endif // RLX_DIALECTS_RLX_BUILDER_SIZEEXPRESSIONS_H
