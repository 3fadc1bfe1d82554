// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks and signature changes of the buffer form; see BufferForm.h.
//
// The context arguments are counted by lir::kKernelContextArguments.
#include "conversions/kernel/BufferForm.h"

#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

static MemRefType memrefOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

LogicalResult expectTensorForm(func::FuncOp kernel) {
  if (llvm::all_of(kernel.getArgumentTypes(), llvm::IsaPred<RankedTensorType, IndexType>) &&
      llvm::all_of(kernel.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return success();
  return internal(kernel.emitOpError(
      "is expected to be a kernel from ranked tensors and sizes to ranked tensors"));
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

// A one-dimensional buffer of integers with this number of bits.
static bool isRow(Type type, unsigned bits) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.getRank() == 1 && memref.getElementType().isInteger(bits);
}

static bool isBufferForm(FunctionType type) {
  ArrayRef<Type> types = type.getInputs();
  if (type.getNumResults() != 0 || types.size() < lir::kKernelContextArguments)
    return false;
  ArrayRef<Type> context = types.take_back(lir::kKernelContextArguments);
  return isRow(context[0], 8) && isRow(context[1], 32) &&
         llvm::all_of(context.take_back(3), llvm::IsaPred<IndexType>) &&
         llvm::all_of(types, [](Type each) {
           auto memref = dyn_cast<MemRefType>(each);
           return each.isIndex() || (memref && memref.getLayout().isIdentity());
         });
}

LogicalResult expectBufferForm(func::FuncOp kernel) {
  if (isBufferForm(kernel.getFunctionType()))
    return success();
  return internal(kernel.emitOpError(
      "is expected to be a kernel on buffers, with workspace, status and three coordinates"));
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
  if (auto cast = value.getDefiningOp<tensor::CastOp>())
    return outputBehindReshapes(
        b, cast.getSource(), made,
        memref::CastOp::create(b, value.getLoc(), memrefOf(cast.getSource().getType()), output));
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  return outputBehindReshapes(
      b, expand.getSrc(), made,
      memref::CollapseShapeOp::create(b, value.getLoc(), output, expand.getReassociationIndices()));
}

} // namespace rlx
