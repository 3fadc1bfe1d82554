// One call of a builder method: gathers operands and attributes, then creates the op, with whatever
// is wrong as the builder's error. The generated methods consist of this.
//
// After an error, or where the builder had one already, the steps do nothing and the results are
// no values.
#ifndef RLX_DIALECTS_RLX_BUILDER_OPCALL_H
#define RLX_DIALECTS_RLX_BUILDER_OPCALL_H

#include "dialects/rlx/builder/BuilderState.h"

namespace rlx::graph {

// What the type of an operand must be. Inference may rely on it.
struct OperandType {
  const char *summary;
  bool (*holds)(mlir::Type);
};
extern const OperandType kAnyOperand;

class OpCall {
public:
  OpCall(State &state, llvm::StringRef op, std::source_location where)
      : state(state), name(op), where(where), isActive(state.isOpen(where)) {}
  OpCall(const OpCall &) = delete;
  // Regions of an op that did not come to be stay: the user may hold values of theirs.
  ~OpCall() { state.keep(regions); }

  // ---- operands, in the order of the op; one call is one segment
  void operand(llvm::StringRef what, GraphValue value, const OperandType &type = kAnyOperand);
  void operand(llvm::StringRef what, const std::optional<GraphValue> &value,
               const OperandType &type = kAnyOperand);
  void operand(llvm::StringRef what, const GraphValues &values,
               const OperandType &type = kAnyOperand);
  // An operand of type index.
  void size(const GraphSize &size);
  // Operands for the sizes that are not known; `attribute` holds the others.
  void sizes(llvm::StringRef attribute, const std::vector<GraphSize> &sizes);
  // To be called after the operands of an op that has segments.
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
  // Of the element type of the first operand.
  void attribute(llvm::StringRef what, const GraphScalar &value);
  void unit(llvm::StringRef what, bool value);
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
  // A region whose arguments have the given types. `fill` returns what it yields; nothing if there
  // was an error.
  void region(llvm::ArrayRef<mlir::RankedTensorType> arguments, bool isIsolated,
              llvm::function_ref<GraphValues(const GraphValues &)> fill);
  // What the last region yields; nothing after an error.
  llvm::SmallVector<mlir::RankedTensorType> yieldedTypes() const;
  // The types of the operands so far.
  llvm::SmallVector<mlir::RankedTensorType> operandTypes() const;
  // A region of the op that is not there.
  void emptyRegion();

  // ---- the end
  GraphValue value() { return values().front(); }
  GraphValues values();

  bool active() const { return isActive; }
  mlir::ValueRange getOperands() const { return operands; }
  mlir::OpBuilder &builder() { return state.builder; }
  // The value of a size that is not known; null for one that is, and after an error.
  mlir::Value sizeValue(const GraphSize &size);
  // The type of a result; an error and null if there is none.
  mlir::RankedTensorType tensorType(rt::DType dtype, llvm::ArrayRef<int64_t> shape);
  // Makes an error of this call.
  void fail(const llvm::Twine &message);

private:
  void enumerator(llvm::StringRef what, uint32_t value);
  // "'rlx.add' op operand 'lhs'"
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
