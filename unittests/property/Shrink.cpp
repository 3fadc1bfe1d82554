// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of the shrinker; see Shrink.h.
#include "unittests/property/Shrink.h"

#include "dialects/rlx/reference/Interpreter.h"
#include "passes/RefineUses.h"

using namespace mlir;

namespace rlx::property {
namespace {

bool hasTensorResult(Operation &op) {
  return op.getNumResults() >= 1 && isa<RankedTensorType>(op.getResult(0).getType());
}

void returnOnly(Graph &graph, Value value) {
  func::FuncOp main = graph.function();
  main.getBody().front().getTerminator()->setOperands(value);
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    main.setResultAttrs(i, ArrayRef<NamedAttribute>());
  Builder builder(main);
  main.setFunctionType(builder.getFunctionType(main.getArgumentTypes(), value.getType()));
  main.setResultAttr(0, "rlx.name", builder.getStringAttr("out0"));
}

// The tensor ops of a function, as indices in its block, which stay valid in clones.
SmallVector<unsigned> tensorOps(const Graph &graph) {
  SmallVector<unsigned> positions;
  for (auto [i, op] : llvm::enumerate(graph.function().getBody().front()))
    if (hasTensorResult(op))
      positions.push_back(i);
  return positions;
}

Operation *opAt(const Graph &graph, unsigned position) {
  return &*std::next(graph.function().getBody().front().begin(), position);
}

// The reference's results for a value in each run.
std::optional<std::vector<ref::Tensor>> referenceValues(const Graph &graph, Value value) {
  std::vector<ref::Tensor> values;
  for (unsigned run = 0; run < graph.numRuns; ++run) {
    ref::InterpreterOptions options;
    options.onResult = [&](OpResult result, const ref::Tensor &tensor) {
      if (result == value)
        values.push_back(tensor);
      return llvm::Error::success();
    };
    auto results = ref::Interpreter(options).run(graph.function(), graph.values(run));
    if (!results)
      return llvm::consumeError(results.takeError()), std::nullopt;
  }
  return values.size() == graph.numRuns ? std::optional(values) : std::nullopt;
}

// Replaces an op's result by an input with the reference's values.
bool cutAt(Graph &graph, OpResult result, StringRef name) {
  auto values = referenceValues(graph, result);
  if (!values)
    return false;
  func::FuncOp main = graph.function();
  Builder builder(main);
  auto type = cast<RankedTensorType>(result.getType());
  SmallVector<Attribute> dims;
  for (int64_t i = 0; i < type.getRank(); ++i)
    dims.push_back(builder.getStringAttr(type.isDynamicDim(i) ? name + "_" + Twine(i) : Twine()));
  NamedAttrList attributes;
  attributes.set("rlx.kind", builder.getStringAttr("input"));
  attributes.set("rlx.name", builder.getStringAttr(name));
  attributes.set("rlx.dims", builder.getArrayAttr(dims));
  unsigned number = main.getNumArguments();
  if (failed(main.insertArgument(number, type, attributes.getDictionary(builder.getContext()),
                                 result.getLoc())))
    return false;
  result.replaceAllUsesWith(main.getArgument(number));
  graph.arguments.push_back({name.str(), /*isParam=*/false, std::move(*values)});
  return true;
}

void keepOnlyRun(Graph &graph, unsigned run) {
  for (Graph::Argument &argument : graph.arguments)
    argument.values = {argument.values[run]};
  graph.numRuns = 1;
}

// The leading part of a tensor with the sizes `shape`.
ref::Tensor crop(const ref::Tensor &tensor, ArrayRef<int64_t> shape) {
  ref::Tensor result(shape, tensor.elementType);
  SmallVector<int64_t> strides = ref::strides(tensor.shape);
  ref::forEachIndex(shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t from = 0;
    for (auto [position, stride] : llvm::zip(index, strides))
      from += position * stride;
    result.copyElement(i, tensor, from);
  });
  return result;
}

// Makes the dynamic size `symbol` of a single run at most `limit`.
void limitSymbol(Graph &graph, StringAttr symbol, int64_t limit) {
  for (auto [i, argument] : llvm::enumerate(graph.arguments)) {
    auto dims = graph.function().getArgAttrOfType<ArrayAttr>(i, "rlx.dims");
    if (!dims)
      continue;
    SmallVector<int64_t> shape = argument.values[0].shape;
    for (auto [size, name] : llvm::zip(shape, dims))
      if (name == symbol)
        size = std::min(size, limit);
    argument.values[0] = crop(argument.values[0], shape);
  }
}

// Gives every argument the sizes of its only run.
bool makeStatic(Graph &graph) {
  func::FuncOp main = graph.function();
  Builder builder(main);
  for (auto [i, argument] : llvm::enumerate(graph.arguments)) {
    auto type = RankedTensorType::get(argument.values[0].shape, argument.values[0].elementType);
    if (type != main.getArgument(i).getType() && !refineType(main.getArgument(i), type))
      return false;
    main.removeArgAttr(i, "rlx.dims");
  }
  main.setFunctionType(
      builder.getFunctionType(main.getBody().getArgumentTypes(), main.getResultTypes()));
  return true;
}

class Shrinker {
public:
  Shrinker(Graph graph, Failure &failure) : graph(std::move(graph)), failure(failure) {}

