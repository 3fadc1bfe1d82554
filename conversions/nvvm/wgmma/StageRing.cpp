// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits mbarriers of a ring of stages (see StageRing.h).
#include "conversions/nvvm/wgmma/StageRing.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kBarrier = 8; // bytes
// Nanoseconds after which the hardware looks again: the op is a loop around it.
constexpr int64_t kTicks = 10'000'000;

} // namespace

Value StageRing::fullBarrier(Value stage) {
  return w.add(w.add(base, w.constant(stages * stageBytes)), w.mul(stage, w.constant(kBarrier)));
}

Value StageRing::emptyBarrier(Value stage) {
  return w.add(fullBarrier(stage), w.constant(stages * kBarrier));
}

Value StageRing::addressOf(const Position &at) {
  return w.add(base, w.mul(at.stage, w.constant(stageBytes)));
}

void StageRing::init(int64_t consumers) {
  for (int64_t i = 0; i < stages; ++i) {
    Value stage = w.constant(i);
    NVVM::MBarrierInitOp::create(k.b, k.loc, w.sharedPointer(fullBarrier(stage)), w.constant(1),
                                 Value());
    NVVM::MBarrierInitOp::create(k.b, k.loc, w.sharedPointer(emptyBarrier(stage)),
                                 w.constant(consumers), Value());
  }
  NVVM::FenceMbarrierInitOp::create(k.b, k.loc);
  NVVM::FenceProxyOp::create(k.b, k.loc, NVVM::ProxyKind::async, NVVM::SharedSpaceAttr());
}

StageRing::Position StageRing::next(const Position &at) {
  Value stage = w.add(at.stage, w.constant(1));
  Value wraps = w.equal(stage, w.constant(stages));
  Value flipped = arith::XOrIOp::create(k.b, k.loc, at.parity, w.constant(1));
  return {arith::SelectOp::create(k.b, k.loc, wraps, w.constant(0), stage),
          arith::SelectOp::create(k.b, k.loc, wraps, flipped, at.parity)};
}

void StageRing::wait(Value barrier, Value parity) {
  NVVM::MBarrierTryWaitParityOp::create(k.b, k.loc, w.sharedPointer(barrier), parity,
                                        w.constant(kTicks));
}
void StageRing::waitEmpty(const Position &at) {
  wait(emptyBarrier(at.stage), at.parity);
}
void StageRing::waitFull(const Position &at) {
  wait(fullBarrier(at.stage), at.parity);
}

void StageRing::expect(const Position &at) {
  NVVM::MBarrierArriveExpectTxOp::create(k.b, k.loc, Type(), w.sharedPointer(fullBarrier(at.stage)),
                                         w.constant(stageBytes), NVVM::MemScopeKind::CTA,
                                         /*relaxed=*/false, Value());
}

void StageRing::release(Value stage) {
  NVVM::MBarrierArriveOp::create(k.b, k.loc, k.b.getI64Type(), w.sharedPointer(emptyBarrier(stage)),
                                 Value());
}

} // namespace rlx
