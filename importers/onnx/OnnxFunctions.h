// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Model-local functions: operators that a model defines itself, as exporters from PyTorch do.
#ifndef RLX_IMPORTERS_ONNX_ONNXFUNCTIONS_H
#define RLX_IMPORTERS_ONNX_ONNXFUNCTIONS_H

#include "importers/onnx/OnnxProto.h"
#include "llvm/Support/Error.h"

namespace rlx::onnxim {

// Replaces every node that calls a function of the model by the function's nodes, in graphs of
// attributes too. Values and nodes of a body get the name of the calling node in front: 'call#0/x'.
llvm::Error inlineFunctions(ModelProto &model);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXFUNCTIONS_H
