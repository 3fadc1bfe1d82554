// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers for the handlers of quantized operators.
//
// Shared by OnnxOpsQuant.cpp, which defines them, OnnxOpsConv.cpp and OnnxOpsElementwise.cpp.
#ifndef RLX_IMPORTERS_ONNX_ONNXQUANT_H
#define RLX_IMPORTERS_ONNX_ONNXQUANT_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

// Input i, a scale or zero point. It has rank 0 if it has one element; null if it is absent.
Value quantParameter(Node &n, unsigned i);

// Fails unless input i, if it is given, may have one element, or shape [size] with one element for
// each `each`. `what` names the input in the error.
void expectSingleOrVector(Node &n, unsigned i, llvm::StringRef what, Dim size,
                          llvm::StringRef each);

// The multiplier from integer sums to the result: lhs scale * rhs scale / result scale. The
// arguments are the indices of these inputs.
Value quantMultiplier(Node &n, unsigned lhsScale, unsigned rhsScale, unsigned resultScale);

// `x` as `to`, with the attributes `saturate` and `round_mode` if they apply to that type.
Value castWithRules(Node &n, Value x, Type to);

// Emits `op` with optional operands; null operands are omitted.
Value emitWithOptionals(Node &n, llvm::StringRef op, llvm::ArrayRef<Value> operands,
                        llvm::ArrayRef<mlir::NamedAttribute> attributes = {});

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXQUANT_H
