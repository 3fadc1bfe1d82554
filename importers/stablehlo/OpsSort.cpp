// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort with lexicographic comparators, and chlo.top_k.
//
// A comparator is read as a list of keys. Each key is the operand of one `compare` at its end: a
// function of one operand, which is computed for the whole tensor. Several keys are stable sorts by
// one key after the other, the last key first.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

// A key of the comparator: of the elements that the compared values follow from.
struct SortKey {
  Value lhs, rhs; // compared values, in the comparator
  bool isDescending = false, isTotalOrder = false;
};

Operation *definingOp(Value value, StringRef name, unsigned operands) {
  Operation *op = value.getDefiningOp();
  return op && op->getName().getStringRef() == name && op->getNumOperands() == operands ? op
                                                                                        : nullptr;
}

std::string directionOf(Operation *compare) {
  return enumValue(compare->getAttr("comparison_direction"), "comparison_direction");
}

// Whether `value` compares the values of the key for equality.
bool isEquality(Value value, const SortKey &key) {
  Operation *op = definingOp(value, "stablehlo.compare", 2);
  return op && directionOf(op) == "EQ" && op->getOperand(0) == key.lhs &&
         op->getOperand(1) == key.rhs;
}

bool readKey(Value value, SmallVectorImpl<SortKey> &keys) {
  Operation *op = definingOp(value, "stablehlo.compare", 2);
  const std::string direction = op ? directionOf(op) : "";
  if (direction != "LT" && direction != "GT")
    return false;
  keys.push_back({op->getOperand(0), op->getOperand(1), direction == "GT",
                  enumValue(op->getAttr("compare_type"), "comparison_type") == "TOTALORDER"});
  return true;
}

// lhs < rhs, or (lhs < rhs) or (lhs == rhs and OTHER KEYS).
bool readKeys(Value value, SmallVectorImpl<SortKey> &keys) {
  constexpr size_t kMostKeys = 64;
  if (readKey(value, keys))
    return true;
  if (Operation *both = definingOp(value, "stablehlo.or", 2); both && keys.size() < kMostKeys) {
    Operation *tie = definingOp(both->getOperand(1), "stablehlo.and", 2);
    return tie && readKey(both->getOperand(0), keys) &&
           isEquality(tie->getOperand(0), keys.back()) && readKeys(tie->getOperand(1), keys);
  }
  if (Operation *choice = definingOp(value, "stablehlo.select", 3);
      choice && keys.size() < kMostKeys)
    return readKey(choice->getOperand(2), keys) && isEquality(choice->getOperand(0), keys.back()) &&
           readKeys(choice->getOperand(1), keys);
  return false;
}

// The argument that a value of the comparator follows from, if that is only one.
std::optional<unsigned> sourceOf(Value value, Block &body, int depth = 0) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == &body ? std::optional(argument.getArgNumber()) : std::nullopt;
  Operation *op = value.getDefiningOp();
  std::optional<unsigned> source;
  if (!op || op->getBlock() != &body || depth > 16)
    return std::nullopt;
  for (Value operand : op->getOperands()) {
    if (Operation *from = operand.getDefiningOp(); from && from->getNumOperands() == 0)
      continue; // a constant
    std::optional<unsigned> other = sourceOf(operand, body, depth + 1);
    if (!other || (source && *source != *other))
      return std::nullopt;
    source = other;
  }
  return source;
}

// Whether two values of the comparator are the same function, of arguments lhs and rhs.
bool areAlike(Value a, Value b, unsigned lhs, unsigned rhs, Block &body, int depth = 0) {
  auto left = dyn_cast<BlockArgument>(a), right = dyn_cast<BlockArgument>(b);
  if (left || right)
    return left && right && left.getOwner() == &body && right.getOwner() == &body &&
           left.getArgNumber() == lhs && right.getArgNumber() == rhs;
  Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  if (!x || !y || x->getName() != y->getName() || x->getNumOperands() != y->getNumOperands() ||
      x->getNumRegions() != 0 || y->getNumRegions() != 0 || depth > 16 ||
      x->getAttrDictionary() != y->getAttrDictionary() ||
      x->getPropertiesAsAttribute() != y->getPropertiesAsAttribute() || x->getNumResults() != 1)
    return false;
  for (auto [from, to] : llvm::zip(x->getOperands(), y->getOperands()))
    if (!areAlike(from, to, lhs, rhs, body, depth + 1))
      return false;
  return true;
}

// JAX's comparators take -0 for 0 and all NaNs for one, above infinity: the order of rlx.sort.
//   select(x != x, NaN, select(x == 0, 0, x))
bool isCanonicalized(Value value) {
  Operation *outer = definingOp(value, "stablehlo.select", 3);
  Operation *inner = outer ? definingOp(outer->getOperand(2), "stablehlo.select", 3) : nullptr;
  if (!inner)
    return false;
  Value x = inner->getOperand(2);
  auto isConstant = [](Value constant, auto holds) {
    Operation *op = constant.getDefiningOp();
    auto elements =
        op ? dyn_cast_or_null<DenseFPElementsAttr>(op->getAttr("value")) : DenseFPElementsAttr();
    return elements && elements.isSplat() && holds(elements.getSplatValue<APFloat>());
  };
  auto isZero = [](const APFloat &number) { return number.isZero(); };
  auto isNan = [](const APFloat &number) { return number.isNaN() && !number.isNegative(); };
  Operation *unequal = definingOp(outer->getOperand(0), "stablehlo.compare", 2);
  Operation *equal = definingOp(inner->getOperand(0), "stablehlo.compare", 2);
  return isa<BlockArgument>(x) && unequal && equal && directionOf(unequal) == "NE" &&
         unequal->getOperand(0) == x && unequal->getOperand(1) == x && directionOf(equal) == "EQ" &&
         equal->getOperand(0) == x && isConstant(equal->getOperand(1), isZero) &&
         isConstant(inner->getOperand(1), isZero) && isConstant(outer->getOperand(1), isNan);
}

