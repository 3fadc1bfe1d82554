// How passes know ops that reduce rows; see the .td file.
#ifndef RLX_DIALECTS_RLX_INTERFACES_REDUCTIONINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_REDUCTIONINTERFACE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/TypeUtilities.h"

namespace rlx::OpTrait {

// A composite op whose parts reduce the same rows, and so make one good kernel on every target.
template <typename ConcreteType>
class RowReductionComposite : public mlir::OpTrait::TraitBase<ConcreteType, RowReductionComposite> {
};

} // namespace rlx::OpTrait

#include "dialects/rlx/interfaces/ReductionInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_REDUCTIONINTERFACE_H
