// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of reductions, and the trait of composite ops that reduce the same rows several
// times, such as softmax. They are documented in ReductionInterface.td. Passes use the interface to
// split long reductions into partial ones.
#ifndef RLX_DIALECTS_RLX_INTERFACES_REDUCTIONINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_REDUCTIONINTERFACE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/TypeUtilities.h"

namespace rlx::OpTrait {

/// A composite op whose decomposition has several reductions of the same rows. They make one good
/// kernel on every target.
template <typename ConcreteType>
class RowReductionComposite : public mlir::OpTrait::TraitBase<ConcreteType, RowReductionComposite> {
};

} // namespace rlx::OpTrait

#include "dialects/rlx/interfaces/ReductionInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_REDUCTIONINTERFACE_H
