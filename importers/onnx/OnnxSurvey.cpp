// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Findings, placeholders and their sources; see OnnxSurvey.h.
#include "importers/onnx/OnnxSurvey.h"

#include "importers/onnx/OnnxNode.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxRefusal.h"
#include "importers/onnx/OnnxSubgraph.h"

using namespace mlir;

namespace rlx::onnxim {

using Cause = OnnxFinding::Cause;

Survey::Survey(MLIRContext *context, const GraphProto &model, const Opsets &opsets,
               std::vector<OnnxFinding> &findings, AddPlaceholder addPlaceholder)
    : context(context), model(model), opsets(opsets), findings(findings),
      addPlaceholder(std::move(addPlaceholder)) {
  collectTypes(model);
}

void Survey::collectTypes(const GraphProto &graph) {
  for (const auto *infos : {&graph.valueInfo, &graph.output})
    for (const ValueInfoProto &info : *infos)
      if (info.type->tensorType->shape)
        types.try_emplace(info.name, &info);
  for (const NodeProto &node : graph.node)
    for (const AttributeProto &attribute : node.attribute)
      if (attribute.g)
        collectTypes(*attribute.g);
}

static Cause causeOf(const NodeProto &node, const Refusal &refusal) {
  if (refusal.kind == ErrorKind::Invalid)
    return Cause::Invalid;
  const StringRef domain = canonicalDomain(node.domain);
  return OpTable::get().opsetsOf(node.opType, domain).empty() ? Cause::UnsupportedOperator
                                                              : Cause::OtherOperatorSet;
}

std::string Survey::missingSource(Graph &graph, const NodeProto &node) const {
  for (const std::string &name : valuesReadBy(node))
    if (auto it = unknown.find(name); it != unknown.end() && !graph.find(name))
      return it->second;
  return "";
}

bool Survey::failsNode(Graph &graph, const NodeProto &node, unsigned number, Step import,
                       OnnxFinding &finding) {
  if (std::optional<Refusal> refusal = refusalOf(node, opsets)) {
    finding.cause = causeOf(node, *refusal);
    finding.reason = refusal->reason;
    finding.advice = refusal->advice;
    return true;
  }
  if (std::string source = missingSource(graph, node); !source.empty()) {
    finding.cause = Cause::NotChecked;
    finding.reason = "depends on " + source;
    return true;
  }
  const size_t before = findings.size();
  CapturedErrors errors(context);
  graph.advice.clear();
  if (succeeded(import()))
    return false;
  if (findings.size() > before) { // its graphs have the reason
    finding.cause = Cause::NotChecked;
    finding.reason = "depends on the nodes of its graphs";
    return true;
  }
  StringRef reason = errors.text;
  reason.consume_front(nodeTitle(node, number, finding.opset) + ": ");
  finding.cause = errors.kind == ErrorKind::Unsupported ? Cause::UnsupportedForm : Cause::Invalid;
  if (!graph.advice.empty() && reason.consume_back("; " + graph.advice))
    finding.advice = graph.advice;
  finding.reason = reason.str();
  if (!finding.advice.empty())
    return true;
  const StringRef limit = OpTable::get().limitOf(node.opType, canonicalDomain(node.domain));
  if (finding.cause == Cause::UnsupportedForm && !limit.empty())
    finding.advice = "another form of " + node.opType + "; refused are: " + limit.str();
  return true;
}

void Survey::replaceResults(Graph &graph, const NodeProto &node, const std::string &source) {
  CapturedErrors errors(context);
  for (const std::string &output : node.output) {
    if (output.empty() || graph.find(output))
      continue;
    const ValueInfoProto *type = types.lookup(output);
    if (!type || failed(addPlaceholder(graph, *type)))
      unknown[output] = source;
  }
}

void Survey::checkNode(Graph &graph, const NodeProto &node, unsigned number, Step import) {
  OnnxFinding finding;
  finding.node = nodeName(node, number);
  finding.op = node.opType;
  finding.domain = canonicalDomain(node.domain);
  finding.opset = opsets.of(node.domain).value_or(0);
  if (!failsNode(graph, node, number, import, finding)) {
    for (const std::string &output : node.output)
      unknown.erase(output);
    return;
  }
  replaceResults(graph, node, "node '" + finding.node + "'");
  if (listed.insert(&node).second)
    findings.push_back(std::move(finding));
}

void Survey::checkValue(const std::string &name, StringRef kind, Step add) {
  CapturedErrors errors(context);
  if (succeeded(add()))
    return;
  OnnxFinding finding;
  finding.cause = errors.kind == ErrorKind::Unsupported ? Cause::UnsupportedForm : Cause::Invalid;
  finding.reason = errors.text;
  findings.push_back(std::move(finding));
  unknown[name] = (kind + " '" + name + "'").str();
}

void Survey::checkOutputs(Graph &graph) {
  for (const ValueInfoProto &output : model.output) {
    if (graph.find(output.name) || unknown.contains(output.name))
      continue;
    OnnxFinding finding;
    finding.reason = "no node computes output '" + output.name + "'";
    findings.push_back(std::move(finding));
  }
}

} // namespace rlx::onnxim
