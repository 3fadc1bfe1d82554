// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts that the handlers of If, Loop and Scan have in common.
#ifndef RLX_IMPORTERS_ONNX_ONNXCONTROLFLOW_H
#define RLX_IMPORTERS_ONNX_ONNXCONTROLFLOW_H

#include "importers/onnx/OnnxSubgraph.h"

namespace rlx::onnxim {

using Regions = llvm::SmallVector<std::unique_ptr<mlir::Region>>;

// For messages about sequences whose elements differ in shape.
inline constexpr llvm::StringLiteral kLengthIsComputed =
    "the length of the sequence is known only in a run; give the trip count or the condition as a "
    "constant, or make the elements equally large, for example with padding";

// Whether input i is known to be true (or false).
std::optional<bool> knownCondition(Node &n, unsigned i);
// Fails unless the value, or input i if it is given, may be one bool.
void expectCondition(Node &n, const llvm::Twine &what, Type elementType, llvm::ArrayRef<Dim> dims);
void expectCondition(Node &n, unsigned i);
// The results of a graph as tensors; empty once the node has failed.
llvm::SmallVector<Value> tensorsOf(Node &n, llvm::ArrayRef<OnnxValue> results);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXCONTROLFLOW_H
