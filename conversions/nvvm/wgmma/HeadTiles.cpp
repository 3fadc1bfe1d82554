// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits tensor maps, copies and descriptors of heads (see HeadTiles.h).
#include "conversions/nvvm/wgmma/HeadTiles.h"

#include "conversions/kernel/KernelDims.h"
#include "conversions/nvvm/wgmma/Descriptor.h"
#include "dialects/lir/LIRDialect.h"

using namespace mlir;

namespace rlx {

HeadTiles::HeadTiles(func::FuncOp kernel, Value operand, unsigned rowDim, int64_t rows)
    : argument(cast<BlockArgument>(operand).getArgNumber()), rowDim(rowDim), rows(rows),
      size(cast<ShapedType>(operand.getType()).getShape().back()) {
  KernelDims dims(kernel, kernel.getNumArguments());
  const auto rank = static_cast<unsigned>(cast<ShapedType>(operand.getType()).getRank());
  for (unsigned dim = rank; dim-- > 0;)
    sizes.push_back(dims.dim(cast<BlockArgument>(operand), dim));
}

void HeadTiles::describe(WorkgroupBuilder &k, unsigned numKernelDims) {
  SmallVector<int64_t> box(sizes.size(), 1);
  box.front() = kPanel;
  box[sizes.size() - 1 - rowDim] = rows;
  auto kernel = k.b.getInsertionBlock()->getParentOp()->getParentOfType<func::FuncOp>();
  map = lir::TensorMapOp::create(
      k.b, k.loc, LLVM::LLVMPointerType::get(k.b.getContext()), kernel.getArgument(argument),
      AffineMapAttr::get(AffineMap::get(0, numKernelDims, sizes, k.b.getContext())),
      k.b.getDenseI64ArrayAttr(box));
}

void HeadTiles::copy(WorkgroupBuilder &k, Value to, Value barrier, Value batch, Value head,
                     Value row) {
  Words w(k);
  for (int64_t panel = 0; panel < numPanels(); ++panel) {
    SmallVector<Value> coordinates = {w.constant(panel * kPanel), w.fromIndex(head),
                                      w.fromIndex(row), w.fromIndex(batch)};
    if (rowDim == 2)
      std::swap(coordinates[1], coordinates[2]);
    copyBox(k, w.add(to, w.constant(panel * panelBytes())), map, barrier, coordinates);
  }
}

Value HeadTiles::alongHead(WorkgroupBuilder &k, Value address, int64_t column) const {
  constexpr int64_t kBytes = 2;
  Words w(k);
  Value at = w.add(address, w.constant(column / kPanel * panelBytes() + column % kPanel * kBytes));
  return matrixDescriptor(k, at, /*panelBytes=*/0);
}

Value HeadTiles::acrossHead(WorkgroupBuilder &k, Value address, int64_t row) const {
  Words w(k);
  return matrixDescriptor(k, w.add(address, w.constant(row * kRowBytes)), panelBytes());
}

} // namespace rlx
