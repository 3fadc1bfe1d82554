// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ExternalData.h.
#include "tools/rlx-run/common/ExternalData.h"

#include <cstdint>
#include <set>

#include "importers/onnx/OnnxProto.h"
#include "runtime/base/MappedFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace rlx::run {
namespace {

// Control flow has graphs in attributes. The importer limits how deep they nest, protobuf too.
void collect(const onnx::GraphProto &graph, std::set<std::string> &names);

void collect(const onnx::TensorProto &tensor, std::set<std::string> &names) {
  if (tensor.data_location() != onnx::TensorProto::EXTERNAL)
    return;
  for (const onnx::StringStringEntryProto &entry : tensor.external_data())
    if (entry.key() == "location")
      names.insert(entry.value());
}

void collect(const onnx::GraphProto &graph, std::set<std::string> &names) {
  for (const onnx::TensorProto &tensor : graph.initializer())
    collect(tensor, names);
  for (const onnx::NodeProto &node : graph.node())
    for (const onnx::AttributeProto &attribute : node.attribute()) {
      collect(attribute.t(), names);
      for (const onnx::TensorProto &tensor : attribute.tensors())
        collect(tensor, names);
      if (attribute.has_g())
        collect(attribute.g(), names);
      for (const onnx::GraphProto &inner : attribute.graphs())
        collect(inner, names);
    }
}

} // namespace

std::vector<std::string> externalFiles(const std::string &model) {
  const auto file = rt::MappedFile::open(model);
  onnx::ModelProto proto;
  if (!file.ok() || (*file)->bytes().size() > INT32_MAX ||
      !proto.ParseFromArray((*file)->bytes().data(), static_cast<int>((*file)->bytes().size())))
    return {};
  std::set<std::string> names;
  collect(proto.graph(), names);
  std::vector<std::string> files;
  for (const std::string &name : names) {
    llvm::SmallString<128> path = llvm::sys::path::parent_path(model);
    llvm::sys::path::append(path, name);
    files.push_back(path.str().str());
  }
  return files;
}

} // namespace rlx::run
