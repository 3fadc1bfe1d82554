// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect, its interfaces and its traits, without any op class. Generic passes and tools
// include this file, so that they need no rebuild if an op changes. Code that names ops includes
// the header of their family, for example dialects/rlx/ir/MatmulOps.h.
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

/// The result is operand 0 in the same memory: the same elements in row-major order, other sizes.
template <typename ConcreteType>
class ReshapesOperand : public mlir::OpTrait::TraitBase<ConcreteType, ReshapesOperand> {};

/// The lowering cannot be fused with consumers: the op becomes a separate kernel.
template <typename ConcreteType>
class NoFusion : public mlir::OpTrait::TraitBase<ConcreteType, NoFusion> {};

/// The result is operand 0 if all sizes are equal. Then kernels read the operand in its place.
template <typename ConcreteType>
class KeepsEqualShape : public mlir::OpTrait::TraitBase<ConcreteType, KeepsEqualShape> {};

/// The op has a region of elementwise ops and is elementwise as a whole.
template <typename ConcreteType>
class ElementwiseBody : public mlir::OpTrait::TraitBase<ConcreteType, ElementwiseBody> {};

/// The op may fail in a run because of its operands' values.
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
