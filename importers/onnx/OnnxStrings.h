// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors of strings in handlers of operators: calls of the runtime's kernels for characters, and
// numbers of strings in attributes.
#ifndef RLX_IMPORTERS_ONNX_ONNXSTRINGS_H
#define RLX_IMPORTERS_ONNX_ONNXSTRINGS_H

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

// The numbers of strings.
IntList stringNumbers(Node &n, llvm::ArrayRef<std::string> texts);
// A vector of strings.
Value stringVector(Node &n, llvm::ArrayRef<std::string> texts);

// A call of a kernel of runtime/cpu/StringKernels.h. The result has the sizes of the first input,
// and with `appended` that of the second input behind them.
Value callOnStrings(Node &n, llvm::StringRef kernel, mlir::ValueRange inputs,
                    llvm::StringRef config, Type elementType, bool appended = false);

// Cast between strings and numbers.
Value castStrings(Node &n, Value x, Type to);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSTRINGS_H
