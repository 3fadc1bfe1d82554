// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dispatches that prepare operands of others (see OperandKernels.h).
#include "conversions/gpu/program/OperandKernels.h"

#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "dialects/rlx/ops/matmul/OperandPrecision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "passes/FunctionPass.h"

using namespace mlir;

namespace rlx {

// The buffer behind views.
static Value bufferOf(Value value) {
  while (auto view = value.getDefiningOp<lir::ViewOp>())
    value = view.getSource();
  return value;
}

Value elementsOf(const Contraction &contraction, const Operand &side) {
  linalg::LinalgOp op = contraction.reduction.op;
  SmallVector<unsigned> loops(side.own);
  loops.push_back(contraction.sum.front());
  OpBuilder b(op);
  SmallVector<AffineExpr> dims(op.getNumLoops());
  for (auto [i, loop] : llvm::enumerate(loops))
    dims[loop] = b.getAffineDimExpr(static_cast<unsigned>(i));
  auto behind = valuesBehind(op, side.value);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> read;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument inBody = op.getMatchingBlockArgument(input);
    if (!behind.contains(inBody))
      continue;
    inputs.push_back(input->get());
    read.push_back(inBody);
    maps.push_back(op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
        dims, {}, static_cast<unsigned>(loops.size()), 0));
  }
  SmallVector<OpFoldResult> sizes;
  auto domain = cast<TilingInterface>(op.getOperation()).getIterationDomain(b);
  for (unsigned loop : loops)
    sizes.push_back(domain[loop].size);
  maps.push_back(b.getMultiDimIdentityMap(static_cast<unsigned>(loops.size())));
  Value init = tensor::EmptyOp::create(b, op.getLoc(), sizes, b.getF32Type());
  SmallVector<utils::IteratorType> iterators(loops.size(), utils::IteratorType::parallel);
  auto made = linalg::GenericOp::create(
      b, op.getLoc(), init.getType(), inputs, init, maps, iterators,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        IRMapping mapping;
        for (auto [before, now] : llvm::zip(read, elements))
          mapping.map(before, now);
        for (Operation &each : *op.getBlock())
          if (llvm::any_of(each.getResults(), [&](Value v) { return behind.contains(v); }))
            inner.clone(each, mapping)->walk([&](linalg::IndexOp index) {
              index.setDim(cast<AffineDimExpr>(dims[index.getDim()]).getPosition());
            });
        linalg::YieldOp::create(inner, loc, mapping.lookupOrDefault(side.value));
      });
  return made.getResult(0);
}

OperandKernel makeOperandKernel(func::FuncOp kernel,
                                function_ref<Value(OpBuilder &, const Contraction &)> make) {
  func::FuncOp made = kernel.clone();
  const Contraction contraction = *Contraction::find(findScheduleRoot(made));
  OpBuilder b(contraction.reduction.op);
  Value result = make(b, contraction);
  Block &body = made.getBody().front();
  body.getTerminator()->setOperands(result);
  for (Operation &each : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&each))
      each.erase();
  OperandKernel operand;
  BitVector unused(made.getNumArguments());
  for (BlockArgument argument : made.getArguments())
    if (argument.use_empty())
      unused.set(argument.getArgNumber());
    else
      operand.arguments.push_back(argument.getArgNumber());
  (void)made.eraseArguments(unused);
  made.setFunctionType(b.getFunctionType(body.getArgumentTypes(), result.getType()));
  made->removeAttr(lir::kWhenAttr);
  made->removeAttr(kAssumedSizeAttr);
  operand.kernel = made;
  return operand;
}