// The key of the tensor's elements; null if the comparator is not a function of one element each.
Value keyTensor(Node &op, const SortKey &key, Value tensor, Value lhsArgument) {
  if (isa<BlockArgument>(key.lhs) || isCanonicalized(key.lhs)) {
    Expr x(op, tensor);
    const bool isOrdered = !key.isTotalOrder || !isFloat(x.type()) || isCanonicalized(key.lhs);
    return isOrdered ? tensor : totalOrderKey(x).value();
  }
  // Imports the comparator's ops for the whole tensor, and takes the compared value.
  OpBuilder::InsertionGuard guard(op.builder());
  Block &body = op.body(0);
  Values arguments(body.getNumArguments());
  for (auto [i, argument] : llvm::enumerate(body.getArguments()))
    arguments[i] = argument == lhsArgument ? tensor : op.in(static_cast<unsigned>(i) / 2);
  op.applied(0, arguments, shapeOf(tensor));
  Expr x(op, op.expand(op.state().values.lookup(key.lhs), shapeOf(tensor)));
  return key.isTotalOrder && isFloat(x.type()) ? totalOrderKey(x).value() : x.value();
}

// The stable order of the keys along the axis, as indices of the elements.
Value argsort(Node &op, Value key, int64_t axis, bool isDescending) {
  Values results =
      op.emitAll("rlx.sort", key, {op.i64("axis", axis), op.boolean("descending", isDescending)});
  return results.empty() ? Value() : results[1];
}

Value gathered(Node &op, Value tensor, Value order, int64_t axis) {
  return op.emit("rlx.gather_elements", {tensor, order}, op.i64("axis", axis));
}

void importSort(Node &op) {
  const unsigned count = op.numInputs();
  if (!op.expect(count >= 1 && op.numResults() == count, "one result for each operand") ||
      !op.expectRegions(1, 2 * count))
    return;
  Values inputs = op.inputs();
  const int64_t rank = rankOf(inputs[0]);
  int64_t axis = op.integer("dimension", -1);
  axis = axis < 0 ? axis + rank : axis;
  if (!op.expect(axis >= 0 && axis < rank, "a dimension of its operands"))
    return;
  for (Value input : inputs)
    if (!op.expect(shapeOf(input) == shapeOf(inputs[0]), "operands of one shape"))
      return;
  Block &body = op.body(0);
  SmallVector<SortKey> keys;
  bool isKnown = body.back().getNumOperands() == 1 && readKeys(body.back().getOperand(0), keys);
  SmallVector<unsigned> sources; // the operand of each key
  for (SortKey &key : keys) {
    std::optional<unsigned> lhs = sourceOf(key.lhs, body), rhs = sourceOf(key.rhs, body);
    if (lhs && rhs && *lhs > *rhs) { // y < x is x > y
      std::swap(key.lhs, key.rhs);
      std::swap(lhs, rhs);
      key.isDescending = !key.isDescending;
    }
    isKnown &= lhs && rhs && *lhs % 2 == 0 && *rhs == *lhs + 1 &&
               areAlike(key.lhs, key.rhs, *lhs, *rhs, body);
    sources.push_back(lhs.value_or(0) / 2);
  }
  if (!isKnown)
    return op.unsupported("is supported with comparators that compare one operand after the other "
                          "with LT or GT, as JAX's do");
  Value order;
  for (size_t i = keys.size(); i-- > 0;) {
    Value key = keyTensor(op, keys[i], inputs[sources[i]], body.getArgument(2 * sources[i]));
    Value next =
        argsort(op, order ? gathered(op, key, order, axis) : key, axis, keys[i].isDescending);
    order = order ? gathered(op, order, next, axis) : next;
  }
  for (unsigned i = 0; i < count; ++i)
    op.set(i, gathered(op, inputs[i], order, axis));
}

void importTopK(Node &op) {
  Value x = op.in(0);
  const int64_t k = op.integer("k"), rank = rankOf(x);
  const bool isKnown = rank >= 1 && !ShapedType::isDynamic(shapeOf(x)[rank - 1]);
  if (!op.expect(rank >= 1 && k >= 0 && (!isKnown || k <= shapeOf(x)[rank - 1]),
                 "k to be in [0, size of the last dimension], but got " + Twine(k)))
    return;
  Values results = op.emitAll(
      "rlx.top_k", x, {op.i64("k", k), op.i64("axis", rank - 1), op.boolean("largest", true)});
  if (results.empty())
    return;
  op.set(0, results[0]);
  op.set(1, op.cast(results[1], op.resultElement(1)));
}

} // namespace

void rlx::shlo::addSortOps(OpTable &table) {
  table.add("stablehlo.sort", importSort, {kAny, kAny, 1});
  table.limit("stablehlo.sort", "comparators other than lexicographic ones with LT or GT");
  table.add("chlo.top_k", importTopK, {1, 2});
}
