// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of a model before fusion, with their sizes and work as expressions over the model's
// symbols. A part of a Report.
#ifndef RLX_SESSION_REPORT_MODELGRAPH_H
#define RLX_SESSION_REPORT_MODELGRAPH_H

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "runtime/program/model/Program.h"

namespace rlx {

struct ModelGraph {
  struct Node {
    std::string op;             ///< "matmul"; "input" and "param" for the model's arguments
    std::string name;           ///< of an input or param
    std::string location;       ///< as of locationText(): "node '/encoder/ffn/MatMul'"
    std::string type;           ///< of the first result: "f32[batch,384]"
    std::vector<size_t> inputs; ///< nodes
    bool isOutput = false;      ///< a result of the model
    /// Arithmetic operations: `scale` times the product of these.
    int64_t scale = 0;
    std::vector<rt::Expr> factors;
  };
  std::vector<Node> nodes;
  std::vector<rt::Symbol> symbols;

  /// The node's arithmetic operations for these sizes: 2 for a multiply-add of a contraction, and 1
  /// for each element of any other op's first result. None if a size is missing.
  std::optional<double> flops(const Node &node, const std::map<std::string, int64_t> &sizes) const;
};

/// The graph of the module's model function, after shapes are refined. Regions of control flow are
/// part of their op. Empty if the module has no such function.
ModelGraph modelGraph(mlir::ModuleOp module);

} // namespace rlx

#endif // RLX_SESSION_REPORT_MODELGRAPH_H
