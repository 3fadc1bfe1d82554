// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that no handler takes, found before anything is imported.
#ifndef RLX_IMPORTERS_ONNX_ONNXREFUSAL_H
#define RLX_IMPORTERS_ONNX_ONNXREFUSAL_H

#include <optional>
#include <string>

#include "importers/onnx/OnnxNode.h"
#include "importers/onnx/OnnxSchemas.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace rlx::onnxim {

// Why an operator cannot be imported.
struct Refusal {
  std::string reason;
  std::string advice; // what to try; may be empty
  ErrorKind kind = ErrorKind::Unsupported;

  std::string text() const { return advice.empty() ? reason : reason + "; " + advice; }
};

// An operator that cannot be imported: the first node that has it, and how many have.
struct RefusedOperator {
  const NodeProto *first = nullptr;
  unsigned number = 0, count = 0;
};
using RefusedOperators = llvm::MapVector<std::string, RefusedOperator, llvm::StringMap<unsigned>>;

// What to try after an error about operator sets. ONNX's version converter is no alternative: it
// cannot convert many newer operators back.
std::string exportAdvice(int opset, llvm::StringRef domain = "");

// Why no node with this operator can be imported; nothing if one may be.
std::optional<Refusal> refusalOf(const NodeProto &proto, const Opsets &opsets);
void refuse(Node &node, const Refusal &refusal);

// Adds the refused operators of live nodes, in graphs of attributes too. An If counts for itself
// only: a condition that is known at import leaves one of its graphs.
llvm::Error findRefused(const GraphProto &graph, const Opsets &opsets, RefusedOperators &refused);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXREFUSAL_H
