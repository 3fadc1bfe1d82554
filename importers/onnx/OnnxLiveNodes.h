// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nodes of a graph that its outputs need, in an order in which they can be imported.
#ifndef RLX_IMPORTERS_ONNX_ONNXLIVENODES_H
#define RLX_IMPORTERS_ONNX_ONNXLIVENODES_H

#include "importers/onnx/OnnxProto.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace rlx::onnxim {

// Each node stands behind those it reads from, and else in the order of the file: some exporters
// append nodes without sorting them. Nodes that no output needs are left out; they may be
// unsupported. Fails if the graph has a cycle, or a value that two nodes compute.
llvm::Expected<llvm::SmallVector<int>> liveNodes(const GraphProto &graph);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXLIVENODES_H
