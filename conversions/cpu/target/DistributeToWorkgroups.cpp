// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-distribute-to-workgroups`: makes a bufferized kernel compute one workgroup.
//
//   scf.forall (%i) = (0) to (%n) step (64) { … %i … }     ->  %i = %x * 64; …
//   memref.alloc()                                         ->  a view of the workspace or the stack
//   lir.check                                              ->  a store to the status word
//
// Records the grid and the workspace as affine maps over the kernel's dims. Kernels of fast paths
// already have this form.
#include "conversions/cpu/Passes.h"
#include "conversions/cpu/builder/StatusChecks.h"

#include "conversions/kernel/BufferForm.h"
#include "conversions/kernel/KernelDims.h"
#include "conversions/kernel/KernelScratch.h"
#include "conversions/kernel/OuterLoop.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace rlx {
#define GEN_PASS_DEF_DISTRIBUTETOWORKGROUPSPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr int64_t kAlignment = 64;
// The stack bytes for small allocations of a kernel, in total.
constexpr int64_t kStackBytes = 4096;

struct DistributeToWorkgroups : rlx::impl::DistributeToWorkgroupsPassBase<DistributeToWorkgroups> {
  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    if (kernel->hasAttr(rlx::lir::kGridAttr))
      return; // a fast path has done this
    if (failed(rlx::expectBufferForm(kernel)))
      return signalPassFailure();
    rlx::KernelDims dims(kernel, kernel.getNumArguments() - rlx::lir::kKernelContextArguments);
    if (failed(distribute(kernel, dims)) || failed(placeAllocations(kernel, dims)))
      return signalPassFailure();
    rlx::cpu::lowerStatusChecks(kernel);
  }

  LogicalResult distribute(func::FuncOp kernel, const rlx::KernelDims &dims) {
    SmallVector<AffineExpr> grid;
    if (std::optional<rlx::OuterLoop> outer = rlx::OuterLoop::find(kernel, dims)) {
      grid = outer->steps;
      inlineAtCoordinates(outer->loop, kernel);
    } else if (failed(rlx::serializeLoops(kernel))) {
      return failure();
    }
    grid.resize(3, getAffineConstantExpr(1, &getContext()));
    kernel->setAttr(rlx::lir::kGridAttr,
                    AffineMapAttr::get(AffineMap::get(0, dims.size(), grid, &getContext())));
    return success();
  }

  static void inlineAtCoordinates(scf::ForallOp loop, func::FuncOp kernel) {
    IRRewriter rewriter(loop);
    unsigned x = kernel.getNumArguments() - 3;
    SmallVector<Value> ivs;
    for (auto [i, step] : llvm::enumerate(loop.getMixedStep())) {
      Value stride = getValueOrCreateConstantIndexOp(rewriter, loop.getLoc(), step);
      ivs.push_back(
          arith::MulIOp::create(rewriter, loop.getLoc(), kernel.getArgument(x + i), stride));
    }
    rewriter.eraseOp(loop.getTerminator());
    rewriter.inlineBlockBefore(loop.getBody(), loop, ivs);
    rewriter.eraseOp(loop);
  }

  // Gives every allocation its own 64-byte aligned part of the workspace, or of the stack if it is
  // small. LLVM sees that other stores do not change values on the stack, such as the mean of a
  // row, and keeps them in registers.
  LogicalResult placeAllocations(func::FuncOp kernel, const rlx::KernelDims &dims) {
    AffineExpr offset = Builder(kernel).getAffineConstantExpr(0);
    int64_t stackBytes = 0;
    OpBuilder entry = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Value workspace =
        kernel.getArgument(kernel.getNumArguments() - rlx::lir::kKernelContextArguments);
    SmallVector<memref::AllocOp> allocations;
    kernel.walk([&](memref::AllocOp op) { allocations.push_back(op); });
    for (memref::AllocOp op : allocations) {
      AffineExpr bytes = rlx::scratchBytes(op, dims);
      if (!bytes)
        return failure();
      auto known = dyn_cast<AffineConstantExpr>(bytes);
      if (known && known.getValue() > 0 && known.getValue() <= kStackBytes - stackBytes) {
        stackBytes += llvm::alignTo(known.getValue(), kAlignment);
        rlx::placeScratch(op, stackBuffer(entry, op.getLoc(), known.getValue()),
                          arith::ConstantIndexOp::create(entry, op.getLoc(), 0));
        continue;
      }
      rlx::placeScratch(op, workspace, rlx::materializeDims(entry, kernel, dims, offset));
      offset = offset + bytes.ceilDiv(kAlignment) * kAlignment;
    }
    kernel.walk([](memref::DeallocOp op) { op.erase(); });
    kernel->setAttr(rlx::lir::kWorkspaceAttr,
                    AffineMapAttr::get(AffineMap::get(0, dims.size(), offset)));
    return success();
  }

  static Value stackBuffer(OpBuilder &entry, Location loc, int64_t bytes) {
    return memref::AllocaOp::create(entry, loc, MemRefType::get(bytes, entry.getI8Type()),
                                    entry.getI64IntegerAttr(kAlignment));
  }
};

} // namespace
