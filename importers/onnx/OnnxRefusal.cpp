// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages about operators; see OnnxRefusal.h.
#include "importers/onnx/OnnxRefusal.h"

#include "importers/onnx/OnnxContribSchemas.h"
#include "importers/onnx/OnnxLiveNodes.h"
#include "importers/onnx/OnnxOpTable.h"
#include "llvm/ADT/StringExtras.h"

namespace rlx::onnxim {

std::string exportAdvice(int opset, llvm::StringRef domain) {
  return (domain.empty() ? "export the model with opset_version="
                         : "export the model with operator set ") +
         std::to_string(opset) + (domain.empty() ? "" : " of " + domainText(domain));
}

// An operator that ONNX has in no operator set up to that of the model.
static Refusal unknownOperator(llvm::StringRef domain, llvm::StringRef op) {
  if (const OpSchema *first = findFirstSchema(domain, op))
    return {"this operator is new in operator set " + std::to_string(first->since),
            exportAdvice(first->since, domain), ErrorKind::Invalid};
  const std::string nearest = nearestOperator(domain, op);
  const std::string advice = nearest.empty() ? "" : "did you mean '" + nearest + "'?";
  if (domain == kContribDomain) // ONNX Runtime has more than the table
    return {"operator '" + op.str() + "' of " + domainText(domain) + " is not supported", advice};
  return {"ONNX has no operator '" + op.str() + "'" +
              (domain.empty() ? "" : " in " + domainText(domain)) + " up to operator set " +
              std::to_string(newestOpset(domain)),
          advice};
}

std::optional<Refusal> refusalOf(const NodeProto &proto, const Opsets &opsets) {
  const std::string &op = proto.opType;
  const llvm::StringRef domain = canonicalDomain(proto.domain);
  if (!newestOpset(domain))
    return Refusal{"operators of " + domainText(domain) +
                       " are not supported, only those of these domains are: " +
                       llvm::join(llvm::drop_begin(knownDomains()), ", ") + " and the default one",
                   ""};
  const std::optional<int64_t> opset = opsets.of(domain);
  if (!opset)
    return Refusal{"the model does not say which operator set of " + domainText(domain) +
                       " it uses",
                   "", ErrorKind::Invalid};
  const OpSchema *schema = findSchema(domain, op, *opset);
  if (schema && OpTable::get().find(*schema))
    return std::nullopt;
  if (!schema)
    return unknownOperator(domain, op);
  if (domain == kContribDomain)
    return Refusal{"this operator is not supported, because it is a loop of text generation",
                   "export the decoder alone and run the loop outside of the model"};
  const std::string supported = OpTable::get().opsetsOf(op, domain);
  if (supported.empty())
    return Refusal{"this operator is not supported", ""};
  return Refusal{"this operator is supported for opset " + supported + " only",
                 exportAdvice(OpTable::get().advisedOpset(op, domain), domain)};
}

void refuse(Node &node, const Refusal &refusal) {
  if (refusal.kind == ErrorKind::Unsupported)
    node.unsupported(refusal.text());
  else
    node.fail(refusal.text());
}

llvm::Error findRefused(const GraphProto &proto, const Opsets &opsets, RefusedOperators &refused) {
  llvm::Expected<llvm::SmallVector<int>> live = liveNodes(proto);
  if (!live)
    return live.takeError();
  for (int i : *live) {
    const NodeProto &node = proto.node[i];
    if (refusalOf(node, opsets)) {
      RefusedOperator &each =
          refused[node.domain.empty() ? node.opType : node.domain + "." + node.opType];
      if (each.count++ == 0) {
        each.first = &node;
        each.number = i;
      }
    }
    // A condition that is known at import leaves one branch of an If.
    for (const AttributeProto &attribute : node.attribute)
      if (node.opType != "If" && attribute.g)
        if (llvm::Error error = findRefused(*attribute.g, opsets, refused))
          return error;
  }
  return llvm::Error::success();
}

} // namespace rlx::onnxim
