// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-lower-kernel-loops`: from linalg on buffers to scalar loops that LLVM vectorizes.
//
// linalg ops and copies become scf.for, math functions become polynomials, and bf16 arithmetic
// becomes f32 arithmetic. Runs after the buffers are distributed, for the CPU and for GPUs.
#include "conversions/kernel/Passes.h"

#include "conversions/kernel/AccurateMath.h"
#include "conversions/kernel/LoopOrder.h"
#include "conversions/kernel/UnrollHints.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_LOWERKERNELLOOPSPASS
#include "conversions/kernel/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct LowerKernelLoops : rlx::impl::LowerKernelLoopsPassBase<LowerKernelLoops> {
  using LowerKernelLoopsPassBase::LowerKernelLoopsPassBase;

  void runOnBody() override {
    relaxReductions();
    if (failed(emulateBFloat16()) || failed(lowerLinalg()) || failed(expandMath()))
      signalPassFailure();
  }

  // Allows sums of a reduction in any order. No reduction loop would be vectorized otherwise. The
  // extreme of zeros may have either sign, which saves half the instructions of a maximum.
  void relaxReductions() {
    using F = arith::FastMathFlags;
    getOperation()->walk([](linalg::LinalgOp op) {
      if (op.getNumReductionLoops() == 0)
        return;
      for (Operation &inner : *op.getBlock()) {
        if (isa<arith::AddFOp, arith::MulFOp>(inner))
          addFlags(inner, F::reassoc | F::contract);
        if (isa<arith::MaximumFOp, arith::MinimumFOp>(inner))
          addFlags(inner, F::nsz);
      }
    });
  }

  static void addFlags(Operation &op, arith::FastMathFlags added) {
    auto flags = cast<arith::ArithFastMathInterface>(op);
    op.setAttr(flags.getFastMathAttrName(),
               arith::FastMathFlagsAttr::get(op.getContext(),
                                             flags.getFastMathFlagsAttr().getValue() | added));
  }

  LogicalResult emulateBFloat16() {
    TypeConverter converter;
    MLIRContext *context = &getContext();
    Type source = BFloat16Type::get(context);
    arith::populateEmulateUnsupportedFloatsConversions(converter, {source},
                                                       Float32Type::get(context));
    RewritePatternSet patterns(context);
    arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
    ConversionTarget target(*context);
    arith::populateEmulateUnsupportedFloatsLegality(target, converter);
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }

  LogicalResult lowerLinalg() {
    IRRewriter rewriter(&getContext());
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp op) { copies.push_back(op); });
    for (memref::CopyOp op : copies) {
      if (op.getSource() == op.getTarget()) {
        rewriter.eraseOp(op);
        continue;
      }
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(
          op, linalg::makeMemRefCopyOp(rewriter, op.getLoc(), op.getSource(), op.getTarget()));
    }
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      if (!op.hasPureBufferSemantics())
        return rlx::internal(op->emitOpError("could not be turned into loops"));
      op = rlx::orderLoops(rewriter, op);
      rewriter.setInsertionPoint(op);
      FailureOr<linalg::LinalgLoops> loops = linalg::linalgOpToLoops(rewriter, op);
      if (failed(loops))
        return rlx::internal(op->emitOpError("could not be turned into loops"));
      rlx::unrollSmallLoops(*loops, op);
      rewriter.eraseOp(op);
    }
    return success();
  }

  LogicalResult expandMath() {
    rlx::expandAccurateMath(getOperation());
    RewritePatternSet patterns(&getContext());
    if (!exp2)
      math::populateExpansionPatterns(patterns, {"exp2"});
    if (!fma)
      rlx::populateMathWithoutFma(patterns);
    populateMathPolynomialApproximationPatterns(patterns, MathPolynomialApproximationOptions());
    math::populateExpansionPatterns(patterns, {"tan", "ctlz", "powi", "ceilf"});
    arith::populateExpandBFloat16Patterns(patterns);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};

} // namespace
