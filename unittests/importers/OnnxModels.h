// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds small ONNX models in memory and imports them; errors are collected as text.
#ifndef RLX_UNITTESTS_IMPORTERS_ONNXMODELS_H
#define RLX_UNITTESTS_IMPORTERS_ONNXMODELS_H

#include <string>
#include <utility>
#include <vector>

#include "dialects/rlx/interfaces/ErrorKind.h"
#include "importers/onnx/OnnxImporter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "unittests/importers/OnnxPb.h"

namespace rlx::test {

// A dimension of an input: a number, or a name for a dynamic one ("" for an anonymous one).
struct DimSpec {
  DimSpec(int64_t value) : value(value) {}
  DimSpec(int value) : value(value) {}
  DimSpec(const char *name) : value(-1), name(name), isDynamic(true) {}
  int64_t value;
  std::string name;
  bool isDynamic = false;
};

class ModelBuilder {
public:
  explicit ModelBuilder(int opset) {
    model.set_ir_version(8);
    model.add_opset_import()->set_version(opset);
  }

  ModelBuilder &input(const std::string &name, std::vector<DimSpec> dims,
                      int type = onnx::TensorProto::FLOAT) {
    onnx::ValueInfoProto *info = graph().add_input();
    info->set_name(name);
    info->mutable_type()->mutable_tensor_type()->set_elem_type(type);
    auto *shape = info->mutable_type()->mutable_tensor_type()->mutable_shape();
    for (const DimSpec &dim : dims) {
      auto *entry = shape->add_dim();
      if (!dim.isDynamic)
        entry->set_dim_value(dim.value);
      else if (!dim.name.empty())
        entry->set_dim_param(dim.name);
    }
    return *this;
  }
  ModelBuilder &output(const std::string &name) {
    graph().add_output()->set_name(name);
    return *this;
  }
  ModelBuilder &ints(const std::string &name, const std::vector<int64_t> &values) {
    onnx::TensorProto *tensor = graph().add_initializer();
    tensor->set_name(name);
    tensor->set_data_type(onnx::TensorProto::INT64);
    tensor->add_dims(values.size());
    for (int64_t value : values)
      tensor->add_int64_data(value);
    return *this;
  }
  ModelBuilder &floats(const std::string &name, const std::vector<int64_t> &shape,
                       float value = 0.5f) {
    onnx::TensorProto *tensor = graph().add_initializer();
    tensor->set_name(name);
    tensor->set_data_type(onnx::TensorProto::FLOAT);
    int64_t count = 1;
    for (int64_t size : shape) {
      tensor->add_dims(size);
      count *= size;
    }
    for (int64_t i = 0; i < count; ++i)
      tensor->add_float_data(value + static_cast<float>(i));
    return *this;
  }
  onnx::NodeProto *node(const std::string &op, const std::vector<std::string> &inputs,
                        const std::vector<std::string> &outputs) {
    onnx::NodeProto *node = graph().add_node();
    node->set_op_type(op);
    node->set_name(op + "_under_test");
    for (const std::string &name : inputs)
      node->add_input(name);
    for (const std::string &name : outputs)
      node->add_output(name);
    return node;
  }
  onnx::GraphProto &graph() { return *model.mutable_graph(); }
  std::string bytes() const { return model.SerializeAsString(); }

  onnx::ModelProto model;
};

inline onnx::AttributeProto *addAttr(onnx::NodeProto *node, const std::string &name,
                                     onnx::AttributeProto::AttributeType type) {
  onnx::AttributeProto *attribute = node->add_attribute();
  attribute->set_name(name);
  attribute->set_type(type);
  return attribute;
}
inline void setInt(onnx::NodeProto *node, const std::string &name, int64_t value) {
  addAttr(node, name, onnx::AttributeProto::INT)->set_i(value);
}
inline void setFloat(onnx::NodeProto *node, const std::string &name, float value) {
  addAttr(node, name, onnx::AttributeProto::FLOAT)->set_f(value);
}
inline void setString(onnx::NodeProto *node, const std::string &name, const std::string &value) {
  addAttr(node, name, onnx::AttributeProto::STRING)->set_s(value);
}
inline void setInts(onnx::NodeProto *node, const std::string &name,
                    const std::vector<int64_t> &values) {
  onnx::AttributeProto *attribute = addAttr(node, name, onnx::AttributeProto::INTS);
  for (int64_t value : values)
    attribute->add_ints(value);
}
inline void setFloats(onnx::NodeProto *node, const std::string &name,
                      const std::vector<float> &values) {
  onnx::AttributeProto *attribute = addAttr(node, name, onnx::AttributeProto::FLOATS);
  for (float value : values)
    attribute->add_floats(value);
}

// One import: the module's text, or the errors.
struct Imported {
  std::unique_ptr<mlir::MLIRContext> context;
  ImportedModel model;
  bool ok = false, isUnsupported = false;
  std::string text, errors;
  int numErrors = 0;
};

inline Imported importBytes(llvm::StringRef bytes, const OnnxImportOptions &options = {},
                            llvm::StringRef directory = {}) {
  Imported result;
  result.context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler handler(result.context.get(), [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error) {
      result.errors += diagnostic.str() + "\n";
      ++result.numErrors;
      result.isUnsupported = errorKind(diagnostic) == ErrorKind::Unsupported;
    }
    return mlir::success();
  });
  mlir::FailureOr<ImportedModel> model =
      importOnnx(result.context.get(), bytes, "test.onnx", options, directory);
  result.ok = mlir::succeeded(model);
  if (result.ok) {
    result.model = std::move(*model);
    llvm::raw_string_ostream(result.text) << *result.model.module;
  }
  return result;
}

inline Imported import(const ModelBuilder &builder, const OnnxImportOptions &options = {}) {
  return importBytes(builder.bytes(), options);
}

inline bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}
inline bool lacks(const std::string &text, const std::string &part) {
  return !contains(text, part);
}

// A model of one node "y = op(x)" over a float input.
inline ModelBuilder unary(const std::string &op, std::vector<DimSpec> dims, int opset = 13) {
  ModelBuilder b(opset);
  b.input("x", std::move(dims)).output("y");
  b.node(op, {"x"}, {"y"});
  return b;
}
inline onnx::NodeProto *nodeOf(ModelBuilder &b, int i = 0) {
  return b.graph().mutable_node(i);
}

// An operator, and the rlx op that it becomes.
struct NamePair {
  const char *onnxOp, *op;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_IMPORTERS_ONNXMODELS_H
