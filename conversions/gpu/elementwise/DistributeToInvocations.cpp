// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-distribute-to-invocations: turns a bufferized kernel into the code of one invocation. It
// leaves kernels that a schedule has written, but lowers checks and counts loop iterations in all
// of them.
//
// before: scf.forall (%i, %j) in (%M, %N) { body }
// after:  scf.if %invocation < %M * %N {
//           %i = %invocation div %N, %j = %invocation rem %N
//           body
//         }
//
// A kernel without an outer scf.forall runs in a single invocation.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/LoopTripCounts.h"
#include "conversions/kernel/BufferForm.h"
#include "conversions/kernel/KernelChecks.h"
#include "conversions/kernel/KernelDims.h"
#include "conversions/kernel/KernelScratch.h"
#include "conversions/kernel/OuterLoop.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace rlx {
#define GEN_PASS_DEF_DISTRIBUTETOINVOCATIONSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

int64_t rlx::workgroupSizeOf(Operation *kernel) {
  auto size = kernel->getAttrOfType<IntegerAttr>(kWorkgroupSizeAttr);
  return size ? size.getInt() : kInvocationsPerWorkgroup;
}

SmallVector<AffineExpr> rlx::gridOf(AffineExpr workgroups) {
  constexpr int64_t kRow = 32768;
  AffineExpr rows = workgroups.floorDiv(kRow) + 1;
  return {workgroups.ceilDiv(rows), rows, getAffineConstantExpr(1, workgroups.getContext())};
}

namespace {

// Private memory of an invocation, all allocations together. More would live in caches at best.
constexpr int64_t kPrivateBytes = 2048;
constexpr int64_t kAlignment = 16;

struct DistributeToInvocations
    : rlx::impl::DistributeToInvocationsPassBase<DistributeToInvocations> {
  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    if (failed(rlx::expectBufferForm(kernel)))
      return signalPassFailure();
    // Otherwise a schedule has distributed the kernel.
    if (!kernel->hasAttr(rlx::lir::kGridAttr) && failed(map(kernel)))
      return signalPassFailure();
    lowerChecks(kernel);
    if (failed(rlx::noteTripCounts(kernel)))
      signalPassFailure();
  }

  LogicalResult map(func::FuncOp kernel) {
    unsigned operands = kernel.getNumArguments() - rlx::lir::kKernelContextArguments;
    rlx::KernelDims dims(kernel, operands);
    invocation = kernel.getArgument(operands + 2);
    AffineExpr work = distribute(kernel, dims);
    if (!work)
      return failure();
    AffineExpr workgroups = work.ceilDiv(rlx::kInvocationsPerWorkgroup);
    SmallVector<AffineExpr> grid = rlx::gridOf(workgroups);
    kernel->setAttr(rlx::lir::kGridAttr,
                    AffineMapAttr::get(AffineMap::get(0, dims.size(), grid, &getContext())));
    AffineExpr launched = grid[0] * grid[1] * rlx::kInvocationsPerWorkgroup;
    return placeAllocations(kernel, dims, launched);
  }

  // Distributes the outer loop. Returns the number of invocations with work; null on failure.
  AffineExpr distribute(func::FuncOp kernel, const rlx::KernelDims &dims) {
    IRRewriter rewriter(kernel.getContext());
    if (std::optional<rlx::OuterLoop> outer = rlx::OuterLoop::find(kernel, dims)) {
      inlineAtInvocation(rewriter, outer->loop, kernel, dims, outer->steps);
      AffineExpr work = outer->steps.front();
      for (AffineExpr each : llvm::drop_begin(outer->steps))
        work = work * each;
      return work;
    }
    if (failed(rlx::serializeLoops(kernel)))
      return {};
    runOnce(rewriter, kernel);
    return getAffineConstantExpr(1, kernel.getContext());
  }

