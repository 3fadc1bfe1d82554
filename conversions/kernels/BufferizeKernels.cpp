// Gives kernels their buffer form: tensors become memref arguments, results become output
// arguments, followed by the workspace, the status word and the workgroup's coordinates. Then
// One-Shot Bufferize does the rest, with results computed in place in the outputs.
#include "conversions/Passes.h"

#include "conversions/kernels/TileRoot.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_BUFFERIZEKERNELSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

MemRefType memrefOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

// What has no elements is not padded: as buffers the input would be copied to a part of nothing,
// which memref.subview refuses.
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
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (kernel.getNumResults() == 0)
      return; // a fast path has made the buffer form
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

  // The output as what `made` is before reshapes make `value` of it.
  static Value outputFor(OpBuilder &b, Value value, Value made, Value output) {
    if (value == made)
      return output;
    if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>())
      return outputFor(b, collapse.getSrc(), made,
                       memref::ExpandShapeOp::create(b, value.getLoc(),
                                                     collapse.getSrcType().getShape(), output,
                                                     collapse.getReassociationIndices()));
    auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
    return outputFor(b, expand.getSrc(), made,
                     memref::CollapseShapeOp::create(b, value.getLoc(), output,
                                                     expand.getReassociationIndices()));
  }

  void convertSignature(func::FuncOp kernel) {
    Block &body = kernel.getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    Location loc = kernel.getLoc();
    SmallVector<Type> types;
    for (BlockArgument argument : llvm::to_vector(body.getArguments())) {
      if (isa<RankedTensorType>(argument.getType())) {
        Type tensor = argument.getType();
        argument.setType(memrefOf(tensor));
        auto read = bufferization::ToTensorOp::create(builder, loc, tensor, argument,
                                                      /*restrict=*/true);
        argument.replaceAllUsesExcept(read.getResult(), read);
      }
      types.push_back(argument.getType());
    }
    SmallVector<Value> outputs;
    for (Type type : kernel.getResultTypes()) {
      types.push_back(memrefOf(type));
      outputs.push_back(body.addArgument(types.back(), loc));
    }
    auto add = [&](Type type) {
      types.push_back(type);
      body.addArgument(type, loc);
    };
    add(MemRefType::get({ShapedType::kDynamic}, builder.getI8Type())); // workspace
    add(MemRefType::get({1}, builder.getI32Type()));                   // status
    for (int i = 0; i < 3; ++i)
      add(builder.getIndexType()); // x, y, z

    auto ret = cast<func::ReturnOp>(body.getTerminator());
    builder.setInsertionPoint(ret);
    for (auto [value, output] : llvm::zip(ret.getOperands(), outputs)) {
      Value made = rlx::behindReshapes(value);
      auto write = bufferization::MaterializeInDestinationOp::create(
          builder, loc, Type(), made, outputFor(builder, value, made, output));
      write.setRestrict(true);
      write.setWritable(true);
    }
    ret->setOperands({});
    kernel.setFunctionType(builder.getFunctionType(types, {}));
  }
};

} // namespace
