// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One call of a builder method. It gathers operands, attributes and regions, and then creates the
// op; every mistake becomes the builder's error. The generated methods consist of such calls:
//   OpCall call(*state, "rlx.add", where);
//   call.operand("lhs", lhs);
// After an error, also an earlier one, the calls do nothing and the results are not valid.
#ifndef RLX_DIALECTS_RLX_BUILDER_OPCALL_H
#define RLX_DIALECTS_RLX_BUILDER_OPCALL_H

#include "dialects/rlx/builder/BuilderState.h"

namespace rlx::graph {

/// The constraint on an operand's type. Inference may rely on it.
struct OperandType {
  const char *summary;
  bool (*holds)(mlir::Type);
};
extern const OperandType kAnyOperand;

/// One call; the head of this file explains its use.
class OpCall {
public:
  OpCall(State &state, llvm::StringRef op, std::source_location where)
      : state(state), name(op), where(where), isActive(state.isOpen(where)) {}
  OpCall(const OpCall &) = delete;
  /// Regions of an op that was not created stay alive: the user may hold handles to their values.
  ~OpCall() { state.keep(regions); }

  // ---- operands, in the order of the op; each call adds one segment
  void operand(llvm::StringRef what, GraphValue value, const OperandType &type = kAnyOperand);
  void operand(llvm::StringRef what, const std::optional<GraphValue> &value,
               const OperandType &type = kAnyOperand);
  void operand(llvm::StringRef what, const GraphValues &values,
               const OperandType &type = kAnyOperand);
  /// An operand of type index.
  void size(const GraphSize &size);
  /// Operands for the dynamic sizes; `attribute` holds the static ones.
  void sizes(llvm::StringRef attribute, const std::vector<GraphSize> &sizes);
  /// Must be called after the operands of an op that has segments.
  void segments();

  // ---- attributes
  void attribute(llvm::StringRef what, mlir::Attribute value);
  void attribute(llvm::StringRef what, bool value);
  void attribute(llvm::StringRef what, int64_t value);
  void attribute(llvm::StringRef what, double value);
  void attribute(llvm::StringRef what, const std::string &value);
  void attribute(llvm::StringRef what, const std::vector<int64_t> &value);
  void attribute(llvm::StringRef what, const std::vector<double> &value);
  void attribute(llvm::StringRef what, rt::DType value);
  /// A number of the first operand's element type.
  void attribute(llvm::StringRef what, const GraphScalar &value);
  void unit(llvm::StringRef what, bool value);
  void enumerator(llvm::StringRef what, uint32_t value);
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void enumeration(llvm::StringRef what, Enum value) {
    enumerator(what, static_cast<uint32_t>(value));
  }
  template <typename T>
  void attribute(llvm::StringRef what, const std::optional<T> &value) {
    if (value)
      attribute(what, *value);
  }
  template <typename T>
  void enumeration(llvm::StringRef what, const std::optional<T> &value) {
    if (value)
      enumeration(what, *value);
  }

  // ---- regions
  /// Adds a region with arguments of the given types. `fill` returns the values that it yields, and
  /// nothing after an error.
  void region(llvm::ArrayRef<mlir::RankedTensorType> arguments, bool isIsolated,
              llvm::function_ref<GraphValues(const GraphValues &)> fill);
  /// The types that the last region yields; empty after an error.
  llvm::SmallVector<mlir::RankedTensorType> yieldedTypes() const;
  /// The types of the operands so far.
  llvm::SmallVector<mlir::RankedTensorType> operandTypes() const;
  /// Adds an empty region, for an optional region that the call does not give.
  void emptyRegion();

  // ---- the end
  GraphValue value() { return values().front(); }
  GraphValues values();

  bool active() const { return isActive; }
  mlir::ValueRange getOperands() const { return operands; }
  mlir::OpBuilder &builder() { return state.builder; }
  /// The value of a dynamic size; null for a static one, and after an error.
  mlir::Value sizeValue(const GraphSize &size);
  /// The type of a result; an error and null if it is invalid.
  mlir::RankedTensorType tensorType(rt::DType dtype, llvm::ArrayRef<int64_t> shape);
  /// Reports an error of this call.
  void fail(const llvm::Twine &message);

private:
  /// The start of a message: "'rlx.add' op operand 'lhs'".
  std::string text(llvm::StringRef what) const;
  void add(llvm::StringRef what, GraphValue value, const OperandType &type);

  State &state;
  llvm::StringRef name;
  std::source_location where;
  bool isActive;
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<int32_t> segmentSizes;
  llvm::SmallVector<mlir::NamedAttribute> attributes;
  std::vector<std::unique_ptr<mlir::Region>> regions;
};

} // namespace rlx::graph

#endif // RLX_DIALECTS_RLX_BUILDER_OPCALL_H
