// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Costs per iteration, summed over linalg ops, copies and loops; see KernelCost.h.
//
// The constants are rough. They need only tell kernels worth several threads from those that are
// not.
#include "conversions/kernel/KernelCost.h"

#include "conversions/kernel/KernelDims.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;

namespace rlx {
namespace {

// Costs are in sixteenths of a nanosecond.
//
// The cost of a copied element: its load and its store.
constexpr int64_t kCopyCost = 2;
// The cost of a scalar op in a loop that is not vectorized.
constexpr int64_t kScalarCost = 2;

// The cost of one iteration. Vectorized arithmetic processes about ten elements per nanosecond,
// function approximations about three.
int64_t stepCost(linalg::LinalgOp op) {
  int64_t cost = 1;
  for (Operation &inner : op.getBlock()->without_terminator()) {
    StringRef dialect = inner.getDialect()->getNamespace();
    cost += dialect == "math" ? 8 : (isa<tensor::ExtractOp>(inner) ? 16 : 2);
  }
  return cost;
}

class CostEstimate {
public:
  explicit CostEstimate(func::FuncOp kernel)
      : dims(kernel, kernel.getNumArguments()), scratch(kernel.getContext()) {}

  unsigned numDims() const { return dims.size(); }

  // Besides linalg ops and copies, loops written by the lowering of an op count: each iteration
  // costs its ops. A branch, and a loop with an unknown trip count, counts once.
  AffineExpr ofBlock(Block &block, bool inLoop = false) {
    AffineExpr total = constant(0);
    for (Operation &op : block) {
      if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
        total = total + ofLinalg(structured);
      } else if (auto copy = dyn_cast<tensor::InsertSliceOp>(op)) {
        total = total + product(kCopyCost, copy.getMixedSizes());
      } else if (auto loop = dyn_cast<LoopLikeOpInterface>(op); loop && !isa<scf::WhileOp>(op)) {
        total = total + numSteps(loop) * ofBlock(loop.getLoopRegions().front()->front(), true);
      } else if (op.getNumRegions() > 0) {
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            total = total + ofBlock(inner, inLoop);
      } else if (inLoop && !op.hasTrait<mlir::OpTrait::IsTerminator>()) {
        total = total + kScalarCost;
      }
    }
    return total;
  }

private:
  AffineExpr constant(int64_t value) { return scratch.getAffineConstantExpr(value); }

  AffineExpr sizeOf(OpFoldResult size) {
    AffineExpr known = dims.upperBound(size);
    return known ? known : constant(kAssumedSize);
  }

  AffineExpr product(int64_t cost, ArrayRef<OpFoldResult> sizes) {
    AffineExpr steps = constant(cost);
    for (OpFoldResult size : sizes)
      steps = steps * sizeOf(size);
    return steps;
  }

  AffineExpr ofLinalg(linalg::LinalgOp op) {
    scratch.setInsertionPoint(op);
    auto domain = cast<TilingInterface>(op.getOperation()).getIterationDomain(scratch);
    return product(stepCost(op),
                   llvm::map_to_vector(domain, [](const Range &range) { return range.size; }));
  }

  // The trip count of a loop with lower bound 0, which all loops of lowerings have.
  AffineExpr numSteps(LoopLikeOpInterface loop) {
    auto bounds = loop.getLoopUpperBounds(), steps = loop.getLoopSteps();
    if (!bounds || !steps)
      return constant(kAssumedSize);
    AffineExpr count = constant(1);
    for (auto [bound, step] : llvm::zip(*bounds, *steps)) {
      AffineExpr size = dims.upperBound(bound);
      std::optional<int64_t> stride = getConstantIntValue(step);
      count = count * (size && stride ? size.ceilDiv(*stride) : constant(kAssumedSize));
    }
    return count;
  }

  KernelDims dims;
  OpBuilder scratch;
};

} // namespace

void estimateCost(func::FuncOp kernel) {
  CostEstimate estimate(kernel);
  AffineExpr total = estimate.ofBlock(kernel.getBody().front());
  kernel->setAttr(lir::kCostAttr,
                  AffineMapAttr::get(AffineMap::get(0, estimate.numDims(), total.floorDiv(16))));
}

} // namespace rlx
