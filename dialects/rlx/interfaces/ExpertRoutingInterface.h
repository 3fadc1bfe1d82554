// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interfaces by which passes find the layers of a mixture of experts (MoE): selections of
// experts, and matmuls with the selected experts. They are documented in ExpertRoutingInterface.td.
// Here is also the trait of ops that may be between the two.
#ifndef RLX_DIALECTS_RLX_INTERFACES_EXPERTROUTINGINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_EXPERTROUTINGINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace rlx::OpTrait {

/// Every element of the result is an element of operand 0, at another index or in another type.
template <typename ConcreteType>
class KeepsElements : public mlir::OpTrait::TraitBase<ConcreteType, KeepsElements> {};

} // namespace rlx::OpTrait

#include "dialects/rlx/interfaces/ExpertRoutingInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_EXPERTROUTINGINTERFACE_H
