// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random ops with regions; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

// A few ops that keep numbers of any type bounded: a function of x and y, which have one type.
Value step(OpBuilder &b, Location loc, Value x, Value y, int64_t kind) {
  if (!isa<FloatType>(getElementTypeOrSelf(x.getType())))
    return kind == 0 ? MaxOp::create(b, loc, x, y).getResult()
                     : AddOp::create(b, loc, x, y).getResult();
  switch (kind) {
  case 0:
    return TanhOp::create(b, loc, AddOp::create(b, loc, x, y));
  case 1:
    return AddOp::create(b, loc, SigmoidOp::create(b, loc, x), y);
  default:
    return SubOp::create(b, loc, y, TanhOp::create(b, loc, x));
  }
}

bool makeIf(GraphBuilder &g) {
  Value x = pickNumbers(g, 0);
  if (!x)
    return false;
  Value y = g.like(g.elementType(x), g.sizes(x)), predicate = g.source(g.builder.getI1Type(), {});
  int64_t first = g.random.between(0, 2), second = g.random.between(0, 2);
  bool yieldsOuter = g.random.chance(25);
  auto branch = [&](int64_t kind, bool isPlain) {
    return [=](OpBuilder &b, Location loc) {
      Value result = isPlain ? x : step(b, loc, x, y, kind);
      YieldOp::create(b, loc, ValueRange{result, y});
    };
  };
  return g.keep(
      IfOp::create(g.builder, g.loc, predicate, branch(first, false), branch(second, yieldsOuter)));
}

// x twice along an axis, or once.
bool makeIfOfSizes(GraphBuilder &g) {
  Value x = pickNumbers(g, 1);
  if (!x)
    return false;
  uint64_t axis = g.random.between(0, int64_t(g.sizes(x).size()) - 1);
  int64_t kind = g.random.between(0, 2);
  Value predicate = g.source(g.builder.getI1Type(), {});
  auto branch = [&](bool isTwice) {
    return [=](OpBuilder &b, Location loc) {
      Value result = isTwice ? ConcatOp::create(b, loc, ValueRange{x, x}, axis).getResult()
                             : step(b, loc, x, x, kind);
      YieldOp::create(b, loc, result);
    };
  };
  return g.keep(IfOp::create(g.builder, g.loc, predicate, branch(true), branch(false)));
}

// A loop that appends y in each iteration.
bool makeGrowingWhile(GraphBuilder &g) {
  Value x = pickNumbers(g, 1);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  uint64_t axis = g.random.between(0, int64_t(sizes.size()) - 1);
  sizes[axis] = g.random.chance(50) ? sizes[axis] : g.freshSize();
  Type i64 = g.builder.getI64Type();
  Value y = g.like(g.elementType(x), sizes), count = g.source(i64, {}, 0, 4);
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> open(type.getShape());
  open[axis] = ShapedType::kDynamic;
  SmallVector<Type> types = {count.getType(), type.clone(open)};
  auto scalar = [&](OpBuilder &b, int64_t value) -> Value {
    return ConstantOp::create(b, g.loc,
                              DenseElementsAttr::get(RankedTensorType::get({}, i64), value));
  };
  OperationState state(g.loc, "rlx.while");
  state.addOperands({count, x});
  state.addAttribute("varying", g.builder.getDenseI64ArrayAttr({1, int64_t(axis)}));
  state.addTypes(types);
  {
    OpBuilder::InsertionGuard guard(g.builder);
    OpBuilder &b = g.builder;
    Block *condition = b.createBlock(state.addRegion(), {}, types, {g.loc, g.loc});
    Value more =
        CompareOp::create(b, g.loc, ComparePredicate::gt, condition->getArgument(0), scalar(b, 0));
    YieldOp::create(b, g.loc, more);
    Block *body = b.createBlock(state.addRegion(), {}, types, {g.loc, g.loc});
    Value left = SubOp::create(b, g.loc, body->getArgument(0), scalar(b, 1));
    Value longer = ConcatOp::create(b, g.loc, ValueRange{body->getArgument(1), y}, axis);
    YieldOp::create(b, g.loc, ValueRange{left, longer});
  }
  return g.keep(g.builder.create(state));
}

// A loop whose counter decides the number of iterations.
bool makeWhile(GraphBuilder &g) {
  Value x = pickNumbers(g, 0);
  if (!x)
    return false;
  Type i64 = g.builder.getI64Type();
  Value y = g.like(g.elementType(x), g.sizes(x)), count = g.source(i64, {}, 0, 4);
  auto scalar = [&](OpBuilder &b, Location loc, int64_t value) -> Value {
    return ConstantOp::create(b, loc,
                              DenseElementsAttr::get(RankedTensorType::get({}, i64), value));
  };
  int64_t kind = g.random.between(0, 2);
  auto condition = [&](OpBuilder &b, Location loc, ValueRange carried) {
    Value more = CompareOp::create(b, loc, ComparePredicate::gt, carried[0], scalar(b, loc, 0));
    YieldOp::create(b, loc, more);
  };
  auto body = [&](OpBuilder &b, Location loc, ValueRange carried) {
    Value left = SubOp::create(b, loc, carried[0], scalar(b, loc, 1));
    YieldOp::create(b, loc, ValueRange{left, step(b, loc, carried[1], y, kind)});
  };
  return g.keep(WhileOp::create(g.builder, g.loc, ValueRange{count, x}, condition, body));
}

