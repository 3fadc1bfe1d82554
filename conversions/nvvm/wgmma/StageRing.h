// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A ring of stages in shared memory that one thread fills by the copy engine, and warpgroups read.
//
//   producer:  waitEmpty -> expect -> copies          consumer:  waitFull -> wgmma -> release
//
// Each stage has two mbarriers: `full` completes when all bytes have arrived, `empty` when each
// consumer has released the stage. A position is a stage and the parity of the round.
#ifndef RLX_CONVERSIONS_NVVM_WGMMA_STAGERING_H
#define RLX_CONVERSIONS_NVVM_WGMMA_STAGERING_H

#include "conversions/nvvm/wgmma/Words.h"

namespace rlx {

class StageRing {
public:
  struct Position {
    mlir::Value stage, parity; // i32
  };
  static constexpr int64_t kBarrierBytes = 16; // of a stage

  // `base` is the address (i32) of `stages` times `stageBytes`, and the barriers behind.
  StageRing(WorkgroupBuilder &k, mlir::Value base, int64_t stages, int64_t stageBytes)
      : k(k), w(k), base(base), stages(stages), stageBytes(stageBytes) {}

  // For one thread; a barrier of the workgroup has to follow.
  void init(int64_t consumers);

  Position producerStart() { return {w.constant(0), w.constant(1)}; }
  Position consumerStart() { return {w.constant(0), w.constant(0)}; }
  Position next(const Position &at);

  mlir::Value addressOf(const Position &at);
  mlir::Value fullBarrier(mlir::Value stage);

  void waitEmpty(const Position &at);
  void expect(const Position &at); // a whole stage of bytes
  void waitFull(const Position &at);
  void release(mlir::Value stage); // by one thread of each consumer

private:
  mlir::Value emptyBarrier(mlir::Value stage);
  void wait(mlir::Value barrier, mlir::Value parity);

  WorkgroupBuilder &k;
  Words w;
  mlir::Value base;
  int64_t stages, stageBytes;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_WGMMA_STAGERING_H
