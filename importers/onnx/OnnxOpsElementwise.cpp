// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise operators: arithmetic, comparison, selection, activations, casts. If their operands
// are known integers, they are folded.
//
// For example, Mul of a dynamic size and 2 folds to an expression and creates no op.
#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "importers/onnx/OnnxBroadcast.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxQuant.h"
#include "importers/onnx/OnnxShared.h"
#include "importers/onnx/OnnxStrings.h"

#include <cmath>

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

Value rlx::onnxim::emitSwish(Node &n, Value x, double alpha) {
  if (alpha == 1 || !x)
    return n.emit("rlx.silu", x);
  return n.emit("rlx.mul", {x, n.emit("rlx.sigmoid", emitScaled(n, x, alpha))});
}

namespace {
// ---- folding of known integers ----

// The static shape of NumPy broadcasting; std::nullopt unless all shapes are static and compatible.
std::optional<IntList> broadcastStatic(Node &n) {
  IntList shape;
  for (unsigned i = 0; i < n.numInputs(); ++i) {
    ArrayRef<Dim> dims = n.dims(i);
    if (dims.size() > shape.size())
      shape.insert(shape.begin(), dims.size() - shape.size(), 1);
    for (size_t j = 0; j < dims.size(); ++j) {
      auto size = constantOf(dims[dims.size() - 1 - j]);
      int64_t &target = shape[shape.size() - 1 - j];
      if (!size || (target != 1 && *size != 1 && target != *size))
        return std::nullopt;
      target = *size == 1 ? target : *size;
    }
  }
  int64_t count = 1;
  for (int64_t size : shape)
    if (size > kMaxKnownElements || (count *= size) > kMaxKnownElements)
      return std::nullopt;
  return shape;
}

// The element of input i that broadcasting pairs with the linear index `linear` of `shape`.
Dim broadcastElement(Node &n, unsigned i, ArrayRef<int64_t> shape, int64_t linear) {
  ArrayRef<Dim> dims = n.dims(i);
  int64_t offset = 0, stride = 1;
  for (size_t j = 0; j < dims.size(); ++j) { // from the last dimension
    int64_t position = linear % shape[shape.size() - 1 - j];
    linear /= shape[shape.size() - 1 - j];
    int64_t size = *constantOf(dims[dims.size() - 1 - j]);
    offset += size == 1 ? 0 : position * stride;
    stride *= size;
  }
  return (*n.known(i))[offset];
}

// A longer list of expressions is not folded: it holds no sizes of a tensor.
constexpr int64_t kMaxFoldedSizes = 64;

using ScalarFold = std::function<MaybeDim(Node &, ArrayRef<Dim>)>;

// Folds elementwise over known operands. A null `resultType` means that of the last operand.
bool foldElementwise(Node &n, const ScalarFold &scalar, Type resultType = {}) {
  if (n.numInputs() == 0)
    return false;
  for (unsigned i = 0; i < n.numInputs(); ++i)
    if (!n.has(i) || !n.known(i))
      return false;
  if (n.opset() < 7 && n.hasAttr("axis")) // another kind of broadcasting
    return false;
  std::optional<IntList> shape = broadcastStatic(n);
  if (!shape)
    return false;
  if (!resultType)
    resultType = n.elementType(n.numInputs() - 1);
  int64_t count = 1;
  for (int64_t size : *shape)
    count *= size;
  Dims elements;
  for (int64_t linear = 0; linear < count; ++linear) {
    SmallVector<Dim> operands;
    for (unsigned i = 0; i < n.numInputs(); ++i)
      operands.push_back(broadcastElement(n, i, *shape, linear));
    MaybeDim element = scalar(n, operands);
    if (!element)
      return false;
    auto value = constantOf(*element); // 32-bit arithmetic wraps, expressions do not
    if (!value && count > kMaxFoldedSizes)
      return false; // data, not the sizes of a tensor
    if (value && resultType.isInteger(32) && *value != static_cast<int32_t>(*value))
      return false;
    elements.push_back(*element);
  }
  n.setKnown(0, elements, *shape, resultType);
  return true;
}

// Expressions are exact integers, so only types that can hold every size may use them.
bool holdsSizes(Type type) {
  return type.isInteger(64) || type.isInteger(32) || type.isF32() || type.isF64();
}

std::function<bool(Node &)> foldBinary(MaybeDim (*operation)(Dim, Dim)) {
  return [=](Node &n) {
    return holdsSizes(n.elementType(0)) && n.elementType(0) == n.elementType(n.numInputs() - 1) &&
           foldElementwise(n, [=](Node &, ArrayRef<Dim> x) {
             MaybeDim result = x[0];
             for (Dim operand : x.drop_front())
               result = result ? operation(*result, operand) : result;
             return result;
           });
  };
}

// Truncating division agrees with floorDiv for non-negative operands. A floating-point quotient is
// kept only if it is an integer.
MaybeDim foldDiv(Node &n, Dim lhs, Dim rhs) {
  auto l = constantOf(lhs), r = constantOf(rhs);
  if (r && *r <= 0)
    return std::nullopt;
  if (isa<FloatType>(n.elementType(0))) {
    MaybeDim remainder = mod(lhs, rhs);
    if (!remainder || constantOf(*remainder) != 0)
      return std::nullopt;
  }
  if (l && *l < 0)
    return std::nullopt;
  MaybeDim quotient = floorDiv(lhs, rhs);
  if (n.isAtLeast(lhs, n.size(0)) || !quotient)
    return quotient;
  MaybeDim ofNegative = floorDiv(0 - lhs, rhs); // rounds towards 0 once it is negated
  return ofNegative ? MaybeDim(n.select(n.atLeast(lhs, n.size(0)), *quotient, 0 - *ofNegative))
                    : std::nullopt;
}

// The remainder of a number that is not negative, for which all definitions agree.
MaybeDim foldMod(Node &n, Dim lhs, Dim rhs) {
  return n.isAtLeast(lhs, n.size(0)) ? mod(lhs, rhs) : std::nullopt;
}

Dim holds(Node &n, ComparePredicate predicate, Dim lhs, Dim rhs) {
  switch (predicate) {
  case ComparePredicate::eq:
    return n.isEqual(lhs, rhs);
  case ComparePredicate::ne:
    return 1 - n.isEqual(lhs, rhs);
  case ComparePredicate::lt:
    return n.atLeast(rhs, lhs + 1);
  case ComparePredicate::le:
    return n.atLeast(rhs, lhs);
  case ComparePredicate::gt:
    return n.atLeast(lhs, rhs + 1);
  case ComparePredicate::ge:
    return n.atLeast(lhs, rhs);
  }
  llvm_unreachable("all predicates are handled");
}

ScalarFold foldPredicate(ComparePredicate predicate) {
  return [=](Node &n, ArrayRef<Dim> x) { return small(holds(n, predicate, x[0], x[1])); };
}

// Folds a function of all operands, or of pairs of them from the left.
std::function<bool(Node &)> foldPairs(std::function<Dim(Node &, Dim, Dim)> combine) {
  return [combine = std::move(combine)](Node &n) {
    return holdsSizes(n.elementType(0)) && foldElementwise(n, [&](Node &, ArrayRef<Dim> x) {
             MaybeDim result = x[0];
             for (Dim operand : x.drop_front())
               result = result ? small(combine(n, *result, operand)) : result;
             return result;
           });
  };
}

// Of integers only: a floating-point 0 has two signs.
std::function<bool(Node &)> foldUnary(std::function<Dim(Node &, Dim)> function) {
  return [function = std::move(function)](Node &n) {
    return n.elementType(0).isSignlessInteger() &&
           foldElementwise(n, [&](Node &, ArrayRef<Dim> x) { return small(function(n, x[0])); });
  };
}

bool foldWhere(Node &n) {
  return holdsSizes(n.elementType(1)) &&
         foldElementwise(n, [](Node &n, ArrayRef<Dim> x) -> MaybeDim {
           if (auto condition = constantOf(x[0]))
             return *condition ? x[1] : x[2];
           return small(n.select(x[0], x[1], x[2]));
         });
}

// ---- importing ----

Handler unary(StringRef op) {
  return {[op = op.str()](Node &n) { n.set(0, n.emit(op, n.tensor(0))); }, nullptr};
}

// A unary operator that is the identity on integers, for sizes computed in floating point.
Handler rounding(StringRef op) {
  Handler handler = unary(op);
  handler.fold = [](Node &n) {
    return foldElementwise(n, [](Node &, ArrayRef<Dim> x) { return MaybeDim(x[0]); });
  };
  return handler;
}

Handler binary(StringRef op, std::function<bool(Node &)> fold = nullptr) {
  return {[op = op.str()](Node &n) { n.set(0, n.emit(op, {n.tensor(0), secondOperand(n)})); },
          std::move(fold)};
}

// Combines the operands pairwise, from the left.
Value combine(Node &n, StringRef op) {
  Value result = n.tensor(0);
  for (unsigned i = 1; i < n.numInputs(); ++i)
    result = n.emit(op, {result, n.tensor(i)});
  return result;
}

Handler variadic(StringRef op, std::function<bool(Node &)> fold = nullptr) {
  return {[op = op.str()](Node &n) { n.set(0, combine(n, op)); }, std::move(fold)};
}

void importMean(Node &n) {
  Value sum = combine(n, "rlx.add");
  n.set(0, n.emit("rlx.div", {sum, n.scalar(n.elementType(0), n.numInputs())}));
}

// attribute -> rlx attribute of the same name, with ONNX's default.
using FloatDefaults = SmallVector<std::pair<std::string, double>, 2>;
Handler activation(StringRef op, FloatDefaults defaults) {
  return {[op = op.str(), defaults = std::move(defaults)](Node &n) {
            SmallVector<NamedAttribute> attributes;
            for (const auto &[name, value] : defaults)
              attributes.push_back(n.f64(name, n.floatAttr(name, value)));
            n.set(0, n.emit(op, n.tensor(0), attributes));
          },
          nullptr};
}

Handler comparison(ComparePredicate predicate) {
  return {[=](Node &n) { n.set(0, n.compare(predicate, n.tensor(0), secondOperand(n))); },
          [=](Node &n) {
            return foldElementwise(n, foldPredicate(predicate), n.builder().getI1Type());
          }};
}

// The type of input i, or f32 if that is narrow; and the input in this type.
Type widerType(Node &n, unsigned i) {
  return isNarrow(n.elementType(i)) ? Type(n.builder().getF32Type()) : n.elementType(i);
}
Value widenedNarrow(Node &n, unsigned i) {
  return n.cast(n.tensor(i), widerType(n, i));
}

void importIsInf(Node &n) {
  bool negative = n.flagAttr("detect_negative", true),
       positive = n.flagAttr("detect_positive", true);
  Value x = widenedNarrow(n, 0);
  if (negative && positive)
    return n.set(0, n.emit("rlx.is_inf", x));
  double inf = HUGE_VAL;
  if (!negative && !positive)
    return n.unsupported("detect_negative = detect_positive = 0 is not supported");
  n.set(0, n.compare(ComparePredicate::eq, x, n.scalar(widerType(n, 0), positive ? inf : -inf)));
}

void importIsNaN(Node &n) {
  n.set(0, n.emit("rlx.is_nan", widenedNarrow(n, 0)));
}

void importMod(Node &n) {
  bool fmod = n.flagAttr("fmod", false);
  if (!fmod && n.opset() < 28 && isa<FloatType>(n.elementType(0)))
    return n.fail("floating-point operands need attribute 'fmod' = 1 before operator set 28");
  n.set(0, n.emit(fmod ? "rlx.fmod" : "rlx.mod", {n.tensor(0), n.tensor(1)}));
}

void importBitShift(Node &n) {
  std::string direction = n.stringAttr("direction", "");
  if (direction != "LEFT" && direction != "RIGHT")
    return n.unsupported("attribute 'direction' is '" + Twine(direction) +
                         "'; supported are LEFT and RIGHT");
  n.set(0, n.emit(direction == "LEFT" ? "rlx.shift_left" : "rlx.shift_right",
                  {n.tensor(0), n.tensor(1)}));
}

// The result has the type of the base. An exponent of another type is converted to it, unless that
// would lose a fraction: then the power is computed in the exponent's type.
void importPow(Node &n) {
  Type base = n.elementType(0), exponent = n.elementType(1);
  Type compute = isa<FloatType>(exponent) && !isa<FloatType>(base) ? exponent : base;
  Value power =
      n.emit("rlx.pow", {n.cast(n.tensor(0), compute), n.cast(secondOperand(n), compute)});
  n.set(0, n.cast(power, base));
}

Value clip(Node &n, std::optional<double> low, std::optional<double> high) {
  SmallVector<NamedAttribute> attributes;
  if (low)
    attributes.push_back(n.attr("min", n.scalarAttr(n.elementType(0), *low)));
  if (high)
    attributes.push_back(n.attr("max", n.scalarAttr(n.elementType(0), *high)));
  return n.emit("rlx.clamp", n.tensor(0), attributes);
}

void importClipAttributes(Node &n) {
  std::optional<double> low, high;
  if (n.hasAttr("min"))
    low = n.floatAttr("min", 0);
  if (n.hasAttr("max"))
    high = n.floatAttr("max", 0);
  if (!low && !high)
    return n.forward(0, 0);
  n.set(0, clip(n, low, high));
}

void importClipInputs(Node &n) {
  std::optional<double> bounds[2];
  bool isConstant = true, any = false;
  for (unsigned i = 1; i <= 2; ++i) {
    if (!n.has(i))
      continue;
    any = true;
    n.expectSingle(i, i == 1 ? "min" : "max");
    auto value = n.constantDoubles(i);
    isConstant &= value && value->size() == 1;
    if (value && value->size() == 1)
      bounds[i - 1] = value->front();
  }
  if (!any)
    return n.forward(0, 0);
  // 64-bit integers beyond 2^53 are not exact as doubles and take the general route.
  if (isConstant && !n.elementType(0).isInteger(64) && !n.elementType(0).isUnsignedInteger(64))
    return n.set(0, clip(n, bounds[0], bounds[1]));
  Value x = n.tensor(0);
  if (n.has(1))
    x = n.emit("rlx.max", {x, n.single(1, "min")});
  if (n.has(2))
    x = n.emit("rlx.min", {x, n.single(2, "max")});
  n.set(0, x);
}

bool foldCast(Node &n, Type to) {
  if (isString(to))
    return false;
  const Dims *elements = n.known(0);
  if (!elements || !holdsSizes(to) || n.elementType(0).isF16() || to.isF16() || to.isBF16())
    return false;
  Dims result(*elements);
  for (Dim &element : result) {
    auto value = constantOf(element);
    if (value && to.isInteger(32) && *value != int32_t(*value))
      return false;
  }
  IntList shape;
  for (Dim dim : n.dims(0))
    shape.push_back(*constantOf(dim));
  n.setKnown(0, result, shape, to);
  return true;
}

// The type that attribute `to` names.
Type namedType(Node &n) {
  int64_t to = n.requiredIntAttr("to");
  Type type = elementTypeOf(n.getContext(), to);
  if (!type && !n.hasFailed())
    n.unsupported("the target type " + dataTypeName(to) + " is not supported");
  return type;
}

bool foldCast(Node &n) {
  Type to = namedType(n);
  return to && foldCast(n, to);
}

void importCastTo(Node &n, Type to) {
  n.ignoreAttr("saturate");   // applies to float8 only
  n.ignoreAttr("round_mode"); // applies to FLOAT8E8M0 only
  if (to == n.elementType(0))
    return n.forward(0, 0);
  Value x = n.tensor(0);
  if (isString(to) || isString(n.elementType(0)))
    return n.set(0, castStrings(n, x, to));
  // ONNX leaves values out of range undefined, and its tests expect wrapped integers.
  if (isNarrowInt(to) && isa<FloatType>(n.elementType(0)))
    x = n.cast(x, n.builder().getI32Type());
  n.set(0, castWithRules(n, x, to));
}

void importCast(Node &n) {
  if (Type to = namedType(n))
    importCastTo(n, to);
}

void importCastLike(Node &n) {
  importCastTo(n, n.elementType(1));
}

void importBitCast(Node &n) {
  Type to = namedType(n), from = n.elementType(0);
  if (n.hasFailed())
    return;
  if (to == from)
    return n.forward(0, 0);
  if (isa<ComplexType>(to) || isa<ComplexType>(from))
    return n.unsupported("complex numbers are not supported");
  // A bool is a byte, 0 or 1.
  auto width = [](Type type) { return type.isInteger(1) ? 8 : type.getIntOrFloatBitWidth(); };
  if (width(to) != width(from))
    return n.fail("attribute 'to' is " + typeText(to) + ", but the input is " + typeText(from) +
                  ": the types must have the same width");
  if (isa<IntegerType>(to) && isa<IntegerType>(from))
    return n.set(0, n.cast(n.tensor(0), to)); // wraps
  n.set(0, n.emit("rlx.bitcast", n.tensor(0), n.attr("to", TypeAttr::get(to))));
}

Value swish(Node &n) {
  return emitSwish(n, n.tensor(0), n.floatAttr("alpha", 1));
}

void importSwish(Node &n) {
  n.set(0, swish(n));
}

void importSwiGlu(Node &n) {
  n.set(0, n.emit("rlx.mul", {swish(n), n.tensor(1)}));
}

void importGelu(Node &n) {
  const std::string form = n.stringAttr("approximate", "none");
  if (form != "none" && form != "tanh")
    return n.fail("attribute 'approximate' is '" + Twine(form) + "', but must be none or tanh");
  n.set(0, n.emit(form == "tanh" ? "rlx.gelu_tanh" : "rlx.gelu", n.tensor(0)));
}

// Whether a Dropout is for training; std::nullopt if this is data.
std::optional<bool> isTraining(Node &n) {
  if (n.opset() < 7)
    return !n.intAttr("is_test", 0);
  if (!n.has(2))
    return false; // before operator set 12 always
  auto training = n.constantDoubles(2);
  return training && training->size() == 1 ? std::optional(training->front() != 0) : std::nullopt;
}

// An attribute, since operator set 12 an input; NaN if it is not constant.
double dropoutRatio(Node &n) {
  if (n.opset() < 12)
    return n.floatAttr("ratio", 0.5);
  if (!n.has(1))
    return 0.5;
  auto ratio = n.constantDoubles(1);
  return ratio && ratio->size() == 1 ? ratio->front() : std::nan("");
}

// Elements whose random number is at least the ratio stay, and grow so that the mean does.
void importTrainingDropout(Node &n, std::optional<bool> training, double ratio) {
  const uint64_t key =
      n.hasAttr("seed") ? static_cast<uint64_t>(n.intAttr("seed", 0)) : randomKey(n);
  auto wide = cast<FloatType>(computeType(n, n.elementType(0)));
  Expr x = Expr(n, n.tensor(0)).to(wide);
  Expr limit = std::isnan(ratio) ? Expr(n, n.single(1, "the ratio")).to(wide) : x.number(ratio);
  Expr keep = emitUniform(n, n.dims(0), wide, key) >= limit;
  Expr result = where(keep, x / (1 - limit), x.number(0));
  if (!training) {
    Expr isOn(n, n.single(2, "the training mode"));
    result = where(isOn, result, x);
    keep = where(isOn, keep, keep.number(1));
  }
  n.set(0, result.to(n.elementType(0)).value());
  n.set(1, keep.to(n.opset() < 10 ? n.elementType(0) : n.builder().getI1Type()).value());
}

void importDropout(Node &n) {
  n.ignoreAttr("ratio");
  n.ignoreAttr("seed");
  // All elements stay in inference, and in training with a ratio of 0.
  const std::optional<bool> training = isTraining(n);
  if (const double ratio = dropoutRatio(n); training != false && ratio != 0)
    return importTrainingDropout(n, training, ratio);
  n.forward(0, 0);
  if (!n.wants(1))
    return;
  Type type = n.opset() < 10 ? n.elementType(0) : n.builder().getI1Type();
  n.set(1, n.expand(n.scalar(type, 1), n.dims(0)));
}

void importShrink(Node &n) {
  // x < -lambd: x + bias; x > lambd: x - bias; else 0.
  Type type = n.elementType(0);
  double bias = n.floatAttr("bias", 0), lambd = n.floatAttr("lambd", 0.5);
  Value x = n.tensor(0), b = n.scalar(type, bias), zero = n.scalar(type, 0);
  Value below = n.compare(ComparePredicate::lt, x, n.scalar(type, -lambd));
  Value above = n.compare(ComparePredicate::gt, x, n.scalar(type, lambd));
  Value upper = n.emit("rlx.where", {above, n.emit("rlx.sub", {x, b}), zero});
  n.set(0, n.emit("rlx.where", {below, n.emit("rlx.add", {x, b}), upper}));
}

void addUnary(OpTable &table) {
  const std::pair<StringRef, StringRef> plain[] = {{"Sign", "sign"},
                                                   {"Exp", "exp"},
                                                   {"Log", "log"},
                                                   {"Sqrt", "sqrt"},
                                                   {"Sin", "sin"},
                                                   {"Cos", "cos"},
                                                   {"Tan", "tan"},
                                                   {"Asin", "asin"},
                                                   {"Acos", "acos"},
                                                   {"Atan", "atan"},
                                                   {"Sinh", "sinh"},
                                                   {"Cosh", "cosh"},
                                                   {"Tanh", "tanh"},
                                                   {"Asinh", "asinh"},
                                                   {"Acosh", "acosh"},
                                                   {"Atanh", "atanh"},
                                                   {"Erf", "erf"},
                                                   {"Relu", "relu"},
                                                   {"Sigmoid", "sigmoid"},
                                                   {"Softplus", "softplus"},
                                                   {"Softsign", "softsign"},
                                                   {"Reciprocal", "reciprocal"},
                                                   {"HardSwish", "hard_swish"}};
  for (auto [onnxOp, op] : plain)
    table.add(onnxOp, unary(("rlx." + op).str()));
  Handler absolute = unary("rlx.abs"), negative = unary("rlx.neg");
  absolute.fold = foldUnary([](Node &n, Dim x) { return n.max(x, 0 - x); });
  negative.fold = foldUnary([](Node &, Dim x) { return 0 - x; });
  table.add("Abs", absolute);
  table.add("Neg", negative);
  Handler negation = unary("rlx.not");
  negation.fold = [](Node &n) {
    return foldElementwise(n, [](Node &, ArrayRef<Dim> x) { return small(1 - x[0]); });
  };
  table.add("Not", negation);
  table.add("Ceil", rounding("rlx.ceil"));
  table.add("Floor", rounding("rlx.floor"));
  table.add("Round", rounding("rlx.round"));
  table.add("IsInf", {importIsInf, nullptr});
  table.add("IsNaN", {importIsNaN, nullptr});
  table.add("LeakyRelu", activation("rlx.leaky_relu", {{"alpha", 0.01}}));
  table.add("Elu", activation("rlx.elu", {{"alpha", 1.0}}));
  table.add("Celu", activation("rlx.celu", {{"alpha", 1.0}}));
  table.add("ThresholdedRelu", activation("rlx.thresholded_relu", {{"alpha", 1.0}}));
  table.add("HardSigmoid", activation("rlx.hard_sigmoid", {{"alpha", 0.2}, {"beta", 0.5}}));
  table.add("Selu", activation("rlx.selu", {{"alpha", 1.67326319217681884765625},
                                            {"gamma", 1.05070102214813232421875}}));
  table.add("Shrink", {importShrink, nullptr});
  table.add("Gelu", {importGelu, nullptr, 20, 20});
  table.add("Swish", {importSwish, nullptr, 24, 24});
  table.add("SwiGLU", {importSwiGlu, nullptr, 28, 28});
  for (auto [onnxOp, op] :
       {std::pair<StringRef, StringRef>{"Mish", "rlx.mish"}, {"BitwiseNot", "rlx.not"}}) {
    Handler handler = unary(op);
    handler.since = handler.until = 18;
    table.add(onnxOp, handler);
  }
}

void addBinary(OpTable &table) {
  table.add("Add", binary("rlx.add", foldBinary(onnxim::add)));
  table.add("Sub", binary("rlx.sub", foldBinary(onnxim::sub)));
  table.add("Mul", binary("rlx.mul", foldBinary(onnxim::mul)));
  table.add("Div", binary("rlx.div", [](Node &n) {
              return holdsSizes(n.elementType(0)) &&
                     foldElementwise(
                         n, [](Node &node, ArrayRef<Dim> x) { return foldDiv(node, x[0], x[1]); });
            }));
  table.add("And", binary("rlx.and", [](Node &n) {
              return foldElementwise(n, [](Node &, ArrayRef<Dim> x) { return mul(x[0], x[1]); });
            }));
  table.add("Or", binary("rlx.or", [](Node &n) {
              return foldElementwise(
                  n, [](Node &node, ArrayRef<Dim> x) { return small(node.max(x[0], x[1])); });
            }));
  table.add("Xor", binary("rlx.xor"));
  for (auto [onnxOp, op] : {std::pair<StringRef, StringRef>{"BitwiseAnd", "rlx.and"},
                            {"BitwiseOr", "rlx.or"},
                            {"BitwiseXor", "rlx.xor"}}) {
    Handler handler = binary(op);
    handler.since = handler.until = 18;
    table.add(onnxOp, handler);
  }
  table.add("PRelu", {[](Node &n) { n.set(0, n.emit("rlx.prelu", {n.tensor(0), preluSlope(n)})); },
                      nullptr});
  table.add("Mod", {importMod, [](Node &n) {
                      return n.elementType(0).isSignlessInteger() &&
                             foldElementwise(n, [](Node &node, ArrayRef<Dim> x) {
                               return foldMod(node, x[0], x[1]);
                             });
                    }});
  table.add("BitShift", {importBitShift, nullptr});
  table.add("Pow", {importPow, nullptr});
  table.add("Max",
            variadic("rlx.max", foldPairs([](Node &n, Dim l, Dim r) { return n.max(l, r); })));
  table.add("Min",
            variadic("rlx.min", foldPairs([](Node &n, Dim l, Dim r) { return n.min(l, r); })));
  table.add("Sum", variadic("rlx.add", foldBinary(onnxim::add)));
  table.add("Mean", {importMean, nullptr});
  table.add("Equal", comparison(ComparePredicate::eq));
  table.add("Less", comparison(ComparePredicate::lt));
  table.add("LessOrEqual", comparison(ComparePredicate::le));
  table.add("Greater", comparison(ComparePredicate::gt));
  table.add("GreaterOrEqual", comparison(ComparePredicate::ge));
}
} // namespace

void rlx::onnxim::addElementwiseOps(OpTable &table) {
  addUnary(table);
  addBinary(table);
  table.add("Where", {[](Node &n) {
                        n.set(0, n.emit("rlx.where", {n.tensor(0), n.tensor(1), n.tensor(2)}));
                      },
                      foldWhere});
  table.add("Clip", {importClipAttributes, nullptr, kMinOpset, 10});
  table.add("Clip", {importClipInputs, nullptr, 11, kMaxOpset});
  table.add("Cast", {importCast, [](Node &n) { return foldCast(n); }, 6, 24});
  table.add("CastLike",
            {importCastLike, [](Node &n) { return foldCast(n, n.elementType(1)); }, 15, 24});
  table.limit("Cast", "complex numbers");
  table.add("Identity", {[](Node &n) { n.forward(0, 0); }, nullptr});
  table.add("Dropout", {importDropout, nullptr});
  table.add("BitCast", {importBitCast, nullptr, 26, 26});
  table.limit("BitCast", "complex numbers");
  table.limit("IsInf", "`detect_negative` and `detect_positive` both 0");
}
