// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random elementwise ops; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

bool isFloat(Type type) {
  return isa<FloatType>(type);
}
bool isNumber(Type type) {
  return !type.isInteger(1);
}

// Types, the more error-prone ones more often.
Type anyElement(GraphBuilder &g) {
  Builder &b = g.builder;
  int64_t choice = g.random.between(0, 19);
  if (choice < 8)
    return b.getF32Type();
  if (choice < 13)
    return g.random.pick<Type>({b.getF16Type(), b.getBF16Type(), b.getF64Type()});
  return g.random.pick<Type>({b.getI32Type(), b.getI64Type(), b.getI8Type(), b.getI16Type(),
                              b.getIntegerType(8, false), b.getIntegerType(32, false),
                              b.getIntegerType(16, false), b.getIntegerType(64, false),
                              b.getI1Type()});
}

// A new source for the pool, not an op.
bool makeSource(GraphBuilder &g) {
  Sizes sizes;
  for (int64_t rank = g.random.between(0, 5); rank > 0; --rank)
    sizes.push_back(g.freshSize());
  return bool(g.source(anyElement(g), bounded(g, sizes)));
}

// Continuous functions of one operand.
bool makeFloatUnary(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t) { return isFloat(type); });
  StringRef name = g.random.pick<StringRef>(
      {"exp",        "expm1",        "log",      "log1p", "sqrt",      "rsqrt",   "reciprocal",
       "sin",        "cos",          "asin",     "acos",  "atan",      "sinh",    "cosh",
       "tanh",       "asinh",        "acosh",    "atanh", "erf",       "sigmoid", "silu",
       "gelu",       "gelu_tanh",    "softplus", "tan",   "celu",      "mish",    "softsign",
       "hard_swish", "hard_sigmoid", "elu",      "selu",  "leaky_relu"});
  return x && g.addByName(("rlx." + name).str(), x);
}

// Functions with jumps, only of operands that are exact on every route.
bool makeFloatStep(GraphBuilder &g) {
  Value x = g.pick([&](Value v) { return isFloat(g.elementType(v)) && !g.isNoisy(v); });
  StringRef name = g.random.pick<StringRef>(
      {"ceil", "floor", "round", "sign", "is_nan", "is_inf", "thresholded_relu"});
  return x && g.addByName(("rlx." + name).str(), x);
}

// Functions with a restricted real domain.
bool makePartialUnary(GraphBuilder &g) {
  struct Domain {
    StringRef name;
    double low, high;
  };
  Domain domain = g.random.pick<Domain>({{"asin", -0.95, 0.95},
                                         {"acos", -0.95, 0.95},
                                         {"atanh", -0.95, 0.95},
                                         {"acosh", 1.1, 4},
                                         {"log", 0.1, 4},
                                         {"log1p", -0.9, 4},
                                         {"sqrt", 0.1, 4},
                                         {"rsqrt", 0.1, 4}});
  Value like = g.pick([](Type type, size_t) { return isFloat(type); });
  return like && g.addByName(("rlx." + domain.name).str(),
                             g.source(g.elementType(like), g.sizes(like), domain.low, domain.high));
}

bool makeNumberUnary(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t) { return isNumber(type); });
  StringRef name = g.random.pick<StringRef>({"rlx.neg", "rlx.abs", "rlx.relu"});
  return x && g.addByName(name, x);
}

bool makeBinary(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t) { return isNumber(type); });
  if (!x)
    return false;
  Value y = g.broadcastable(g.elementType(x), g.sizes(x));
  StringRef name = g.random.pick<StringRef>(
      {"rlx.add", "rlx.add", "rlx.sub", "rlx.mul", "rlx.mul", "rlx.div", "rlx.max", "rlx.min"});
  if (g.random.chance(30))
    std::swap(x, y);
  return g.addByName(name, {x, y});
}

bool makeRemainder(GraphBuilder &g) {
  Value x = g.pick([&](Value v) { return isNumber(g.elementType(v)) && !g.isNoisy(v); });
  if (!x)
    return false;
  Value y = g.broadcastable(g.elementType(x), g.sizes(x));
  return !g.isNoisy(y) && g.addByName(g.random.chance(50) ? "rlx.mod" : "rlx.fmod", {x, y});
}

