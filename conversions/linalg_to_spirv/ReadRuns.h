// What an op's body reads at neighbouring steps of a loop, where it computes the places itself: of
// numbers that are stored in blocks, say.
#ifndef RLX_CONVERSIONS_LINALG_TO_SPIRV_READRUNS_H
#define RLX_CONVERSIONS_LINALG_TO_SPIRV_READRUNS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace rlx {

// Whether at so many steps of the loop, from a multiple of them on, a value of the body is computed
// from what lies side by side in memory, or from the same element.
bool readsRuns(mlir::linalg::LinalgOp op, mlir::Value value, unsigned loop, int64_t steps);

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_SPIRV_READRUNS_H
