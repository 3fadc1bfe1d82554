// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matching of fused kernels and index arithmetic; see KernelBuilder.h.
//
// The new function is built beside the old one, whose ops still say what to compute. Its signature
// has the buffers, the result, the workspace, an error word and three workgroup ids, in this order.
#include "conversions/cpu/builder/KernelBuilder.h"

#include "conversions/cpu/builder/StatusChecks.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

bool isElementwise(Operation &op) {
  return isa<ElementwiseOpInterface>(op) || op.hasTrait<OpTrait::ElementwiseBody>();
}

// Whether the shapes are equal, or unknown on one side: the symbolic shape analysis that grouped
// the ops has proved them equal.
bool sameShape(RankedTensorType lhs, RankedTensorType rhs) {
  return succeeded(verifyCompatibleShape(lhs.getShape(), rhs.getShape()));
}

} // namespace

FailureOr<FusedKernel> matchFusedKernel(func::FuncOp kernel, LoweringReason &why,
                                        function_ref<bool(OpOperand &)> mayBeConstant) {
  FusedKernel result{kernel, nullptr, {}, {}};
  if (!kernel.getBody().hasOneBlock())
    return why.because("the kernel has several blocks");
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (matchPattern(&op, m_Constant()))
      continue;
    if (op.getNumResults() != 1)
      return why.because("the kernel has an op with several results");
    auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
    if (!result.root) {
      auto isTaken = [&](OpOperand &operand) {
        return isa<BlockArgument>(operand.get()) || (mayBeConstant && mayBeConstant(operand));
      };
      if (!llvm::all_of(op.getOpOperands(), isTaken))
        return why.because("the kernel's root op has operands that are not arguments");
      result.root = &op;
      continue;
    }
    if (!isElementwise(op))
      return why.because("the kernel has more than one op that is not elementwise");
    auto rootType = cast<RankedTensorType>(result.root->getResult(0).getType());
    if (!type || !sameShape(type, rootType))
      return why.because("an elementwise op of the kernel differs in shape from the root op");
    result.consumers.push_back(&op);
  }
  Operation *terminator = kernel.getBody().front().getTerminator();
  if (!result.root || terminator->getNumOperands() != 1)
    return why.because("the kernel does not have exactly one result");
  Operation *last = result.consumers.empty() ? result.root : result.consumers.back();
  if (terminator->getOperand(0).getDefiningOp() != last)
    return why.because("the kernel does not return the result of its last op");
  result.resultType = cast<RankedTensorType>(terminator->getOperand(0).getType());
  if (llvm::is_contained(result.resultType.getShape(), 0))
    return why.because("the result is empty");
  return result;
}

LogicalResult expectF32(ValueRange values, LoweringReason &why) {
  for (Value value : values)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      if (!type.getElementType().isF32())
        return why.because("only f32 is supported");
  return success();
}

int64_t saturatingProduct(std::initializer_list<int64_t> sizes) {
  if (llvm::is_contained(sizes, 0))
    return 0;
  int64_t product = 1;
  for (int64_t size : sizes)
    if (llvm::MulOverflow(product, size, product))
      return INT64_MAX;
  return product;
}

KernelBuilder::KernelBuilder(const FusedKernel &kernel)
    : b(kernel.root->getContext()), loc(kernel.root->getLoc()), kernel(kernel) {
  func::FuncOp old = kernel.function;
  auto bufferType = [](RankedTensorType type) {
    return MemRefType::get(type.getShape(), signless(type.getElementType()));
  };
  auto sizesOf = [&](RankedTensorType type) {
    SmallVector<AffineExpr> sizes;
    for (int64_t size : type.getShape())
      sizes.push_back(ShapedType::isDynamic(size) ? b.getAffineDimExpr(numDims++)
                                                  : b.getAffineConstantExpr(size));
    return sizes;
  };
  SmallVector<Type> types;
  for (Type type : old.getArgumentTypes()) {
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      types.push_back(bufferType(tensor));
      inputSizes.push_back(sizesOf(tensor));
    } else {
      types.push_back(type);
      inputSizes.push_back({b.getAffineDimExpr(numDims++)});
    }
  }
  types.push_back(bufferType(kernel.resultType));
  outputSizes = sizesOf(kernel.resultType);
  types.push_back(MemRefType::get({ShapedType::kDynamic}, b.getI8Type()));
  types.push_back(MemRefType::get({1}, b.getI32Type()));
  types.append(3, b.getIndexType());

  b.setInsertionPointAfter(old);
  built = func::FuncOp::create(b, old.getLoc(), old.getSymName(), b.getFunctionType(types, {}));
  Block *entry = built.addEntryBlock();
  unsigned count = old.getNumArguments();
  arguments.assign(entry->args_begin(), entry->args_begin() + count);
  outputBuffer = entry->getArgument(count);
  scratch = entry->getArgument(count + 1);
  for (unsigned axis = 0; axis < 3; ++axis)
    ids[axis] = entry->getArgument(count + 3 + axis);
  b.setInsertionPointToEnd(entry);
}

