// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Upper bounds of trip counts as affine expressions over a kernel's dims (see LoopTripCounts.h).
// Counts linalg ops as the loops that they become. A bound may be too high. It is too low only for
// loops whose trip count nothing tells.
#include "conversions/gpu/device/LoopTripCounts.h"

#include "conversions/kernel/KernelDims.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace rlx {
namespace {

class TripCounter {
public:
  TripCounter(func::FuncOp kernel, unsigned operands)
      : context(kernel.getContext()), dims(kernel, operands) {
    if (auto most = kernel->getAttrOfType<IntegerAttr>(kMaxIterationsAttr))
      maxUnknown = most.getInt();
  }

  unsigned numDims() const { return dims.size(); }

  AffineExpr ofRegion(Region &region) {
    AffineExpr total = constant(0);
    for (Block &block : region)
      for (Operation &op : block)
        total = total + ofOp(&op);
    return total;
  }

private:
  AffineExpr constant(int64_t value) { return getAffineConstantExpr(value, context); }

  AffineExpr ofOp(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return iterationsOf(loop) * (ofRegion(loop.getRegion()) + 1) + copiesOf(loop.getInits());
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return (ofRegion(loop.getBefore()) + ofRegion(loop.getAfter()) + 1) * maxUnknown +
             copiesOf(loop.getInits());
    if (auto loop = dyn_cast<scf::ForallOp>(op))
      return ofForall(loop);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      return ofLinalg(structured);
    if (auto copy = dyn_cast<memref::CopyOp>(op))
      return copy.getSource() == copy.getTarget() ? constant(0) : ofNest(sizesOf(copy.getTarget()));
    AffineExpr total = constant(0);
    for (Region &region : op->getRegions())
      total = total + ofRegion(region);
    return total;
  }

  // An invocation runs one iteration, or all of them if there is work beside the loop
  // (OuterLoop.h).
  AffineExpr ofForall(scf::ForallOp loop) {
    AffineExpr total = ofRegion(loop.getRegion());
    const bool isAlone = llvm::all_of(*loop->getBlock(), [&](Operation &op) {
      return &op == loop || !isa<linalg::LinalgOp, LoopLikeOpInterface>(op);
    });
    if (isAlone)
      return total;
    SmallVector<OpFoldResult> ends = loop.getMixedUpperBound(), steps = loop.getMixedStep();
    for (size_t i = ends.size(); i-- > 0;) {
      AffineExpr most = dims.upperBound(ends[i]);
      std::optional<int64_t> by = getConstantIntValue(steps[i]);
      total = (most && by ? most.ceilDiv(*by) : constant(maxUnknown)) * (total + 1);
    }
    return total;
  }

  // Bufferization copies operands of the kernel, or slices of them, that a loop changes.
  AffineExpr copiesOf(ValueRange inits) {
    AffineExpr total = constant(0);
    for (Value init : inits) {
      Value source = init;
      while (auto slice = source.getDefiningOp<tensor::ExtractSliceOp>())
        source = slice.getSource();
      auto argument = dyn_cast<BlockArgument>(source);
      if (argument && isa<RankedTensorType>(source.getType()) &&
          isa<func::FuncOp>(argument.getOwner()->getParentOp()))
        total = total + ofNest(sizesOf(init));
    }
    return total;
  }

