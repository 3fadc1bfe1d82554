// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types are spelled as in the signatures of rlx-run.
#include "importers/onnx/OnnxDeclaration.h"

#include "importers/onnx/OnnxNode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace rlx::onnxim {

static std::string elementText(MLIRContext *context, int dataType) {
  const Type type = elementTypeOf(context, dataType);
  return type ? typeText(type) : dataTypeName(dataType);
}

std::string declaredText(MLIRContext *context, const onnx::TypeProto &type) {
  if (type.has_sequence_type())
    return "a sequence of " + declaredText(context, type.sequence_type().elem_type());
  if (type.has_optional_type())
    return "an optional " + declaredText(context, type.optional_type().elem_type());
  if (type.has_map_type())
    return "a map";
  if (!type.has_tensor_type())
    return "of a type that is not declared";
  const onnx::TypeProto_Tensor &tensor = type.tensor_type();
  const std::string element = elementText(context, tensor.elem_type());
  if (!tensor.has_shape())
    return element + " of any rank";
  return element + "[" +
         llvm::join(llvm::map_range(tensor.shape().dim(),
                                    [](const auto &dim) {
                                      return dim.has_dim_value() ? std::to_string(dim.dim_value())
                                             : dim.dim_param().empty() ? std::string("?")
                                                                       : dim.dim_param();
                                    }),
                    ",") +
         "]";
}

std::string exampleText(MLIRContext *context, const onnx::TypeProto_Tensor &type) {
  std::string text = type.has_shape() ? "" : "1x3x";
  for (const auto &dim : type.shape().dim())
    text += std::to_string(std::max<int64_t>(dim.dim_value(), 1)) + "x";
  const bool isString = type.elem_type() == onnx::TensorProto::STRING;
  return text + elementText(context, type.elem_type()) + (isString ? "=text" : "=random");
}

using Examples = std::vector<std::pair<std::string, std::string>>;

static Examples examplesOf(MLIRContext *context, const std::string &name,
                           const onnx::TypeProto &type) {
  if (type.has_optional_type())
    return examplesOf(context, name, type.optional_type().elem_type());
  if (type.has_sequence_type())
    return {{name + ".0", exampleText(context, type.sequence_type().elem_type().tensor_type())}};
  if (type.has_map_type())
    return {{name + ".keys", "random"}, {name + ".values", "random"}};
  const bool hasRank = !type.has_tensor_type() || type.tensor_type().has_shape();
  return {{name, hasRank ? "random" : exampleText(context, type.tensor_type())}};
}

llvm::StringSet<> initializedNames(const onnx::GraphProto &graph) {
  llvm::StringSet<> names;
  for (const onnx::TensorProto &tensor : graph.initializer())
    names.insert(tensor.name());
  for (const onnx::SparseTensorProto &tensor : graph.sparse_initializer())
    names.insert(tensor.values().name());
  return names;
}

OnnxDeclaration declarationOf(MLIRContext *context, const onnx::ModelProto &model) {
  constexpr int64_t kFirstWithDefaults = 4;
  const llvm::StringSet<> initialized = initializedNames(model.graph());
  OnnxDeclaration declaration;
  for (const onnx::ValueInfoProto &info : model.graph().input()) {
    const bool hasDefault = initialized.contains(info.name());
    if (!hasDefault || model.ir_version() >= kFirstWithDefaults)
      declaration.inputs.push_back({info.name(), declaredText(context, info.type()),
                                    examplesOf(context, info.name(), info.type()), hasDefault});
  }
  for (const onnx::ValueInfoProto &info : model.graph().output())
    declaration.outputs.push_back({info.name(), declaredText(context, info.type()), {}});
  return declaration;
}

} // namespace rlx::onnxim
