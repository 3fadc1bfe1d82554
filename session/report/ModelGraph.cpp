// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the model function; the work of each op follows from its sizes. See ModelGraph.h.
#include "session/report/ModelGraph.h"

#include "compiler/ProgramWriter.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "passes/SymbolicShapes.h"
#include "runtime/program/model/ExprEval.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace rlx {
namespace {

using Node = ModelGraph::Node;

// The shapes of contractions decide their work; any other op counts its elements.
enum class Work { Elements, Matmul, DotGeneral, Conv, ConvTranspose, Attention, None };

Work workOf(StringRef op) {
  return llvm::StringSwitch<Work>(op)
      .Cases({"matmul", "matmul_integer", "q_matmul", "dequant_matmul", "fused_matmul_bias_act",
              "grouped_matmul", "dequant_grouped_matmul", "dequant_matmul_scaled"},
             Work::Matmul)
      .Case("dot_general", Work::DotGeneral)
      .Cases({"conv", "q_conv", "conv_integer"}, Work::Conv)
      .Case("conv_transpose", Work::ConvTranspose)
      .Case("attention", Work::Attention)
      .Cases({"constant", "reshape", "bitcast", "transpose", "slice", "concat", "expand", "gather",
              "gather_nd", "gather_elements", "pad", "dynamic_expand"},
             Work::None)
      .Default(Work::Elements);
}

class GraphReader {
public:
  GraphReader(func::FuncOp model, const SymbolicShapes &shapes) : model(model), shapes(shapes) {
    graph.symbols = toSymbols(shapes.symbols());
  }

  ModelGraph read() && {
    for (BlockArgument argument : model.getArguments())
      addArgument(argument);
    for (Operation &op : model.getBody().front())
      if (isa_and_nonnull<RLXDialect>(op.getDialect()))
        addOp(op);
    for (Value result : model.getBody().front().getTerminator()->getOperands())
      if (auto at = nodes.find(result); at != nodes.end())
        graph.nodes[at->second].isOutput = true;
    return std::move(graph);
  }

private:
  void addArgument(BlockArgument argument) {
    const unsigned index = argument.getArgNumber();
    auto kind = model.getArgAttrOfType<StringAttr>(index, "rlx.kind");
    auto name = model.getArgAttrOfType<StringAttr>(index, "rlx.name");
    Node node;
    node.op = kind && kind.getValue() == "param" ? "param" : "input";
    node.name = name ? name.getValue().str() : std::to_string(index);
    node.type = typeOf(argument);
    add(std::move(node), argument);
  }

  void addOp(Operation &op) {
    Node node;
    node.op = op.getName().stripDialect().str();
    node.location = locationText(op.getLoc());
    if (op.getNumResults())
      node.type = typeOf(op.getResult(0));
    // With the values that regions use from outside.
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (auto at = nodes.find(operand);
            at != nodes.end() && !llvm::is_contained(node.inputs, at->second))
          node.inputs.push_back(at->second);
    });
    setWork(op, node);
    for (Value result : op.getResults())
      nodes[result] = graph.nodes.size();
    graph.nodes.push_back(std::move(node));
  }

  void add(Node node, Value value) {
    nodes[value] = graph.nodes.size();
    graph.nodes.push_back(std::move(node));
  }

  std::vector<rt::Expr> shapeOf(Value value) const {
    std::vector<rt::Expr> sizes;
    if (isa<RankedTensorType>(value.getType()))
      for (Dim dim : shapes.shape(value))
        sizes.push_back(toExpr(dim));
    return sizes;
  }

  std::string typeOf(Value value) const {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return "";
    std::optional<rt::DType> dtype = dtypeOf(type.getElementType());
    std::string text = std::string(dtype ? rt::name(*dtype) : "?") + "[";
    for (auto [i, size] : llvm::enumerate(shapeOf(value)))
      text += (i ? "," : "") + rt::sizeText(size, graph.symbols);
    return text + "]";
  }

  void setWork(Operation &op, Node &node) const {
    const Work work = workOf(node.op);
    if (work == Work::None || op.getNumResults() == 0)
      return;
    node.scale = work == Work::Elements ? 1 : 2;
    node.factors = shapeOf(op.getResult(0));
    const auto append = [&](ArrayRef<rt::Expr> sizes) { llvm::append_range(node.factors, sizes); };
    const auto operand = [&](unsigned i) { return shapeOf(op.getOperand(i)); };
    switch (work) {
    case Work::Matmul: // [..., M, K] x [..., K, N]
      append(ArrayRef(operand(0)).take_back());
      break;
    case Work::DotGeneral:
      for (int64_t dim : cast<DotGeneralOp>(op).getLhsContract())
        append(operand(0)[static_cast<size_t>(dim)]);
      break;
    case Work::Conv: // the filter is [output channels, input channels of a group, window]
      append(ArrayRef(operand(1)).drop_front());
      break;
    case Work::ConvTranspose: // [input channels, output channels of a group, window]
      node.factors = operand(0);
      append(ArrayRef(operand(1)).drop_front());
      break;
    case Work::Attention: // scores, then their product with the values: [batch, heads, keys, size]
      node.scale = 4;
      append(ArrayRef(operand(1)).drop_back().take_back());
      break;
    case Work::Elements:
    case Work::None:
      break;
    }
  }

  func::FuncOp model;
  const SymbolicShapes &shapes;
  ModelGraph graph;
  DenseMap<Value, size_t> nodes;
};

} // namespace

std::optional<double> ModelGraph::flops(const Node &node,
                                        const std::map<std::string, int64_t> &sizes) const {
  std::vector<int64_t> values;
  for (const rt::Symbol &symbol : symbols) {
    const auto known = sizes.find(symbol.name);
    values.push_back(known == sizes.end() ? 0 : known->second);
  }
  auto total = static_cast<double>(node.scale);
  for (const rt::Expr &factor : node.factors) {
    std::set<size_t> used;
    rt::addUsedSymbols(factor, symbols, used);
    for (size_t symbol : used)
      if (!sizes.contains(symbols[symbol].name))
        return std::nullopt;
    rt::StatusOr<int64_t> value = rt::evaluate(factor, values);
    if (!value.ok())
      return std::nullopt;
    total *= static_cast<double>(*value);
  }
  return total;
}

ModelGraph modelGraph(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(function);
    return failed(shapes) ? ModelGraph() : GraphReader(function, *shapes).read();
  }
  return {};
}

} // namespace rlx
