// A model whose ops' results are outputs, each of them: what is computed inside can then be
// compared, whatever a target makes of the ops, in which layouts and in how many kernels.
#ifndef RLX_TOOLS_RLXRUN_COMPARE_EVERYRESULT_H
#define RLX_TOOLS_RLXRUN_COMPARE_EVERYRESULT_H

#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Value.h"
#include "runtime/base/StatusOr.h"

namespace rlx::run {

struct EveryResult {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  // In the order of the ops; and which output of the function each is.
  std::vector<mlir::OpResult> results;
  std::vector<size_t> outputs;
};

// Of the model after simplifying, which leaves the model itself alone. Ops within control flow and
// constants are not among the results.
rt::StatusOr<EveryResult> makeEveryResult(mlir::ModuleOp model);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMPARE_EVERYRESULT_H
