// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the mixture-of-experts (MoE) layers of a program during its construction.
//
// A layer is one routing: the matmuls whose rows take their experts from one top-k choice or, if no
// choice is found, from one value. It needs no rule about the number of matmuls per layer. For
// example, a gated MLP has three grouped matmuls with one routing. Layers are found on outlined
// ops, so no earlier rewrite needs to know about them.
#ifndef RLX_PASSES_MOELAYERS_H
#define RLX_PASSES_MOELAYERS_H

#include "dialects/lir/LIRDialect.h"
#include "passes/SymbolicShapes.h"
#include "llvm/ADT/DenseMap.h"

namespace rlx {

class MoeLayers {
public:
  explicit MoeLayers(const SymbolicShapes &shapes) : shapes(shapes) {}

  // `op` is computed in every run, by `dispatch`. Called in program order.
  void add(mlir::Operation *op, lir::DispatchOp dispatch,
           llvm::function_ref<mlir::Value(mlir::Value)> bufferOf);
  // Declares the layers at the builder's insertion point and marks the dispatches at which their
  // experts can be observed. Call it when all commands are in their final place.
  void declare(mlir::OpBuilder &builder);

private:
  // Expert ids in a buffer that a dispatch reads or writes.
  struct ExpertIds {
    lir::DispatchOp dispatch;
    mlir::Value buffer;
  };
  struct Layer {
    std::string label;
    int64_t experts;
    int64_t numMatmuls = 0;
    mlir::Value routing; // routing of the first matmul
    // The read of each matmul, with the value that has the same elements before reshapes and
    // conversions.
    llvm::SmallVector<std::pair<mlir::Value, ExpertIds>> readings;
  };

  void addMatmul(mlir::Value routing, int64_t experts, ExpertIds ids);
  static llvm::SmallVector<ExpertIds> idsToCount(const Layer &layer);
  mlir::Value choiceBehind(mlir::Value routing, int64_t experts) const;
  // The place where the layer's experts are chosen, or the reason why there is none.
  bool isInLoopOfComputedLength(mlir::Operation *op) const;
  std::optional<ExpertIds> findChoice(const Layer &layer, std::string &why) const;

  const SymbolicShapes &shapes;
  llvm::SmallVector<Layer> layers;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, size_t> layerOf; // by routing and experts
  llvm::DenseMap<mlir::Value, ExpertIds> choices;                  // by the chosen indices
};

} // namespace rlx

#endif // RLX_PASSES_MOELAYERS_H
