// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the root of a kernel back to its reductions, and finds the loops that they have in common
// (see RowReduction.h). The kernel has no such form if reductions depend on different loops, or if
// something cannot be emitted by elements.
#include "conversions/gpu/reduction/RowReduction.h"

#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/kernel/ProducerLoops.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {
namespace {

// Shorter rows are faster with an invocation each.
constexpr int64_t kShortReduction = 32;
// More rows that share reads are a matmul. This number of results per such row has to remain.
constexpr int64_t kMaxReuse = 8, kMinRows = 256;
// Assumed for an unknown number of rows.
constexpr int64_t kAssumedRows = 1 << 15;

class RowFinder {
public:
  explicit RowFinder(linalg::LinalgOp root) { rows.root = root; }

  std::optional<RowReductions> find() {
    if (!analyse() || rows.reductions.empty() || !isWorthIt())
      return std::nullopt;
    findReuseLoop();
    return rows;
  }

private:
  bool analyse() {
    rows.sizes = loopSizes(rows.root);
    const bool isUnknown = rows.sizes.empty() && rows.root.getNumLoops() != 0;
    if (isUnknown || llvm::is_contained(rows.root.getStaticLoopRanges(), 0))
      return false;
    SmallVector<AffineExpr> loops = ownLoops(rows.root);
    bool followed = rows.root.getNumReductionLoops() == 0 ? visitOperands(rows.root, loops)
                                                          : visitReduction(rows.root, loops);
    return followed && splitLoops() && canEmit();
  }

