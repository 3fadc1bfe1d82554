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
void collect(const onnxim::GraphProto &graph, std::set<std::string> &names);

void collect(const onnxim::TensorProto &tensor, std::set<std::string> &names) {
  if (tensor.dataLocation != onnxim::TensorProto::EXTERNAL)
    return;
  for (const onnxim::StringStringEntryProto &entry : tensor.externalData)
    if (entry.key == "location")
      names.insert(entry.value);
}

void collect(const onnxim::GraphProto &graph, std::set<std::string> &names) {
  for (const onnxim::TensorProto &tensor : graph.initializer)
    collect(tensor, names);
  for (const onnxim::NodeProto &node : graph.node)
    for (const onnxim::AttributeProto &attribute : node.attribute) {
      collect(*attribute.t, names);
      for (const onnxim::TensorProto &tensor : attribute.tensors)
        collect(tensor, names);
      if (attribute.g)
        collect(*attribute.g, names);
      for (const onnxim::GraphProto &inner : attribute.graphs)
        collect(inner, names);
    }
}

} // namespace

std::vector<std::string> externalFiles(const std::string &model) {
  const auto file = rt::MappedFile::open(model);
  onnxim::ModelProto proto;
  if (!file.ok())
    return {};
  const std::span<const uint8_t> bytes = (*file)->bytes();
  if (!onnxim::parseProto({reinterpret_cast<const char *>(bytes.data()), bytes.size()}, proto))
    return {};
  std::set<std::string> names;
  collect(*proto.graph, names);
  std::vector<std::string> files;
  for (const std::string &name : names) {
    llvm::SmallString<128> path = llvm::sys::path::parent_path(model);
    llvm::sys::path::append(path, name);
    files.push_back(path.str().str());
  }
  return files;
}

} // namespace rlx::run
