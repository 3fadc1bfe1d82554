// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose sizes are operands, of models with dynamic sizes: get_dimension_size, dynamic_reshape,
// dynamic_broadcast_in_dim, dynamic_iota, real_dynamic_slice, dynamic_pad; and JAX's assertions on
// sizes.
#include "importers/stablehlo/OpTable.h"
#include "importers/stablehlo/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

void importGetDimensionSize(Node &op) {
  Value x = op.in(0);
  const int64_t dim = op.integer("dimension");
  if (!op.expect(dim >= 0 && dim < rankOf(x),
                 "a dimension of its operand, but got " + Twine(dim)) ||
      !op.expect(op.resultElement().isInteger(), "a result of an integer type"))
    return;
  OpFoldResult size = op.sizeOf(x, dim);
  op.set(0, sizeAsTensor(op, size, op.resultElement()));
  op.state().sizes[op.source()->getResult(0)] = {size};
}

// The sizes of operand `i`, static where the declared type of the result says so.
Sizes resultSizes(Node &op, unsigned i) {
  Sizes sizes = sizesOf(op, i);
  ArrayRef<int64_t> declared = op.resultShape();
  if (op.hasFailed() ||
      !op.expect(sizes.size() == declared.size(),
                 Twine(declared.size()) + " sizes, but got " + Twine(sizes.size())))
    return {};
  for (auto [size, known] : llvm::zip(sizes, declared)) {
    const int64_t given = staticSize(size);
    if (!ShapedType::isDynamic(known) && ShapedType::isDynamic(given))
      size = op.builder().getI64IntegerAttr(known);
  }
  return sizes;
}

void importDynamicReshape(Node &op) {
  Sizes sizes = resultSizes(op, 1);
  op.set(0, op.reshape(op.in(0), sizes));
}

void importDynamicIota(Node &op) {
  const int64_t axis = op.integer("iota_dimension");
  Sizes sizes = resultSizes(op, 0);
  if (!op.expect(axis >= 0 && axis < static_cast<int64_t>(sizes.size()),
                 "iota_dimension to be a dimension of its result, but got " + Twine(axis)))
    return;
  op.set(0, op.cast(op.iota(sizes, axis), op.resultElement()));
}

// A dynamic size of the operand may be 1, unless known_nonexpanding_dimensions has it.
void importDynamicBroadcast(Node &op) {
  Value x = op.in(0);
  const int64_t rank = rankOf(x);
  IntList dims = op.integers("broadcast_dimensions", rank);
  IntList fixed = op.integers("known_nonexpanding_dimensions", std::nullopt, 0);
  Sizes to = resultSizes(op, 1);
  if (op.hasFailed())
    return;
  Sizes spread(to.size(), op.builder().getI64IntegerAttr(1));
  Sizes grown;
  IntList growing;
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t dim = dims[i];
    const bool isSorted = i == 0 || dim > dims[i - 1];
    if (!op.expect(isSorted && dim >= 0 && dim < static_cast<int64_t>(to.size()),
                   "ascending broadcast_dimensions of its result"))
      return;
    const int64_t from = shapeOf(x)[i], size = staticSize(to[dim]);
    if (!op.expect(from == 1 || from == size || ShapedType::isDynamic(from) ||
                       ShapedType::isDynamic(size),
                   "dimension " + Twine(i) + " of " + shapeText(shapeOf(x)) + " to fit size " +
                       Twine(size)))
      return;
    spread[dim] = op.sizeOf(x, i);
    if (ShapedType::isDynamic(from) && !llvm::is_contained(fixed, i)) {
      growing.push_back(dim);
      grown.push_back(to[dim]);
    }
  }
  if (rank > 0) // rlx.expand adds dimensions to a scalar by itself
    x = op.reshape(x, spread);
  if (!growing.empty()) {
    Node::Mixed sizes = op.mixed(grown);
    Values operands = {x};
    llvm::append_range(operands, sizes.values);
    x = op.emit("rlx.dynamic_expand", operands,
                {op.i64s("dims", growing), op.i64s("static_sizes", sizes.constants)});
  }
  op.set(0, op.expand(x, to));
}

// Elements of a dimension whose start only the run knows: a gather of `size` computed indices.
Value gatheredFrom(Node &op, Value x, unsigned axis, int64_t size) {
  Value start = op.sliceAxis(op.cast(op.in(1), op.builder().getI64Type()), 0, axis, 1);
  Value indices = op.emit("rlx.add", {start, op.iota(ArrayRef<int64_t>(size), 0)});
  return op.emit("rlx.gather", {x, indices}, op.i64("axis", axis));
}

void importRealDynamicSlice(Node &op) {
  Value x = op.in(0);
  Sizes starts = knownSizes(op, 1), limits = knownSizes(op, 2), strides = knownSizes(op, 3), sizes;
  ArrayRef<int64_t> declared = op.resultShape();
  const size_t rank = rankOf(x);
  if (!op.expect(starts.size() == rank && limits.size() == rank && strides.size() == rank &&
                     declared.size() == rank,
                 "one start, limit and stride per dimension"))
    return;
  IntList steps;
  OpFoldResult zero = op.builder().getI64IntegerAttr(0);
  for (size_t i = 0; i < rank && !op.hasFailed(); ++i) {
    const int64_t stride = strides[i] ? staticSize(strides[i]) : 0;
    if (stride < 1)
      return op.unsupported("with strides that are not positive constants is not supported");
    const bool isStatic = !ShapedType::isDynamic(declared[i]);
    if (!starts[i] || (!limits[i] && !isStatic)) {
      if (!isStatic || stride != 1)
        return op.unsupported("with a start or limit that is computed from data, and a size that "
                              "depends on it, is not supported");
      x = gatheredFrom(op, x, i, declared[i]);
      starts[i] = zero;
    }
    OpFoldResult extent = op.builder().getI64IntegerAttr(declared[i]);
    if (!isStatic) {
      OpFoldResult rest = op.builder().getI64IntegerAttr(stride - 1);
      extent = divide(op, add(op, subtract(op, limits[i], starts[i]), rest), strides[i]);
    }
    if (!op.expect(!!extent, "starts and limits within 64 bits"))
      return;
    sizes.push_back(extent);
    steps.push_back(stride);
  }
  op.set(0, op.slice(x, starts, sizes, steps));
}

