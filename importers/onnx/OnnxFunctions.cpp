// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Works on the protobuf messages, before anything is imported; see OnnxFunctions.h.
//
// A body sees no values around it, so all its names are renamed: inputs and outputs to those of the
// calling node, the others to new ones. Fields that are newer than Debian's ONNX 1.12 are read as
// unknown ones.
#include "importers/onnx/OnnxFunctions.h"

#include "google/protobuf/unknown_field_set.h"
#include "importers/onnx/OnnxProto.h"
#include "importers/onnx/OnnxSchemas.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using google::protobuf::RepeatedPtrField;
using google::protobuf::UnknownField;
using llvm::createStringError;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace rlx::onnxim {
namespace {

// More nodes than any model has; functions that call others twice each grow without bound.
constexpr size_t kMaxNodes = 1 << 20;
constexpr size_t kMaxDepth = 64;
// Numbers of fields since IR versions 9 and 10.
constexpr int kDefaultAttributes = 11, kFunctionOverload = 13, kNodeOverload = 8;

template <typename Message, typename Callback>
void forUnknown(const Message &message, int number, Callback use) {
  const auto &fields = message.unknown_fields();
  for (int i = 0; i < fields.field_count(); ++i)
    if (const UnknownField &field = fields.field(i);
        field.number() == number && field.type() == UnknownField::TYPE_LENGTH_DELIMITED)
      use(field.length_delimited());
}

// Domain, name and overload as one text.
template <typename Message>
std::string keyOf(const Message &message, StringRef name, int overload) {
  std::string key = message.domain() == "ai.onnx" ? "" : message.domain();
  key += "::" + name.str();
  forUnknown(message, overload, [&](const std::string &text) { key += ":" + text; });
  return key;
}

int64_t defaultOpset(const RepeatedPtrField<onnx::OperatorSetIdProto> &imports, int64_t fallback) {
  for (const onnx::OperatorSetIdProto &import : imports)
    if (import.domain().empty() || import.domain() == "ai.onnx")
      return import.version();
  return fallback;
}

// One call: the names and attributes of a body are replaced by those of the calling node.
class Call {
public:
  Call(const onnx::NodeProto &node, const onnx::FunctionProto &function, std::string prefix)
      : node(node), function(function), prefix(std::move(prefix)) {
    for (int i = 0; i < function.input_size(); ++i)
      names[function.input(i)] = i < node.input_size() ? node.input(i) : "";
    for (int i = 0; i < function.output_size(); ++i)
      if (i < node.output_size() && !node.output(i).empty() && !isInput(function.output(i)))
        names[function.output(i)] = node.output(i);
  }

  // Outputs of the function that are inputs: an Identity each.
  std::vector<onnx::NodeProto> copies() {
    std::vector<onnx::NodeProto> all;
    for (int i = 0; i < std::min(node.output_size(), function.output_size()); ++i)
      if (!node.output(i).empty() && isInput(function.output(i))) {
        onnx::NodeProto copy;
        copy.set_op_type("Identity");
        copy.set_name(prefix + "Identity");
        copy.add_input(renamed(function.output(i)));
        copy.add_output(node.output(i));
        all.push_back(copy);
      }
    return all;
  }

  void rename(onnx::NodeProto &inner) {
    inner.set_name(prefix + (inner.name().empty() ? inner.op_type() : inner.name()));
    renameAll(*inner.mutable_input());
    renameAll(*inner.mutable_output());
    RepeatedPtrField<onnx::AttributeProto> attributes;
    for (onnx::AttributeProto &attribute : *inner.mutable_attribute()) {
      if (attribute.ref_attr_name().empty()) {
        if (attribute.has_g())
          rename(*attribute.mutable_g());
        for (onnx::GraphProto &graph : *attribute.mutable_graphs())
          rename(graph);
        *attributes.Add() = attribute;
      } else if (std::optional<onnx::AttributeProto> given =
                     attributeOf(attribute.ref_attr_name())) {
        given->set_name(attribute.name());
        *attributes.Add() = *given;
      }
    }
    inner.mutable_attribute()->Swap(&attributes);
  }

private:
  bool isInput(const std::string &name) const { return llvm::is_contained(function.input(), name); }
  void rename(onnx::GraphProto &graph) {
    for (auto *infos : {graph.mutable_input(), graph.mutable_output(), graph.mutable_value_info()})
      for (onnx::ValueInfoProto &info : *infos)
        info.set_name(renamed(info.name()));
    for (onnx::TensorProto &tensor : *graph.mutable_initializer())
      tensor.set_name(renamed(tensor.name()));
    for (onnx::NodeProto &inner : *graph.mutable_node())
      rename(inner);
  }
  void renameAll(RepeatedPtrField<std::string> &all) {
    for (std::string &name : all)
      name = renamed(name);
  }
  std::string renamed(const std::string &name) {
    return name.empty() ? name : names.try_emplace(name, prefix + name).first->second;
  }
  // An attribute of the call, or else the function's default.
  std::optional<onnx::AttributeProto> attributeOf(const std::string &name) const {
    for (const onnx::AttributeProto &attribute : node.attribute())
      if (attribute.name() == name)
        return attribute;
    std::optional<onnx::AttributeProto> found;
    forUnknown(function, kDefaultAttributes, [&](const std::string &bytes) {
      onnx::AttributeProto attribute;
      if (attribute.ParsePartialFromString(bytes) && attribute.name() == name)
        found = attribute;
    });
    return found;
  }

  const onnx::NodeProto &node;
  const onnx::FunctionProto &function;
  std::string prefix;
  llvm::StringMap<std::string> names;
};

class Inliner {
public:
  explicit Inliner(onnx::ModelProto &model) : opset(defaultOpset(model.opset_import(), 0)) {
    for (const onnx::FunctionProto &function : model.functions())
      functions[keyOf(function, function.name(), kFunctionOverload)] = &function;
  }

  Error run(RepeatedPtrField<onnx::NodeProto> &nodes) {
    RepeatedPtrField<onnx::NodeProto> result;
    for (onnx::NodeProto &node : nodes)
      if (Error error = add(node, result))
        return error;
    nodes.Swap(&result);
    return Error::success();
  }

private:
  Error add(onnx::NodeProto &node, RepeatedPtrField<onnx::NodeProto> &result) {
    for (onnx::AttributeProto &attribute : *node.mutable_attribute())
      if (attribute.has_g())
        if (Error error = run(*attribute.mutable_g()->mutable_node()))
          return error;
    auto it = functions.find(keyOf(node, node.op_type(), kNodeOverload));
    if (it != functions.end())
      return call(node, *it->second, result);
    if (++numNodes > kMaxNodes)
      return createStringError("the model has more than " + Twine(kMaxNodes) +
                               " nodes after its functions are inlined");
    *result.Add() = node;
    return Error::success();
  }

  Error call(const onnx::NodeProto &node, const onnx::FunctionProto &function,
             RepeatedPtrField<onnx::NodeProto> &result) {
    if (Error error = check(node, function))
      return error;
    const std::string name = node.name().empty() ? function.name() : node.name();
    Call each(node, function, name + "#" + std::to_string(numCalls++) + "/");
    for (const onnx::NodeProto &copy : each.copies())
      *result.Add() = copy;
    ++depth;
    for (onnx::NodeProto inner : function.node()) {
      each.rename(inner);
      if (Error error = add(inner, result))
        return error;
    }
    --depth;
    return Error::success();
  }

  Error check(const onnx::NodeProto &node, const onnx::FunctionProto &function) const {
    auto fail = [&](const Twine &what) {
      return createStringError("node '" + Twine(node.name()) + "' calls the function '" +
                               function.name() + "', which " + what);
    };
    if (numCalls >= kMaxNodes)
      return fail("is called more than " + Twine(kMaxNodes) + " times, with those it calls");
    if (depth >= kMaxDepth)
      return fail("calls itself, or functions more than " + Twine(kMaxDepth) + " deep");
    if (node.input_size() > function.input_size() || node.output_size() > function.output_size())
      return fail("has " + Twine(function.input_size()) + " inputs and " +
                  Twine(function.output_size()) + " outputs, but the node has " +
                  Twine(node.input_size()) + " and " + Twine(node.output_size()));
    const int64_t own = defaultOpset(function.opset_import(), opset);
    for (const onnx::NodeProto &inner : function.node()) {
      if (own == opset || !(inner.domain().empty() || inner.domain() == "ai.onnx"))
        continue;
      if (findSchema("", inner.op_type(), own) != findSchema("", inner.op_type(), opset))
        return fail("is of operator set " + Twine(own) + ", where '" + inner.op_type() +
                    "' is another version than in set " + Twine(opset) + ", the model's");
    }
    return Error::success();
  }

  int64_t opset;
  llvm::StringMap<const onnx::FunctionProto *> functions;
  size_t depth = 0, numNodes = 0, numCalls = 0;
};

} // namespace

Error inlineFunctions(onnx::ModelProto &model) {
  if (model.functions_size() == 0)
    return Error::success();
  return Inliner(model).run(*model.mutable_graph()->mutable_node());
}

} // namespace rlx::onnxim
