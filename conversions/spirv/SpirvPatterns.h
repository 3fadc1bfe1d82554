// Conversion patterns that MLIR 22 lacks.
#ifndef RLX_CONVERSIONS_SPIRV_SPIRVPATTERNS_H
#define RLX_CONVERSIONS_SPIRV_SPIRVPATTERNS_H

#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"

namespace rlx {

void populateSpirvPatterns(const mlir::SPIRVTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_SPIRVPATTERNS_H
