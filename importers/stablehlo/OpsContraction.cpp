// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions: dot_general, dot, and chlo.ragged_dot.
//
// rlx.dot_general has the semantics of StableHLO's. Products of complex numbers are sums of
// products of their parts.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

struct DotDims {
  IntList lhsBatch, rhsBatch, lhsContract, rhsContract;
};

// The contraction in the element type of the result.
Value contract(Node &op, Value lhs, Value rhs, const DotDims &dims) {
  const Type to = op.resultElement();
  if (op.hasFailed())
    return {};
  if (elementOf(lhs) != elementOf(rhs)) { // StableHLO allows mixed types
    lhs = op.cast(lhs, to);
    rhs = op.cast(rhs, to);
  }
  SmallVector<NamedAttribute> attributes = {
      op.i64s("lhs_batch", dims.lhsBatch), op.i64s("rhs_batch", dims.rhsBatch),
      op.i64s("lhs_contract", dims.lhsContract), op.i64s("rhs_contract", dims.rhsContract)};
  const Type from = elementOf(lhs);
  const bool isWider = from != to && isFloat(from) == isFloat(to) && from.isIntOrFloat() &&
                       to.isIntOrFloat() && bitWidth(to) > bitWidth(from) &&
                       from.isUnsignedInteger() == to.isUnsignedInteger() && !isBool(from);
  if (isBool(from)) { // the sum is `or`: whether any product is not 0
    const Type number = op.builder().getI32Type();
    Value sum =
        op.emit("rlx.dot_general", {op.cast(lhs, number), op.cast(rhs, number)}, attributes);
    return op.cast(sum, to);
  }
  if (isWider)
    attributes.push_back(op.named("to", TypeAttr::get(to)));
  return op.cast(op.emit("rlx.dot_general", {lhs, rhs}, attributes), to);
}

// (a + bi)(c + di) = (ac - bd) + (ad + bc)i, for each product of the contraction.
Value contractComplex(Node &op, Value lhs, Value rhs, const DotDims &dims) {
  SmallVector<NamedAttribute> attributes = {
      op.i64s("lhs_batch", dims.lhsBatch), op.i64s("rhs_batch", dims.rhsBatch),
      op.i64s("lhs_contract", dims.lhsContract), op.i64s("rhs_contract", dims.rhsContract)};
  auto dot = [&](Value a, Value b) {
    return Expr(op, op.emit("rlx.dot_general", {a, b}, attributes));
  };
  Value a = op.emit("rlx.real", lhs), b = op.emit("rlx.imag", lhs);
  Value c = op.emit("rlx.real", rhs), d = op.emit("rlx.imag", rhs);
  Expr re = dot(a, c) - dot(b, d), im = dot(a, d) + dot(b, c);
  return op.cast(re.binary("rlx.complex", im).value(), op.resultElement());
}

void setContraction(Node &op, const DotDims &dims) {
  Value lhs = op.in(0), rhs = op.in(1);
  if (op.hasFailed())
    return;
  const bool areComplex = isComplex(elementOf(lhs)) && elementOf(lhs) == elementOf(rhs);
  op.set(0, areComplex ? contractComplex(op, lhs, rhs, dims) : contract(op, lhs, rhs, dims));
}

void importDotGeneral(Node &op) {
  Fields fields = op.fields("dot_dimension_numbers", "dot");
  DotDims dims = {fields.list("lhs_batching_dimensions"), fields.list("rhs_batching_dimensions"),
                  fields.list("lhs_contracting_dimensions"),
                  fields.list("rhs_contracting_dimensions")};
  op.expectAllRead("dot_dimension_numbers", fields);
  setContraction(op, dims);
}

// The last dimension of lhs and the first one of rhs.
void importDot(Node &op) {
  const int64_t rank = rankOf(op.in(0));
  if (op.expect(rank >= 1 && rankOf(op.in(1)) >= 1, "operands of rank 1 or more"))
    setContraction(op, {{}, {}, {rank - 1}, {0}});
}

} // namespace

void rlx::shlo::addContractionOps(OpTable &table) {
  table.add("stablehlo.dot_general", importDotGeneral, {2});
  table.add("stablehlo.dot", importDot, {2});
}
