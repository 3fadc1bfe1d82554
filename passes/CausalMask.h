// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognizes causal masks that a model computes from comparisons of ranges.
#ifndef RLX_PASSES_CAUSALMASK_H
#define RLX_PASSES_CAUSALMASK_H

#include "passes/SymbolicShapes.h"

namespace rlx {

/// Whether a tensor of booleans is `keepIf` exactly at the keys that a causal attention sees: key
/// j for query i if j <= i + keys - queries. Its last two dimensions are queries and keys; the
/// others are 1.
bool isCausalMask(mlir::Value mask, bool keepIf, Dim queries, Dim keys,
                  const SymbolicShapes &shapes);

} // namespace rlx

#endif // RLX_PASSES_CAUSALMASK_H
