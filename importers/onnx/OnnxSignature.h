// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks a node against the schema of its operator.
#ifndef RLX_IMPORTERS_ONNX_ONNXSIGNATURE_H
#define RLX_IMPORTERS_ONNX_ONNXSIGNATURE_H

#include "importers/onnx/OnnxNode.h"
#include "importers/onnx/OnnxSchemas.h"

namespace rlx::onnxim {

// Fails the node unless the numbers of its inputs and outputs and the element types of its inputs
// are those of the schema. All inputs are defined.
mlir::LogicalResult checkSignature(Node &node, const OpSchema &schema);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSIGNATURE_H
