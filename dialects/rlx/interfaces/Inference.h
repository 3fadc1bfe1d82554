// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape inference over symbolic sizes. Each op has one `infer` function, which serves the verifier,
// builders (InferTypeOpInterface), the interpreter and the symbolic shape analysis.
//
// A size is an AffineExpr over symbols only: a constant if it is static, otherwise an expression
// over the model's symbolic sizes, for example `s0 + 1`. Two sizes are known to be equal if their
// simplified expressions are the same object. `infer` reads operand shapes from an InferContext and
// returns result shapes. It reports the first mistake through `fail`, once.
#ifndef RLX_DIALECTS_RLX_INTERFACES_INFERENCE_H
#define RLX_DIALECTS_RLX_INTERFACES_INFERENCE_H

#include <optional>

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/SmallVector.h"

namespace rlx {

using Dim = mlir::AffineExpr;
using Dims = llvm::SmallVector<Dim, 4>;

/// The inferred type of a result.
struct InferredType {
  Dims dims;
  mlir::Type elementType;

  /// The builtin type: constants become static sizes, all other expressions '?'.
  mlir::RankedTensorType type() const;
};

/// The largest number of elements, and the limit on all sizes, starts and pads that a program
/// states. No memory holds that many elements, and sums of such values stay far below 2^63.
inline constexpr int64_t kMaxElements = int64_t(1) << 44;

/// The context of one inference: where shapes come from, and where errors and requirements go.
class InferContext {
public:
  InferContext(mlir::MLIRContext *context, std::optional<mlir::Location> location,
               llvm::StringRef opName)
      : context(context), location(location), opName(opName) {}
  virtual ~InferContext() = default;

  mlir::MLIRContext *getContext() const { return context; }

  /// The sizes of a ranked tensor value.
  virtual Dims shape(mlir::Value value) = 0;
  /// The value of an `index` operand, such as a size or a start.
  virtual Dim index(mlir::Value value) = 0;
  /// A size about which nothing is known.
  virtual Dim unknown() = 0;
  /// The size of result `result` of a control flow op in dimension `dim`, where the run decides it:
  /// its branches yield different sizes, or it changes from one iteration to the next.
  virtual Dim decided(unsigned result, unsigned dim) { return unknown(); }
  /// Records that two sizes must be equal although this could not be proved. The symbolic analysis
  /// turns it into a check at the start of a run. The verifier reports contradictions.
  virtual void requireEqual(Dim lhs, Dim rhs, const llvm::Twine &why) {}
  /// Whether the expression is proved to be at least 0. By default all symbols are sizes.
  virtual bool isNonNegative(Dim value);
  /// Records that a size must be 1 or equal to another one; see requireEqual.
  virtual void requireBroadcast(Dim from, Dim to, const llvm::Twine &why) {}
  /// Tells that the op broadcasts this operand, whose dimensions are matched from the last one, to
  /// these sizes.
  virtual void broadcasts(mlir::Value operand, llvm::ArrayRef<Dim> to) {}
  /// Records that a size must not be negative; see requireEqual.
  virtual void requireNonNegative(Dim value, const llvm::Twine &why) {}

  Dim constant(int64_t value) const;
  static bool isStatic(Dim dim) { return llvm::isa<mlir::AffineConstantExpr>(dim); }
  /// The value of a constant; std::nullopt for a dynamic size.
  static std::optional<int64_t> staticValue(Dim dim);
  static mlir::Type elementType(mlir::Value value) {
    return llvm::cast<mlir::ShapedType>(value.getType()).getElementType();
  }

  /// Combines static values and SSA operands like MLIR's DynamicIndexList: an entry of
  /// ShapedType::kDynamic takes the next operand. Reports an error if the number of such entries is
  /// not the number of operands (a number in a text may happen to be kDynamic), or if the magnitude
  /// of a static entry is above kMaxElements.
  mlir::FailureOr<Dims> mixed(llvm::ArrayRef<int64_t> staticValues, mlir::ValueRange dynamicValues);

  /// Reports `'op' op <message>` at the op, unless the context has no location, and fails.
  mlir::LogicalResult fail(const llvm::Twine &message);

  /// NumPy broadcasting of two sizes or shapes. Fails, without a report, only if both sizes are
  /// static and clash. Two dynamic sizes that are not known to be equal are required to be equal. A
  /// dynamic size against a static one other than 1 gives the static one.
  std::optional<Dim> broadcast(Dim lhs, Dim rhs);
  std::optional<Dims> broadcast(llvm::ArrayRef<Dim> lhs, llvm::ArrayRef<Dim> rhs);

protected:
  /// The size of two that are not known to be equal, one of which is dynamic and none 1. By default
  /// they are required to be equal.
  virtual Dim broadcastDynamic(Dim lhs, Dim rhs);

private:
  mlir::MLIRContext *context;
  std::optional<mlir::Location> location;
  std::string opName;
};

/// The sizes as text for messages, for example "2x?x(s0 + 1)".
std::string toString(llvm::ArrayRef<Dim> dims);

/// The context of builders and the verifier: reads static sizes from types; every '?' is a new
/// unknown. Inference does not see the requirements on an unknown: such a size stays '?' in the
/// result.
class TypeInferContext : public InferContext {
public:
  using InferContext::InferContext;
  Dims shape(mlir::Value value) override;
  Dim index(mlir::Value value) override;
  Dim unknown() override;
  void requireEqual(Dim lhs, Dim rhs, const llvm::Twine &why) override;

  /// A contradiction between required sizes, with the reason; empty if there is none.
  llvm::StringRef getContradiction() const { return contradiction; }

private:
  /// The size with all recorded equalities substituted.
  Dim resolve(Dim dim) const;

  unsigned nextSymbol = 0;
  llvm::DenseMap<Dim, Dim> equalities; // from an unknown to the size it must equal
  std::string contradiction;
  llvm::DenseMap<mlir::Value, Dims> shapes; // so that a value keeps its unknowns
};

/// Runs the op's inference on the types of its operands. Reports its errors, and each declared
/// result type that is incompatible with the inferred one.
mlir::LogicalResult verifyInference(mlir::Operation *op);

/// Implements InferTypeOpInterface::inferReturnTypes by `Op::infer`.
template <typename OpTy>
mlir::LogicalResult inferReturnTypesOf(mlir::MLIRContext *context,
                                       std::optional<mlir::Location> location,
                                       mlir::ValueRange operands, mlir::DictionaryAttr attributes,
                                       mlir::OpaqueProperties properties, mlir::RegionRange regions,
                                       llvm::SmallVectorImpl<mlir::Type> &types) {
  typename OpTy::Adaptor adaptor(operands, attributes, properties, regions);
  TypeInferContext ctx(context, location, OpTy::getOperationName());
  llvm::SmallVector<InferredType, 1> results;
  if (mlir::failed(OpTy::infer(ctx, adaptor, results)))
    return mlir::failure();
  for (const InferredType &result : results)
    types.push_back(result.type());
  return mlir::success();
}

/// Whether declared result types are compatible with inferred ones. Either may know more than the
/// other: element types and ranks must be equal, and static sizes must not differ.
bool areCompatibleResultTypes(mlir::TypeRange inferred, mlir::TypeRange declared);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_INFERENCE_H
