// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If: becomes rlx.if, or its branch is inlined if the condition is known.
//
// Regions have tensors only, so sequences and optionals leave a branch as their tensors.
#include "importers/onnx/OnnxControlFlow.h"
#include "importers/onnx/OnnxLists.h"
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

std::optional<bool> rlx::onnxim::knownCondition(Node &n, unsigned i) {
  const Dims *known = n.graph().elementsOf(n.in(i));
  if (!known || known->size() != 1 || !constantOf((*known)[0]))
    return std::nullopt;
  return *constantOf((*known)[0]) != 0;
}

void rlx::onnxim::expectCondition(Node &n, const Twine &what, Type elementType,
                                  ArrayRef<Dim> dims) {
  if (!elementType.isInteger(1) || !mayBeOneElement(dims))
    n.fail(what + " (the condition) must be one bool, but is " + valueText(elementType, dims));
}

void rlx::onnxim::expectCondition(Node &n, unsigned i) {
  if (n.has(i))
    expectCondition(n, n.inputText(i), n.elementType(i), n.dims(i));
}

SmallVector<Value> rlx::onnxim::tensorsOf(Node &n, ArrayRef<OnnxValue> results) {
  SmallVector<Value> tensors;
  for (const OnnxValue &result : results)
    tensors.push_back(n.tensorOf(result));
  return n.hasFailed() ? SmallVector<Value>() : tensors;
}