  AffineExpr ofLinalg(linalg::LinalgOp op) {
    // A loop has the size of any dimension that it alone indexes.
    SmallVector<AffineExpr> sizes(op.getNumLoops(), constant(1));
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<ShapedType>(operand.get().getType()))
        continue;
      SmallVector<AffineExpr> own = sizesOf(operand.get());
      for (auto [expr, size] : llvm::zip(op.getMatchingIndexingMap(&operand).getResults(), own))
        if (auto loop = dyn_cast<AffineDimExpr>(expr))
          sizes[loop.getPosition()] = size;
    }
    // On tensors, canonicalization removes an op without iterations.
    if (op.hasPureTensorSemantics() && llvm::is_contained(sizes, constant(0)))
      return constant(0);
    return ofNest(sizes, ofRegion(op->getRegion(0)));
  }

  AffineExpr ofNest(ArrayRef<AffineExpr> sizes) { return ofNest(sizes, constant(0)); }
  // Nested loops with these sizes, the outermost first, around a body with iterations of its own.
  AffineExpr ofNest(ArrayRef<AffineExpr> sizes, AffineExpr total) {
    for (AffineExpr size : llvm::reverse(sizes))
      total = size * (total + 1);
    return total;
  }

  SmallVector<AffineExpr> sizesOf(Value buffer) {
    SmallVector<AffineExpr> sizes;
    for (auto [i, size] : llvm::enumerate(cast<ShapedType>(buffer.getType()).getShape()))
      sizes.push_back(ShapedType::isDynamic(size) ? dynamicSize(buffer, static_cast<int64_t>(i))
                                                  : constant(size));
    return sizes;
  }

  AffineExpr dynamicSize(Value buffer, int64_t i) {
    if (auto argument = dyn_cast<BlockArgument>(buffer)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (isa<func::FuncOp>(owner))
        return dims.dim(argument, static_cast<unsigned>(i));
      auto loop = dyn_cast<LoopLikeOpInterface>(owner);
      OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr;
      return init ? sizesOf(init->get())[static_cast<size_t>(i)] : constant(1);
    }
    AffineExpr size;
    if (auto part = buffer.getDefiningOp<memref::SubViewOp>())
      size = boundOf(keptSize(part, static_cast<size_t>(i)));
    else if (auto result = dyn_cast<OpResult>(buffer);
             result && isa<RankedTensorType>(buffer.getType()))
      return sizeOfTensor(result, i);
    else if (auto view = buffer.getDefiningOp<memref::ViewOp>())
      size = dims.upperBound(
          view.getSizes()[view.getType().getDynamicDimIndex(static_cast<unsigned>(i))]);
    return size ? size : constant(1);
  }

  // The size of dimension `dim` of a slice, which may lack dimensions of size 1 of its source.
  static OpFoldResult keptSize(OffsetSizeAndStrideOpInterface slice, size_t dim) {
    auto type = cast<ShapedType>(slice->getResult(0).getType());
    std::optional<llvm::SmallDenseSet<unsigned>> dropped =
        computeRankReductionMask(slice.getStaticSizes(), type.getShape());
    for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
      if (dropped && !dropped->contains(static_cast<unsigned>(i)) && dim-- == 0)
        return size;
    return {};
  }

  AffineExpr boundOf(OpFoldResult size) const {
    return size ? dims.upperBound(size) : AffineExpr();
  }

  AffineExpr sizeOfTensor(OpResult tensor, int64_t i) {
    const auto dim = static_cast<size_t>(i);
    Operation *op = tensor.getOwner();
    if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
      if (OpOperand *init = destination.getTiedOpOperand(tensor))
        return sizesOf(init->get())[dim];
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      if (OpOperand *init = loop.getTiedLoopInit(tensor))
        return sizesOf(init->get())[dim];
    if (auto cast = dyn_cast<tensor::CastOp>(op))
      return sizesOf(cast.getSource())[dim];
    OpFoldResult size;
    if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      size = empty.getMixedSizes()[dim];
    else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      size = keptSize(slice, dim);
    AffineExpr known = boundOf(size);
    return known ? known : constant(1);
  }

  // Loops that invocations share begin at the invocation's index, so the lower bound counts as 0.
  AffineExpr iterationsOf(scf::ForOp loop) {
    AffineExpr end = endOf(loop.getUpperBound());
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    if (!end || !step)
      return constant(maxUnknown);
    return (end - getConstantIntValue(loop.getLowerBound()).value_or(0)).ceilDiv(*step);
  }

  // An upper bound of a value that is not negative; null if there is none.
  AffineExpr endOf(Value bound) {
    if (AffineExpr known = dims.upperBound(bound))
      return known;
    if (AffineExpr of = endOfOp(bound))
      return of;
    FailureOr<int64_t> most = ValueBoundsConstraintSet::computeConstantBound(
        presburger::BoundType::UB, bound, /*stopCondition=*/nullptr, /*closedUB=*/true);
    return succeeded(most) ? constant(*most) : AffineExpr();
  }

  AffineExpr endOfOp(Value bound) {
    Operation *op = bound.getDefiningOp();
    if (!op)
      return {};
    auto operand = [&](unsigned i) { return endOf(op->getOperand(i)); };
    auto both = [&](unsigned i, auto combine) {
      AffineExpr first = operand(i), second = operand(i + 1);
      return first && second ? combine(first, second) : AffineExpr();
    };
    auto larger = [](AffineExpr a, AffineExpr b) {
      return a == b || b == 0 ? a : a == 0 ? b : a + b;
    };
    if (isa<arith::SelectOp>(op))
      return both(1, larger);
    if (isa<arith::MaxSIOp, arith::MaxUIOp>(op))
      return both(0, larger);
    if (isa<arith::MinSIOp, arith::MinUIOp>(op)) {
      AffineExpr first = operand(0), second = operand(1);
      return !first || isa_and_nonnull<AffineConstantExpr>(second) ? second : first;
    }
    if (isa<arith::AddIOp>(op))
      return both(0, [](AffineExpr a, AffineExpr b) { return a + b; });
    if (isa<arith::MulIOp>(op))
      return both(0, [](AffineExpr a, AffineExpr b) { return a * b; });
    std::optional<int64_t> by;
    if (op->getNumOperands() == 2)
      by = getConstantIntValue(op->getOperand(1));
    if (AffineExpr of =
            by && *by > 0 && isa<arith::DivUIOp, arith::DivSIOp>(op) ? operand(0) : AffineExpr())
      return of.floorDiv(*by);
    if (isa<arith::RemUIOp>(op) && by)
      return constant(*by);
    return isa<arith::SubIOp>(op) ? operand(0) : AffineExpr();
  }

  MLIRContext *context;
  KernelDims dims;
  int64_t maxUnknown = 1;
};

} // namespace