  Graph shrink() {
    for (unsigned run = 0; graph.numRuns > 1 && run <= failure.run; ++run)
      attempt([&](Graph &g) { return keepOnlyRun(g, run), true; });
    for (bool changed = true; changed;) {
      changed = false;
      changed = returnLess() || cutSomewhere();
    }
    shrinkSizes();
    return std::move(graph);
  }

private:
  size_t size(const Graph &g) {
    return llvm::range_size(g.function().getBody().front()) + g.arguments.size() +
           g.function().getNumResults();
  }

  // Changes a copy, and keeps it if it still fails in the same way.
  bool attempt(llvm::function_ref<bool(Graph &)> change, bool mustShrink = false) {
    Graph candidate = graph.clone();
    if (!change(candidate))
      return false;
    candidate.dropUnused();
    if (mustShrink && size(candidate) >= size(graph))
      return false;
    std::optional<Failure> bad = check(candidate, StringRef(failure.route));
    if (!bad || bad->route != failure.route || bad->isMismatch != failure.isMismatch)
      return false;
    failure = std::move(*bad);
    graph = std::move(candidate);
    return true;
  }

  bool returnLess() {
    for (unsigned position : tensorOps(graph))
      for (unsigned i = 0; i < opAt(graph, position)->getNumResults(); ++i)
        if (attempt([&](Graph &g) { return returnOnly(g, opAt(g, position)->getResult(i)), true; },
                    /*mustShrink=*/true))
          return true;
    return false;
  }

  bool cutSomewhere() {
    auto cut = [&](Graph &g, unsigned position) {
      for (OpResult result : opAt(g, position)->getResults())
        if (!result.use_empty() && !cutAt(g, result, "cut" + std::to_string(numCuts++)))
          return false;
      return true;
    };
    for (unsigned position : llvm::reverse(tensorOps(graph)))
      if (attempt([&](Graph &g) { return cut(g, position); }, /*mustShrink=*/true))
        return true;
    return false;
  }

  void shrinkSizes() {
    if (graph.numRuns != 1)
      return;
    llvm::SetVector<Attribute> symbols;
    for (unsigned i = 0; i < graph.arguments.size(); ++i)
      if (auto dims = graph.function().getArgAttrOfType<ArrayAttr>(i, "rlx.dims"))
        symbols.insert(dims.begin(), dims.end());
    for (Attribute symbol : symbols)
      for (int64_t limit : {1, 2, 4, 8, 16})
        if (!cast<StringAttr>(symbol).empty() && attempt([&](Graph &g) {
              return limitSymbol(g, cast<StringAttr>(symbol), limit), true;
            }))
          break;
    attempt([](Graph &g) { return makeStatic(g); });
  }

  Graph graph;
  Failure &failure;
  unsigned numCuts = 0;
};

} // namespace

Graph shrink(Graph graph, Failure &failure) {
  return Shrinker(std::move(graph), failure).shrink();
}

} // namespace rlx::property