Value KernelBuilder::argument(Value old) const {
  return arguments[cast<BlockArgument>(old).getArgNumber()];
}

AffineExpr KernelBuilder::sizeExpr(Value old, unsigned dim) const {
  return inputSizes[cast<BlockArgument>(old).getArgNumber()][dim];
}

AffineExpr KernelBuilder::constantExpr(int64_t value) const {
  return getAffineConstantExpr(value, b.getContext());
}

Value KernelBuilder::c(int64_t value) {
  Value &constant = constants[value];
  if (!constant) {
    OpBuilder entry = OpBuilder::atBlockBegin(&built.getBody().front());
    constant = arith::ConstantIndexOp::create(entry, loc, value);
  }
  return constant;
}

Value KernelBuilder::add(Value lhs, Value rhs) {
  return b.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}
Value KernelBuilder::sub(Value lhs, Value rhs) {
  return b.createOrFold<arith::SubIOp>(loc, lhs, rhs);
}
Value KernelBuilder::mul(Value lhs, Value rhs) {
  return b.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}
Value KernelBuilder::min(Value lhs, Value rhs) {
  return b.createOrFold<arith::MinSIOp>(loc, lhs, rhs);
}
Value KernelBuilder::max(Value lhs, Value rhs) {
  return b.createOrFold<arith::MaxSIOp>(loc, lhs, rhs);
}
Value KernelBuilder::div(Value lhs, Value rhs) {
  return b.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
}
Value KernelBuilder::rem(Value lhs, Value rhs) {
  return b.createOrFold<arith::RemUIOp>(loc, lhs, rhs);
}
Value KernelBuilder::less(Value lhs, Value rhs) {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, lhs, rhs);
}
Value KernelBuilder::select(Value condition, Value lhs, Value rhs) {
  return b.createOrFold<arith::SelectOp>(loc, condition, lhs, rhs);
}

Value KernelBuilder::size(Value memref, unsigned dim) {
  int64_t size = cast<MemRefType>(memref.getType()).getDimSize(dim);
  if (!ShapedType::isDynamic(size))
    return c(size);
  return memref::DimOp::create(b, loc, memref, c(dim));
}

Value KernelBuilder::sizeProduct(Value memref, unsigned begin, unsigned end) {
  Value product = c(1);
  for (unsigned i = begin; i < end; ++i)
    product = mul(product, size(memref, i));
  return product;
}

Value KernelBuilder::splat(Type type, double value) {
  return scalarConstant(b, loc, type, value);
}

Value KernelBuilder::recast(Value memref, ArrayRef<int64_t> sizes, ValueRange dynamic) {
  auto type = MemRefType::get(sizes, cast<MemRefType>(memref.getType()).getElementType());
  if (type == memref.getType())
    return memref;
  SmallVector<OpFoldResult> mixedSizes, strides(sizes.size());
  auto next = dynamic.begin();
  for (int64_t size : sizes)
    mixedSizes.push_back(ShapedType::isDynamic(size) ? OpFoldResult(*next++)
                                                     : b.getIndexAttr(size));
  OpFoldResult stride = b.getIndexAttr(1);
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    std::optional<int64_t> s = getConstantIntValue(stride), n = getConstantIntValue(mixedSizes[i]);
    if (i == 0)
      break;
    if (s && n) {
      stride = b.getIndexAttr(*s * *n);
    } else {
      auto value = [&](OpFoldResult v) {
        std::optional<int64_t> known = getConstantIntValue(v);
        return known ? c(*known) : cast<Value>(v);
      };
      stride = mul(value(stride), value(mixedSizes[i]));
    }
  }
  return memref::ReinterpretCastOp::create(b, loc, type, memref, b.getIndexAttr(0), mixedSizes,
                                           strides);
}

