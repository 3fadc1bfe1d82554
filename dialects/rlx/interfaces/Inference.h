// Shape inference over symbolic sizes: one function per op serves the verifier, builders
// (InferTypeOpInterface), the interpreter and the symbolic shape analysis.
//
// A size is an AffineExpr over symbols only: a constant where it is static, an expression over
// the model's symbolic sizes where it is dynamic. Two sizes are known equal when the simplified
// expressions are the same object. An op's `infer` reads operand shapes from an InferContext and
// returns result shapes; whatever it finds wrong it reports through `fail`, once.
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

struct InferredType {
  Dims dims;
  mlir::Type elementType;

  // The builtin type: constants become static sizes, everything else '?'.
  mlir::RankedTensorType type() const;
};

// More elements than any memory holds, and more than any number that a program states of sizes,
// starts and pads. Sums of such numbers are far from 2^63.
inline constexpr int64_t kMaxElements = int64_t(1) << 44;

class InferContext {
public:
  InferContext(mlir::MLIRContext *context, std::optional<mlir::Location> location,
               llvm::StringRef opName)
      : context(context), location(location), opName(opName) {}
  virtual ~InferContext() = default;

  mlir::MLIRContext *getContext() const { return context; }

  // The sizes of a ranked tensor value.
  virtual Dims shape(mlir::Value value) = 0;
  // The value of an `index` operand (a size, a start, …).
  virtual Dim index(mlir::Value value) = 0;
  // A size of which nothing is known.
  virtual Dim unknown() = 0;
  // Records that two sizes must be equal although that could not be proved. The symbolic analysis
  // turns this into a check at the start of a run, the verifier finds what no run can fulfil.
  virtual void requireEqual(Dim lhs, Dim rhs, const llvm::Twine &why) {}
  // The same for a size that must not be negative.
  virtual void requireNonNegative(Dim value, const llvm::Twine &why) {}

  Dim constant(int64_t value) const;
  static bool isStatic(Dim dim) { return llvm::isa<mlir::AffineConstantExpr>(dim); }
  // The constant's value; std::nullopt for a dynamic size.
  static std::optional<int64_t> staticValue(Dim dim);
  static mlir::Type elementType(mlir::Value value) {
    return llvm::cast<mlir::ShapedType>(value.getType()).getElementType();
  }

  // Combines static values and SSA operands as MLIR's DynamicIndexList prints them: an entry of
  // ShapedType::kDynamic takes the next operand. Reports and fails where there are more or fewer
  // such entries than operands: a number of a text may happen to be kDynamic. So it does for known
  // entries of a magnitude above kMaxElements.
  mlir::FailureOr<Dims> mixed(llvm::ArrayRef<int64_t> staticValues, mlir::ValueRange dynamicValues);

  // Reports `'op' op <message>` at the op, if somebody listens, and fails.
  mlir::LogicalResult fail(const llvm::Twine &message);

  // NumPy broadcasting of two sizes / shapes. Fails (silently) only if both are static and clash;
  // two dynamic sizes that are not known equal are required equal; a dynamic size against a
  // static one other than 1 gives the static one.
  std::optional<Dim> broadcast(Dim lhs, Dim rhs);
  std::optional<Dims> broadcast(llvm::ArrayRef<Dim> lhs, llvm::ArrayRef<Dim> rhs);

private:
  mlir::MLIRContext *context;
  std::optional<mlir::Location> location;
  std::string opName;
};

// "2x?x(s0 + 1)" for messages.
std::string toString(llvm::ArrayRef<Dim> dims);

// Reads static sizes from types; every '?' is a new unknown. Used by builders and the verifier.
// Inference does not see what is required of an unknown: a size stays '?' in the result.
class TypeInferContext : public InferContext {
public:
  using InferContext::InferContext;
  Dims shape(mlir::Value value) override;
  Dim index(mlir::Value value) override;
  Dim unknown() override;
  void requireEqual(Dim lhs, Dim rhs, const llvm::Twine &why) override;

  // Two sizes required to be equal that never are, and why they are required; empty: none.
  llvm::StringRef getContradiction() const { return contradiction; }

private:
  // The size with everything that was required put into it.
  Dim resolve(Dim dim) const;

  unsigned nextSymbol = 0;
  llvm::DenseMap<Dim, Dim> equalities; // from an unknown to what it must be
  std::string contradiction;
  llvm::DenseMap<mlir::Value, Dims> shapes; // one value, one set of unknowns
};

// Runs the op's inference on the types of its operands and reports what it finds, or a declared
// result type that is incompatible with the inferred one.
mlir::LogicalResult verifyInference(mlir::Operation *op);

// Turns `Op::infer` into InferTypeOpInterface::inferReturnTypes.
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

// Declared result types may know more or less than inference: equal element types and ranks, and
// no two different static sizes.
bool areCompatibleResultTypes(mlir::TypeRange inferred, mlir::TypeRange declared);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_INFERENCE_H
