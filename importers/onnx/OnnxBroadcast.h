// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Broadcasting of the second operand of binary operators.
//
// Since operator set 7 it broadcasts as in NumPy. Before, only attribute 'broadcast' allows it, and
// attribute 'axis' aligns its dimensions with those of the first operand. For example, with axis =
// 1 a [C] operand of an [N, C, H, W] one becomes [C, 1, 1].
#ifndef RLX_IMPORTERS_ONNX_ONNXBROADCAST_H
#define RLX_IMPORTERS_ONNX_ONNXBROADCAST_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

// Input 1 of the node, with dimensions of size 1 added so that it broadcasts as in NumPy.
Value secondOperand(Node &n);

// The slope of PRelu. Before operator set 7 it is one value per channel (dimension 1 of the input).
Value preluSlope(Node &n);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXBROADCAST_H
