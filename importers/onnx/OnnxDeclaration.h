// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inputs and outputs as a model declares them, as text.
#ifndef RLX_IMPORTERS_ONNX_ONNXDECLARATION_H
#define RLX_IMPORTERS_ONNX_ONNXDECLARATION_H

#include <string>

#include "importers/onnx/OnnxImporter.h"
#include "importers/onnx/OnnxProto.h"
#include "llvm/ADT/StringSet.h"

namespace rlx::onnxim {

// "f32[n,3]", "f32 of any rank", "a sequence of i64[2]".
std::string declaredText(mlir::MLIRContext *context, const TypeProto &type);
// Such as "1x3xf32=random": a value of the type in the form of rlx-run. Sizes that are not declared
// are 1, and a shape that is not declared is [1,3].
std::string exampleText(mlir::MLIRContext *context, const TypeProto::Tensor &type);

OnnxDeclaration declarationOf(mlir::MLIRContext *context, const ModelProto &model);

// Names of initializers.
llvm::StringSet<> initializedNames(const GraphProto &graph);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXDECLARATION_H
