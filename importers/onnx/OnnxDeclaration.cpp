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

std::string declaredText(MLIRContext *context, const TypeProto &type) {
  if (type.sequenceType)
    return "a sequence of " + declaredText(context, *type.sequenceType->elemType);
  if (type.optionalType)
    return "an optional " + declaredText(context, *type.optionalType->elemType);
  if (type.mapType)
    return "a map";
  if (!type.tensorType)
    return "of a type that is not declared";
  const TypeProto::Tensor &tensor = *type.tensorType;
  const std::string element = elementText(context, tensor.elemType);
  if (!tensor.shape)
    return element + " of any rank";
  return element + "[" +
         llvm::join(llvm::map_range(tensor.shape->dim,
                                    [](const auto &dim) {
                                      return dim.dimValue           ? std::to_string(*dim.dimValue)
                                             : dim.dimParam.empty() ? std::string("?")
                                                                    : dim.dimParam;
                                    }),
                    ",") +
         "]";
}

std::string exampleText(MLIRContext *context, const TypeProto::Tensor &type) {
  std::string text = type.shape ? "" : "1x3x";
  for (const auto &dim : type.shape->dim)
    text += std::to_string(std::max<int64_t>(dim.dimValue.value_or(1), 1)) + "x";
  const bool isString = type.elemType == TensorProto::STRING;
  return text + elementText(context, type.elemType) + (isString ? "=text" : "=random");
}

using Examples = std::vector<std::pair<std::string, std::string>>;

static Examples examplesOf(MLIRContext *context, const std::string &name, const TypeProto &type) {
  if (type.optionalType)
    return examplesOf(context, name, *type.optionalType->elemType);
  if (type.sequenceType)
    return {{name + ".0", exampleText(context, *type.sequenceType->elemType->tensorType)}};
  if (type.mapType)
    return {{name + ".keys", "random"}, {name + ".values", "random"}};
  const bool hasRank = !type.tensorType || type.tensorType->shape;
  return {{name, hasRank ? "random" : exampleText(context, *type.tensorType)}};
}

llvm::StringSet<> initializedNames(const GraphProto &graph) {
  llvm::StringSet<> names;
  for (const TensorProto &tensor : graph.initializer)
    names.insert(tensor.name);
  for (const SparseTensorProto &tensor : graph.sparseInitializer)
    names.insert(tensor.values->name);
  return names;
}

OnnxDeclaration declarationOf(MLIRContext *context, const ModelProto &model) {
  constexpr int64_t kFirstWithDefaults = 4;
  const llvm::StringSet<> initialized = initializedNames(*model.graph);
  OnnxDeclaration declaration;
  for (const ValueInfoProto &info : model.graph->input) {
    const bool hasDefault = initialized.contains(info.name);
    if (!hasDefault || model.irVersion >= kFirstWithDefaults)
      declaration.inputs.push_back({info.name, declaredText(context, *info.type),
                                    examplesOf(context, info.name, *info.type), hasDefault});
  }
  for (const ValueInfoProto &info : model.graph->output)
    declaration.outputs.push_back({info.name, declaredText(context, *info.type), {}});
  return declaration;
}

} // namespace rlx::onnxim
