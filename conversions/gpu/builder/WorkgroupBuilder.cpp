// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffer form, grids, shared memory and control flow of scheduled kernels (see WorkgroupBuilder.h).
//
// begin() adds arguments for results, workspace, status and coordinates. The ops on tensors stay
// until finish(), as ElementEmitter emits elements from them.
#include "conversions/gpu/builder/WorkgroupBuilder.h"

#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/kernel/BufferForm.h"
#include "conversions/kernel/KernelScratch.h"
#include "conversions/kernel/TileRoot.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;

namespace rlx {

MemRefType sharedMemoryType(Type element, int64_t count) {
  auto space = gpu::AddressSpaceAttr::get(element.getContext(), gpu::AddressSpace::Workgroup);
  return MemRefType::get({count}, element, MemRefLayoutAttrInterface(), space);
}

SmallVector<AffineExpr> loopSizes(linalg::LinalgOp op) {
  auto kernel = op->getParentOfType<func::FuncOp>();
  KernelDims dims(kernel, kernel.getNumArguments());
  OpBuilder b(op);
  Operation *before = op->getPrevNode();
  SmallVector<AffineExpr> sizes;
  for (const Range &range : cast<TilingInterface>(op.getOperation()).getIterationDomain(b))
    sizes.push_back(dims.trace(range.size));
  // The domain's sizes are ops before this one. The analysis leaves none of them.
  while (op->getPrevNode() != before)
    op->getPrevNode()->erase();
  return llvm::is_contained(sizes, AffineExpr()) ? SmallVector<AffineExpr>() : sizes;
}

WorkgroupBuilder::WorkgroupBuilder(func::FuncOp kernel)
    : b(kernel.getContext()), loc(kernel.getLoc()), kernel(kernel),
      dims(kernel, kernel.getNumArguments()), entry(kernel.getContext()) {}

void WorkgroupBuilder::begin(AffineExpr workgroups, int64_t invocations) {
  SmallVector<AffineExpr> grid = gridOf(workgroups);
  kernel->setAttr(lir::kGridAttr,
                  AffineMapAttr::get(AffineMap::get(0, dims.size(), grid, b.getContext())));
  kernel->setAttr(lir::kWorkspaceAttr,
                  AffineMapAttr::get(AffineMap::get(0, dims.size(), b.getAffineConstantExpr(0))));
  kernel->setAttr(kWorkgroupSizeAttr, b.getI64IntegerAttr(invocations));
  Operation *ret = kernel.getBody().front().getTerminator();
  // They are known only as long as the results are returned.
  const SmallVector<Value> results(ret->getOperands());
  const SmallVector<Value> made = llvm::map_to_vector(results, behindReshapes);
  outputs = addBufferArguments(kernel);
  finishBufferForm(kernel);
  b.setInsertionPoint(ret);
  for (auto [result, behind, output] : llvm::zip_equal(results, made, outputs))
    output = outputBehindReshapes(b, result, behind, output);
  unsigned numBuffers = kernel.getNumArguments() - lir::kKernelContextArguments;
  local = kernel.getArgument(numBuffers + 3);
  workgroup = kernel.getArgument(numBuffers + 4);
  // Sizes are computed before the guard.
  entry.setInsertionPoint(ret);
  Value count = size(workgroups);
  continueIf(less(workgroup, count));
  entry.setInsertionPoint(b.getInsertionBlock()->getParentOp());
}

void WorkgroupBuilder::continueIf(Value condition) {
  b.setInsertionPoint(scf::IfOp::create(b, loc, condition).thenYield());
}

void WorkgroupBuilder::numberBySubgroups(const rt::DeviceProfile &profile,
                                         bool assumeLinearSubgroups) {
  if (assumeLinearSubgroups && profile.has("linearSubgroupOrder")) {
    kernel->setAttr(kLinearSubgroupOrderAttr, b.getUnitAttr());
    return;
  }
  Value subgroup = gpu::SubgroupIdOp::create(b, loc, b.getIndexType(), IntegerAttr());
  Value lane = gpu::LaneIdOp::create(b, loc, IntegerAttr());
  local = add(mul(subgroup, constant(profile.subgroupSize)), lane);
}

Value WorkgroupBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}
Value WorkgroupBuilder::add(Value lhs, Value rhs) {
  return b.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}
