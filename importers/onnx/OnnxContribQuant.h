// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers for the quantized operators of com.microsoft. OnnxOpsContribQuant.cpp defines them.
#ifndef RLX_IMPORTERS_ONNX_ONNXCONTRIBQUANT_H
#define RLX_IMPORTERS_ONNX_ONNXCONTRIBQUANT_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

// The inputs of a quantized tensor. The zero point may be absent.
struct QuantizedInputs {
  unsigned tensor, scale, zeroPoint;
};

// (x - zero point) * scale, with one scale and zero point.
Value emitDequantized(Node &n, QuantizedInputs inputs);
// The product of two quantized matrices in the type of the scales. Those of rhs may be per column.
Value emitScaledIntegerMatmul(Node &n, QuantizedInputs lhs, QuantizedInputs rhs);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXCONTRIBQUANT_H