void importDynamicPad(Node &op) {
  Value x = op.in(0), value = op.in(1);
  Sizes low = sizesOf(op, 2), high = sizesOf(op, 3), between = sizesOf(op, 4);
  const size_t rank = rankOf(x);
  if (!op.expect(low.size() == rank && high.size() == rank && between.size() == rank,
                 "one padding per dimension"))
    return;
  for (OpFoldResult each : between)
    if (staticSize(each) != 0)
      return op.unsupported("with interior padding is not supported");
  Node::Mixed front = op.mixed(low), back = op.mixed(high);
  Values operands = {x, value};
  llvm::append_range(operands, front.values);
  llvm::append_range(operands, back.values);
  op.set(0, op.emit("rlx.pad", operands,
                    {op.i64s("static_low", front.constants), op.i64s("static_high", back.constants),
                     op.enumerator("mode", PadMode::Constant),
                     op.segments({1, 1, static_cast<int32_t>(front.values.size()),
                                  static_cast<int32_t>(back.values.size())})}));
}

std::optional<arith::CmpIPredicate> sizePredicateOf(StringRef direction) {
  using P = arith::CmpIPredicate;
  const std::pair<StringRef, P> all[] = {{"EQ", P::eq},  {"NE", P::ne},  {"LT", P::slt},
                                         {"LE", P::sle}, {"GT", P::sgt}, {"GE", P::sge}};
  for (auto [name, predicate] : all)
    if (name == direction)
      return predicate;
  return std::nullopt;
}

// The comparison of two sizes becomes a guard of the model, with JAX's message.
void importShapeAssertion(Node &op) {
  auto message = dyn_cast_or_null<StringAttr>(op.attr("error_message"));
  Operation *compare = op.numInputs() ? op.source()->getOperand(0).getDefiningOp() : nullptr;
  auto known = [&](unsigned i) {
    auto it = compare && compare->getNumOperands() == 2
                  ? op.state().sizes.find(compare->getOperand(i))
                  : op.state().sizes.end();
    return it != op.state().sizes.end() && it->second.size() == 1 ? it->second[0] : OpFoldResult();
  };
  std::optional<arith::CmpIPredicate> predicate =
      compare ? sizePredicateOf(
                    enumValue(compare->getAttr("comparison_direction"), "comparison_direction"))
              : std::nullopt;
  OpFoldResult lhs = known(0), rhs = known(1);
  if (!predicate || !lhs || !rhs)
    return op.unsupported("is supported for comparisons of two sizes");
  OpBuilder &b = op.builder();
  Value holds = arith::CmpIOp::create(b, op.loc(), *predicate,
                                      getValueOrCreateConstantIndexOp(b, op.loc(), lhs),
                                      getValueOrCreateConstantIndexOp(b, op.loc(), rhs));
  const StringRef text = message ? message.getValue() : "the sizes do not fit the model";
  cf::AssertOp::create(b, op.loc(), holds, text.split(" Obtained dimension").first);
}

} // namespace

void rlx::shlo::addDynamicOps(OpTable &table) {
  table.add("stablehlo.get_dimension_size", importGetDimensionSize, {1});
  table.add("stablehlo.dynamic_reshape", importDynamicReshape, {2});
  table.add("stablehlo.dynamic_iota", importDynamicIota, {1});
  table.add("stablehlo.dynamic_broadcast_in_dim", importDynamicBroadcast, {2});
  table.add("stablehlo.real_dynamic_slice", importRealDynamicSlice, {4});
  table.limit("stablehlo.real_dynamic_slice", "strides that are not constants");
  table.add("stablehlo.dynamic_pad", importDynamicPad, {5});
  table.limit("stablehlo.dynamic_pad", "interior padding");
  table.addCall("shape_assertion", importShapeAssertion, kAny, 0);
  for (StringRef name : {"stablehlo.get_dimension_size",
                         "stablehlo.dynamic_reshape",
                         "stablehlo.dynamic_iota",
                         "stablehlo.dynamic_broadcast_in_dim",
                         "stablehlo.real_dynamic_slice",
                         "stablehlo.dynamic_pad",
                         "stablehlo.custom_call @shape_assertion",
                         "stablehlo.dot_general",
                         "stablehlo.dot",
                         "stablehlo.transpose",
                         "stablehlo.concatenate",
                         "stablehlo.reduce",
                         "stablehlo.reduce_window",
                         "stablehlo.convolution",
                         "stablehlo.while",
                         "stablehlo.if",
                         "stablehlo.case",
                         "func.call",
                         "stablehlo.composite",
                         "stablehlo.optimization_barrier",
                         "stablehlo.gather",
                         "stablehlo.dynamic_slice",
                         "stablehlo.dynamic_update_slice",
                         "stablehlo.sort",
                         "chlo.top_k",
                         "stablehlo.reshape",
                         "stablehlo.broadcast_in_dim",
                         "stablehlo.pad",
                         "stablehlo.custom_call @Sharding",
                         "sdy.sharding_constraint"})
    table.allowDynamic(name);
}
