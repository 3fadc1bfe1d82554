// The activations that fused ops apply by name: as ops, and in double for `evaluate` bodies.
#ifndef RLX_DIALECTS_RLX_OPS_ATTENTION_FUSEDACTIVATIONS_H
#define RLX_DIALECTS_RLX_OPS_ATTENTION_FUSEDACTIVATIONS_H

#include "dialects/rlx/support/OpComposer.h"

namespace rlx {

// The op of that name on `x`; `x` itself for none.
mlir::Value composeActivation(OpComposer &c, FusedActivation activation, mlir::Value x);

namespace ref {
// From the definitions, as the ops' own `evaluate` bodies are.
double activation(FusedActivation activation, double x);
} // namespace ref

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_ATTENTION_FUSEDACTIVATIONS_H
