// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model with the results of all its ops as outputs.
//
// So intermediate values can be compared, whatever kernels and layouts a target uses.
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
  // In the order of the ops, with the index of each output.
  std::vector<mlir::OpResult> results;
  std::vector<size_t> outputs;
};

// Made from the model after simplification; the model itself is not changed. Constants, and ops
// inside control flow, are left out.
rt::StatusOr<EveryResult> makeEveryResult(mlir::ModuleOp model);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMPARE_EVERYRESULT_H
