// What the lowerings of the scatter ops share: one that goes through updates in order, and one of
// sorted updates, of which each element finds its own.
#ifndef RLX_DIALECTS_RLX_OPS_SHAPE_SCATTERUPDATES_H
#define RLX_DIALECTS_RLX_OPS_SHAPE_SCATTERUPDATES_H

#include "dialects/rlx/ir/ScatterOps.h"

namespace rlx {

// What an update, of the old element's type, makes of it.
mlir::Value combineUpdate(mlir::OpBuilder &builder, mlir::Location loc, ScatterReduction reduction,
                          mlir::Value old, mlir::Value update);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_SHAPE_SCATTERUPDATES_H
