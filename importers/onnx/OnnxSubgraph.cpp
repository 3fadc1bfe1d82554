// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions, scopes and reads of subgraphs; see OnnxSubgraph.h.
//
// The end of a region restores the builder's insertion point and forgets the values defined in it.
#include "importers/onnx/OnnxSubgraph.h"

#include "importers/onnx/OnnxLists.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace rlx::onnxim {

// All names that the graph itself defines.
static llvm::StringSet<> definedIn(const GraphProto &graph) {
  llvm::StringSet<> names;
  for (const ValueInfoProto &input : graph.input)
    names.insert(input.name);
  for (const TensorProto &tensor : graph.initializer)
    names.insert(tensor.name);
  for (const SparseTensorProto &tensor : graph.sparseInitializer)
    names.insert(tensor.values->name);
  for (const NodeProto &node : graph.node)
    names.insert_range(node.output);
  return names;
}

// An inner graph may give its values the names of the outer node's outputs.
SmallVector<std::string> valuesReadBy(const NodeProto &node) {
  SmallVector<std::string> names(node.input.begin(), node.input.end());
  for (const AttributeProto &attribute : node.attribute) {
    if (attribute.type != AttributeProto::GRAPH)
      continue;
    const llvm::StringSet<> defined = definedIn(*attribute.g);
    auto read = [&](const std::string &name) {
      if (!defined.contains(name))
        names.push_back(name);
    };
    for (const NodeProto &inner : attribute.g->node)
      llvm::for_each(valuesReadBy(inner), read);
    for (const ValueInfoProto &output : attribute.g->output)
      read(output.name);
  }
  return names;
}

RegionScope::RegionScope(Graph &graph, TypeRange argumentTypes, ArrayRef<Dims> argumentDims,
                         Location loc)
    : graph(graph), loc(loc), holder(ModuleOp::create(graph.builder(), loc)),
      before(graph.builder().saveInsertionPoint()), mark(graph.mark()) {
  SmallVector<Location> locations(argumentTypes.size(), loc);
  region().getBlocks().clear();
  graph.builder().createBlock(&region(), {}, argumentTypes, locations);
  for (auto [argument, given] : llvm::zip(block().getArguments(), argumentDims)) {
    Dims dims = given;
    for (auto [d, dim] : llvm::enumerate(dims))
      if (!dim)
        dim = graph.ownSize(argument, d);
    graph.setDims(argument, dims);
  }
}

RegionScope::~RegionScope() {
  if (!holder)
    return;
  leave();
  holder.erase();
}

void RegionScope::leave() {
  graph.goBack(mark, region());
  graph.builder().restoreInsertionPoint(before);
}

std::unique_ptr<Region> RegionScope::yield(ValueRange values) {
  // Values of a node that has failed are null; nothing reads its regions.
  if (!llvm::is_contained(values, Value())) {
    OperationState state(loc, "rlx.yield", values, {});
    graph.builder().create(state);
  }
  leave();
  auto detached = std::make_unique<Region>();
  detached->takeBody(region());
  holder.erase();
  holder = nullptr;
  return detached;
}

SmallVector<Value> emitScan(Node &node, ArrayRef<Value> inits, ArrayRef<Value> inputs, bool reverse,
                            ScanStep step) {
  if (node.hasFailed())
    return {};
  SmallVector<Value> operands(inits);
  llvm::append_range(operands, inputs);
  SmallVector<Type> types;
  SmallVector<Dims> dims;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    const unsigned skip = i < inits.size() ? 0 : 1; // a row lacks the first dimension
    auto type = cast<RankedTensorType>(operand.getType());
    types.push_back(RankedTensorType::get(type.getShape().drop_front(skip), type.getElementType()));
    dims.push_back(Dims(ArrayRef(node.dimsOf(operand)).drop_front(skip)));
  }
  SmallVector<std::unique_ptr<Region>> regions;
  {
    RegionScope scope(node.graph(), types, dims, node.loc());
    SmallVector<Value> arguments(scope.block().getArguments());
    SmallVector<Value> yielded = step(ArrayRef(arguments).take_front(inits.size()),
                                      ArrayRef(arguments).drop_front(inits.size()));
    if (node.hasFailed())
      return {};
    regions.push_back(scope.yield(yielded));
  }
  SmallVector<NamedAttribute> attributes = {node.attr(
      "operandSegmentSizes",
      node.builder().getDenseI32ArrayAttr({int32_t(inits.size()), int32_t(inputs.size())}))};
  if (reverse)
    attributes.push_back(node.attr("reverse", node.builder().getUnitAttr()));
  Value first = node.emit("rlx.scan", operands, attributes, regions);
  return first ? SmallVector<Value>(first.getDefiningOp()->getResults()) : SmallVector<Value>();
}

