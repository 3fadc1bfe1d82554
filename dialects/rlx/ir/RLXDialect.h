// The dialect and its interfaces, without any op class: what generic passes and tools include.
#ifndef RLX_DIALECTS_RLX_IR_RLXDIALECT_H
#define RLX_DIALECTS_RLX_IR_RLXDIALECT_H

#include "dialects/rlx/interfaces/Inference.h"
#include "dialects/rlx/interfaces/LoweringReason.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/Error.h"

namespace rlx::OpTrait {

// The result is operand 0 in the same memory: same elements in row-major order, other sizes.
template <typename ConcreteType>
class ReshapesOperand : public mlir::OpTrait::TraitBase<ConcreteType, ReshapesOperand> {};

// Lowers to something that consumers cannot be fused into: a kernel of its own.
template <typename ConcreteType>
class NoFusion : public mlir::OpTrait::TraitBase<ConcreteType, NoFusion> {};

// Has a region of elementwise ops and is elementwise as a whole.
template <typename ConcreteType>
class ElementwiseBody : public mlir::OpTrait::TraitBase<ConcreteType, ElementwiseBody> {};

// May fail in a run, for what its operands hold.
template <typename ConcreteType>
class MayFail : public mlir::OpTrait::TraitBase<ConcreteType, MayFail> {
public:
  mlir::Speculation::Speculatability getSpeculatability() {
    return mlir::Speculation::NotSpeculatable;
  }
};

} // namespace rlx::OpTrait

#include "dialects/rlx/interfaces/RLXInterfaces.h.inc"
#include "dialects/rlx/ir/RLXEnums.h.inc"

#include "dialects/rlx/ir/RLXDialect.h.inc"

#endif // RLX_DIALECTS_RLX_IR_RLXDIALECT_H
