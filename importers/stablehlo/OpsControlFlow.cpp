// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow: while, if, case, calls and composites, which are inlined.
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

void setAll(Node &op, ArrayRef<Value> values) {
  if (op.hasFailed() || !op.expect(values.size() == op.numResults(),
                                   "as many values as results, " + Twine(op.numResults()) +
                                       ", but got " + Twine(values.size())))
    return;
  for (auto [i, value] : llvm::enumerate(values))
    op.set(i, value);
}

// What is known of the elements of values is known of those that stand for them.
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

void inlineFunction(Node &op, StringRef attribute) {
  auto callee = dyn_cast_or_null<FlatSymbolRefAttr>(op.attr(attribute));
  func::FuncOp function =
      callee ? op.state().source.lookupSymbol<func::FuncOp>(callee.getAttr()) : func::FuncOp();
  if (!op.expect(function && !function.isExternal() && llvm::hasSingleElement(function.getBody()),
                 "attribute '" + attribute + "' to name a function with a body of one block") ||
      !op.expect(function.getNumArguments() == op.numInputs(),
                 Twine(function.getNumArguments()) + " operands, as function @" +
                     function.getName() + " has, but got " + Twine(op.numInputs())))
    return;
  Values inputs = op.inputs(), results;
  if (op.hasFailed())
    return;
  for (auto [from, to] : llvm::zip(function.getArguments(), inputs))
    op.state().values[from] = to;
  passSizes(op.state(), op.source()->getOperands(), function.getArguments());
  std::optional<Location> before = op.state().call;
  op.state().call = op.loc();
  const LogicalResult imported = op.state().importBlock(function.front(), results);
  op.state().call = before;
  if (failed(imported))
    return op.failSilently();
  passSizes(op.state(), function.front().back().getOperands(), op.source()->getResults());
  setAll(op, results);
}

void importWhile(Node &op) {
  Values inits = op.inputs();
  if (!op.expectRegions(2, op.numInputs()))
    return;
  if (inits.empty())
    return op.unsupported("without operands is not supported: it computes nothing, or never ends");
  SmallVector<std::unique_ptr<Region>> regions;
  for (unsigned i = 0; i < 2; ++i)
    regions.push_back(op.region(i, TypeRange(ValueRange(inits))));
  setAll(op, op.emitAll("rlx.while", inits, {}, regions));
}

// rlx.if with the regions `onTrue` and `onFalse` of the op.
Values emitIf(Node &op, Value predicate, unsigned onTrue, unsigned onFalse) {
  SmallVector<std::unique_ptr<Region>> regions;
  regions.push_back(op.region(onTrue, {}));
  regions.push_back(op.region(onFalse, {}));
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
  regions.push_back(op.region(first, {}));
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
  auto call = [](Node &op) { inlineFunction(op, "callee"); };
  table.addElementwise("func.call", call, kAny, kAny);
  auto composite = [](Node &op) { inlineFunction(op, "decomposition"); };
  table.addElementwise("stablehlo.composite", composite, kAny, kAny);
  table.limit("stablehlo.composite", "replaced by its decomposition");
}
