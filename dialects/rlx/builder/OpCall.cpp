// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of OpCall.h. Operands are checked against the constraints of the op definition
// first, so that inference may rely on them. Then the op is created through createChecked, and
// verified. A region is filled in place, inside a temporary parent.
#include "dialects/rlx/builder/OpCall.h"

#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/ir/ElementwiseRegionOps.h"
#include "dialects/rlx/support/CreateChecked.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace rlx::graph {

std::string OpCall::text(StringRef what) const {
  return ("'" + name + "' op " + what).str();
}

void OpCall::fail(const Twine &message) {
  if (isActive)
    state.fail(where, text("") + message);
  isActive = false;
}

// ---- operands ----

const OperandType kAnyOperand = {"a tensor", [](Type) { return true; }};

void OpCall::add(StringRef what, GraphValue value, const OperandType &type) {
  if (!isActive)
    return;
  Value used = state.use(value, where, text("operand '" + what.str() + "'"));
  isActive = static_cast<bool>(used);
  if (isActive && !type.holds(used.getType())) {
    std::string found;
    llvm::raw_string_ostream(found) << used.getType();
    return fail("operand '" + what + "' must be " + type.summary + ", but got '" + found + "'");
  }
  operands.push_back(used);
}

void OpCall::operand(StringRef what, GraphValue value, const OperandType &type) {
  add(what, value, type);
  segmentSizes.push_back(1);
}

void OpCall::operand(StringRef what, const std::optional<GraphValue> &value,
                     const OperandType &type) {
  if (value)
    add(what, *value, type);
  segmentSizes.push_back(value ? 1 : 0);
}

void OpCall::operand(StringRef what, const GraphValues &values, const OperandType &type) {
  for (GraphValue value : values)
    add(what, value, type);
  segmentSizes.push_back(static_cast<int32_t>(values.size()));
}

Value OpCall::sizeValue(const GraphSize &size) {
  if (!isActive || !size.isDynamic())
    return {};
  Value value = state.use(size, where, text("a size"));
  isActive = static_cast<bool>(value);
  return value;
}

RankedTensorType OpCall::tensorType(rt::DType dtype, ArrayRef<int64_t> shape) {
  RankedTensorType type = state.tensorType(where, text("a result"), dtype, shape);
  isActive = static_cast<bool>(type);
  return type;
}

void OpCall::size(const GraphSize &size) {
  Value value = sizeValue(size);
  if (!isActive)
    return;
  if (!value)
    value =
        arith::ConstantIndexOp::create(state.builder, state.locationOf(where), size.staticSize());
  operands.push_back(value);
  segmentSizes.push_back(1);
}

void OpCall::sizes(StringRef what, const std::vector<GraphSize> &sizes) {
  SmallVector<int64_t> known;
  int32_t numDynamic = 0;
  for (const GraphSize &size : sizes) {
    Value value = sizeValue(size);
    if (!size.isDynamic() && ShapedType::isDynamic(size.staticSize()))
      return fail("has a size of " + Twine(size.staticSize()));
    known.push_back(value ? ShapedType::kDynamic : size.staticSize());
    if (!value)
      continue;
    operands.push_back(value);
    ++numDynamic;
  }
  segmentSizes.push_back(numDynamic);
  if (isActive)
    attribute(what, Attribute(state.builder.getDenseI64ArrayAttr(known)));
}

void OpCall::segments() {
  if (isActive)
    attribute("operandSegmentSizes", Attribute(state.builder.getDenseI32ArrayAttr(segmentSizes)));
}

// ---- attributes ----

void OpCall::attribute(StringRef what, Attribute value) {
  if (isActive)
    attributes.push_back(state.builder.getNamedAttr(what, value));
}

void OpCall::attribute(StringRef what, bool value) {
  if (isActive)
    attribute(what, Attribute(state.builder.getBoolAttr(value)));
}

void OpCall::attribute(StringRef what, int64_t value) {
  if (isActive)
    attribute(what, Attribute(state.builder.getI64IntegerAttr(value)));
}

void OpCall::attribute(StringRef what, double value) {
  if (isActive)
    attribute(what, Attribute(state.builder.getF64FloatAttr(value)));
}

void OpCall::attribute(StringRef what, const std::string &value) {
  if (isActive)
    attribute(what, Attribute(state.builder.getStringAttr(value)));
}

void OpCall::attribute(StringRef what, const std::vector<int64_t> &value) {
  if (isActive)
    attribute(what, Attribute(state.builder.getDenseI64ArrayAttr(value)));
}

