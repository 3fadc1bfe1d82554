// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits a thread's place; see Warpgroup.h.
#include "conversions/nvvm/wgmma/Warpgroup.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace rlx {

// The number of the warp is the same for all its threads. A shuffle tells that to the compiler.
WarpgroupThread WarpgroupThread::find(WorkgroupBuilder &k) {
  constexpr int64_t kAllLanes = -1, kLastLane = kWarp - 1;
  Words w(k);
  WarpgroupThread at;
  at.thread = w.fromIndex(k.local);
  at.lane = w.bitAnd(at.thread, w.constant(kLastLane));
  Value number = w.shiftRight(at.thread, w.constant(5));
  Value warp =
      NVVM::ShflOp::create(k.b, k.loc, k.b.getI32Type(), w.constant(kAllLanes), number,
                           w.constant(0), w.constant(kLastLane), NVVM::ShflKind::idx, UnitAttr());
  at.group = w.shiftRight(warp, w.constant(2));
  at.warpOfGroup = w.bitAnd(warp, w.constant(kWarpsOfGroup - 1));
  at.leads = w.equal(w.bitAnd(at.thread, w.constant(kWarpgroup - 1)), w.constant(0));
  return at;
}

} // namespace rlx
