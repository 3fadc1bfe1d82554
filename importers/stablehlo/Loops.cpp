// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Loops.h. A loop that differs in anything from the form of a scan stays a loop.
#include "importers/stablehlo/Loops.h"

using namespace mlir;

namespace rlx::shlo {
namespace {

struct Linear {
  int64_t factor = 0, offset = 0;
  bool operator==(const Linear &) const = default;
};

std::optional<int64_t> constantOf(Value value) {
  std::optional<IntList> values = constantIntegers(value);
  return values && values->size() == 1 ? std::optional((*values)[0]) : std::nullopt;
}

// The value as factor * counter + offset.
std::optional<Linear> linearIn(Value value, Value counter, int depth = 0) {
  if (value == counter)
    return Linear{1, 0};
  if (std::optional<int64_t> constant = constantOf(value);
      constant && *constant > -kMostSize && *constant < kMostSize)
    return Linear{0, *constant};
  Operation *op = value.getDefiningOp();
  const StringRef name = op ? op->getName().getStringRef() : "";
  const int64_t sign = name == "stablehlo.add" ? 1 : name == "stablehlo.subtract" ? -1 : 0;
  if (sign == 0 || op->getNumOperands() != 2 || depth > 8)
    return std::nullopt;
  std::optional<Linear> lhs = linearIn(op->getOperand(0), counter, depth + 1),
                        rhs = linearIn(op->getOperand(1), counter, depth + 1);
  if (!lhs || !rhs)
    return std::nullopt;
  return Linear{lhs->factor + sign * rhs->factor, lhs->offset + sign * rhs->offset};
}

class Recognizer {
public:
  Recognizer(Node &loop, ArrayRef<bool> fixed) : loop(loop), fixed(fixed), body(loop.body(1)) {}

  std::optional<ScanLoop> run() {
    if (!findCounter() || scan.length < 1)
      return std::nullopt;
    for (Operation &op : body)
      if (isRow(&op))
        scan.slices.push_back(&op);
    for (unsigned i = 0; i < fixed.size(); ++i)
      if (Operation *update = !fixed[i] && i != scan.counter ? updateOf(i) : nullptr)
        scan.updates.push_back({i, update});
    if (!direction)
      return std::nullopt;
    scan.isCounterFree = onlyNumbersRows(counter, 0);
    return scan;
  }

private:
  // The condition is counter < length; the counter starts at 0 and grows by 1.
  bool findCounter() {
    Block &condition = loop.body(0);
    Operation *compare = condition.back().getOperand(0).getDefiningOp();
    if (!compare || compare->getName().getStringRef() != "stablehlo.compare" ||
        compare->getNumOperands() != 2 ||
        enumValue(compare->getAttr("comparison_direction"), "comparison_direction") != "LT")
      return false;
    auto argument = dyn_cast<BlockArgument>(compare->getOperand(0));
    std::optional<int64_t> length = constantOf(compare->getOperand(1));
    if (!argument || argument.getOwner() != &condition || !length)
      return false;
    scan.counter = argument.getArgNumber();
    scan.length = *length;
    counter = body.getArgument(scan.counter);
    return constantOf(loop.source()->getOperand(scan.counter)) == 0 &&
           linearIn(body.back().getOperand(scan.counter), counter) == Linear{1, 1};
  }

  // Whether the start indices, operands of `op` from `first` on, are those of row c. All rows of a
  // scan are read and written in one direction.
  bool startsAtRow(Operation *op, unsigned first) {
    std::optional<Linear> row = linearIn(op->getOperand(first), counter);
    const bool isForward = row == Linear{1, 0}, isBackward = row == Linear{-1, scan.length - 1};
    if (!isForward && !isBackward)
      return false;
    for (Value start : op->getOperands().drop_front(first + 1))
      if (constantOf(start) != 0)
        return false;
    if (direction && *direction != isForward)
      return false;
    direction = isForward;
    scan.reverse = !isForward;
    return true;
  }

  bool isOfScan(Operation *op) {
    return llvm::is_contained(scan.slices, op) ||
           llvm::any_of(scan.updates, [&](auto &update) { return update.second == op; });
  }

  // Whether a value follows to nothing but start indices of rows, and the next counter.
  bool onlyNumbersRows(Value value, int depth) {
    return depth < 8 &&
           llvm::all_of(
               value.getUsers(),
               [&](Operation *user) {
                 const StringRef name = user->getName().getStringRef();
                 if (user == &body.back())
                   return value == body.back().getOperand(scan.counter);
                 const bool isSum = name == "stablehlo.add" || name == "stablehlo.subtract";
                 return isOfScan(user) || (isSum && user->getNumResults() == 1 &&
                                           onlyNumbersRows(user->getResult(0), depth + 1));
               });
  }

  // Whether `part` is one row of `whole`, which has one row per iteration of the loop.
  bool isRowOf(Type part, Type whole) {
    auto row = dyn_cast<RankedTensorType>(part), all = dyn_cast<RankedTensorType>(whole);
    return row && all && row.hasStaticShape() && all.hasStaticShape() && all.getRank() > 0 &&
           row.getRank() == all.getRank() && row.getDimSize(0) == 1 &&
           all.getDimSize(0) == scan.length && row.getElementType() == all.getElementType() &&
           row.getShape().drop_front() == all.getShape().drop_front();
  }

