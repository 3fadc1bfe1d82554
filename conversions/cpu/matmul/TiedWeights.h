// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights that a matmul and a lookup of rows share, such as an embedding that is the head of a
// language model too. The lookup reads the panels of the matmul, so that they are all that stays in
// memory.
//
//   %p = (panels of %w)                                %p = (panels of %w)
//   %r = rlx.gather %w, %ids axis = 0          ->      %r = rlx.gather_packed %p, %ids
//   %y = rlx.dequant_matmul_packed %x, %p              %y = rlx.dequant_matmul_packed %x, %p
#ifndef RLX_CONVERSIONS_CPU_MATMUL_TIEDWEIGHTS_H
#define RLX_CONVERSIONS_CPU_MATMUL_TIEDWEIGHTS_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "passes/InputDependence.h"

namespace rlx::cpu {

/// Packed weights.
struct PackedWeights {
  mlir::Value rows;   // [n, k], or the bytes of blocks
  mlir::Value panels; // of the transpose of `rows`, or of its blocks
  std::optional<BlockScheme> scheme;
};

/// Rewrites the gathers of rows, if nothing else in a run reads them. `made` is called with each
/// new op.
void gatherFromPanels(mlir::OpBuilder &builder, PackedWeights weights,
                      const InputDependence &dependence,
                      llvm::function_ref<void(mlir::Operation *)> made);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_MATMUL_TIEDWEIGHTS_H