bool makePower(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t) { return isFloat(type); });
  return x && g.addByName("rlx.pow", {x, g.source(g.elementType(x), g.sizes(x), 0.5, 2.5)});
}

bool makeBitwise(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t) { return !isFloat(type); });
  if (!x)
    return false;
  Type type = g.elementType(x);
  Value y = g.broadcastable(type, g.sizes(x));
  if (!type.isInteger(1) && g.random.chance(40))
    return g.addByName(g.random.chance(50) ? "rlx.shift_left" : "rlx.shift_right", {x, y});
  if (g.random.chance(20))
    return g.addByName("rlx.not", x);
  return g.addByName(g.random.pick<StringRef>({"rlx.and", "rlx.or", "rlx.xor"}), {x, y});
}

bool makeCompare(GraphBuilder &g) {
  Value x = g.pick([&](Value v) { return !g.isNoisy(v); });
  if (!x)
    return false;
  Value y = g.broadcastable(g.elementType(x), g.sizes(x));
  auto predicate = static_cast<ComparePredicate>(g.random.between(0, 5));
  return !g.isNoisy(y) && g.add<CompareOp>(predicate, x, y);
}

bool makeWhere(GraphBuilder &g) {
  Value x = g.pick([](Type, size_t) { return true; });
  if (!x)
    return false;
  Value condition = g.broadcastable(g.builder.getI1Type(), g.sizes(x));
  Value y = g.broadcastable(g.elementType(x), g.sizes(x));
  return g.add<WhereOp>(condition, x, y);
}

// Whether the value is moved data that a cast has rounded to a narrower float.
bool isNarrowed(GraphBuilder &g, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isFloat(g.elementType(value)) || g.isNoisy(value))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Type from = getElementTypeOrSelf(operand.getType()), to = g.elementType(value);
    return from == to ? isNarrowed(g, operand)
                      : isa<CastOp>(op) && isFloat(from) &&
                            from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth();
  });
}

// Two casts are not exact: the driver of a GPU may leave out the conversions from f32 to f16 and
// back, so that the second cast rounds the f32.
bool makeCast(GraphBuilder &g) {
  Type to = anyElement(g);
  Value x = g.pick([&](Value v) {
    return g.elementType(v) != to && (isFloat(to) || !g.isNoisy(v)) && !isNarrowed(g, v);
  });
  return x && g.add<CastOp>(x, TypeAttr::get(to));
}

// Between signed and unsigned integers: the bits of a float depend on its rounding.
bool makeBitcast(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t) { return isa<IntegerType>(type) && !type.isInteger(1); });
  if (!x)
    return false;
  auto from = cast<IntegerType>(g.elementType(x));
  auto signs = from.isUnsigned() ? IntegerType::Signless : IntegerType::Unsigned;
  return g.add<BitcastOp>(
      x, TypeAttr::get(IntegerType::get(from.getContext(), from.getWidth(), signs)));
}

bool makeClamp(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t) { return isNumber(type); });
  if (!x)
    return false;
  Type type = g.elementType(x);
  auto bound = [&](int64_t value) -> TypedAttr {
    if (g.random.chance(20))
      return {};
    return isFloat(type) ? TypedAttr(FloatAttr::get(type, double(value) / 2))
                         : TypedAttr(IntegerAttr::get(type, value));
  };
  int64_t low = g.random.between(type.isUnsignedInteger() ? 0 : -3, 1);
  return g.add<ClampOp>(x, bound(low), bound(low + g.random.between(0, 5)));
}

bool makePrelu(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t) { return isNumber(type); });
  return x && g.addByName("rlx.prelu", {x, g.broadcastable(g.elementType(x), g.sizes(x))});
}

} // namespace

std::vector<Maker> elementwiseMakers() {
  return {{5, makeSource},      {11, makeFloatUnary}, {3, makePartialUnary}, {3, makeFloatStep},
          {5, makeNumberUnary}, {16, makeBinary},     {2, makeRemainder},    {1, makePower},
          {4, makeBitwise},     {5, makeCompare},     {5, makeWhere},        {6, makeCast},
          {1, makeBitcast},     {3, makeClamp},       {1, makePrelu}};
}

} // namespace rlx::property