LogicalResult noteTripCounts(func::FuncOp kernel) {
  TripCounter count(kernel, kernel.getNumArguments() - lir::kKernelContextArguments);
  AffineExpr iterations = count.ofRegion(kernel.getBody());
  if (iterations != 0)
    kernel->setAttr(kLoopIterationsAttr,
                    AffineMapAttr::get(AffineMap::get(0, count.numDims(), iterations)));
  auto plan = kernel->getAttrOfType<AffineMapAttr>(kPlannedIterationsAttr);
  auto planned =
      plan ? dyn_cast<AffineConstantExpr>(plan.getValue().getResult(0)) : AffineConstantExpr();
  auto known = dyn_cast<AffineConstantExpr>(iterations);
  if (planned && known && known.getValue() > planned.getValue())
    return internal(kernel.emitOpError("has loops of ")
                    << known.getValue() << " iterations, but its schedule planned "
                    << planned.getValue());
  kernel->removeAttr(kPlannedIterationsAttr);
  return success();
}

AffineExpr tripCountsOnTensors(func::FuncOp kernel) {
  return TripCounter(kernel, kernel.getNumArguments()).ofRegion(kernel.getBody());
}

// Terms of an element; 1 for an elementwise op. Schedules that unroll reductions know their size.
static int64_t numTerms(linalg::LinalgOp op) {
  int64_t terms = 1;
  for (auto [size, kind] : llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction && !ShapedType::isDynamic(size))
      terms *= size;
  return terms;
}

AffineExpr tripCountsOfBodies(func::FuncOp kernel) {
  TripCounter count(kernel, kernel.getNumArguments());
  AffineExpr total = getAffineConstantExpr(0, kernel.getContext());
  DenseMap<Operation *, int64_t> reads; // elements of an op for one of the result
  Block &body = kernel.getBody().front();
  for (Operation &op : llvm::reverse(body)) {
    int64_t own = 0;
    for (Operation *user : op.getUsers()) {
      Operation *reader = body.findAncestorOpInBlock(*user);
      if (auto loop = user->getParentOfType<LoopLikeOpInterface>();
          loop && reader->isProperAncestor(loop))
        return {}; // read in a loop of the body
      own += isa<func::ReturnOp>(reader) ? 1 : reads.lookup(reader);
    }
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    // An element of a reduction takes one of its operands for each term.
    reads[&op] = own * (structured ? numTerms(structured) : 1);
    if (structured)
      total = total + count.ofRegion(op.getRegion(0)) * reads[&op];
  }
  return total;
}

AffineExpr tripCountsOf(Operation *kernel) {
  auto iterations = kernel->getAttrOfType<AffineMapAttr>(kLoopIterationsAttr);
  return iterations ? iterations.getValue().getResult(0)
                    : getAffineConstantExpr(0, kernel->getContext());
}

bool mayIterate(func::FuncOp kernel, uint64_t most) {
  auto isKnown = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  };
  // Dynamic sizes are unknown here, and so are schedules of rlx ops.
  WalkResult unknown = kernel.walk([&](Operation *op) {
    const bool isPlain = isa<func::FuncOp>(op) || !isa<RLXDialect>(op->getDialect());
    return isPlain && llvm::all_of(op->getOperandTypes(), isKnown) &&
                   llvm::all_of(op->getResultTypes(), isKnown)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (unknown.wasInterrupted())
    return true;
  auto all = dyn_cast<AffineConstantExpr>(
      TripCounter(kernel, kernel.getNumArguments()).ofRegion(kernel.getBody()));
  // Tiles of one element add a loop of one iteration for each dimension.
  constexpr uint64_t kMaxRank = 8;
  return !all || static_cast<uint64_t>(all.getValue()) > most / kMaxRank;
}

void keepMaxIterations(func::FuncOp kernel) {
  int64_t most = 1;
  kernel.walk([&](scf::WhileOp loop) {
    if (auto iterations = loop->getAttrOfType<IntegerAttr>(kMaxIterationsAttr))
      most = std::max(most, iterations.getInt());
  });
  Builder b(kernel);
  if (most > 1)
    kernel->setAttr(kMaxIterationsAttr, b.getI64IntegerAttr(most));
}

} // namespace rlx
