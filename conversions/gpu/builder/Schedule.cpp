// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search for the loops that schedules take (see Schedule.h).
#include "conversions/gpu/builder/Schedule.h"

#include "conversions/kernel/TileRoot.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

linalg::LinalgOp findScheduleRoot(func::FuncOp kernel) {
  Block &body = kernel.getBody().front();
  if (kernel->hasAttr(lir::kGridAttr) || kernel.getNumResults() != 1 ||
      !body.getOps<tensor::ExtractOp>().empty() || hasEmptyLoop(kernel))
    return {};
  auto root = behindReshapes(body.getTerminator()->getOperand(0)).getDefiningOp<linalg::LinalgOp>();
  return root && root->getNumResults() == 1 ? root : linalg::LinalgOp();
}

} // namespace rlx