Value WorkgroupBuilder::mul(Value lhs, Value rhs) {
  return b.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}
Value WorkgroupBuilder::div(Value lhs, Value rhs) {
  return b.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
}
Value WorkgroupBuilder::rem(Value lhs, Value rhs) {
  return b.createOrFold<arith::RemUIOp>(loc, lhs, rhs);
}
Value WorkgroupBuilder::less(Value lhs, Value rhs) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, lhs, rhs);
}

Value WorkgroupBuilder::size(AffineExpr expr) {
  Value &value = sizes[expr];
  if (!value) {
    if (auto known = dyn_cast<AffineConstantExpr>(expr))
      value = arith::ConstantIndexOp::create(entry, loc, known.getValue());
    else
      value = materializeDims(entry, kernel, dims, expr);
  }
  return value;
}

SmallVector<Value> WorkgroupBuilder::delinearize(Value number, ArrayRef<AffineExpr> sizes) {
  SmallVector<Value> indices(sizes.size());
  Value rest = number;
  for (size_t i = sizes.size(); i-- > 1;) {
    indices[i] = rem(rest, size(sizes[i]));
    rest = div(rest, size(sizes[i]));
  }
  if (!indices.empty())
    indices[0] = rest;
  return indices;
}

Value WorkgroupBuilder::shared(Type element, int64_t count) {
  return memref::AllocOp::create(entry, loc, sharedMemoryType(element, count));
}

Value WorkgroupBuilder::load(Value memref, Value index) {
  return memref::LoadOp::create(b, loc, memref, index);
}

void WorkgroupBuilder::store(Value value, Value memref, Value index) {
  memref::StoreOp::create(b, loc, value, memref, index);
}

void WorkgroupBuilder::barrier() {
  gpu::BarrierOp::create(b, loc);
}
void WorkgroupBuilder::subgroupBarrier() {
  lir::SubgroupBarrierOp::create(b, loc);
}

void WorkgroupBuilder::when(Value condition, function_ref<void()> body) {
  auto branch = scf::IfOp::create(b, loc, condition);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenYield());
  body();
}

SmallVector<Value> WorkgroupBuilder::either(Value condition, TypeRange types,
                                            function_ref<SmallVector<Value>()> then,
                                            function_ref<SmallVector<Value>()> otherwise) {
  auto branch = scf::IfOp::create(b, loc, types, condition, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, loc, then());
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, loc, otherwise());
  return SmallVector<Value>(branch.getResults());
}

SmallVector<Value>
WorkgroupBuilder::loop(Value from, Value to, Value step, ValueRange init,
                       function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(
      b, loc, from, to, step, init, [&](OpBuilder &inner, Location l, Value at, ValueRange values) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
        SmallVector<Value> results = body(at, values);
        scf::YieldOp::create(b, l, results);
      });
  return SmallVector<Value>(loop.getResults());
}

void WorkgroupBuilder::storeResult(Value value, ValueRange indices, size_t number) {
  memref::StoreOp::create(b, loc, value, outputs[number], indices);
}

void WorkgroupBuilder::finish(const Twine &details) {
  kernel->setAttr(kScheduleDetailsAttr, b.getStringAttr(details));
  // Sizes of tensors become those of the buffers behind them.
  kernel.walk([](tensor::DimOp op) {
    auto read = op.getSource().getDefiningOp<bufferization::ToTensorOp>();
    if (!read)
      return;
    OpBuilder at(op);
    op.replaceAllUsesWith(
        memref::DimOp::create(at, op.getLoc(), read.getBuffer(), op.getIndex()).getResult());
    op.erase();
  });
  SmallVector<Operation *> ops;
  for (Operation &op : kernel.getBody().front())
    if (isa<RLXDialect, linalg::LinalgDialect, tensor::TensorDialect,
            bufferization::BufferizationDialect>(op.getDialect()))
      ops.push_back(&op);
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      op->erase();
}

} // namespace rlx