  void inlineAtInvocation(IRRewriter &rewriter, scf::ForallOp loop, func::FuncOp kernel,
                          const rlx::KernelDims &dims, ArrayRef<AffineExpr> steps) {
    Location loc = loop.getLoc();
    rewriter.setInsertionPoint(loop);
    SmallVector<Value> counts;
    Value work;
    for (AffineExpr each : steps) {
      counts.push_back(rlx::materializeDims(rewriter, kernel, dims, each));
      work =
          work ? Value(arith::MulIOp::create(rewriter, loc, work, counts.back())) : counts.back();
    }
    Value inside =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, invocation, work);
    auto guard = scf::IfOp::create(rewriter, loc, inside);
    rewriter.setInsertionPointToStart(guard.thenBlock());
    // The last loop is the fastest, so that adjacent invocations write contiguous elements.
    SmallVector<Value> ivs(steps.size());
    Value rest = invocation;
    for (size_t i = steps.size(); i-- > 0;) {
      Value index = rest;
      if (i != 0) {
        index = arith::RemUIOp::create(rewriter, loc, rest, counts[i]);
        rest = arith::DivUIOp::create(rewriter, loc, rest, counts[i]);
      }
      Value stride = getValueOrCreateConstantIndexOp(rewriter, loc, loop.getMixedStep()[i]);
      ivs[i] = arith::MulIOp::create(rewriter, loc, index, stride);
    }
    rewriter.eraseOp(loop.getTerminator());
    rewriter.inlineBlockBefore(loop.getBody(), guard.thenYield(), ivs);
    rewriter.eraseOp(loop);
  }

  // Executes the whole kernel in the first invocation.
  void runOnce(IRRewriter &rewriter, func::FuncOp kernel) {
    Block &body = kernel.getBody().front();
    Location loc = kernel.getLoc();
    SmallVector<Operation *> ops;
    for (Operation &op : body.without_terminator())
      ops.push_back(&op);
    rewriter.setInsertionPointToStart(&body);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value first = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, invocation, zero);
    auto guard = scf::IfOp::create(rewriter, loc, first);
    for (Operation *op : ops)
      op->moveBefore(guard.thenYield());
  }

  // Small allocations become private memory. Others get slices of the workspace, in which those of
  // an invocation are contiguous.
  LogicalResult placeAllocations(func::FuncOp kernel, const rlx::KernelDims &dims,
                                 AffineExpr launched) {
    MLIRContext *context = kernel.getContext();
    AffineExpr each = getAffineConstantExpr(0, context);
    int64_t privateBytes = 0;
    SmallVector<memref::AllocOp> allocations;
    SmallVector<std::pair<memref::AllocOp, AffineExpr>> placed;
    kernel.walk([&](memref::AllocOp op) { allocations.push_back(op); });
    for (memref::AllocOp op : allocations) {
      AffineExpr bytes = rlx::scratchBytes(op, dims);
      if (!bytes)
        return failure();
      auto known = dyn_cast<AffineConstantExpr>(bytes);
      // SPIR-V variables cannot hold complex numbers. Buffers hold pairs.
      bool isPlain = !isa<ComplexType>(op.getType().getElementType());
      if (known && isPlain && op.getType().hasStaticShape() &&
          known.getValue() <= kPrivateBytes - privateBytes) {
        privateBytes += llvm::alignTo(known.getValue(), kAlignment);
        OpBuilder at(op);
        Value buffer = memref::AllocaOp::create(at, op.getLoc(), op.getType());
        op.replaceAllUsesWith(buffer);
        op.erase();
        continue;
      }
      placed.push_back({op, each});
      each = each + bytes.ceilDiv(kAlignment) * kAlignment;
    }
    placeInWorkspace(kernel, dims, placed, each);
    kernel.walk([](memref::DeallocOp op) { op.erase(); });
    kernel->setAttr(rlx::lir::kWorkspaceAttr,
                    AffineMapAttr::get(AffineMap::get(0, dims.size(), each * launched)));
    return success();
  }

  void placeInWorkspace(func::FuncOp kernel, const rlx::KernelDims &dims,
                        ArrayRef<std::pair<memref::AllocOp, AffineExpr>> placed, AffineExpr each) {
    if (placed.empty())
      return;
    OpBuilder entry = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Location loc = kernel.getLoc();
    Value workspace =
        kernel.getArgument(kernel.getNumArguments() - rlx::lir::kKernelContextArguments);
    Value own = arith::MulIOp::create(entry, loc, invocation,
                                      rlx::materializeDims(entry, kernel, dims, each));
    for (auto [op, offset] : placed) {
      Value start = rlx::materializeDims(entry, kernel, dims, offset);
      rlx::placeScratch(op, workspace, arith::AddIOp::create(entry, loc, own, start));
    }
  }

  void lowerChecks(func::FuncOp kernel) {
    Value status = kernel.getArgument(kernel.getNumArguments() - 4);
    rlx::lowerKernelChecks(kernel, [&](OpBuilder &b, Location loc, Value word) {
      Value zero = arith::ConstantIndexOp::create(b, loc, 0);
      memref::AtomicRMWOp::create(b, loc, arith::AtomicRMWKind::maxu, word, status, zero);
    });
  }

  Value invocation;
};

} // namespace