void OpCall::attribute(StringRef what, const std::vector<double> &value) {
  if (isActive)
    attribute(what, Attribute(state.builder.getDenseF64ArrayAttr(value)));
}

void OpCall::attribute(StringRef what, rt::DType value) {
  if (!isActive)
    return;
  if (Type type = elementTypeOf(state.context, value))
    attribute(what, Attribute(TypeAttr::get(type)));
  else
    fail("has no element type '" + what + "': " + Twine(static_cast<unsigned>(value)) +
         " is no rt::DType");
}

void OpCall::attribute(StringRef what, const GraphScalar &value) {
  if (!isActive)
    return;
  Attribute number;
  auto type = operands.empty() ? RankedTensorType()
                               : dyn_cast<RankedTensorType>(operands.front().getType());
  if (type)
    number = scalarAttribute(type.getElementType(), value);
  if (number)
    attribute(what, number);
  else
    fail("has a '" + what + "' that the operand's element type does not hold");
}

void OpCall::unit(StringRef what, bool value) {
  if (isActive && value)
    attribute(what, Attribute(state.builder.getUnitAttr()));
}

void OpCall::enumerator(StringRef what, uint32_t value) {
  if (isActive)
    attribute(what, Attribute(state.builder.getI32IntegerAttr(static_cast<int32_t>(value))));
}

// ---- regions ----

void OpCall::region(ArrayRef<RankedTensorType> arguments, bool isIsolated,
                    llvm::function_ref<GraphValues(const GraphValues &)> fill) {
  if (!isActive)
    return;
  Location loc = state.locationOf(where);
  OpBuilder &b = state.builder;
  // A parent for the region while it is filled: its ops are verified one by one, and must see the
  // values around it.
  auto home = scf::ExecuteRegionOp::create(b, loc, TypeRange());
  llvm::scope_exit close([&, point = b.saveInsertionPoint()] {
    b.restoreInsertionPoint(point);
    if (isIsolated)
      state.isolated.pop_back();
    auto region = std::make_unique<Region>();
    region->takeBody(home.getRegion());
    regions.push_back(std::move(region));
    home.erase();
  });
  if (isIsolated)
    state.isolated.push_back(&home.getRegion());
  SmallVector<Type> types(arguments.begin(), arguments.end());
  Block *block =
      b.createBlock(&home.getRegion(), {}, types, SmallVector<Location>(types.size(), loc));
  for (auto [argument, operand] : llvm::zip(block->getArguments(), operands))
    state.sizes.addBodyArgument(argument, operand);
  std::vector<GraphValue> handles;
  for (Value argument : block->getArguments())
    handles.push_back(state.wrap(argument));
  GraphValues yielded = fill(handles);
  SmallVector<Value> values;
  isActive = state.error.ok();
  for (GraphValue value : yielded) {
    if (!isActive)
      return;
    values.push_back(state.use(value, where, text("a value that a body returns")));
    isActive = static_cast<bool>(values.back());
  }
  if (isActive)
    YieldOp::create(b, loc, values);
}

static SmallVector<RankedTensorType> tensorTypes(ValueRange values) {
  return llvm::map_to_vector(values,
                             [](Value value) { return cast<RankedTensorType>(value.getType()); });
}

SmallVector<RankedTensorType> OpCall::yieldedTypes() const {
  if (!isActive)
    return {};
  return tensorTypes(regions.back()->front().getTerminator()->getOperands());
}

SmallVector<RankedTensorType> OpCall::operandTypes() const {
  if (!isActive)
    return {};
  return tensorTypes(operands);
}

void OpCall::emptyRegion() {
  regions.push_back(std::make_unique<Region>());
}

// ---- the end ----

GraphValues OpCall::values() {
  if (!isActive)
    return {};
  Operation *created = nullptr;
  isActive = state.attempt([&]() -> LogicalResult {
    FailureOr<Operation *> op =
        createChecked(state.builder, state.locationOf(where), name, operands, attributes, regions);
    if (failed(op))
      return failure();
    if (succeeded(verify(*op))) {
      created = *op;
      return success();
    }
    for (auto [region, filled] : llvm::zip(regions, (*op)->getRegions()))
      region->takeBody(filled);
    (*op)->erase();
    return failure();
  });
  if (!created)
    return {};
  regions.clear();
  state.sizes.addResults(created);
  GraphValues results;
  for (Value result : created->getResults())
    results.push_back(state.wrap(result));
  return results;
}

} // namespace rlx::graph
