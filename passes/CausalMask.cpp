// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of CausalMask.h: integers of a tensor as an index along one of its dimensions plus
// an offset that sizes give.
#include "passes/CausalMask.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/IotaOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "passes/PatternUtils.h"

using namespace mlir;
using namespace rlx;

namespace {

// Elements are `offset` plus, unless `fromEnd` is 0, the index along the dimension of that number,
// which counts from the end: 1 is the last one.
struct Indices {
  Dim offset;
  int64_t fromEnd = 0;
};

std::optional<Indices> indicesOf(Value value, const SymbolicShapes &shapes);

std::optional<Indices> indicesOf(IotaOp iota, const SymbolicShapes &shapes) {
  ArrayRef<Dim> sizes = shapes.shape(iota.getResult());
  int64_t axis = int64_t(iota.getAxis()), rank = sizes.size();
  axis += axis < 0 ? rank : 0;
  Indices result{shapes.index(iota.getStart()), rank - axis};
  if (sizes[axis] == 1)
    result.fromEnd = 0;
  return shapes.isKnown(result.offset) ? std::optional(result) : std::nullopt;
}

// Only dimensions of 1 are added or removed.
std::optional<Indices> indicesOf(ReshapeOp reshape, const SymbolicShapes &shapes) {
  std::optional<Indices> from = indicesOf(reshape.getInput(), shapes);
  if (!from || from->fromEnd == 0)
    return from;
  ArrayRef<Dim> before = shapes.shape(reshape.getInput()), after = shapes.shape(reshape);
  auto others = [](ArrayRef<Dim> dims) {
    return llvm::count_if(dims, [](Dim dim) { return dim != 1; });
  };
  if (others(before) != 1 || others(after) != 1)
    return std::nullopt;
  for (auto [i, dim] : llvm::enumerate(after))
    if (dim != 1)
      from->fromEnd = after.size() - i;
  return from;
}

std::optional<Indices> indicesOf(Value value, const SymbolicShapes &shapes) {
  Operation *op = value.getDefiningOp();
  if (auto iota = dyn_cast_if_present<IotaOp>(op))
    return indicesOf(iota, shapes);
  if (auto reshape = dyn_cast_if_present<ReshapeOp>(op))
    return indicesOf(reshape, shapes);
  if (std::optional<double> number = splatValue(value))
    return Indices{getAffineConstantExpr(static_cast<int64_t>(*number), value.getContext())};
  if (auto cast = dyn_cast_if_present<CastOp>(op))
    return indicesOf(cast.getInput(), shapes); // wide enough for any index in practice
  if (!isa_and_present<AddOp, SubOp>(op))
    return std::nullopt;
  std::optional<Indices> left = indicesOf(op->getOperand(0), shapes),
                         right = indicesOf(op->getOperand(1), shapes);
  if (!left || !right || (left->fromEnd != 0 && right->fromEnd != 0))
    return std::nullopt;
  if (isa<AddOp>(op))
    return Indices{left->offset + right->offset, left->fromEnd + right->fromEnd};
  if (right->fromEnd != 0)
    return std::nullopt;
  return Indices{left->offset - right->offset, left->fromEnd};
}

ComparePredicate opposite(ComparePredicate predicate) {
  switch (predicate) {
  case ComparePredicate::lt:
    return ComparePredicate::ge;
  case ComparePredicate::le:
    return ComparePredicate::gt;
  case ComparePredicate::gt:
    return ComparePredicate::le;
  case ComparePredicate::ge:
    return ComparePredicate::lt;
  case ComparePredicate::eq:
    return ComparePredicate::ne;
  case ComparePredicate::ne:
    return ComparePredicate::eq;
  }
  llvm_unreachable("all predicates handled");
}

ComparePredicate swapped(ComparePredicate predicate) {
  switch (predicate) {
  case ComparePredicate::lt:
    return ComparePredicate::gt;
  case ComparePredicate::le:
    return ComparePredicate::ge;
  case ComparePredicate::gt:
    return ComparePredicate::lt;
  case ComparePredicate::ge:
    return ComparePredicate::le;
  default:
    return predicate;
  }
}

// Whether keys up to queries plus `distance` satisfy the comparison.
bool keepsUpTo(CompareOp compare, bool keepIf, Dim distance, const SymbolicShapes &shapes) {
  std::optional<Indices> left = indicesOf(compare.getLhs(), shapes),
                         right = indicesOf(compare.getRhs(), shapes);
  if (!left || !right)
    return false;
  ComparePredicate predicate = compare.getPredicate();
  if (!keepIf)
    predicate = opposite(predicate);
  if (left->fromEnd != 1) { // keys to the left
    std::swap(left, right);
    predicate = swapped(predicate);
  }
  bool isBelow = predicate == ComparePredicate::lt;
  if (left->fromEnd != 1 || (right->fromEnd != 2 && right->fromEnd != 0) ||
      (!isBelow && predicate != ComparePredicate::le))
    return false;
  Dim limit = right->offset - left->offset - int64_t(isBelow);
  return simplifyAffineExpr(limit - distance, /*numDims=*/0, shapes.symbols().size()) == 0;
}

} // namespace

bool rlx::isCausalMask(Value mask, bool keepIf, Dim queries, Dim keys,
                       const SymbolicShapes &shapes) {
  while (Operation *op = mask.getDefiningOp()) {
    if (auto reshape = dyn_cast<ReshapeOp>(op)) {
      ArrayRef<Dim> from = shapes.shape(reshape.getInput()), to = shapes.shape(mask);
      if (from.size() < 2 || to.size() < 2 || from.take_back(2) != to.take_back(2))
        return false;
    } else if (isa<NotOp>(op)) {
      keepIf = !keepIf;
    } else {
      break;
    }
    mask = op->getOperand(0);
  }
  auto compare = mask.getDefiningOp<CompareOp>();
  ArrayRef<Dim> shape = shapes.shape(mask);
  if (!compare || shape.size() < 2 ||
      !llvm::all_of(shape.drop_back(2), [](Dim dim) { return dim == 1; }) ||
      !shapes.isKnown(queries) || !shapes.isKnown(keys) || shape.back() != keys)
    return false;
  // A single query may have lost its dimension's index, and sees all keys up to the last one.
  if (shape[shape.size() - 2] != queries)
    return false;
  return keepsUpTo(compare, keepIf, keys - queries, shapes);
}
