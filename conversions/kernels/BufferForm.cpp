// See BufferForm.h.
#include "conversions/kernels/BufferForm.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

static MemRefType memrefOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

SmallVector<Value> addBufferArguments(func::FuncOp kernel) {
  Block &body = kernel.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  Location loc = kernel.getLoc();
  for (BlockArgument argument : llvm::to_vector(body.getArguments())) {
    Type tensor = argument.getType();
    if (!isa<RankedTensorType>(tensor))
      continue;
    argument.setType(memrefOf(tensor));
    auto read = bufferization::ToTensorOp::create(builder, loc, tensor, argument,
                                                  /*restrict=*/true);
    argument.replaceAllUsesExcept(read.getResult(), read);
  }
  SmallVector<Value> outputs;
  for (Type type : kernel.getResultTypes())
    outputs.push_back(body.addArgument(memrefOf(type), loc));
  body.addArgument(MemRefType::get({ShapedType::kDynamic}, builder.getI8Type()), loc); // workspace
  body.addArgument(MemRefType::get({1}, builder.getI32Type()), loc);                   // status
  for (int i = 0; i < 3; ++i)
    body.addArgument(builder.getIndexType(), loc); // x, y, z
  return outputs;
}

void finishBufferForm(func::FuncOp kernel) {
  Block &body = kernel.getBody().front();
  cast<func::ReturnOp>(body.getTerminator())->setOperands({});
  kernel.setFunctionType(FunctionType::get(kernel.getContext(), body.getArgumentTypes(), {}));
}

Value outputBehindReshapes(OpBuilder &b, Value value, Value made, Value output) {
  if (value == made)
    return output;
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>())
    return outputBehindReshapes(
        b, collapse.getSrc(), made,
        memref::ExpandShapeOp::create(b, value.getLoc(), collapse.getSrcType().getShape(), output,
                                      collapse.getReassociationIndices()));
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  return outputBehindReshapes(
      b, expand.getSrc(), made,
      memref::CollapseShapeOp::create(b, value.getLoc(), output, expand.getReassociationIndices()));
}

} // namespace rlx