SmallVector<Value> emitWhile(Node &node, ArrayRef<Value> inits,
                             llvm::function_ref<Value(ArrayRef<Value>)> condition,
                             llvm::function_ref<SmallVector<Value>(ArrayRef<Value>)> step) {
  if (node.hasFailed())
    return {};
  SmallVector<Type> types;
  SmallVector<Dims> dims;
  for (Value init : inits) {
    types.push_back(init.getType());
    dims.push_back(node.dimsOf(init));
  }
  SmallVector<std::unique_ptr<Region>> regions;
  auto addRegion = [&](llvm::function_ref<SmallVector<Value>(ArrayRef<Value>)> build) {
    RegionScope scope(node.graph(), types, dims, node.loc());
    SmallVector<Value> yielded = build(SmallVector<Value>(scope.block().getArguments()));
    if (!node.hasFailed())
      regions.push_back(scope.yield(yielded));
  };
  addRegion([&](ArrayRef<Value> carried) { return SmallVector<Value>{condition(carried)}; });
  if (!node.hasFailed())
    addRegion(step);
  Value first = node.hasFailed() ? Value() : node.emit("rlx.while", inits, {}, regions);
  return first ? SmallVector<Value>(first.getDefiningOp()->getResults()) : SmallVector<Value>();
}

// Declared shapes are hints, which exporters often get wrong. Without a declared type there is
// nothing to compare.
static void expectDeclaredType(Node &node, const ValueInfoProto &info, const OnnxValue &given) {
  auto fail = [&](const std::string &declared) {
    node.fail("input '" + Twine(info.name) + "' of the graph is declared as " + declared +
              ", but gets " + (given.isTensor() ? typeText(given.elementType) : valueText(given)));
  };
  if (info.type->sequenceType && given.kind != OnnxValue::Kind::Sequence)
    return fail("a sequence");
  int declared = info.type->tensorType->elemType;
  if (declared == TensorProto::UNDEFINED)
    return;
  Type type = elementTypeOf(node.getContext(), declared);
  if (type != given.elementType || !given.isTensor())
    fail(type ? typeText(type) : dataTypeName(declared));
}

// A body may take an optional and give a sequence or a tensor for the next iteration.
static OnnxValue asDeclared(const ValueInfoProto &info, const OnnxValue &value) {
  const bool isOptional = value.kind == OnnxValue::Kind::Optional;
  return info.type->optionalType && !isOptional ? optionalOf(value) : value;
}

FailureOr<SubgraphResults> importSubgraph(Node &node, const GraphProto &body,
                                          ArrayRef<OnnxValue> inputs) {
  Graph &graph = node.graph();
  if (body.input.size() != inputs.size()) {
    node.fail("expects a graph of " + Twine(inputs.size()) + " inputs, but got " +
              Twine(body.input.size()));
    return failure();
  }
  for (auto [info, value] : llvm::zip(body.input, inputs)) {
    expectDeclaredType(node, info, value);
    if (!node.hasFailed() && failed(graph.define(info.name, asDeclared(info, value))))
      node.fail("input '" + Twine(info.name) + "' of the graph is defined a second time");
    if (node.hasFailed())
      return failure();
  }
  if (failed(graph.importBody(body))) {
    node.failSilently();
    return failure();
  }
  SubgraphResults results;
  for (const ValueInfoProto &output : body.output) {
    const OnnxValue *value = graph.find(output.name);
    if (!value) {
      node.fail("no node computes output '" + Twine(output.name) + "' of the graph");
      return failure();
    }
    results.push_back(*value);
  }
  return results;
}

} // namespace rlx::onnxim
