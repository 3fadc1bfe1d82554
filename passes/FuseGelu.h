// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognizes the Gaussian error linear unit in the form that exporters write, as part of
// rlx-fuse-epilogue.
//
// With the op named, it can become the activation of a fused matmul.
#ifndef RLX_PASSES_FUSEGELU_H
#define RLX_PASSES_FUSEGELU_H

#include "mlir/IR/PatternMatch.h"

namespace rlx {

// x * 0.5 * (1 + erf(x / sqrt(2))), with its factors in any order  =>  rlx.gelu
void addGeluPattern(mlir::RewritePatternSet &patterns);

} // namespace rlx

#endif // RLX_PASSES_FUSEGELU_H
