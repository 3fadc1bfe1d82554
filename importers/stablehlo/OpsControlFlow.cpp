// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow: while, if, case.
#include "importers/stablehlo/Loops.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

void setAll(Node &op, ArrayRef<Value> values) {
  if (op.hasFailed() || !op.expect(values.size() == op.numResults(),
                                   "one value for each result, " + Twine(op.numResults()) +
                                       ", but got " + Twine(values.size())))
    return;
  for (auto [i, value] : llvm::enumerate(values))
    op.set(i, value);
}

// Values that stand for others have their known elements.
void passSizes(State &state, ValueRange from, ValueRange to) {
  for (auto [source, target] : llvm::zip(from, to)) {
    auto known = state.sizes.find(source);
    if (known == state.sizes.end()) {
      state.sizes.erase(target);
      continue;
    }
    Sizes sizes = known->second; // the map may move its entries
    state.sizes[target] = sizes;
  }
}

// Carried values that the body yields as they were, for example weights: JAX carries all values
// that a loop uses. The last value stays carried if all are fixed.
SmallVector<bool> fixedValues(Node &op) {
  Block &body = op.body(1);
  SmallVector<bool> fixed;
  for (auto [argument, value] : llvm::zip(body.getArguments(), body.back().getOperands()))
    fixed.push_back(argument == value);
  fixed.resize(op.numInputs(), false);
  if (!llvm::is_contained(fixed, false))
    fixed.back() = false;
  return fixed;
}

void importWhile(Node &op) {
  Values inits = op.inputs(), carried;
  if (!op.expectRegions(2, op.numInputs()))
    return;
  if (inits.empty())
    return op.unsupported("without operands is not supported: it computes nothing, or never ends");
  if (!op.expect(op.body(0).back().getNumOperands() == 1 &&
                     op.body(1).back().getNumOperands() == inits.size() &&
                     op.numResults() == inits.size(),
                 "a condition, and one yielded value and one result for each operand"))
    return;
  const SmallVector<bool> fixed = fixedValues(op);
  for (unsigned i = 0; i < inits.size(); ++i) {
    if (!fixed[i])
      carried.push_back(inits[i]);
    for (unsigned region = 0; region < 2 && fixed[i]; ++region)
      passSizes(op.state(), op.source()->getOperand(i), op.body(region).getArgument(i));
  }
  if (std::optional<ScanLoop> scan = scanLoopOf(op, fixed); scan && !op.hasFailed())
    return emitScan(op, *scan, fixed);
  SmallVector<std::unique_ptr<Region>> regions;
  for (unsigned i = 0; i < 2; ++i)
    regions.push_back(op.region(i, inits, fixed));
  Values results = op.emitAll("rlx.while", carried, {}, regions);
  for (unsigned i = 0, next = 0; i < inits.size() && !results.empty(); ++i)
    op.set(i, fixed[i] ? inits[i] : results[next++]);
}

// rlx.if with the regions `onTrue` and `onFalse` of the op.
Values emitIf(Node &op, Value predicate, unsigned onTrue, unsigned onFalse) {
  SmallVector<std::unique_ptr<Region>> regions;
  regions.push_back(op.region(onTrue));
  regions.push_back(op.region(onFalse));
  return op.emitAll("rlx.if", predicate, {}, regions);
}

void importIf(Node &op) {
  Value predicate = op.in(0);
  if (op.expectRegions(2, 0) && op.expect(rankOf(predicate) == 0, "a scalar predicate"))
    setAll(op, emitIf(op, predicate, 0, 1));
}

// Branch `first` if the index is `first`, and otherwise the ones behind it, in nested rlx.if.
Values emitCase(Node &op, Value index, unsigned first) {
  const unsigned last = op.source()->getNumRegions() - 1;
  Value isThis = op.compare(ComparePredicate::eq, index, op.scalar(elementOf(index), first));
  if (first + 1 == last)
    return emitIf(op, isThis, first, last);
  SmallVector<std::unique_ptr<Region>> regions;
  regions.push_back(op.region(first));
  {
    RegionScope scope(op.state(), {}, op.loc());
    Values others = emitCase(op, index, first + 1);
    if (op.hasFailed())
      return {};
    regions.push_back(scope.yield(others));
  }
  return op.emitAll("rlx.if", isThis, {}, regions);
}

// An index outside of the branches selects the last one.
void importCase(Node &op) {
  Value index = op.in(0);
  const unsigned count = op.source()->getNumRegions();
  constexpr unsigned kMost = 64;
  if (!op.expect(count >= 1, "at least one region") || !op.expectRegions(count, 0) ||
      !op.expect(rankOf(index) == 0, "a scalar index"))
    return;
  if (count > kMost)
    return op.unsupported("with more than " + Twine(kMost) + " branches is not supported");
  if (count == 1) {
    Values results;
    if (failed(op.state().importBlock(op.body(0), results)))
      return op.failSilently();
    return setAll(op, results);
  }
  setAll(op, emitCase(op, index, 0));
}

} // namespace

void rlx::shlo::addControlFlowOps(OpTable &table) {
  table.add("stablehlo.while", importWhile, {kAny, kAny, 2});
  table.add("stablehlo.if", importIf, {1, kAny, 2});
  table.add("stablehlo.case", importCase, {1, kAny, kAny});
  // They are inlined before the import (Inlining.h).
  auto call = [](Node &op) { op.fail("is not inlined"); };
  table.addElementwise("func.call", call, kAny, kAny);
  table.addElementwise("stablehlo.composite", call, kAny, kAny);
  table.limit("stablehlo.composite", "replaced by its decomposition");
}
