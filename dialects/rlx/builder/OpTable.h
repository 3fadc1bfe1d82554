// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops as data: names and kinds of their arguments. Most rows are generated from the op
// definitions; those of ops with regions are in NamedRegions.cpp. GraphCall.h calls an op by name
// with them, and other languages list them. Internal to the builder and its bindings.
#ifndef RLX_DIALECTS_RLX_BUILDER_OPTABLE_H
#define RLX_DIALECTS_RLX_BUILDER_OPTABLE_H

#include "dialects/rlx/builder/GraphCall.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace rlx::graph {

struct OperandType;

/// What a call gives for an argument; `canonical` converts to these types.
enum class ArgumentKind : uint8_t {
  Value,  // GraphValue
  Values, // GraphValues
  Size,   // GraphSize
  Sizes,  // std::vector<GraphSize>
  Bool,   // bool
  Unit,   // bool: a flag
  Int,    // int64_t
  Float,  // double
  String, // std::string
  Ints,   // std::vector<int64_t>
  Floats, // std::vector<double>
  DType,  // rt::DType
  Number, // GraphScalar, of the first operand's element type
  Enum,   // std::string, one of `cases`
  Body,   // graph::Body
  Types   // std::vector<graph::TensorType>
};

struct EnumCase {
  const char *name;
  int64_t value;
};

struct ArgumentInfo {
  const char *name;
  ArgumentKind kind;
  bool isRequired;
  const OperandType *type = nullptr; // of an operand: the constraint on its type
  const char *staticAttribute = "";  // of Sizes: the attribute with the static ones
  // Of Enum. Rows may leave it out. NOLINTNEXTLINE(readability-redundant-member-init)
  llvm::ArrayRef<EnumCase> cases = {};
};

/// The arguments of a call in the order of the table. One that is not given is null.
using BoundArguments = llvm::ArrayRef<const ArgumentValue *>;

struct OpInfo {
  llvm::StringLiteral name; // "rlx.layer_norm"
  llvm::ArrayRef<ArgumentInfo> arguments;
  bool hasSegments;
  /// Of an op with regions: makes it. Null for the others.
  GraphValues (*build)(GraphBuilder &builder, BoundArguments arguments, std::source_location where);

  /// "layer_norm"
  llvm::StringRef mnemonic() const { return llvm::StringRef(name).drop_front(4); }
};

/// All ops that can be built, sorted by name, but for constants.
llvm::ArrayRef<const OpInfo *> allOps();
/// The op of a mnemonic; null if there is none.
const OpInfo *findOp(llvm::StringRef mnemonic);
/// The rows of each part of the table.
llvm::ArrayRef<OpInfo> generatedOps();
llvm::ArrayRef<OpInfo> regionOps();

} // namespace rlx::graph

#endif // RLX_DIALECTS_RLX_BUILDER_OPTABLE_H
