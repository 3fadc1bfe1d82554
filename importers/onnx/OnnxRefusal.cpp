// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages about operators; see OnnxRefusal.h.
#include "importers/onnx/OnnxRefusal.h"

#include "importers/onnx/OnnxLiveNodes.h"
#include "importers/onnx/OnnxOpTable.h"

namespace rlx::onnxim {

std::string exportAdvice(int opset) {
  return "; export the model with opset_version=" + std::to_string(opset);
}

std::optional<Refusal> refusalOf(const onnx::NodeProto &proto, int64_t opset) {
  const std::string &op = proto.op_type();
  if (!proto.domain().empty() && proto.domain() != "ai.onnx")
    return Refusal{"operators of domain '" + proto.domain() +
                   "' are not supported, only those of the default domain are"};
  const OpSchema *schema = findSchema("", op, opset);
  if (schema && OpTable::get().find(*schema))
    return std::nullopt;
  if (schema) {
    const std::string supported = OpTable::get().opsetsOf(op);
    return Refusal{supported.empty() ? "this operator is not supported"
                                     : "this operator is supported for opset " + supported +
                                           " only" + exportAdvice(OpTable::get().advisedOpset(op))};
  }
  if (const OpSchema *first = findFirstSchema("", op))
    return Refusal{"this operator is new in operator set " + std::to_string(first->since) +
                       exportAdvice(first->since),
                   ErrorKind::Invalid};
  const std::string nearest = nearestOperator("", op);
  return Refusal{"ONNX has no operator '" + op + "' up to operator set " +
                 std::to_string(newestOpset()) +
                 (nearest.empty() ? "" : "; did you mean '" + nearest + "'?")};
}

void refuse(Node &node, const Refusal &refusal) {
  if (refusal.kind == ErrorKind::Unsupported)
    node.unsupported(refusal.text);
  else
    node.fail(refusal.text);
}

llvm::Error findRefused(const onnx::GraphProto &proto, int64_t opset, RefusedOperators &refused) {
  llvm::Expected<llvm::SmallVector<int>> live = liveNodes(proto);
  if (!live)
    return live.takeError();
  for (int i : *live) {
    const onnx::NodeProto &node = proto.node(i);
    if (refusalOf(node, opset)) {
      RefusedOperator &each =
          refused[node.domain().empty() ? node.op_type() : node.domain() + "." + node.op_type()];
      if (each.count++ == 0) {
        each.first = &node;
        each.number = i;
      }
    }
    // A condition that is known at import leaves one branch of an If.
    for (const onnx::AttributeProto &attribute : node.attribute())
      if (node.op_type() != "If" && attribute.has_g())
        if (llvm::Error error = findRefused(attribute.g(), opset, refused))
          return error;
  }
  return llvm::Error::success();
}

} // namespace rlx::onnxim
