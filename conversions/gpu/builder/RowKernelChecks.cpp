// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of single-op kernels, and the threshold of rows (see RowKernelChecks.h). A failure has a
// reason. rlx-select-workgroup-ops reports it as a remark, and leaves the op to the route by
// sequential loops.
#include "conversions/gpu/builder/RowKernelChecks.h"

#include "conversions/gpu/device/UnsupportedKernels.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace rlx {

// Whether the kernel has only this op, and returns each of its results at most once.
static bool isAll(func::FuncOp kernel, Operation *op) {
  Block &body = kernel.getBody().front();
  llvm::SmallPtrSet<Value, 2> returned;
  return llvm::hasSingleElement(body.without_terminator()) &&
         llvm::all_of(body.getTerminator()->getOperands(), [&](Value result) {
           return result.getDefiningOp() == op && returned.insert(result).second;
         });
}

LogicalResult checkRowKernel(Operation *op, Value input, const rt::DeviceProfile &profile,
                             LoweringReason &why) {
  auto kernel = dyn_cast<func::FuncOp>(op->getParentOp());
  if (!kernel || !isa<BlockArgument>(input) || !isAll(kernel, op))
    return why.because("its kernel does not consist of this op alone");
  // A lowering would make them signless.
  if (cast<ShapedType>(input.getType()).getElementType().isUnsignedInteger())
    return why.because("its elements are unsigned");
  if (std::optional<HostReason> host = unsupportedReason(kernel, profile))
    return why.because(host->why);
  return success();
}

int64_t numRowsAlong(ShapedType type, int64_t axis) {
  int64_t rows = 1;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (static_cast<int64_t>(i) == axis)
      continue;
    if (ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    rows *= size;
  }
  return rows;
}

// The thresholds were measured on lavapipe, with subgroups of 8.
int64_t fewRows(bool isPacked, const rt::DeviceProfile &profile) {
  constexpr int64_t kMin = 8, kPackedRows = 32;
  const int64_t subgroup = std::max<int64_t>(profile.subgroupSize, kMin);
  return isPacked ? subgroup * subgroup : subgroup * subgroup / kPackedRows;
}

} // namespace rlx
