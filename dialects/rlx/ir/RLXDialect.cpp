// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the dialect, the generated code of its interfaces, and the verifier that all ops
// share. The verifier runs an op's inference and compares the result with the declared types. It
// also rejects tensors with more than kMaxElements elements.
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/RLXOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

#include "dialects/rlx/interfaces/RLXInterfaces.cpp.inc"
#include "dialects/rlx/ir/RLXDialect.cpp.inc"
#include "dialects/rlx/ir/RLXEnums.cpp.inc"

// Whether the known nonzero sizes multiply to more than kMaxElements.
static bool isTooLarge(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  int64_t elements = 1;
  if (shaped && shaped.hasRank())
    for (int64_t size : shaped.getShape())
      if (!ShapedType::isDynamic(size) && size > 0 &&
          (llvm::MulOverflow(elements, size, elements) || elements > rlx::kMaxElements))
        return true;
  return false;
}

static LogicalResult expectPossibleSizes(Operation *op, TypeRange types) {
  for (Type type : types)
    if (isTooLarge(type))
      return op->emitOpError("expects tensors of at most ")
             << rlx::kMaxElements << " elements, but got " << type;
  return success();
}

LogicalResult rlx::verifyInference(Operation *op) {
  if (failed(expectPossibleSizes(op, op->getOperandTypes())))
    return failure();
  TypeInferContext ctx(op->getContext(), op->getLoc(), op->getName().getStringRef());
  SmallVector<InferredType, 1> results;
  if (failed(cast<SymbolicShapeOpInterface>(op).inferSymbolic(ctx, results)))
    return failure();
  if (!ctx.getContradiction().empty())
    return op->emitOpError("expects sizes that can be equal, but got ") << ctx.getContradiction();
  if (results.size() != op->getNumResults())
    return op->emitOpError("expects ")
           << results.size() << " results, but got " << op->getNumResults();
  // InferTypeOpInterface would report this too, but in two errors.
  for (auto [i, result, declared] : llvm::enumerate(results, op->getResultTypes())) {
    RankedTensorType inferred = result.type();
    if (failed(expectPossibleSizes(op, {inferred, declared})))
      return failure();
    if (!areCompatibleResultTypes(Type(inferred), declared))
      return op->emitOpError("expects result #")
             << i << " to have type " << inferred << ", but got " << declared;
  }
  return success();
}

void rlx::RLXDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/rlx/ir/RLXOps.cpp.inc"
      >();
}

// Folders return attributes. rlx.constant materializes tensors, arith.constant index values.
Operation *rlx::RLXDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                                Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (elements && isa<RankedTensorType>(type) && elements.getType() == type)
    return ConstantOp::create(builder, loc, type, elements);
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
