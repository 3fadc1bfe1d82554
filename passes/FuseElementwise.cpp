// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fuse-elementwise`: turns chains of elementwise ops into rlx.elementwise_region.
//
//   %1 = rlx.relu (rlx.add %x, %b)   =>   %1 = rlx.elementwise_region %x, %b { rlx.add, rlx.relu }
//
// The chains are the purely elementwise groups of KernelGroups. Consumers of another root op stay:
// they are its epilogue.
#include "passes/Passes.h"

#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ElementwiseRegionOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "passes/KernelGroups.h"
#include "llvm/ADT/SetVector.h"

namespace rlx {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

class RegionBuilder {
public:
  RegionBuilder(ArrayRef<Operation *> ops, const rlx::SymbolicShapes &shapes)
      : ops(ops), shapes(shapes), last(ops.back()) {
    for (Operation *op : ops)
      for (Value operand : op->getOperands())
        if (!llvm::is_contained(ops, operand.getDefiningOp()))
          (isScalarConstant(operand) ? constants : inputs).insert(operand);
    // The remaining inputs must determine the shape of the result.
    if (llvm::none_of(inputs, [&](Value input) { return hasResultShape(input); })) {
      inputs.insert_range(constants);
      constants.clear();
    }
  }

  void replaceOps() {
    OpBuilder builder(last);
    auto region = rlx::ElementwiseRegionOp::create(
        builder, fusedLocation(), TypeRange(last->getResultTypes()), inputs.getArrayRef(),
        [&](OpBuilder &b, Location loc, ValueRange arguments) {
          IRMapping mapping;
          mapping.map(inputs.getArrayRef(), arguments);
          for (Value constant : constants)
            b.clone(*constant.getDefiningOp(), mapping);
          for (Operation *op : ops)
            b.clone(*op, mapping);
          rlx::YieldOp::create(b, loc, mapping.lookup(last->getResult(0)));
        });
    remark::passed(last->getLoc(), remark::RemarkOpts::name("FuseElementwise").category("rlx-fuse"))
        << (Twine(ops.size()) + " elementwise ops computed in one pass").str();
    last->replaceAllUsesWith(region);
    for (Operation *op : llvm::reverse(ops))
      op->erase();
  }

private:
  static bool isScalarConstant(Value value) {
    auto constant = value.getDefiningOp<rlx::ConstantOp>();
    return constant && isa<SplatElementsAttr>(constant.getValue()) &&
           constant.getType().getNumElements() == 1;
  }

  bool hasResultShape(Value value) {
    return shapes.shape(value) == shapes.shape(last->getResult(0));
  }

  Location fusedLocation() {
    return FusedLoc::get(last->getContext(),
                         llvm::map_to_vector(ops, [](Operation *op) { return op->getLoc(); }));
  }

  ArrayRef<Operation *> ops; // in program order; only the last result is used elsewhere
  const rlx::SymbolicShapes &shapes;
  Operation *last;
  llvm::SetVector<Value> inputs, constants;
};

struct FuseElementwise : rlx::impl::FuseElementwisePassBase<FuseElementwise> {
  void runOnBody() override {
    func::FuncOp function = getOperation();
    FailureOr<rlx::SymbolicShapes> shapes = rlx::SymbolicShapes::compute(function);
    if (failed(shapes))
      return signalPassFailure();
    rlx::InputDependence dependence(function);
    for (const rlx::KernelGroup &group :
         rlx::groupKernels(function.getBody().front(), *shapes, dependence))
      if (group.ops.size() > 1 && llvm::all_of(group.ops, [](Operation *op) {
            return isa<rlx::ElementwiseOpInterface>(op) && op->getNumResults() == 1;
          }))
        RegionBuilder(group.ops, *shapes).replaceOps();
  }
};

} // namespace
