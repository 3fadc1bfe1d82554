// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the epilogue of contractions, guarded by the sizes of the result (see TileEpilogue.h).
#include "conversions/gpu/matmul/TileEpilogue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace rlx {

void TileEpilogue::setBatch(Value number) {
  batch.assign(contraction.reduction.op.getNumLoops(), Value());
  setIndices(contraction.batch, number, batch);
}

void TileEpilogue::setIndices(ArrayRef<unsigned> loops, Value number,
                              MutableArrayRef<Value> indices, int64_t lane) {
  const auto sizes =
      llvm::map_to_vector(loops, [&](unsigned loop) { return contraction.sizes[loop]; });
  for (auto [loop, at] : llvm::zip(loops, k.delinearize(number, sizes)))
    indices[loop] = at;
  if (lane != 0)
    indices[loops.back()] = k.add(indices[loops.back()], k.constant(lane));
}

void TileEpilogue::storeElements(Value row, Value column, ValueRange sums) {
  ArrayRef<unsigned> own = contraction.columns.own;
  auto last = own.empty() ? AffineConstantExpr()
                          : dyn_cast<AffineConstantExpr>(contraction.sizes[own.back()]);
  // All of them are inside then, or none is.
  if (sums.size() == 1 || (last && last.getValue() % static_cast<int64_t>(sums.size()) == 0))
    return storeInside(row, column, sums);
  for (auto [lane, sum] : llvm::enumerate(sums))
    storeInside(row, k.add(column, k.constant(static_cast<int64_t>(lane))), sum);
}

void TileEpilogue::storeInside(Value row, Value column, ValueRange sums) {
  Value inside = arith::AndIOp::create(
      k.b, k.loc, k.less(row, k.size(contraction.count(contraction.rows.own))),
      k.less(column, k.size(contraction.count(contraction.columns.own))));
  k.when(inside, [&] {
    SmallVector<Value> values;
    SmallVector<SmallVector<Value>> indices;
    for (auto [lane, sum] : llvm::enumerate(sums)) {
      SmallVector<Value> loops = batch;
      setIndices(contraction.rows.own, row, loops);
      setIndices(contraction.columns.own, column, loops, static_cast<int64_t>(lane));
      auto [value, at] = elementOfResult(k, contraction, loops, sum);
      indices.push_back(at);
      values.push_back(value);
    }
    for (auto [value, at] : llvm::zip_equal(values, indices))
      k.storeResult(value, at);
  });
}

std::pair<Value, SmallVector<Value>> elementOfResult(WorkgroupBuilder &k, Contraction &contraction,
                                                     ArrayRef<Value> loops, Value sum) {
  linalg::LinalgOp op = contraction.reduction.op;
  OpOperand *init = op.getDpsInitOperand(0);
  SmallVector<Value> indices;
  for (AffineExpr expr : op.getMatchingIndexingMap(init).getResults())
    indices.push_back(applyToIndices(k.b, k.loc, expr, loops));
  Value start = k.elements.element(k.b, init->get(), indices);
  k.elements.setKnown(op->getResult(0), contraction.reduction.combine(k.b, start, sum));
  SmallVector<Value> rootLoops(contraction.root.getNumLoops(), k.constant(0));
  for (auto [loop, of] : llvm::zip(loops, contraction.rootLoops))
    if (loop)
      rootLoops[of] = loop;
  OpResult result(contraction.root->getResult(0));
  SmallVector<Value> at;
  for (AffineExpr expr : contraction.root.getIndexingMapMatchingResult(result).getResults())
    at.push_back(applyToIndices(k.b, k.loc, expr, rootLoops));
  return {k.elements.element(k.b, result, at), at};
}

} // namespace rlx
