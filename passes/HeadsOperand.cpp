// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks from an operand of a product towards its source; see HeadsOperand.h.
//
// Reshapes are skipped if symbolic shapes prove which dimensions they split or merge.
#include "passes/HeadsOperand.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "passes/PatternUtils.h"

using namespace mlir;
using namespace rlx;

namespace {

Dims withoutOnes(ArrayRef<Dim> dims) {
  Dims kept;
  llvm::copy_if(dims, std::back_inserter(kept), [](Dim dim) { return dim != 1; });
  return kept;
}

// The number of the only dimension that the op repeats, or -1.
int64_t repeatedDim(ExpandOp expand, const SymbolicShapes &shapes) {
  ArrayRef<Dim> from = shapes.shape(expand.getInput()), to = shapes.shape(expand.getResult());
  int64_t found = -1;
  if (from.size() != to.size())
    return -1;
  for (auto [i, pair] : llvm::enumerate(llvm::zip(from, to))) {
    if (std::get<0>(pair) == std::get<1>(pair))
      continue;
    if (found >= 0)
      return -1;
    found = i;
  }
  return found;
}

// Whether `wide` repeats each element of dimension `axis` of `narrow`: [.., 2, ..] to [.., 2, 1,
// ..] to [.., 2, 4, ..], merged to [.., 8, ..]. Dimensions of 1 do not matter.
bool repeatsEach(ExpandOp expand, Value narrow, Value wide, int64_t axis,
                 const SymbolicShapes &shapes) {
  int64_t repeated = repeatedDim(expand, shapes);
  ArrayRef<Dim> from = shapes.shape(narrow), to = shapes.shape(wide),
                all = shapes.shape(expand.getResult());
  if (repeated < 0 || from.size() != to.size() || shapes.shape(expand.getInput())[repeated] != 1 ||
      withoutOnes(shapes.shape(expand.getInput())) != withoutOnes(from))
    return false;
  Dims expected(to);
  expected[axis] = from[axis];
  if (expected != Dims(from))
    return false;
  expected.insert(expected.begin() + axis + 1, all[repeated]);
  size_t before = withoutOnes(ArrayRef<Dim>(expected).take_front(axis + 1)).size();
  return from[axis] * all[repeated] == to[axis] && withoutOnes(expected) == withoutOnes(all) &&
         withoutOnes(all.take_front(repeated)).size() == before;
}

} // namespace

bool HeadsOperand::isInOrder(ArrayRef<int64_t> order) const {
  return llvm::all_of(llvm::enumerate(order), [&](auto each) {
    return perm[each.value()] == static_cast<int64_t>(each.index());
  });
}

void HeadsOperand::skipTransposes() {
  while (auto transpose = tensor.getDefiningOp<TransposeOp>()) {
    for (int64_t &dim : perm)
      dim = transpose.getPerm()[dim];
    tensor = transpose.getInput();
  }
}

void HeadsOperand::skipScales(double &scale, Type element) {
  for (Value before; before != tensor;) {
    skipTransposes();
    before = tensor;
    Type type = tensor.getType();
    if (auto mul = tensor.getDefiningOp<MulOp>()) {
      for (Value x : mul->getOperands())
        if (std::optional<double> factor = splatValue(otherOperand(mul, x));
            factor && x.getType() == type) {
          tensor = x;
          scale *= *factor;
          break;
        }
    } else if (auto div = tensor.getDefiningOp<DivOp>()) {
      std::optional<double> divisor = splatValue(div.getRhs());
      if (divisor && *divisor != 0 && div.getLhs().getType() == type) {
        tensor = div.getLhs();
        scale *= 1.0 / *divisor;
      }
    } else if (auto cast = tensor.getDefiningOp<CastOp>()) {
      if (getElementTypeOrSelf(type) != element &&
          getElementTypeOrSelf(cast.getInput().getType()) == element)
        tensor = cast.getInput();
    }
  }
}

void HeadsOperand::skipRepeatedHeads(const SymbolicShapes &shapes) {
  skipTransposes();
  const int64_t axis = perm[1];
  auto merge = tensor.getDefiningOp<ReshapeOp>();
  auto expand = (merge ? merge.getInput() : tensor).getDefiningOp<ExpandOp>();
  if (!expand)
    return;
  Value source = expand.getInput();
  if (!merge) { // the only key head
    if (repeatedDim(expand, shapes) == axis && shapes.shape(source)[axis] == 1)
      tensor = source;
  } else if (auto split = source.getDefiningOp<ReshapeOp>();
             split && repeatsEach(expand, split.getInput(), tensor, axis, shapes)) {
    tensor = split.getInput();
  }
  skipTransposes();
}

bool HeadsOperand::skipMerge(const SymbolicShapes &shapes, Dim batch, Dim heads) {
  auto merge = tensor.getDefiningOp<ReshapeOp>();
  if (!merge || rank() != 3 || tensorType(merge.getInput()).getRank() != 4)
    return false;
  const int64_t axis = perm[0];
  Dims expected(shapes.shape(tensor));
  expected[axis] = heads;
  expected.insert(expected.begin() + axis, batch);
  if (!shapes.isKnown(expected) || expected != Dims(shapes.shape(merge.getInput())))
    return false;
  for (int64_t &dim : perm)
    dim += dim >= axis; // that of batch and heads becomes the heads'
  perm.insert(perm.begin(), axis);
  tensor = merge.getInput();
  return true;
}
