// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes builtin.unrealized_conversion_cast ops after a conversion (see RemainingCasts.h).
#include "conversions/gpu/lowering/RemainingCasts.h"

#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace rlx {

LogicalResult removeConversionCasts(Operation *converted, func::FuncOp kernel) {
  SmallVector<UnrealizedConversionCastOp> casts, left;
  converted->walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  reconcileUnrealizedCasts(casts, &left);
  for (UnrealizedConversionCastOp cast : left)
    if (!cast.use_empty())
      return unsupported(kernel.emitOpError("has values of ")
                         << cast.getOperand(0).getType() << ", which could not be converted to "
                         << cast.getResult(0).getType());
    else
      cast.erase();
  return success();
}

} // namespace rlx
