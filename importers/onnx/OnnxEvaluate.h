// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of a tensor that ops compute from constants alone.
//
// Shape arithmetic of rank 1 is computed element by element as it is imported. Exporters also write
// some of rank 2. For example, the pads of a reflecting pad from PyTorch: a Concat of constants is
// reshaped to [2, 2], reversed, transposed and reshaped to [4].
#ifndef RLX_IMPORTERS_ONNX_ONNXEVALUATE_H
#define RLX_IMPORTERS_ONNX_ONNXEVALUATE_H

#include <optional>

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Value.h"

namespace rlx::onnxim {

/// std::nullopt if the tensor depends on more than constants, or if computing it takes more than a
/// few dozen ops or a tensor of more than `maxElements` elements.
std::optional<ref::Tensor> evaluateConstants(mlir::Value tensor, int64_t maxElements);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXEVALUATE_H
