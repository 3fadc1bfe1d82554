// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See InPlaceCaches.h.
#include "session/InPlaceCaches.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Passes.h"

using namespace mlir;

namespace rlx {

LogicalResult updateCachesInPlace(ModuleOp module) {
  PassManager passes(module.getContext());
  passes.addNestedPass<func::FuncOp>(createUpdateCachesInPlacePass());
  return passes.run(module);
}

} // namespace rlx
