// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ONNX's operator schemas: the versions of each operator, and the numbers and types of its inputs
// and outputs. OnnxSchemas.inc has the table, which scripts/onnx_schemas.py writes.
//
//   findSchema("", "Clip", 17)   version 13, inputs input: T, min: T (optional), max: T (optional)
#ifndef RLX_IMPORTERS_ONNX_ONNXSCHEMAS_H
#define RLX_IMPORTERS_ONNX_ONNXSCHEMAS_H

#include <cstdint>
#include <optional>
#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace rlx::onnxim {

// Bit N stands for a tensor of TensorProto.DataType N; higher ones for sequences, optionals and
// maps.
using TypeSet = uint64_t;
inline constexpr TypeSet kSequenceType = TypeSet(1) << 61, kOptionalType = TypeSet(1) << 62,
                         kMapType = TypeSet(1) << 63;

struct FormalParameter {
  enum Option { Single, Optional, Variadic };
  const char *name;
  TypeSet types;
  // Parameters with the same variable have the same type; 0: none.
  int typeVariable;
  Option option;
};

struct OpSchema {
  llvm::StringRef domain, name;
  // The operator set that has this version first, and the first version that differs from it in
  // types only.
  int since, form;
  bool isDeprecated;
  llvm::ArrayRef<FormalParameter> inputs, outputs;
  unsigned minInputs, maxInputs, minOutputs, maxOutputs;

  // The formal parameter of input `i`: the last one again if that is variadic. Null beyond them.
  const FormalParameter *input(unsigned i) const;
};

// "" for the default domain, whose other name is "ai.onnx".
inline llvm::StringRef canonicalDomain(llvm::StringRef domain) {
  return domain == "ai.onnx" ? "" : domain;
}
// For messages: "the default domain", "domain 'ai.onnx.ml'".
std::string domainText(llvm::StringRef domain);

// The operator sets that a model imports, by domain.
class Opsets {
public:
  void add(llvm::StringRef domain, int64_t version) { versions[canonicalDomain(domain)] = version; }
  std::optional<int64_t> of(llvm::StringRef domain) const {
    auto it = versions.find(canonicalDomain(domain));
    return it == versions.end() ? std::nullopt : std::optional(it->second);
  }
  bool empty() const { return versions.empty(); }

private:
  llvm::StringMap<int64_t> versions;
};

// The newest operator set of a domain that the table has; 0 if it does not have the domain.
int newestOpset(llvm::StringRef domain = "");
// The domains of the table: the default one first.
llvm::SmallVector<llvm::StringRef> knownDomains();
int newestIrVersion();
// The schema that an operator set uses; null if it has none. "ai.onnx" is the default domain too.
const OpSchema *findSchema(llvm::StringRef domain, llvm::StringRef name, int64_t opset);
// The first schema of an operator in any operator set; null if there is no such operator.
const OpSchema *findFirstSchema(llvm::StringRef domain, llvm::StringRef name);
// The name that is most like this one among the domain's operators; "" if none is.
std::string nearestOperator(llvm::StringRef domain, llvm::StringRef name);
// "f32", "bool or i32": as error messages have them.
std::string typesText(TypeSet types);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSCHEMAS_H
