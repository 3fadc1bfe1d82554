// The layers of a mixture of experts in a program that is being built.
//
// A layer is one routing: the products whose rows take their experts from one choice, or where no
// choice is found, from one value. So it needs no rule about how many products a layer has. Found
// when kernels are outlined, on the ops that are left then: no rewrite before has to know of it.
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
  // Declares the layers at the builder's place in the program, and marks the dispatches where their
  // experts can be seen. When all commands are where they belong.
  void declare(mlir::OpBuilder &builder);

private:
  // Ids in a buffer that a dispatch reads or writes.
  struct Place {
    lir::DispatchOp dispatch;
    mlir::Value buffer;
  };
  struct Layer {
    std::string label;
    int64_t experts;
    int64_t products = 0;
    mlir::Value routing; // of the first product
    // What each product reads, and the value with these elements before reshapes and conversions.
    llvm::SmallVector<std::pair<mlir::Value, Place>> readings;
  };

  void addProduct(mlir::Value routing, int64_t experts, Place place);
  static llvm::SmallVector<Place> placesToCount(const Layer &layer);
  mlir::Value choiceBehind(mlir::Value routing, int64_t experts) const;
  // Where the layer's experts are chosen; otherwise why that cannot be seen.
  std::optional<Place> findChoice(const Layer &layer, std::string &why) const;

  const SymbolicShapes &shapes;
  llvm::SmallVector<Layer> layers;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, size_t> layerOf; // by routing and experts
  llvm::DenseMap<mlir::Value, Place> choices;                      // by the positions chosen
};

} // namespace rlx

#endif // RLX_PASSES_MOELAYERS_H