void readInstead(const Contraction &contraction, const Operand &side, Value argument,
                 ArrayRef<AffineExpr> indices) {
  linalg::LinalgOp before = contraction.reduction.op;
  auto op = cast<linalg::GenericOp>(before.getOperation());
  OpBuilder b(op);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + op.getNumDpsInputs(),
              AffineMap::get(op.getNumLoops(), 0, indices, b.getContext()));
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(argument);
  auto made = linalg::GenericOp::create(b, op.getLoc(), op.getResultTypes(), inputs,
                                        op.getOutputs(), maps, op.getIteratorTypesArray());
  // The other operand may be wider than it still.
  if (Attribute precision = op->getAttr(kOperandPrecisionAttr))
    made->setAttr(kOperandPrecisionAttr, precision);
  made.getRegion().takeBody(op.getRegion());
  Block &body = made.getRegion().front();
  Value element = body.insertArgument(op.getNumDpsInputs(),
                                      getElementTypeOrSelf(argument.getType()), op.getLoc());
  OpBuilder inner = OpBuilder::atBlockBegin(&body);
  Value old = side.value;
  Value widened = arith::ExtFOp::create(inner, op.getLoc(), old.getType(), element);
  old.replaceAllUsesWith(widened);
  op.replaceAllUsesWith(made.getResults());
  op.erase();
  for (Operation &each : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&each))
      each.erase();
}

void addDims(func::FuncOp kernel, unsigned count) {
  auto when = kernel->getAttrOfType<AffineMapAttr>(lir::kWhenAttr);
  if (!when || count == 0)
    return;
  AffineMap map = when.getValue();
  unsigned ofArguments = 0;
  for (Type type : kernel.getArgumentTypes())
    ofArguments += static_cast<unsigned>(cast<RankedTensorType>(type).getNumDynamicDims());
  SmallVector<AffineExpr> moved;
  for (unsigned i = 0; i < map.getNumSymbols(); ++i)
    moved.push_back(getAffineSymbolExpr(i < ofArguments ? i : i + count, kernel.getContext()));
  AffineExpr expr = map.getResult(0).replaceSymbols(moved);
  kernel->setAttr(lir::kWhenAttr,
                  AffineMapAttr::get(AffineMap::get(0, map.getNumSymbols() + count, expr)));
}

void OperandKernels::add(OperandKernel &made, func::FuncOp before) {
  for (func::FuncOp other : different)
    if (other.getFunctionType() == made.kernel.getFunctionType() &&
        OperationEquivalence::isRegionEquivalentTo(&other.getBody(), &made.kernel.getBody(),
                                                   OperationEquivalence::IgnoreLocations)) {
      made.kernel.erase();
      made.kernel = other;
      return;
    }
  made.kernel.setName(name);
  symbols.insert(made.kernel, before->getIterator());
  different.push_back(made.kernel);
}

LogicalResult forEachContraction(
    ModuleOp kernels, StringRef device,
    function_ref<LogicalResult(func::FuncOp, const Contraction &, const rt::DeviceProfile &)>
        visit) {
  for (func::FuncOp kernel : functionsWithBodies(kernels)) {
    FailureOr<rt::DeviceProfile> profile = findProfileFor(kernel, device);
    if (failed(profile))
      return failure();
    linalg::LinalgOp root = findScheduleRoot(kernel);
    std::optional<Contraction> contraction = root ? Contraction::find(root) : std::nullopt;
    if (contraction && failed(visit(kernel, *contraction, *profile)))
      return failure();
  }
  return success();
}

// Temporaries are allocated by the program, not by its loops: behind the buffer of an input.
static Value allocate(OpBuilder &b, RankedTensorType type, AffineMap map, Value behind) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(bufferOf(behind));
  return lir::AllocOp::create(b, behind.getLoc(),
                              MemRefType::get(type.getShape(), type.getElementType()),
                              /*persistent=*/nullptr, /*host=*/nullptr, AffineMapAttr::get(map));
}