namespace {

// Sets the results to values like these ones, of other tensors.
void setLikeResults(Node &n, ArrayRef<OnnxValue> like, ArrayRef<Value> tensors) {
  for (auto [i, value] : llvm::enumerate(like))
    n.setValue(i, rebuilt(n.graph(), value, tensors));
}

// For a known condition: the branch becomes part of the surrounding graph.
void inlineBranch(Node &n, const GraphProto &branch) {
  Graph::Mark mark = n.graph().mark();
  FailureOr<SubgraphResults> results = importSubgraph(n, branch, {});
  n.graph().forgetNames(mark);
  if (failed(results))
    return;
  for (auto [i, result] : llvm::enumerate(*results))
    n.setValue(i, result);
}

// Whether a value of one branch can stand for that of the other.
bool areLike(const OnnxValue &lhs, const OnnxValue &rhs) {
  if (lhs.kind != rhs.kind)
    return false;
  if (lhs.isTensor())
    return lhs.elementType == rhs.elementType && lhs.dims.size() == rhs.dims.size();
  return llvm::equal(lhs.elements, rhs.elements, areLike);
}

// Fails if the branches give values of different element types or ranks.
void expectEqualBranches(Node &n, const GraphProto &then, ArrayRef<SubgraphResults> results) {
  for (auto [i, lhs, rhs] : llvm::enumerate(results[0], results[1])) {
    if (areLike(lhs, rhs))
      continue;
    std::string text = "output #" + std::to_string(i) + " of then_branch, '" + then.output[i].name +
                       "', is " + valueText(lhs) + ", but that of else_branch is " + valueText(rhs);
    const char *supported = lhs.isTensor() ? "equal ranks" : "lists of equal tensors";
    if (lhs.kind == rhs.kind && (!lhs.isTensor() || lhs.elementType == rhs.elementType))
      n.unsupported(text + "; supported are " + supported + ", or a condition that is known");
    else
      n.fail(text);
  }
}

// Whether the branches give tensors of equal element types, some of which differ in rank.
bool differInRankOnly(ArrayRef<SubgraphResults> results) {
  auto isUnlike = [](const auto &pair) { return !areLike(std::get<0>(pair), std::get<1>(pair)); };
  auto unlike = llvm::make_filter_range(llvm::zip(results[0], results[1]), isUnlike);
  return !unlike.empty() && llvm::all_of(unlike, [](const auto &pair) {
    const auto &[lhs, rhs] = pair;
    return lhs.isTensor() && rhs.isTensor() && lhs.elementType == rhs.elementType;
  });
}

int64_t totalRank(const SubgraphResults &results) {
  int64_t sum = 0;
  for (const OnnxValue &result : results)
    sum += static_cast<int64_t>(result.dims.size());
  return sum;
}

// For branches whose results differ in rank: the condition that all runs must have; see RankChoice.
std::optional<bool> requireCondition(Node &n, ArrayRef<SubgraphResults> results) {
  const Dims *known = n.graph().elementsOf(n.in(0));
  if (!known || known->size() != 1 || !n.graph().isOfInputs((*known)[0]))
    return std::nullopt;
  const Dim condition = (*known)[0];
  std::optional<int64_t> holds = constantOf(n.graph().atLargeSizes(condition));
  if (!holds) // depends on elements of inputs: either branch may be needed
    return std::nullopt;
  const int64_t thenRank = totalRank(results[0]), elseRank = totalRank(results[1]);
  const bool isByRank = n.graph().rankChoice == RankChoice::Lower && thenRank != elseRank;
  if (isByRank)
    holds = thenRank < elseRank;
  n.graph().choseRank = true;
  n.require(
      *holds ? condition : n.size(1) - condition, n.size(1),
      "branches differ in rank, so the condition must be " + Twine(*holds ? "true" : "false") +
          ", as " +
          (isByRank ? "the rest of the model takes the lower rank" : "it is for large sizes"));
  n.note("its branches differ in rank, so the " + Twine(*holds ? "then" : "else") +
         "_branch is taken; a run whose sizes need the other one ends with an error");
  return *holds != 0;
}

// The shape of an element for each output that must become a stack, because the branches give
// sequences of different lengths. Null for the others.
using StackDims = SmallVector<std::optional<Dims>>;

StackDims findStacks(Node &n, ArrayRef<SubgraphResults> results, size_t firstInner) {
  StackDims stacks;
  for (auto [lhs, rhs] : llvm::zip(results[0], results[1])) {
    std::optional<Dims> dims;
    if (lhs.kind == OnnxValue::Kind::Sequence && rhs.kind == lhs.kind &&
        !haveEqualLists(lhs, rhs)) {
      dims = elementDims(lhs) ? elementDims(lhs) : elementDims(rhs);
      if (dims &&
          llvm::any_of(*dims, [&](Dim dim) { return n.graph().usesSymbolFrom(dim, firstInner); }))
        dims.reset();
    }
    stacks.push_back(dims);
  }
  return stacks;
}

// Imports a branch into a region that gives the tensors of its results.
std::unique_ptr<Region> importBranch(Node &n, const GraphProto &branch, const StackDims &stacks,
                                     SubgraphResults &values) {
  RegionScope scope(n.graph(), {}, {}, n.loc());
  FailureOr<SubgraphResults> results = importSubgraph(n, branch, {});
  if (failed(results))
    return nullptr;
  values = std::move(*results);
  for (auto [i, dims] : llvm::enumerate(stacks)) {
    if (!dims)
      continue;
    Value stack = emitStack(n, values[i], kLengthIsComputed, dims);
    if (n.hasFailed())
      return nullptr;
    values[i] = stackValue(n.graph(), stack);
  }
  SmallVector<OnnxValue> tensors;
  for (const OnnxValue &value : values)
    flatten(value, tensors);
  return scope.yield(tensorsOf(n, tensors));
}

void importIf(Node &n) {
  const GraphProto *branches[] = {n.graphAttr("then_branch"), n.graphAttr("else_branch")};
  if (n.hasFailed())
    return;
  for (const GraphProto *branch : branches)
    if (branch->output.size() != n.numOutputs())
      return n.fail("has " + Twine(n.numOutputs()) + " outputs, but a branch has " +
                    Twine(branch->output.size()));
  expectCondition(n, 0);
  if (n.hasFailed())
    return;
  if (std::optional<bool> condition = knownCondition(n, 0))
    return inlineBranch(n, *branches[*condition ? 0 : 1]);
  Value condition = n.single(0, "the condition");
  Regions regions;
  SmallVector<SubgraphResults, 2> values;
  StackDims stacks;
  const size_t firstInner = n.graph().numSymbols();
  for (bool again = true; again && !n.hasFailed();) {
    regions.clear();
    values.assign(2, {});
    for (auto [i, branch] : llvm::enumerate(branches))
      if (!n.hasFailed())
        regions.push_back(importBranch(n, *branch, stacks, values[i]));
    if (n.hasFailed())
      return;
    again = stacks.empty();
    if (again)
      stacks = findStacks(n, values, firstInner);
    again &= llvm::any_of(stacks, [](auto &dims) { return dims.has_value(); });
    if (again && !n.graph().mayRepeat(2))
      return n.unsupported("gives sequences of different lengths in branches that are nested too "
                           "deeply");
  }
  if (differInRankOnly(values))
    if (std::optional<bool> required = requireCondition(n, values))
      return inlineBranch(n, *branches[*required ? 0 : 1]);
  expectEqualBranches(n, *branches[0], values);
  SmallVector<OnnxValue> tensors;
  for (const OnnxValue &value : values[0])
    flatten(value, tensors);
  if (tensors.empty() && !n.hasFailed()) // empty sequences and optionals
    return setLikeResults(n, values[0], {});
  if (Value first = n.emit("rlx.if", condition, {}, regions))
    setLikeResults(n, values[0], SmallVector<Value>(first.getDefiningOp()->getResults()));
}

} // namespace

void rlx::onnxim::addBranchOps(OpTable &table) {
  table.add("If", {importIf, nullptr});
  table.limit("If",
              "branches whose results differ in rank, for a condition that depends on data; one "
              "that depends on sizes must choose the lower rank, or the branch for large "
              "sizes if the rest of the model needs that");
}
