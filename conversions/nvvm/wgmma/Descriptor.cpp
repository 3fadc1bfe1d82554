// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the copy engine's op, and the fields of matrix descriptors (see Descriptor.h).
#include "conversions/nvvm/wgmma/Descriptor.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace rlx {

void copyBox(WorkgroupBuilder &k, Value to, Value map, Value barrier, ValueRange coordinates) {
  Words w(k);
  NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
      k.b, k.loc, w.clusterPointer(to), map, coordinates, w.sharedPointer(barrier),
      /*im2colOffsets=*/ValueRange(), /*multicastMask=*/Value(), /*l2CacheHint=*/Value(),
      NVVM::TMALoadMode::TILE, /*isCTAOnly=*/false, NVVM::CTAGroupKindAttr(),
      /*predicate=*/Value());
}

// Fields in units of 16 bytes: the address, the distance of panels, that of groups of eight rows,
// and the kind of the swizzle.
Value matrixDescriptor(WorkgroupBuilder &k, Value address, int64_t panelBytes) {
  constexpr int64_t kUnit = 16, kAddressMask = 0x3FFFF, kSwizzle128 = int64_t(1) << 62;
  constexpr int64_t kEightRows = 1024 / kUnit;
  const int64_t leading = panelBytes == 0 ? 1 : panelBytes / kUnit;
  Words w(k);
  Value unit = w.shiftRight(w.bitAnd(address, w.constant(kAddressMask)), w.constant(4));
  Value wide = arith::ExtUIOp::create(k.b, k.loc, k.b.getI64Type(), unit);
  return arith::OrIOp::create(k.b, k.loc, wide,
                              w.wide(kSwizzle128 | (kEightRows << 32) | (leading << 16)));
}

} // namespace rlx
