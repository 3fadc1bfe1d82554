// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion patterns to SPIR-V that MLIR 22 lacks, or that it has with other semantics. They cover
// zeros of maxima and minima, maxima of narrow integers, remainders, saturated indices, truth
// values, exp2, f16 division, and the atomic maximum of the status.
#ifndef RLX_CONVERSIONS_SPIRV_SPIRVPATTERNS_H
#define RLX_CONVERSIONS_SPIRV_SPIRVPATTERNS_H

#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"

namespace rlx {

// Adds the patterns, with a higher benefit than MLIR's own.
void populateSpirvPatterns(const mlir::SPIRVTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_SPIRVPATTERNS_H