  // `loops`: those of the op over those of the root; null ones are reduced.
  bool visitOperands(linalg::LinalgOp op, ArrayRef<AffineExpr> loops) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto producer = operand.get().getDefiningOp<linalg::LinalgOp>();
      if (!producer) {
        if (operand.get().getDefiningOp() && readsReduction(operand.get()))
          return false;
        continue;
      }
      SmallVector<AffineExpr> followed = loopsOfProducer(operand, loops);
      bool whole = producer.getNumReductionLoops() == 0 ? visitOperands(producer, followed)
                                                        : visitReduction(producer, followed);
      if (!whole)
        return false;
    }
    return !bodyReadsReduction(op);
  }

  bool visitReduction(linalg::LinalgOp op, ArrayRef<AffineExpr> loops) {
    std::optional<Reduction> reduction = Reduction::find(op);
    if (!reduction)
      return false;
    SmallVector<AffineExpr> parallel(loops);
    for (auto [i, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
      if (iterator == utils::IteratorType::reduction)
        parallel[i] = AffineExpr();
      else if (!parallel[i])
        return false;
    if (auto *known = rows.reductions.find(op); known != rows.reductions.end())
      return known->second.loops == parallel;
    SmallVector<AffineExpr> ofLoops = loopSizes(op);
    if (ofLoops.empty() || !visitOperands(op, parallel))
      return false;
    rows.reductions.insert({op, {*reduction, parallel, ofLoops}});
    return true;
  }

  // All reductions have to depend on the same loops of the root. These select the row, and the
  // other ones are within it.
  bool splitLoops() {
    llvm::SmallBitVector common(rows.sizes.size(), true);
    for (auto &[op, row] : rows.reductions)
      common &= dependence(row);
    for (auto &[op, row] : rows.reductions)
      if (dependence(row) != common)
        return false;
    auto iterators = rows.root.getIteratorTypesArray();
    for (unsigned i = 0; i < rows.sizes.size(); ++i)
      if (iterators[i] == utils::IteratorType::parallel)
        (common.test(i) ? rows.across : rows.within).push_back(i);
    return true;
  }

  llvm::SmallBitVector dependence(const RowReduction &row) const {
    llvm::SmallBitVector dims(rows.sizes.size());
    for (AffineExpr loop : row.loops)
      if (auto dim = dyn_cast_or_null<AffineDimExpr>(loop))
        dims.set(dim.getPosition());
    return dims;
  }

  bool canEmit() {
    ElementCheck check;
    for (auto &[op, row] : rows.reductions) {
      if (!check.canEmitBody(row.reduction.op) ||
          !check.canEmit(row.reduction.op.getDpsInits().front()))
        return false;
      check.setKnown(op->getResult(0));
    }
    return check.canEmit(rows.root->getResult(0));
  }

  // Long rows with contiguous elements; or contiguous rows, if the kernel only reduces and their
  // number is known. A single row has no other form: the alternative is a single invocation.
  bool isWorthIt() {
    if (rows.length().value_or(kShortReduction) < kShortReduction)
      return false;
    auto along = [&](auto &each) { return readsAlongRow(each.second.reduction.op); };
    if (rows.across.empty() || llvm::all_of(rows.reductions, along))
      return true;
    rows.contiguousRows =
        rows.within.empty() && rows.numRows() && llvm::none_of(rows.reductions, along);
    return rows.contiguousRows;
  }

  // A GEMV with several rows: they share the other operand.
  void findReuseLoop() {
    if (!rows.within.empty() || rows.reductions.size() != 1)
      return;
    ArrayRef<unsigned> tried = rows.across;
    for (unsigned loop : rows.contiguousRows ? tried.drop_back() : tried) {
      auto size = dyn_cast<AffineConstantExpr>(rows.sizes[loop]);
      if (!size || size.getValue() < 2 || size.getValue() > kMaxReuse || !isShared(loop) ||
          rows.numRows().value_or(kAssumedRows) / size.getValue() < kMinRows)
        continue;
      rows.reuseLoop = loop;
      rows.reuseRows = size.getValue();
      llvm::erase(rows.across, loop);
      return;
    }
  }

  // Whether something that is read along the row is the same in all iterations of a loop of the
  // root.
  bool isShared(unsigned loop) const {
    const RowReduction &row = rows.reductions.front().second;
    auto isSame = [&](Value read) {
      bool isAlong = false, changes = false;
      const llvm::SmallBitVector loops = loopsBehind(row.reduction.op, read);
      for (unsigned i : loops.set_bits()) {
        AffineExpr own = row.loops[i]; // null if it is reduced
        isAlong |= !own;
        changes |= own && own.isFunctionOfDim(loop);
      }
      return isAlong && !changes;
    };
    return llvm::any_of(valuesBehind(row.reduction.op, row.reduction.element), [&](Value each) {
      return (isa<BlockArgument>(each) || each.getDefiningOp<tensor::ExtractOp>()) && isSame(each);
    });
  }

  // Whether elements of the row are contiguous in all inputs.
  static bool readsAlongRow(linalg::LinalgOp op) {
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      if (map.getNumResults() == 0)
        continue;
      auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
      if (!last || op.getIteratorTypesArray()[last.getPosition()] == utils::IteratorType::parallel)
        return false;
    }
    return true;
  }

  RowReductions rows;
};

} // namespace

std::optional<RowReductions> RowReductions::find(linalg::LinalgOp root) {
  return RowFinder(root).find();
}

std::optional<int64_t> RowReductions::length() const {
  int64_t most = 0;
  for (const auto &[op, row] : reductions) {
    int64_t own = 1;
    for (auto [loop, size] : llvm::zip(row.loops, row.sizes)) {
      auto known = dyn_cast<AffineConstantExpr>(size);
      if (!loop && !known)
        return std::nullopt;
      own *= loop ? 1 : known.getValue();
    }
    most = std::max(most, own);
  }
  return most;
}

std::optional<int64_t> RowReductions::numRows() const {
  int64_t count = 1;
  for (unsigned loop : across)
    if (auto known = dyn_cast<AffineConstantExpr>(sizes[loop]))
      count *= known.getValue();
    else if (!root->getParentOp()->hasAttr(kAssumedSizeAttr))
      return std::nullopt;
    else
      count *= root->getParentOp()->getAttrOfType<IntegerAttr>(kAssumedSizeAttr).getInt();
  return count;
}

} // namespace rlx