Value KernelBuilder::stack(ArrayRef<int64_t> sizes, Type element) {
  OpBuilder entry = OpBuilder::atBlockBegin(&built.getBody().front());
  return memref::AllocaOp::create(entry, loc, MemRefType::get(sizes, element),
                                  entry.getI64IntegerAttr(64));
}

// Swaps ever smaller off-diagonal blocks.
SmallVector<Value> KernelBuilder::transpose(SmallVector<Value> rows) {
  const auto n = static_cast<int64_t>(rows.size());
  for (int64_t block = n / 2; block > 0; block /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t i = 0; i < n; ++i) {
      bool isSecond = i % (2 * block) >= block;
      low.push_back(isSecond ? n + i - block : i);
      high.push_back(isSecond ? n + i : i + block);
    }
    for (int64_t i = 0; i < n; ++i) {
      if (i % (2 * block) >= block)
        continue;
      Value first = rows[i], second = rows[i + block];
      rows[i] = vector::ShuffleOp::create(b, loc, first, second, low);
      rows[i + block] = vector::ShuffleOp::create(b, loc, first, second, high);
    }
  }
  return rows;
}

void KernelBuilder::loop(Value from, Value to, int64_t step, function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, loc, from, to, c(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

SmallVector<Value> KernelBuilder::loop(Value from, Value to, int64_t step, ValueRange carried,
                                       function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(b, loc, from, to, c(step), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  scf::YieldOp::create(b, loc, next);
  return loop.getResults();
}

void KernelBuilder::when(Value condition, function_ref<void()> body,
                         function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/bool(otherwise));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&branch.getThenRegion().front());
  body();
  if (otherwise) {
    b.setInsertionPointToStart(&branch.getElseRegion().front());
    otherwise();
  }
}

void KernelBuilder::allowInPlace(Value old) {
  inPlace.push_back(cast<BlockArgument>(old).getArgNumber());
}

void KernelBuilder::finish(ArrayRef<AffineExpr> grid, AffineExpr workspaceBytes,
                           AffineExpr costNanoseconds) {
  b.setInsertionPointToEnd(&built.getBody().front());
  func::ReturnOp::create(b, loc);
  func::FuncOp old = kernel.function;
  for (unsigned i = 0, e = old.getNumArguments(); i < e; ++i)
    old.setArgAttrs(i, ArrayRef<NamedAttribute>());
  old.setType(built.getFunctionType());
  old.removeArgAttrsAttr();
  old.removeResAttrsAttr();
  old.getBody().getBlocks().clear();
  old.getBody().takeBody(built.getBody());
  built.erase();
  lowerStatusChecks(old);
  // Sizes become symbols, because products of symbols are affine expressions that also parse back.
  SmallVector<AffineExpr> symbols;
  for (unsigned i = 0; i < numDims; ++i)
    symbols.push_back(b.getAffineSymbolExpr(i));
  auto attribute = [&](ArrayRef<AffineExpr> exprs) {
    SmallVector<AffineExpr> replaced =
        llvm::map_to_vector(exprs, [&](AffineExpr expr) { return expr.replaceDims(symbols); });
    return AffineMapAttr::get(AffineMap::get(0, numDims, replaced, b.getContext()));
  };
  old->setAttr(lir::kGridAttr, attribute(grid));
  old->setAttr(lir::kWorkspaceAttr, attribute(workspaceBytes));
  old->setAttr(lir::kCostAttr, attribute(costNanoseconds));
  if (!inPlace.empty())
    old->setAttr(lir::kInPlaceAttr, b.getDenseI64ArrayAttr(inPlace));
}

} // namespace rlx::cpu
