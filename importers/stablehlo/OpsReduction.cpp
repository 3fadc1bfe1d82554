// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce, with any region of elementwise ops.
//
// Sums, products, minima and maxima are rlx's reductions. Any other region is applied to pairs of
// adjacent elements until one is left: log2(n) steps on whole tensors. StableHLO requires that the
// region is associative.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"
#include "importers/stablehlo/Regions.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

// The rlx reduction of a region that is one op; empty if there is none for the element type.
StringRef rlxReductionOf(StringRef kind, Type type) {
  const bool isOfBools = isBool(type);
  if (kind == "stablehlo.add")
    return isOfBools ? "rlx.reduce_max" : "rlx.reduce_sum";
  if (kind == "stablehlo.multiply" && !isComplex(type))
    return isOfBools ? "rlx.reduce_min" : "rlx.reduce_prod";
  if (kind == "stablehlo.maximum" || (kind == "stablehlo.or" && isOfBools))
    return "rlx.reduce_max";
  if (kind == "stablehlo.minimum" || (kind == "stablehlo.and" && isOfBools))
    return "rlx.reduce_min";
  return "";
}

// Reduces with one op of rlx; false if the region or the types have none.
bool reduceDirectly(Node &op, ArrayRef<int64_t> dims) {
  const StringRef kind = op.bodyKind(0);
  Value x = op.in(0), init = op.in(1);
  if (op.numInputs() != 2 || op.hasFailed())
    return false;
  const StringRef name = rlxReductionOf(kind, elementOf(x));
  if (name.empty() || elementOf(x) != elementOf(init))
    return false;
  Value result = x;
  if (!dims.empty()) // rlx takes none for all
    result = op.emit(name, x, {op.i64s("axes", dims), op.boolean("keep_dims", false)});
  if (result && !isNeutralConstant(kind, op.source()->getOperand(1))) {
    Values both = {result, init};
    Values combined = op.applied(0, both, shapeOf(result));
    result = combined.empty() ? Value() : combined[0];
  }
  op.set(0, result);
  return true;
}

// The reduced dimensions as one, in front.
Value flattened(Node &op, Value x, ArrayRef<int64_t> dims) {
  IntList permutation(dims), sizes = {1};
  for (int64_t dim : dims)
    sizes[0] *= shapeOf(x)[dim];
  for (int64_t i = 0; i < rankOf(x); ++i)
    if (!llvm::is_contained(dims, i)) {
      permutation.push_back(i);
      sizes.push_back(shapeOf(x)[i]);
    }
  return op.reshape(op.transpose(x, permutation), sizes);
}

// JAX's argmax and argmin: pairs of a value and its index, of which the greater value wins, NaN
// above all, and among equal ones the lower index.
bool reduceArgExtremum(Node &op, ArrayRef<int64_t> dims) {
  std::optional<bool> isMax = argExtremumOf(op);
  if (!isMax || dims.size() != 1 || !isIotaAlong(op.source()->getOperand(1), dims[0]))
    return false;
  Value x = op.in(0);
  const Type type = elementOf(x);
  if (op.hasFailed() || shapeOf(x)[dims[0]] == 0)
    return false;
  SmallVector<NamedAttribute> axis = {op.i64("axis", dims[0]), op.boolean("keep_dims", false)};
  Value index = op.emit(*isMax ? "rlx.argmax" : "rlx.argmin", x, axis);
  op.set(1, op.cast(index, op.resultElement(1)));
  const bool isDynamic = llvm::any_of(shapeOf(x), ShapedType::isDynamic);
  if (!op.source()->getResult(0).use_empty() || !type.isIntOrFloat() || isDynamic)
    op.set(0, op.emit(*isMax ? "rlx.reduce_max" : "rlx.reduce_min", x,
                      {op.i64s("axes", dims), op.boolean("keep_dims", false)}));
  else
    op.set(0, op.expand(op.scalar(type, 0), op.resultShape(0))); // nothing reads it
  return true;
}

void reduceByPairs(Node &op, ArrayRef<int64_t> dims) {
  const unsigned count = op.numInputs() / 2;
  Values tensors;
  for (unsigned i = 0; i < count; ++i)
    tensors.push_back(flattened(op, op.in(i), dims));
  if (op.hasFailed())
    return;
  IntList rest(shapeOf(tensors[0]).drop_front());
  Values result;
  for (unsigned i = 0; i < count; ++i)
    result.push_back(op.expand(op.in(count + i), rest));
  // With the initial values first, as the neutral elements they are.
  Values folded = foldAlong(op, tensors, 0);
  if (!folded.empty()) {
    Values operands = result;
    for (Value value : folded)
      operands.push_back(op.reshape(value, rest));
    result = op.applied(0, operands, rest);
  }
  for (unsigned i = 0; i < count && i < result.size(); ++i)
    op.set(i, result[i]);
}

void importReduce(Node &op) {
  const unsigned count = op.numInputs() / 2;
  if (!op.expectReducer(count))
    return;
  IntList dims = op.integers("dimensions", std::nullopt);
  if (!expectDims(op, dims, op.in(0)))
    return;
  for (unsigned i = 0; i < count; ++i)
    if (!op.expect(shapeOf(op.in(i)) == shapeOf(op.in(0)) && rankOf(op.in(count + i)) == 0,
                   "tensors of one shape, and initial values that are scalars"))
      return;
  if (reduceDirectly(op, dims) || (count == 2 && reduceArgExtremum(op, dims)))
    return;
  if (!op.hasFailed() && llvm::any_of(shapeOf(op.in(0)), ShapedType::isDynamic))
    return op.unsupported("with dynamic sizes is supported for regions that are one op of RLX");
  reduceByPairs(op, dims);
}

} // namespace

void rlx::shlo::addReductionOps(OpTable &table) {
  table.add("stablehlo.reduce", importReduce, {kAny, kAny, 1});
  table.limit("stablehlo.reduce", "regions with ops that are not elementwise");
}
