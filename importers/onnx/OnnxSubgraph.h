// Graphs in attributes of nodes (If, Loop, Scan): imported into regions of rlx ops, where the
// values around the node are in scope.
#ifndef RLX_IMPORTERS_ONNX_ONNXSUBGRAPH_H
#define RLX_IMPORTERS_ONNX_ONNXSUBGRAPH_H

#include <memory>

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

// The values that a node needs: its inputs, and what the graphs in its attributes take from
// outside.
llvm::SmallVector<std::string> valuesReadBy(const onnx::NodeProto &node);

// What a graph in an attribute yields: the values of its outputs.
using SubgraphResults = llvm::SmallVector<OnnxValue>;

// A region in the making with one block, to which what is imported goes while this lives. Values
// defined meanwhile are forgotten at its end.
class RegionScope {
public:
  RegionScope(Graph &graph, mlir::TypeRange argumentTypes, llvm::ArrayRef<Dims> argumentDims,
              mlir::Location loc);
  ~RegionScope();

  mlir::Block &block() { return region->front(); }
  Value argument(unsigned i) { return block().getArgument(i); }
  // Ends the block with rlx.yield and gives the region away; nothing more may be imported into it.
  std::unique_ptr<mlir::Region> yield(mlir::ValueRange values);

private:
  Graph &graph;
  mlir::Location loc;
  std::unique_ptr<mlir::Region> region;
  mlir::OpBuilder::InsertPoint before;
  Graph::Mark mark;
};

// Imports the nodes of `body` where the graph's builder stands. `inputs` become its inputs. On
// failure the error has been emitted.
mlir::FailureOr<SubgraphResults> importSubgraph(Node &node, const onnx::GraphProto &body,
                                                llvm::ArrayRef<OnnxValue> inputs);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSUBGRAPH_H
