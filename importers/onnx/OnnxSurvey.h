// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An import that goes on after something that cannot run, to list all of it
// (OnnxImportOptions::findings).
//
// A result of a failed node becomes a placeholder: an input of the function with the type that the
// model declares for the result. Nodes that read it are then checked as usual. Without a declared
// type they are not checked, and are listed as such.
#ifndef RLX_IMPORTERS_ONNX_ONNXSURVEY_H
#define RLX_IMPORTERS_ONNX_ONNXSURVEY_H

#include "importers/onnx/OnnxGraph.h"
#include "importers/onnx/OnnxImporter.h"
#include "importers/onnx/OnnxProto.h"
#include "importers/onnx/OnnxSchemas.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rlx::onnxim {

class Survey {
public:
  using Step = llvm::function_ref<mlir::LogicalResult()>;
  using AddPlaceholder = std::function<mlir::LogicalResult(Graph &, const ValueInfoProto &)>;

  Survey(mlir::MLIRContext *context, const GraphProto &model, const Opsets &opsets,
         std::vector<OnnxFinding> &findings, AddPlaceholder addPlaceholder);

  // Imports a node by `import`, or lists why it cannot run.
  void checkNode(Graph &graph, const NodeProto &node, unsigned number, Step import);
  // Adds an input or initializer by `add`, or lists why that is impossible.
  void checkValue(const std::string &name, llvm::StringRef kind, Step add);
  // Lists outputs of the model that nothing computes.
  void checkOutputs(Graph &graph);
  bool hasFindings() const { return !findings.empty(); }

private:
  void collectTypes(const GraphProto &graph);
  // Why the node cannot run, in `finding`; nothing if it is imported.
  bool failsNode(Graph &graph, const NodeProto &node, unsigned number, Step import,
                 OnnxFinding &finding);
  // What a value that the node reads, and that has no type, depends on; "" if all have one.
  std::string missingSource(Graph &graph, const NodeProto &node) const;
  void replaceResults(Graph &graph, const NodeProto &node, const std::string &source);

  mlir::MLIRContext *context;
  const GraphProto &model;
  const Opsets &opsets;
  std::vector<OnnxFinding> &findings;
  AddPlaceholder addPlaceholder;
  llvm::StringMap<const ValueInfoProto *> types; // as the model declares them
  llvm::StringMap<std::string> unknown;          // values without a type: their source
  llvm::DenseSet<const NodeProto *> listed;      // bodies of loops are imported repeatedly
};

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSURVEY_H
