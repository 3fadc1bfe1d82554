// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds tensor maps for operands, and emits copies and matrix descriptors (see TmaOperand.h).
#include "conversions/nvvm/wgmma/TmaOperand.h"

#include "conversions/kernel/TileRoot.h"
#include "conversions/nvvm/wgmma/Descriptor.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr size_t kMaxMapDims = 5;
constexpr int64_t kRowMultiple =
    8; // elements of 16 bits in the 16 bytes that strides are counted in

// The tensor in the same contiguous memory that is an argument of the kernel, or was one.
Value memoryBehind(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

// Whether tensor maps can have this size: a product of numbers and kernel dims.
bool isProduct(AffineExpr size) {
  if (isa<AffineConstantExpr, AffineSymbolExpr>(size))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(size);
  return binary && binary.getKind() == AffineExprKind::Mul && isProduct(binary.getLHS()) &&
         isProduct(binary.getRHS());
}

} // namespace

AffineExpr TmaOperand::Dim::size() const {
  AffineExpr product = sizes.front();
  for (AffineExpr each : ArrayRef(sizes).drop_front())
    product = product * each;
  return product;
}

std::optional<TmaOperand> TmaOperand::find(const Contraction &contraction, const Operand &operand,
                                           std::string &why) {
  auto decline = [&](const Twine &reason) {
    why = reason.str();
    return std::nullopt;
  };
  linalg::LinalgOp op = contraction.reduction.op;
  Value value = operand.value;
  if (auto widened = value.getDefiningOp<arith::ExtFOp>())
    value = widened.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBlock())
    return decline("an operand is computed in the kernel");
  TmaOperand found;
  found.element = argument.getType();
  found.source = op.getMatchingOpOperand(argument);
  auto memory = dyn_cast<BlockArgument>(memoryBehind(found.source->get()));
  if (!memory || !isa<func::FuncOp>(memory.getOwner()->getParentOp()))
    return decline("an operand is computed in the kernel, or is a part of a tensor");
  for (AffineExpr index : llvm::reverse(op.getMatchingIndexingMap(found.source).getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim)
      return decline("an operand is not read at the loops themselves");
    const unsigned loop = dim.getPosition();
    const Kind kind = llvm::is_contained(contraction.sum, loop) ? Kind::Sum
                      : llvm::is_contained(operand.own, loop)   ? Kind::Own
                                                                : Kind::Batch;
    const Loops &order = kind == Kind::Sum   ? contraction.sum
                         : kind == Kind::Own ? operand.own
                                             : contraction.batch;
    const auto *at = llvm::find(order, loop);
    if (!found.dims.empty() && found.dims.back().kind == kind && at + 1 != order.end() &&
        at[1] == found.dims.back().loops.front()) {
      Dim &faster = found.dims.back();
      faster.loops.insert(faster.loops.begin(), loop);
      faster.sizes.insert(faster.sizes.begin(), contraction.sizes[loop]);
      continue;
    }
    found.dims.push_back({kind, {loop}, {contraction.sizes[loop]}});
  }
  auto isOne = [&](Kind kind, const Loops &loops) {
    const Dim *only = nullptr;
    for (const Dim &dim : found.dims)
      if (dim.kind == kind) {
        if (only)
          return false;
        only = &dim;
      }
    return only && only->loops == loops;
  };
  if (!isOne(Kind::Sum, contraction.sum) || !isOne(Kind::Own, operand.own))
    return decline("an operand's rows, columns or terms are several dimensions of its memory");
  if (found.dims.size() > kMaxMapDims)
    return decline("an operand has more than five dimensions");
  if (found.dims.front().kind == Kind::Batch)
    return decline("an operand is contiguous along a batch");
  auto row = dyn_cast<AffineConstantExpr>(found.dims.front().size());
  if (!row || row.getValue() % kRowMultiple != 0)
    return decline("rows of an operand are no multiple of 16 bytes");
  if (llvm::any_of(found.dims, [](const Dim &dim) { return !isProduct(dim.size()); }))
    return decline("a size of an operand is computed");
  return found;
}

int64_t TmaOperand::bytesOf(int64_t ofExtent) const {
  return isAlongSum() ? ofExtent * kBoxRowBytes
                      : static_cast<int64_t>(llvm::divideCeil(ofExtent, kBoxRow)) * kPanelBytes;
}

void TmaOperand::describe(WorkgroupBuilder &k, int64_t ofExtent, unsigned numKernelDims) {
  extent = ofExtent;
  auto read = cast<bufferization::ToTensorOp>(memoryBehind(source->get()).getDefiningOp());
  SmallVector<int64_t> box;
  SmallVector<AffineExpr> sizes;
  for (const Dim &dim : dims) {
    sizes.push_back(dim.size());
    box.push_back(dim.kind == Kind::Sum     ? kBoxRow
                  : dim.kind == Kind::Batch ? 1
                  : isAlongSum()            ? extent
                                            : kBoxRow);
  }
  map = lir::TensorMapOp::create(
      k.b, k.loc, LLVM::LLVMPointerType::get(k.b.getContext()), read.getBuffer(),
      AffineMapAttr::get(AffineMap::get(0, numKernelDims, sizes, k.b.getContext())),
      k.b.getDenseI64ArrayAttr(box));
}

// The index of a dimension of several loops: batches are given loop by loop.
Value TmaOperand::coordinate(WorkgroupBuilder &k, const Dim &dim, Value own, Value sum,
                             ArrayRef<Value> batch) const {
  if (dim.kind == Kind::Sum)
    return sum;
  if (dim.kind == Kind::Own)
    return own;
  Value index;
  for (auto [loop, size] : llvm::zip_equal(dim.loops, dim.sizes))
    index = index ? k.add(k.mul(index, k.size(size)), batch[loop]) : batch[loop];
  return index;
}

void TmaOperand::copy(WorkgroupBuilder &k, Value to, Value barrier, Value own, Value sum,
                      ArrayRef<Value> batch) {
  Words w(k);
  const int64_t panels = isAlongSum() ? 1 : static_cast<int64_t>(llvm::divideCeil(extent, kBoxRow));
  for (int64_t panel = 0; panel < panels; ++panel) {
    Value at = panel == 0 ? own : k.add(own, k.constant(panel * kBoxRow));
    SmallVector<Value> coordinates;
    for (const Dim &dim : dims)
      coordinates.push_back(w.fromIndex(coordinate(k, dim, at, sum, batch)));
    Value address = w.add(to, w.constant(panel * kPanelBytes));
    copyBox(k, address, map, barrier, coordinates);
  }
}

Value TmaOperand::descriptor(WorkgroupBuilder &k, Value address) const {
  return matrixDescriptor(k, address, isAlongSum() ? 0 : kPanelBytes);
}

int64_t TmaOperand::descriptorStep() const {
  constexpr int64_t kUnit = 16, kTerms = 16;
  return isAlongSum() ? kTerms * 2 / kUnit : kTerms * kBoxRowBytes / kUnit;
}

} // namespace rlx
