// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of a model function that change from run to run. All others depend on params and
// constants only and can be prepared once.
//
// For example, `rlx.transpose %w` of a param is prepared, and `rlx.matmul %x, %w` of an input is
// not.
#ifndef RLX_PASSES_INPUTDEPENDENCE_H
#define RLX_PASSES_INPUTDEPENDENCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// A unit attribute: each run recomputes the op's results, whatever they depend on. Prepared values
// stay in memory, and some would take several times the memory of their operands.
inline constexpr llvm::StringLiteral kNoHoistAttr = "rlx.no_hoist";

// Describes the IR at construction. Later ops can be added with `visit`.
class InputDependence {
public:
  explicit InputDependence(mlir::func::FuncOp function);

  bool isRuntime(mlir::Value value) const { return runtimeValues.contains(value); }
  bool isPrepared(mlir::Value value) const { return !isRuntime(value); }
  // Classifies the results of an op whose operands are classified. In control flow, region
  // arguments and values that depend on them follow the whole op, which is prepared if it reads
  // nothing that changes. Ops of a region that read only other values are classified by those.
  void visit(mlir::Operation *op);

private:
  void forget(mlir::Operation *op);
  bool readsRuntime(mlir::Operation *op) const;

  llvm::DenseSet<mlir::Value> runtimeValues;
};

} // namespace rlx

#endif // RLX_PASSES_INPUTDEPENDENCE_H
