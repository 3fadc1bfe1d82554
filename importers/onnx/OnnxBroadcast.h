// The second operand of binary operators. Since operator set 7 it broadcasts as in NumPy; before,
// only where attribute 'broadcast' says so, and then attribute 'axis' says where its dimensions
// stand among those of the first operand.
#ifndef RLX_IMPORTERS_ONNX_ONNXBROADCAST_H
#define RLX_IMPORTERS_ONNX_ONNXBROADCAST_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

// Input 1 of the node, with dimensions of size 1 added so that it broadcasts as in NumPy.
Value secondOperand(Node &n);

// The slope of PRelu: before operator set 7, one value for each channel (dimension 1 of the input).
Value preluSlope(Node &n);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXBROADCAST_H
