// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masks, scores and softmax weights of one query and one key (see AttentionKernel.h). Scores that
// the mask hides are minus infinity. All arithmetic is f32; results are narrowed when they are
// stored. A query that sees no key has the result 0.
#include "conversions/gpu/attention/AttentionKernel.h"

#include <limits>

#include "conversions/kernel/TileRoot.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace rlx {

AttentionKernel::AttentionKernel(func::FuncOp kernel, const AttentionForm &form,
                                 const AttentionPlan &plan)
    : k(kernel), plan(plan), element(getElementTypeOrSelf(form.result.getType())), form(form),
      root(behindReshapes(kernel.getBody().front().getTerminator()->getOperand(0))) {
  KernelDims dims(kernel, kernel.getNumArguments());
  auto size = [&](Value operand, unsigned dim) {
    return dims.dim(cast<BlockArgument>(operand), dim);
  };
  dimSizes.heads = size(form.query, form.headDim);
  dimSizes.keyHeads = size(form.key, form.headDim);
  dimSizes.queries = size(form.query, form.sequenceDim);
  dimSizes.batches = size(form.isPaged() ? form.blockTable : form.query, 0);
  dimSizes.keys = keysOf(form, dims);
  cacheBlocks = size(form.key, 0);
  toRoot = *mapFromAttention(root, form);
}

AffineExpr AttentionKernel::keysOf(const AttentionForm &form, const KernelDims &dims) {
  return form.isPaged() ? dims.dim(cast<BlockArgument>(form.blockTable), 1) * form.places
                        : dims.dim(cast<BlockArgument>(form.key), form.sequenceDim);
}

void AttentionKernel::begin() {
  form = *AttentionForm::find(form.op); // buffers
  queries = k.size(dimSizes.queries);
  keys = k.size(dimSizes.keys);
  shift = k.size(dimSizes.keys - dimSizes.queries);
}

// Indices are compared as i32. A wider window would show no more keys.
Value AttentionKernel::window() {
  return k.constant(std::min(*form.window, int64_t(1) << 30));
}

AttentionKernel::Position AttentionKernel::positionOfQuery(Value head, Value row) {
  if (form.isPaged())
    return {k.add(firstRow, row), head};
  if (form.sequenceDim == 1)
    return {batch, row, head};
  return {batch, head, row};
}

AttentionKernel::Position AttentionKernel::positionOfKey(Value head, Value key) {
  return form.isPaged() ? positionInBlocks(head, key) : positionOfQuery(head, key);
}

Value AttentionKernel::elementAt(Value tensor, const Position &row, Value column) {
  Position at = row;
  at.push_back(column);
  return k.elements.element(k.b, tensor, at);
}

// ---- scores ----

Value AttentionKernel::real(double value) {
  return arith::ConstantOp::create(k.b, k.loc, k.b.getF32FloatAttr(static_cast<float>(value)));
}

Value AttentionKernel::select(Value condition, Value lhs, Value rhs) {
  return arith::SelectOp::create(k.b, k.loc, condition, lhs, rhs);
}

Value AttentionKernel::signedLess(Value lhs, Value rhs) {
  return arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::slt, lhs, rhs);
}

// A NaN makes weights NaN, whatever the maximum is.
Value AttentionKernel::larger(Value lhs, Value rhs) {
  Value greater = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OGT, rhs, lhs);
  return select(greater, rhs, lhs);
}

Value AttentionKernel::limitOf(Value row) {
  if (form.isCausal())
    return binary<arith::MinSIOp>(k.add(k.add(row, shift), k.constant(1)), keys);
  return keys;
}

Value AttentionKernel::firstKeyOf(Value row) {
  if (form.maskKind != AttentionMask::SlidingWindow)
    return firstShown ? firstShown : k.constant(0);
  Value from = binary<arith::SubIOp>(k.add(row, shift), window());
  return binary<arith::MaxSIOp>(from, k.constant(0));
}

Value AttentionKernel::maskAt(Value row, Value key) {
  auto shape = cast<ShapedType>(form.mask.getType()).getShape();
  // Rows and keys outside may read any element.
  auto inside = [&](Value at, Value count) {
    return binary<arith::MinUIOp>(at, binary<arith::SubIOp>(count, k.constant(1)));
  };
  Value keyInside = inside(key, keys);
  Value full[] = {batch, head, inside(row, queries), keyInside};
  SmallVector<Value> at(ArrayRef<Value>(full).take_back(shape.size()));
  if (form.maskKind == AttentionMask::Custom && shape.size() == 2)
    at = {batch, keyInside};
  for (auto [index, size] : llvm::zip_equal(at, shape))
    if (size == 1)
      index = k.constant(0);
  return k.elements.element(k.b, form.mask, at);
}

Value AttentionKernel::masked(Value score, Value row, Value limit, Value key) {
  Value seen = signedLess(key, limit);
  if (form.maskKind == AttentionMask::SlidingWindow) {
    Value first = binary<arith::SubIOp>(k.add(row, shift), window());
    seen = binary<arith::AndIOp>(
        seen, arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::sle, first, key));
  } else if (form.maskKind == AttentionMask::Custom) {
    seen = binary<arith::AndIOp>(seen, maskAt(row, key));
  } else if (form.maskKind == AttentionMask::Bias) {
    Value bias = maskAt(row, key);
    if (!bias.getType().isF32())
      bias = arith::ExtFOp::create(k.b, k.loc, k.b.getF32Type(), bias);
    score = binary<arith::AddFOp>(score, bias);
  }
  return select(seen, score, real(-kInfinity));
}

Value AttentionKernel::capped(Value score) {
  if (!form.softcap)
    return score;
  Value cap = real(*form.softcap);
  score = math::TanhOp::create(k.b, k.loc, binary<arith::DivFOp>(score, cap));
  return binary<arith::MulFOp>(score, cap);
}

Value AttentionKernel::scaled(Value dotProduct) {
  return capped(binary<arith::MulFOp>(dotProduct, real(plan.scale)));
}

Value AttentionKernel::referenceOf(Value maximum) {
  Value isEmpty =
      arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OEQ, maximum, real(-kInfinity));
  return select(isEmpty, real(0), maximum);
}

Value AttentionKernel::weight(Value score, Value reference) {
  return math::ExpOp::create(k.b, k.loc, binary<arith::SubFOp>(score, reference));
}

Value AttentionKernel::reciprocal(Value total) {
  Value isEmpty = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OEQ, total, real(0));
  return select(isEmpty, real(0), binary<arith::DivFOp>(real(1), total));
}

// ---- result ----

void AttentionKernel::storeRow(Value query, Value column, ValueRange values) {
  SmallVector<Value> results;
  SmallVector<SmallVector<Value>> indices;
  for (auto [lane, value] : llvm::enumerate(values)) {
    Value at = k.add(column, k.constant(static_cast<int64_t>(lane)));
    indices.emplace_back();
    Position inAttention = positionOfQuery(head, query);
    inAttention.push_back(at);
    for (AffineExpr dim : toRoot.getResults())
      indices.back().push_back(inAttention[cast<AffineDimExpr>(dim).getPosition()]);
    Value own = value;
    if (!element.isF32())
      own = arith::TruncFOp::create(k.b, k.loc, element, value);
    k.elements.setKnown(form.result, own);
    results.push_back(k.elements.element(k.b, root, indices.back()));
  }
  for (auto [result, at] : llvm::zip_equal(results, indices))
    k.storeResult(result, at);
}

} // namespace rlx