// An earlier dispatch of the block with the same kernel, operands and runs, behind which nothing
// writes the operands.
static lir::DispatchOp earlierOf(lir::DispatchOp dispatch) {
  for (Operation *op = dispatch->getPrevNode(); op; op = op->getPrevNode()) {
    auto other = dyn_cast<lir::DispatchOp>(op);
    if (!other) {
      if (op->getNumRegions() != 0 || isa<lir::CopyOp>(op))
        return {};
      continue;
    }
    if (other.getKernel() == dispatch.getKernel() && other.getInputs() == dispatch.getInputs() &&
        other.getDims() == dispatch.getDims() &&
        other->getAttr(lir::kWhenAttr) == dispatch->getAttr(lir::kWhenAttr))
      return other;
    for (Value output : other.getOutputs())
      for (Value input : dispatch.getInputs())
        if (bufferOf(output) == bufferOf(input))
          return {};
  }
  return {};
}

static unsigned numDims(ValueRange buffers) {
  unsigned count = 0;
  for (Value buffer : buffers)
    count += static_cast<unsigned>(cast<MemRefType>(buffer.getType()).getNumDynamicDims());
  return count;
}

// Appends a buffer to the inputs, whose dims come before those of the outputs.
static void appendInput(lir::DispatchOp dispatch, Value buffer, ArrayRef<AffineExpr> sizes) {
  AffineMap dims = dispatch.getDims();
  SmallVector<AffineExpr> results(dims.getResults());
  results.insert(results.begin() + numDims(dispatch.getInputs()), sizes.begin(), sizes.end());
  dispatch.setDims(
      AffineMap::get(dims.getNumDims(), dims.getNumSymbols(), results, dispatch.getContext()));
  dispatch.getInputsMutable().append(buffer);
}

void dispatchBefore(lir::DispatchOp dispatch, func::FuncOp kernel, const OperandKernel &maker,
                    StringRef label, ArrayRef<AffineExpr> sizes) {
  OpBuilder b(dispatch);
  AffineMap dims = dispatch.getDims();
  auto mapOf = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(dims.getNumDims(), dims.getNumSymbols(), results, b.getContext());
  };
  auto inProgram = [&](AffineExpr expr) { return expr.replaceSymbols(dims.getResults()); };
  SmallVector<Value> read;
  SmallVector<AffineExpr> ofMaker; // dynamic sizes
  unsigned at = 0;
  for (auto [number, input] : llvm::enumerate(dispatch.getInputs())) {
    const unsigned own = numDims(input);
    if (llvm::is_contained(maker.arguments, number)) {
      read.push_back(input);
      llvm::append_range(ofMaker, dims.getResults().slice(at, own));
    }
    at += own;
  }
  const SmallVector<AffineExpr> ofResult = llvm::map_to_vector(sizes, inProgram);
  llvm::append_range(ofMaker, ofResult);
  func::FuncOp made = maker.kernel;
  auto type = cast<RankedTensorType>(made.getResultTypes().front());
  SmallVector<AffineExpr> shape;
  const auto *dynamic = ofResult.begin();
  for (int64_t size : type.getShape())
    shape.push_back(ShapedType::isDynamic(size) ? *dynamic++ : b.getAffineConstantExpr(size));
  Value buffer = allocate(b, type, mapOf(shape), read.front());
  auto symbol = SymbolRefAttr::get(dispatch.getKernel().getRootReference(),
                                   FlatSymbolRefAttr::get(made.getNameAttr()));
  auto before = lir::DispatchOp::create(
      b, dispatch.getLoc(), symbol, read, ValueRange{buffer}, AffineMapAttr::get(mapOf(ofMaker)),
      b.getStringAttr(label + dispatch.getLabel()), nullptr, nullptr, nullptr);
  if (auto when = kernel->getAttrOfType<AffineMapAttr>(lir::kWhenAttr))
    before->setAttr(lir::kWhenAttr,
                    AffineMapAttr::get(mapOf(inProgram(when.getValue().getResult(0)))));
  if (lir::DispatchOp earlier = earlierOf(before)) {
    before.erase();
    buffer.getDefiningOp()->erase();
    buffer = earlier.getOutputs().front();
  }
  appendInput(dispatch, buffer, ofResult);
}

} // namespace rlx
