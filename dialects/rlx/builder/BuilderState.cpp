// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of BuilderState.h: handles, types and constants. A handle is checked at every use:
// it must be of this builder, and its value must be visible at the insertion point. Errors are
// diagnostics of MLIR, collected into a status.
#include "dialects/rlx/builder/BuilderState.h"

#include <cmath>

#include "dialects/Register.h"
#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace rlx::graph {

static std::unique_ptr<MLIRContext> createContext() {
  DialectRegistry registry;
  registerDialects(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->printOpOnDiagnostic(false); // users get the message without the IR
  return context;
}

State::State(MLIRContext *given, std::source_location where)
    : own(given ? nullptr : createContext()), context(given ? given : own.get()), builder(context),
      sizes(context) {
  Location loc = locationOf(where);
  module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  function = func::FuncOp::create(builder, loc, "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
}

bool State::isOpen(std::source_location where) {
  if (!isFinished)
    return error.ok();
  if (error.ok())
    error =
        rt::failedPrecondition(std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                               ": the builder has given its model away with finish()");
  return false;
}

Location State::locationOf(std::source_location where) {
  for (const Part &part : parts)
    if (part.location) {
      where = *part.location;
      break;
    }
  Location loc =
      place ? *place
            : FileLineColLoc::get(context, where.file_name(), where.line(), where.column());
  for (const Part &part : llvm::reverse(parts))
    loc = NameLoc::get(builder.getStringAttr(part.name), loc);
  return loc;
}

// ---- handles ----

bool State::checkVisible(Value value, std::source_location where, const Twine &what) {
  Region *home = value.getParentRegion(), *here = builder.getInsertionBlock()->getParent();
  if (!home->isAncestor(here)) {
    fail(where, what + " belongs to a body that has ended; bodies give values away by returning "
                       "them");
    return false;
  }
  if (!isolated.empty() && !isolated.back()->isAncestor(home)) {
    fail(where, what + " is from outside the body, which sees only its own arguments");
    return false;
  }
  return true;
}

Value State::use(GraphValue handle, std::source_location where, const Twine &what) {
  Value value = Value::getFromOpaquePointer(handle.value);
  if (handle.owner && handle.owner != this)
    fail(where, what + " is a value of another builder");
  else if (!value)
    fail(where, what + " is no value");
  else if (checkVisible(value, where, what))
    return value;
  return {};
}

Value State::use(const GraphSize &handle, std::source_location where, const Twine &what) {
  Value value = Value::getFromOpaquePointer(handle.value);
  if (handle.owner != this)
    fail(where, what + " is a size of another builder");
  else if (checkVisible(value, where, what))
    return value;
  return {};
}

RankedTensorType State::typeOf(GraphValue handle) {
  if (!handle.owner || !handle.value || handle.owner->isFinished)
    return {};
  return cast<RankedTensorType>(Value::getFromOpaquePointer(handle.value).getType());
}

std::string State::textOf(GraphValue handle, int64_t axis) {
  RankedTensorType type = handle.owner == this ? typeOf(handle) : RankedTensorType();
  int64_t d = type && axis < 0 ? axis + type.getRank() : axis;
  if (!type || d < 0 || d >= type.getRank())
    return "";
  return sizes.text(Value::getFromOpaquePointer(handle.value), static_cast<unsigned>(d));
}

GraphSize State::compute(char operation, const GraphSize &lhs, const GraphSize &rhs) {
  State *state = lhs.owner ? lhs.owner : rhs.owner;
  std::source_location where = lhs.owner ? lhs.where : rhs.where;
  if (!state->isOpen(where))
    return lhs.owner ? lhs : rhs;
  Location loc = state->locationOf(where);
  auto materialize = [&](const GraphSize &size) -> Value {
    if (size.value)
      return state->use(size, where, "an operand of a size's '" + Twine(operation) + "'");
    return arith::ConstantIndexOp::create(state->builder, loc, size.known);
  };
  if (operation == '/' && !rhs.value && rhs.known <= 0)
    state->fail(where, "a size is divided by " + Twine(rhs.known));
  Value a = state->error.ok() ? materialize(lhs) : Value();
  Value b = state->error.ok() ? materialize(rhs) : Value();
  if (!a || !b)
    return lhs.owner ? lhs : rhs;
  auto make = [&]() -> Value {
    switch (operation) {
    case '+':
      return arith::AddIOp::create(state->builder, loc, a, b);
    case '-':
      return arith::SubIOp::create(state->builder, loc, a, b);
    case '*':
      return arith::MulIOp::create(state->builder, loc, a, b);
    default:
      return arith::FloorDivSIOp::create(state->builder, loc, a, b);
    }
  };
  Value made = make();
  state->sizes.addSize(made, operation, a, b);
  return state->wrapSize(made, where);
}

// ---- tensors ----

TypedAttr scalarAttribute(Type elementType, const GraphScalar &number) {
  double real = number.isInteger ? static_cast<double>(number.integer) : number.real;
  if (isa<FloatType>(elementType)) {
    auto attribute = FloatAttr::get(elementType, real);
    bool overflows = std::isfinite(real) && attribute.getValue().isInfinity();
    return overflows ? TypedAttr() : attribute;
  }
  auto type = dyn_cast<IntegerType>(elementType);
  if (!type)
    return {};
  // int64_t holds neither 2^63 and above nor values below -2^63.
  bool isWhole = number.isInteger || (real == std::floor(real) && std::abs(real) < 0x1p63);
  if (!isWhole)
    return {};
  int64_t integer = number.isInteger ? number.integer : static_cast<int64_t>(real);
  unsigned width = type.getWidth();
  bool fits = type.isUnsigned() || width == 1
                  ? integer >= 0 && (width == 64 || integer >> width == 0)
                  : width == 64 || llvm::isIntN(width, integer);
  if (!fits)
    return {};
  APInt bits(width, static_cast<uint64_t>(integer), /*isSigned=*/integer < 0);
  return cast<TypedAttr>(Attribute(IntegerAttr::get(type, bits)));
}

RankedTensorType State::tensorType(std::source_location where, const Twine &what, rt::DType dtype,
                                   ArrayRef<int64_t> shape) {
  Type element = elementTypeOf(context, dtype);
  if (!element) {
    fail(where, what + " has no element type: " + Twine(static_cast<unsigned>(dtype)) +
                    " is no rt::DType");
    return {};
  }
  SmallVector<int64_t> sizes(shape);
  int64_t elements = 1;
  for (auto [d, size] : llvm::enumerate(sizes)) {
    if (ShapedType::isDynamic(size))
      continue;
    if (size < 0 || (size && elements > kMaxElements / size)) {
      fail(where, size < 0 ? "size #" + Twine(d) + " of " + what + " is " + Twine(size)
                           : what + " has more elements than any memory holds");
      return {};
    }
    elements *= std::max<int64_t>(size, 1);
  }
  return RankedTensorType::get(sizes, element);
}

GraphValue State::constant(Location loc, ElementsAttr value) {
  return wrap(ConstantOp::create(builder, loc, value.getType(), value));
}

void State::keep(MutableArrayRef<std::unique_ptr<Region>> regions) {
  for (std::unique_ptr<Region> &region : regions)
    discarded.push_back(std::move(region));
}

} // namespace rlx::graph
