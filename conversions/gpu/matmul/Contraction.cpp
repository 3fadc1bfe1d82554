// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognizes contractions behind the root of a kernel (see Contraction.h).
//
// The root may be the contraction itself, or an epilogue that reads each of its elements once.
#include "conversions/gpu/matmul/Contraction.h"

#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/kernel/ProducerLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr unsigned kNone = ~0u;

// Finds the only reduction that the root is computed from, where each element of the root reads one
// element of it. `rootLoops` gives the loops of the reduction over those of the root.
//
// %sum = linalg.matmul ...                                   // sum, rootLoops = [d0, d1, null]
// %r   = linalg.generic { %sum + %bias } ins(%sum, %bias)     // root, loops d0, d1
class SumBehind {
public:
  linalg::LinalgOp sum;
  SmallVector<AffineExpr> rootLoops;

  bool find(linalg::LinalgOp root) {
    SmallVector<AffineExpr> loops = ownLoops(root);
    if (root.getNumReductionLoops() == 0)
      return visit(root, loops) && sum;
    sum = root;
    rootLoops = loops;
    return true;
  }

private:
  bool visit(linalg::LinalgOp op, ArrayRef<AffineExpr> loops) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto producer = operand.get().getDefiningOp<linalg::LinalgOp>();
      if (!producer) {
        if (readsReduction(operand.get()))
          return false; // the element it reads is not the known accumulator
        continue;
      }
      SmallVector<AffineExpr> followed = loopsOfProducer(operand, loops);
      if (producer.getNumReductionLoops() == 0) {
        if (!visit(producer, followed))
          return false;
        continue;
      }
      if (sum && (sum != producer || rootLoops != followed))
        return false;
      sum = producer;
      rootLoops = followed;
    }
    return !bodyReadsReduction(op);
  }
};

// Positions of the dims; kNone for other expressions.
SmallVector<unsigned> numbersOf(ArrayRef<AffineExpr> loops) {
  return llvm::map_to_vector(loops, [](AffineExpr loop) {
    auto dim = dyn_cast_or_null<AffineDimExpr>(loop);
    return dim ? dim.getPosition() : kNone;
  });
}

// Whether the value is contiguous along one of the loops: the loop is in the last index of a read.
bool readsAlong(linalg::LinalgOp op, Value value, const llvm::SmallBitVector &loops) {
  for (Value each : valuesBehind(op, value)) {
    if (auto argument = dyn_cast<BlockArgument>(each)) {
      AffineMap map = op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
      for (unsigned loop : loops.set_bits())
        if (map.getNumResults() != 0 && map.getResults().back().isFunctionOfDim(loop))
          return true;
      continue;
    }
    bool along = false;
    each.getDefiningOp()->walk([&](tensor::ExtractOp read) {
      if (!read.getIndices().empty())
        along |= loopsBehind(op, read.getIndices().back()).anyCommon(loops);
    });
    if (along)
      return true;
  }
  return false;
}

bool canEmit(Contraction &contraction) {
  linalg::LinalgOp op = contraction.reduction.op;
  // Each loop of the root is exactly one parallel loop of the contraction.
  llvm::SmallBitVector seen(contraction.root.getNumLoops());
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (iterator == utils::IteratorType::parallel) {
      unsigned of = contraction.rootLoops[loop];
      if (of >= seen.size() || seen.test(of))
        return false;
      seen.set(of);
    }
  if (contraction.root != op && !seen.all())
    return false;
  ElementCheck check;
  if (!check.canEmitBody(op) || !check.canEmit(op.getDpsInits().front()))
    return false;
  check.setKnown(op->getResult(0));
  return check.canEmit(contraction.root->getResult(0));
}

} // namespace

AffineExpr Contraction::count(ArrayRef<unsigned> loops) const {
  linalg::LinalgOp op = root;
  AffineExpr size = getAffineConstantExpr(1, op.getContext());
  for (unsigned loop : loops)
    size = size * sizes[loop];
  return size;
}

int64_t Contraction::known(ArrayRef<unsigned> loops, int64_t otherwise) const {
  int64_t count = 1;
  for (unsigned loop : loops) {
    auto size = dyn_cast<AffineConstantExpr>(sizes[loop]);
    if (!size)
      return otherwise;
    count *= size.getValue();
  }
  return count;
}

int64_t Contraction::known(const Operand &side, int64_t otherwise) const {
  return known(side.own, assumed.value_or(otherwise));
}

bool Contraction::isForTiles() const {
  constexpr int64_t kMany = 1024, kShortSum = 8;
  return known(rows, kMany) >= kMinForTiles && known(columns, kMany) >= kMinForTiles &&
         known(sum, kMany) >= kShortSum;
}

bool Contraction::hasManyTiles(int64_t tile, const rt::DeviceProfile &profile) const {
  constexpr int64_t kUsual = 128;
  return known(batch, 1) * llvm::divideCeil(known(rows, kUsual), tile) *
             llvm::divideCeil(known(columns, kUsual), tile) >=
         static_cast<uint64_t>(manyTiles(profile));
}

std::optional<Contraction> Contraction::find(linalg::LinalgOp root) {
  SumBehind behind;
  if (!behind.find(root))
    return std::nullopt;
  linalg::LinalgOp op = behind.sum;
  std::optional<Reduction> reduction = Reduction::find(op);
  if (!reduction || !isa<arith::AddFOp, arith::AddIOp>(reduction->combiner) ||
      !op.getIndexingMapMatchingResult(op->getResult(0)).isProjectedPermutation())
    return std::nullopt;
  Operation *times = reduction->element.getDefiningOp();
  if (!times || !isa<arith::MulFOp, arith::MulIOp>(times) || times->getBlock() != op.getBlock())
    return std::nullopt;
  Contraction contraction{root, *reduction, loopSizes(op), numbersOf(behind.rootLoops), {}, {}, {},
                          {},   {}};
  if (auto assumed = op->getParentOp()->getAttrOfType<IntegerAttr>(kAssumedSizeAttr))
    contraction.assumed = assumed.getInt();
  if (contraction.sizes.empty())
    return std::nullopt;
  contraction.rows.value = times->getOperand(0);
  contraction.columns.value = times->getOperand(1);
  llvm::SmallBitVector left = loopsBehind(op, contraction.rows.value),
                       right = loopsBehind(op, contraction.columns.value);
  llvm::SmallBitVector summed(op.getNumLoops());
  auto iterators = op.getIteratorTypesArray();
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    if (iterators[loop] == utils::IteratorType::reduction) {
      contraction.sum.push_back(loop);
      summed.set(loop);
    } else if (left.test(loop) && !right.test(loop)) {
      contraction.rows.own.push_back(loop);
    } else if (right.test(loop) && !left.test(loop)) {
      contraction.columns.own.push_back(loop);
    } else {
      contraction.batch.push_back(loop);
    }
  }
  contraction.rows.alongSum = readsAlong(op, contraction.rows.value, summed);
  contraction.columns.alongSum = readsAlong(op, contraction.columns.value, summed);
  // Columns of the tile are to be contiguous in the result.
  unsigned fastest = root.getNumLoops();
  AffineMap result = root.getIndexingMapMatchingResult(root->getResult(0));
  for (AffineExpr expr : result.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      fastest = dim.getPosition();
  if (llvm::any_of(contraction.rows.own,
                   [&](unsigned loop) { return contraction.rootLoops[loop] == fastest; }))
    std::swap(contraction.rows, contraction.columns);
  if (!canEmit(contraction))
    return std::nullopt;
  return contraction;
}

} // namespace rlx
