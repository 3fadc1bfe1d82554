// Which values of a model function change from run to run. Everything else depends on params and
// constants only and can be prepared once.
#ifndef RLX_PASSES_INPUTDEPENDENCE_H
#define RLX_PASSES_INPUTDEPENDENCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// On an op, a unit attribute: each run makes its results anew, whatever they depend on. What is
// prepared stays in memory, and some of it would take several times what it is made of.
inline constexpr llvm::StringLiteral kNoHoistAttr = "rlx.no_hoist";

// Confined to the IR as it was at construction; later ops can be added with `visit`.
class InputDependence {
public:
  explicit InputDependence(mlir::func::FuncOp function);

  bool isRuntime(mlir::Value value) const { return runtimeValues.contains(value); }
  bool isPrepared(mlir::Value value) const { return !isRuntime(value); }
  // Classifies the results of an op whose operands are known. Of control flow, the arguments of the
  // regions and what depends on them follow the whole op, which is prepared if nothing that it
  // reads changes; ops of the regions that read other values only are classified by those.
  void visit(mlir::Operation *op);

private:
  void forget(mlir::Operation *op);
  bool readsRuntime(mlir::Operation *op) const;

  llvm::DenseSet<mlir::Value> runtimeValues;
};

} // namespace rlx

#endif // RLX_PASSES_INPUTDEPENDENCE_H
