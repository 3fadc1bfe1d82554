// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The activations that fused ops apply by name: as ops for `decompose` bodies, and in double for
// `evaluate` bodies. For example, `FusedActivation::Gelu` becomes rlx.gelu. Kernels never see the
// name, because fused ops are decomposed first.
#ifndef RLX_DIALECTS_RLX_OPS_ATTENTION_FUSEDACTIVATIONS_H
#define RLX_DIALECTS_RLX_OPS_ATTENTION_FUSEDACTIVATIONS_H

#include "dialects/rlx/support/OpComposer.h"

namespace rlx {

/// The op of that name applied to `x`; `x` itself for None.
mlir::Value composeActivation(OpComposer &c, FusedActivation activation, mlir::Value x);

namespace ref {
/// The activation by its definition, like the ops' own `evaluate` bodies.
double activation(FusedActivation activation, double x);
} // namespace ref

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_ATTENTION_FUSEDACTIVATIONS_H
