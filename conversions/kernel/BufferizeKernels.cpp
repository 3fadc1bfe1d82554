// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-bufferize-kernels`: gives kernels their buffer form (BufferForm.h), then runs
// One-Shot Bufferize.
//
// Each result is materialized in its output argument, so the op that produces it computes in place.
// Reshapes of results become views of the output.
#include "conversions/kernel/Passes.h"

#include "conversions/kernel/BufferForm.h"
#include "conversions/kernel/TileRoot.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_BUFFERIZEKERNELSPASS
#include "conversions/kernel/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Removes pads whose result is empty. As buffers the input would be copied to a part of an empty
// buffer, which memref.subview rejects.
void dropEmptyPads(func::FuncOp kernel, RewriterBase &rewriter) {
  kernel.walk([&](tensor::PadOp pad) {
    if (!llvm::is_contained(pad.getResultType().getShape(), 0))
      return;
    rewriter.setInsertionPoint(pad);
    ReifiedRankedShapedTypeDims sizes;
    if (succeeded(reifyResultShapes(rewriter, pad, sizes)))
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(pad, sizes[0],
                                                   pad.getResultType().getElementType());
  });
}

struct BufferizeKernels : rlx::impl::BufferizeKernelsPassBase<BufferizeKernels> {
  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    if (kernel.getNumResults() == 0)
      return; // a fast path has made the buffer form
    if (failed(rlx::expectTensorForm(kernel)))
      return signalPassFailure();
    convertSignature(kernel);
    IRRewriter rewriter(kernel.getContext());
    dropEmptyPads(kernel, rewriter);
    if (failed(bufferization::eliminateEmptyTensors(rewriter, kernel)))
      return signalPassFailure();
    bufferization::OneShotBufferizationOptions options;
    options.allowReturnAllocsFromLoops = true;
    options.setFunctionBoundaryTypeConversion(bufferization::LayoutMapOption::IdentityLayoutMap);
    bufferization::BufferizationState state;
    if (failed(bufferization::runOneShotBufferize(kernel, options, state)))
      return signalPassFailure();
  }

  // The updated argument has the memory of the result.
  static void readResult(BlockArgument argument, Value output) {
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
      OpBuilder builder(user);
      auto read = cast<bufferization::ToTensorOp>(user);
      read.getBufferMutable().assign(output);
      read.setRestrict(true);
      read.setWritable(true);
    }
  }

  void convertSignature(func::FuncOp kernel) {
    SmallVector<Value> outputs = rlx::addBufferArguments(kernel);
    Location loc = kernel.getLoc();
    if (auto updated = kernel->getAttrOfType<IntegerAttr>(rlx::lir::kUpdatedAttr))
      readResult(kernel.getArgument(updated.getInt()), outputs.front());
    auto ret = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
    OpBuilder builder(ret);
    for (auto [value, output] : llvm::zip(ret.getOperands(), outputs)) {
      Value made = rlx::behindReshapes(value);
      auto write = bufferization::MaterializeInDestinationOp::create(
          builder, loc, Type(), made, rlx::outputBehindReshapes(builder, value, made, output));
      write.setRestrict(true);
      write.setWritable(true);
    }
    rlx::finishBufferForm(kernel);
  }
};

} // namespace
