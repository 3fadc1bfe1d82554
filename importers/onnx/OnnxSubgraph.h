// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Imports graphs in attributes of nodes (If, Loop, Scan) into regions of rlx ops, where the values
// around the node are in scope.
//
// A subgraph may read outer values, which become implicit captures of the region.
#ifndef RLX_IMPORTERS_ONNX_ONNXSUBGRAPH_H
#define RLX_IMPORTERS_ONNX_ONNXSUBGRAPH_H

#include <memory>

#include "importers/onnx/OnnxNode.h"
#include "mlir/IR/BuiltinOps.h"

namespace rlx::onnxim {

// The values that a node reads: its inputs, and outer values used by the graphs in its attributes.
llvm::SmallVector<std::string> valuesReadBy(const NodeProto &node);

// The values of a subgraph's outputs.
using SubgraphResults = llvm::SmallVector<OnnxValue>;

// A region with one block, into which ops are imported during the lifetime of this object. Values
// defined in it are forgotten at the end.
//
// A null size of an argument is one of its own.
//
// Until then it hangs in an op at the place of the node: the ops inside are verified one by one,
// and the values that their regions read from around must dominate them.
class RegionScope {
public:
  RegionScope(Graph &graph, mlir::TypeRange argumentTypes, llvm::ArrayRef<Dims> argumentDims,
              mlir::Location loc);
  ~RegionScope();

  mlir::Block &block() { return region().front(); }
  Value argument(unsigned i) { return block().getArgument(i); }
  // Ends the block with rlx.yield and returns the region. Nothing more may be imported into it.
  std::unique_ptr<mlir::Region> yield(mlir::ValueRange values);

private:
  mlir::Region &region() { return holder.getBodyRegion(); }
  // Forgets the region's values and returns to the place of the node.
  void leave();

  Graph &graph;
  mlir::Location loc;
  mlir::ModuleOp holder; // null after `yield`
  mlir::OpBuilder::InsertPoint before;
  Graph::Mark mark;
};

// Gets the carried values and the rows, and returns the next carried values and then any rows to
// stack.
using ScanStep = llvm::function_ref<llvm::SmallVector<Value>(llvm::ArrayRef<Value> carried,
                                                             llvm::ArrayRef<Value> rows)>;

// Emits rlx.scan: repeats `step` over the rows (along axis 0) of `inputs`. Returns the last carried
// values, and then the stacked rows; nothing once the node has failed.
llvm::SmallVector<Value> emitScan(Node &node, llvm::ArrayRef<Value> inits,
                                  llvm::ArrayRef<Value> inputs, bool reverse, ScanStep step);

// Emits rlx.while: repeats `step`, which gets the carried values and returns the next ones, while
// `condition` of the carried values is true. Returns the last ones; nothing once the node has
// failed.
llvm::SmallVector<Value>
emitWhile(Node &node, llvm::ArrayRef<Value> inits,
          llvm::function_ref<Value(llvm::ArrayRef<Value>)> condition,
          llvm::function_ref<llvm::SmallVector<Value>(llvm::ArrayRef<Value>)> step);

// Imports the nodes of `body` at the graph builder's insertion point, with `inputs` as its inputs.
// Emits an error on failure.
mlir::FailureOr<SubgraphResults> importSubgraph(Node &node, const GraphProto &body,
                                                llvm::ArrayRef<OnnxValue> inputs);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSUBGRAPH_H
