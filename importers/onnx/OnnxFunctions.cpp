// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Works on the protobuf messages, before anything is imported; see OnnxFunctions.h.
//
// A body sees no values around it, so all its names are renamed: inputs and outputs to those of the
// calling node, the others to new ones.
#include "importers/onnx/OnnxFunctions.h"

#include "importers/onnx/OnnxProto.h"
#include "importers/onnx/OnnxSchemas.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using llvm::createStringError;
using llvm::Error;
using llvm::Twine;

namespace rlx::onnxim {
namespace {

// More nodes than any model has; functions that call others twice each grow without bound.
constexpr size_t kMaxNodes = 1 << 20;
constexpr size_t kMaxDepth = 64;

// Domain, name and overload as one text.
std::string keyOf(const std::string &domain, const std::string &name, const std::string &overload) {
  return (domain == "ai.onnx" ? "" : domain) + "::" + name +
         (overload.empty() ? "" : ":" + overload);
}

int64_t defaultOpset(const std::vector<OperatorSetIdProto> &imports, int64_t fallback) {
  for (const OperatorSetIdProto &import : imports)
    if (import.domain.empty() || import.domain == "ai.onnx")
      return import.version;
  return fallback;
}

// One call: the names and attributes of a body are replaced by those of the calling node.
class Call {
public:
  Call(const NodeProto &node, const FunctionProto &function, std::string prefix)
      : node(node), function(function), prefix(std::move(prefix)) {
    for (auto [i, input] : llvm::enumerate(function.input))
      names[input] = i < node.input.size() ? node.input[i] : "";
    for (size_t i = 0; i < function.output.size(); ++i)
      if (i < node.output.size() && !node.output[i].empty() && !isInput(function.output[i]))
        names[function.output[i]] = node.output[i];
  }

  // Outputs of the function that are inputs: an Identity each.
  std::vector<NodeProto> copies() {
    std::vector<NodeProto> all;
    for (size_t i = 0, e = std::min(node.output.size(), function.output.size()); i < e; ++i)
      if (!node.output[i].empty() && isInput(function.output[i])) {
        NodeProto copy;
        copy.opType = "Identity";
        copy.name = prefix + "Identity";
        copy.input.push_back(renamed(function.output[i]));
        copy.output.push_back(node.output[i]);
        all.push_back(std::move(copy));
      }
    return all;
  }

  void rename(NodeProto &inner) {
    inner.name = prefix + (inner.name.empty() ? inner.opType : inner.name);
    renameAll(inner.input);
    renameAll(inner.output);
    std::vector<AttributeProto> attributes;
    for (AttributeProto &attribute : inner.attribute) {
      if (attribute.refAttrName.empty()) {
        if (attribute.g)
          rename(attribute.g.get());
        for (GraphProto &graph : attribute.graphs)
          rename(graph);
        attributes.push_back(std::move(attribute));
      } else if (std::optional<AttributeProto> given = attributeOf(attribute.refAttrName)) {
        given->name = attribute.name;
        attributes.push_back(std::move(*given));
      }
    }
    inner.attribute = std::move(attributes);
  }

private:
  bool isInput(const std::string &name) const { return llvm::is_contained(function.input, name); }
  void rename(GraphProto &graph) {
    for (auto *infos : {&graph.input, &graph.output, &graph.valueInfo})
      for (ValueInfoProto &info : *infos)
        info.name = renamed(info.name);
    for (TensorProto &tensor : graph.initializer)
      tensor.name = renamed(tensor.name);
    for (NodeProto &inner : graph.node)
      rename(inner);
  }
  void renameAll(std::vector<std::string> &all) {
    for (std::string &name : all)
      name = renamed(name);
  }
  std::string renamed(const std::string &name) {
    return name.empty() ? name : names.try_emplace(name, prefix + name).first->second;
  }
  // An attribute of the call, or else the function's default.
  std::optional<AttributeProto> attributeOf(const std::string &name) const {
    for (const auto *attributes : {&node.attribute, &function.attributeProto})
      for (const AttributeProto &attribute : *attributes)
        if (attribute.name == name)
          return attribute;
    return std::nullopt;
  }

  const NodeProto &node;
  const FunctionProto &function;
  std::string prefix;
  llvm::StringMap<std::string> names;
};

class Inliner {
public:
  explicit Inliner(ModelProto &model) : opset(defaultOpset(model.opsetImport, 0)) {
    for (const FunctionProto &function : model.functions)
      functions[keyOf(function.domain, function.name, function.overload)] = &function;
  }

  Error run(std::vector<NodeProto> &nodes) {
    std::vector<NodeProto> result;
    for (NodeProto &node : nodes)
      if (Error error = add(node, result))
        return error;
    nodes = std::move(result);
    return Error::success();
  }

private:
  Error add(NodeProto &node, std::vector<NodeProto> &result) {
    for (AttributeProto &attribute : node.attribute)
      if (attribute.g)
        if (Error error = run(attribute.g.get().node))
          return error;
    auto it = functions.find(keyOf(node.domain, node.opType, node.overload));
    if (it != functions.end())
      return call(node, *it->second, result);
    if (++numNodes > kMaxNodes)
      return createStringError("the model has more than " + Twine(kMaxNodes) +
                               " nodes after its functions are inlined");
    result.push_back(std::move(node));
    return Error::success();
  }

  Error call(const NodeProto &node, const FunctionProto &function, std::vector<NodeProto> &result) {
    if (Error error = check(node, function))
      return error;
    const std::string name = node.name.empty() ? function.name : node.name;
    Call each(node, function, name + "#" + std::to_string(numCalls++) + "/");
    for (NodeProto &copy : each.copies())
      result.push_back(std::move(copy));
    ++depth;
    for (NodeProto inner : function.node) {
      each.rename(inner);
      if (Error error = add(inner, result))
        return error;
    }
    --depth;
    return Error::success();
  }

  Error check(const NodeProto &node, const FunctionProto &function) const {
    auto fail = [&](const Twine &what) {
      return createStringError("node '" + Twine(node.name) + "' calls the function '" +
                               function.name + "', which " + what);
    };
    if (numCalls >= kMaxNodes)
      return fail("is called more than " + Twine(kMaxNodes) + " times, with those it calls");
    if (depth >= kMaxDepth)
      return fail("calls itself, or functions more than " + Twine(kMaxDepth) + " deep");
    if (node.input.size() > function.input.size() || node.output.size() > function.output.size())
      return fail("has " + Twine(function.input.size()) + " inputs and " +
                  Twine(function.output.size()) + " outputs, but the node has " +
                  Twine(node.input.size()) + " and " + Twine(node.output.size()));
    const int64_t own = defaultOpset(function.opsetImport, opset);
    for (const NodeProto &inner : function.node) {
      if (own == opset || !(inner.domain.empty() || inner.domain == "ai.onnx"))
        continue;
      if (findSchema("", inner.opType, own) != findSchema("", inner.opType, opset))
        return fail("is of operator set " + Twine(own) + ", where '" + inner.opType +
                    "' is another version than in set " + Twine(opset) + ", the model's");
    }
    return Error::success();
  }

  int64_t opset;
  llvm::StringMap<const FunctionProto *> functions;
  size_t depth = 0, numNodes = 0, numCalls = 0;
};

} // namespace

Error inlineFunctions(ModelProto &model) {
  if (model.functions.empty())
    return Error::success();
  return Inliner(model).run(model.graph.get().node);
}

} // namespace rlx::onnxim