bool makeScan(GraphBuilder &g) {
  Value x = pickNumbers(g, 1);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  Value init = g.like(g.elementType(x), ArrayRef<Size>(sizes).drop_front());
  int64_t kind = g.random.between(0, 2), stacked = g.random.between(0, 2);
  bool reverse = g.random.chance(40);
  int64_t checkpoints = 0;
  if (!reverse && !sizes[0].isDynamic && sizes[0].runs[0] > 0 && stacked && g.random.chance(30))
    checkpoints = g.random.between(1, sizes[0].runs[0]);
  auto body = [&](OpBuilder &b, Location loc, ValueRange values) {
    Value next = step(b, loc, values[0], values[1], kind);
    SmallVector<Value> yielded = {next, next, values[0]};
    yielded.resize(1 + stacked);
    YieldOp::create(b, loc, yielded);
  };
  return g.keep(
      ScanOp::create(g.builder, g.loc, init, x, reverse, std::nullopt, checkpoints, body));
}

// h' = h * x_t. The last h has a gradient.
bool makeScanBackward(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t rank) { return isa<FloatType>(type) && rank >= 1; });
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  Type element = g.elementType(x);
  ArrayRef<Size> row = ArrayRef<Size>(sizes).drop_front();
  Value init = g.like(element, row), gradient = g.like(element, row);
  OperationState state(g.loc, "rlx.scan_backward");
  state.addOperands({init, x, gradient});
  state.addAttribute("operandSegmentSizes", g.builder.getDenseI32ArrayAttr({1, 1, 1}));
  if (g.random.chance(40))
    state.addAttribute("reverse", g.builder.getUnitAttr());
  if (!sizes[0].isDynamic && sizes[0].runs[0] % 2 == 0 && g.random.chance(40))
    state.addAttribute("num_checkpoints", g.builder.getI64IntegerAttr(2));
  state.addTypes({init.getType(), x.getType()});
  Type type = init.getType();
  {
    OpBuilder::InsertionGuard guard(g.builder);
    OpBuilder &b = g.builder;
    Block *forward = b.createBlock(state.addRegion(), {}, {type, type}, {g.loc, g.loc});
    Value next = MulOp::create(b, g.loc, forward->getArgument(0), forward->getArgument(1));
    YieldOp::create(b, g.loc, next);
    Block *vjp = b.createBlock(state.addRegion(), {}, {type, type, type}, {g.loc, g.loc, g.loc});
    Value grad = vjp->getArgument(2);
    Value toState = MulOp::create(b, g.loc, grad, vjp->getArgument(1));
    Value toRow = MulOp::create(b, g.loc, grad, vjp->getArgument(0));
    YieldOp::create(b, g.loc, ValueRange{toState, toRow});
  }
  return g.keep(g.builder.create(state));
}

// Regions that use no values from outside.
bool makeIsolated(GraphBuilder &g) {
  Value x = pickNumbers(g, 0);
  if (!x)
    return false;
  Value y = g.like(g.elementType(x), g.sizes(x));
  int64_t first = g.random.between(0, 2), second = g.random.between(0, 2);
  auto body = [&](OpBuilder &b, Location loc, ValueRange values) {
    Value once = step(b, loc, values[0], values[1], first);
    YieldOp::create(b, loc, ValueRange{once, step(b, loc, once, values[1], second)});
  };
  SmallVector<Type> types(2, x.getType());
  if (g.random.chance(50))
    return g.keep(ElementwiseRegionOp::create(g.builder, g.loc, types, ValueRange{x, y}, body));
  OperationState state(g.loc, "rlx.custom_fn");
  state.addOperands({x, y});
  state.addTypes(types);
  {
    OpBuilder::InsertionGuard guard(g.builder);
    Block *block = g.builder.createBlock(state.addRegion(), {}, types, {g.loc, g.loc});
    body(g.builder, g.loc, block->getArguments());
  }
  state.addRegion();
  state.addRegion();
  return g.keep(g.builder.create(state));
}

} // namespace

std::vector<Maker> controlFlowMakers() {
  return {{3, makeIf},   {2, makeIfOfSizes},    {3, makeWhile},   {2, makeGrowingWhile},
          {3, makeScan}, {2, makeScanBackward}, {3, makeIsolated}};
}

} // namespace rlx::property