  bool isRow(Operation *op) {
    if (op->getName().getStringRef() != "stablehlo.dynamic_slice" || op->getNumOperands() < 2 ||
        op->getNumResults() != 1 ||
        !isRowOf(op->getResult(0).getType(), op->getOperand(0).getType()))
      return false;
    auto rank = cast<RankedTensorType>(op->getOperand(0).getType()).getRank();
    auto argument = dyn_cast<BlockArgument>(op->getOperand(0));
    const bool isOfLoop = argument && argument.getOwner() == &body;
    const bool isOutside = !body.getParent()->isAncestor(op->getOperand(0).getParentRegion());
    return op->getNumOperands() == rank + 1u &&
           (isOfLoop ? fixed[argument.getArgNumber()] : isOutside) && startsAtRow(op, 1);
  }

  // The update of carried value i, of which nothing but its rows is written, and nothing read.
  Operation *updateOf(unsigned i) {
    BlockArgument argument = body.getArgument(i);
    Value next = body.back().getOperand(i);
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != &body || !argument.hasOneUse() || !next.hasOneUse() ||
        op->getName().getStringRef() != "stablehlo.dynamic_update_slice" ||
        op->getNumOperands() < 3 || op->getOperand(0) != argument ||
        !loop.body(0).getArgument(i).use_empty() ||
        !isRowOf(op->getOperand(1).getType(), argument.getType()) ||
        op->getNumOperands() != cast<RankedTensorType>(argument.getType()).getRank() + 2u)
      return nullptr;
    return startsAtRow(op, 2) ? op : nullptr;
  }

  Node &loop;
  ArrayRef<bool> fixed;
  Block &body;
  Value counter;
  ScanLoop scan;
  std::optional<bool> direction; // forwards
};

// The shape without the first dimension.
RankedTensorType rowType(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
}

} // namespace

std::optional<ScanLoop> scanLoopOf(Node &loop, ArrayRef<bool> fixed) {
  return Recognizer(loop, fixed).run();
}

// The body of the scan: the next carried values, then the rows of the updates.
static std::unique_ptr<Region> scanBody(Node &loop, const ScanLoop &scan,
                                        ArrayRef<unsigned> carried, TypeRange types) {
  State &state = loop.state();
  Block &body = loop.body(1);
  RegionScope scope(state, types, loop.loc());
  for (auto [number, i] : llvm::enumerate(carried))
    state.values[body.getArgument(i)] = scope.block().getArgument(number);
  for (auto [number, slice] : llvm::enumerate(scan.slices)) {
    Value row = scope.block().getArgument(carried.size() + number);
    IntList sizes(shapeOf(row));
    sizes.insert(sizes.begin(), 1);
    state.values[slice->getResult(0)] = loop.reshape(row, sizes);
    state.skipped.insert(slice);
  }
  for (auto [i, update] : scan.updates) { // its rows are results; the value stands for nothing
    state.values[update->getResult(0)] = loop.in(i);
    state.skipped.insert(update);
  }
  Values yielded, results;
  if (failed(state.importBlock(body, yielded))) {
    loop.failSilently();
    return {};
  }
  for (unsigned i : carried)
    results.push_back(yielded[i]);
  for (auto [i, update] : scan.updates) {
    Value row = state.values.lookup(update->getOperand(1));
    results.push_back(row ? loop.reshape(row, shapeOf(row).drop_front()) : Value());
  }
  if (llvm::is_contained(results, Value()))
    loop.fail("has an update that is not computed before it");
  return loop.hasFailed() ? nullptr : scope.yield(results);
}

void emitScan(Node &loop, const ScanLoop &scan, ArrayRef<bool> fixed) {
  Values inits = loop.inputs(), operands;
  SmallVector<unsigned> carried; // numbers of the carried values of the scan
  for (unsigned i = 0; i < inits.size(); ++i) {
    const bool isStacked =
        llvm::any_of(scan.updates, [&](auto &update) { return update.first == i; });
    // A free counter affects no result.
    if (fixed[i] || (i == scan.counter && scan.isCounterFree))
      loop.state().values[loop.body(1).getArgument(i)] = inits[i];
    else if (!isStacked)
      carried.push_back(i);
    if (fixed[i])
      loop.set(i, inits[i]);
  }
  SmallVector<Type> types;
  for (unsigned i : carried) {
    operands.push_back(inits[i]);
    types.push_back(inits[i].getType());
  }
  for (Operation *slice : scan.slices) {
    operands.push_back(loop.state().values.lookup(slice->getOperand(0)));
    if (!operands.back())
      return loop.fail("reads a tensor that is not computed before it");
    types.push_back(rowType(operands.back()));
  }
  SmallVector<std::unique_ptr<Region>> regions;
  regions.push_back(scanBody(loop, scan, carried, types));
  SmallVector<NamedAttribute> attributes = {
      loop.segments(
          {static_cast<int32_t>(carried.size()), static_cast<int32_t>(scan.slices.size())}),
      loop.i64("length", scan.length)};
  if (scan.reverse)
    attributes.push_back(loop.named("reverse", loop.builder().getUnitAttr()));
  Values results = loop.emitAll("rlx.scan", operands, attributes, regions);
  if (results.empty())
    return;
  const auto length = static_cast<double>(scan.length);
  loop.set(scan.counter, loop.scalar(elementOf(inits[scan.counter]), length));
  for (auto [number, i] : llvm::enumerate(carried))
    loop.set(i, results[number]);
  for (auto [number, update] : llvm::enumerate(scan.updates))
    loop.set(update.first, results[carried.size() + number]);
}

} // namespace rlx::shlo
