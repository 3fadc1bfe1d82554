// What exporters write of the Gaussian error linear unit.
#ifndef RLX_PASSES_FUSEGELU_H
#define RLX_PASSES_FUSEGELU_H

#include "mlir/IR/PatternMatch.h"

namespace rlx {

// x * 0.5 * (1 + erf(x / sqrt(2))), its factors in any order  =>  rlx.gelu
void addGeluPattern(mlir::RewritePatternSet &patterns);

} // namespace rlx

#endif // RLX_PASSES_FUSEGELU_H
