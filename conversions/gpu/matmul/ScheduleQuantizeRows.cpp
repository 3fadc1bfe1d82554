// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of lir.quantize_rows: rows of floats become bytes with scales (FixedPointRows.h).
//
// Some workgroups share a row. An invocation has a run of 16 elements.
//
// before: %x = linalg.generic ..; %q = lir.quantize_rows %x        // on tensors
// after:  scf.for %run = ..: 16 elements, shuffles for the scale, stores of digits
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/matmul/FixedPointRows.h"
#include "conversions/kernel/KernelCost.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace {

constexpr int64_t kInvocations = 256;
// Nanoseconds for an element, as lir.cost counts them.
constexpr int64_t kQuantizeCost = 1;

struct PlannedQuantization : rlx::GpuKernelPlan {
  PlannedQuantization(rlx::lir::QuantizeRowsOp op, SmallVector<AffineExpr> sizes,
                      const rlx::FixedPointLayout &layout, const rlx::rt::DeviceProfile &profile)
      : op(op), sizes(std::move(sizes)), layout(layout), profile(profile) {
    invocations = std::min<int64_t>(kInvocations, profile.invocationsInARow());
    const int64_t runs = layout.units * layout.form.runs;
    workgroups = static_cast<int64_t>(llvm::divideCeil(runs, invocations));
    iterations = getAffineConstantExpr(1, op.getContext());
  }

  LogicalResult emit(func::FuncOp kernel) override {
    Value rows = op.getRows();
    AffineExpr count = getAffineConstantExpr(1, op.getContext());
    for (AffineExpr size : ArrayRef(sizes).drop_back())
      count = count * size;
    rlx::KernelDims dims(kernel, kernel.getNumArguments());
    AffineExpr cost = count * sizes.back() * kQuantizeCost;
    kernel->setAttr(rlx::lir::kCostAttr, AffineMapAttr::get(AffineMap::get(0, dims.size(), cost)));
    rlx::WorkgroupBuilder k(kernel);
    k.begin(count * workgroups, invocations);
    k.numberBySubgroups(profile);
    Value row = k.div(k.workgroup, k.constant(workgroups));
    Value number =
        k.add(k.mul(k.rem(k.workgroup, k.constant(workgroups)), k.constant(invocations)), k.local);
    SmallVector<Value> indices = k.delinearize(row, ArrayRef(sizes).drop_back());
    indices.push_back({});
    auto store = [&](Value value, Value at, Value word) { k.storeResult(value, {at, word}); };
    rlx::FixedPointRows bytes(k, layout, /*rows=*/1, profile.subgroupSize, {{}, store}, row);
    bytes.compute(number, workgroups * invocations, [&](int64_t, Value index) {
      indices.back() = index;
      return k.elements.element(k.b, rows, indices);
    });
    k.finish(Twine(workgroups) + " workgroups per row, " + Twine(layout.numDigits) +
             " bytes an element");
    return success();
  }

  rlx::lir::QuantizeRowsOp op;
  SmallVector<AffineExpr> sizes; // of the rows' tensor
  rlx::FixedPointLayout layout;
  rlx::rt::DeviceProfile profile;
  int64_t invocations, workgroups; // workgroups of a row
};

// The only such op of a kernel, if its result is the kernel's.
rlx::lir::QuantizeRowsOp findOp(func::FuncOp kernel) {
  if (!llvm::hasSingleElement(kernel.getBody()))
    return {};
  Operation *ret = kernel.getBody().front().getTerminator();
  return ret->getNumOperands() == 1 ? ret->getOperand(0).getDefiningOp<rlx::lir::QuantizeRowsOp>()
                                    : rlx::lir::QuantizeRowsOp();
}

std::unique_ptr<rlx::GpuKernelPlan> planQuantization(func::FuncOp kernel,
                                                     const rlx::rt::DeviceProfile &profile,
                                                     rlx::LoweringReason &why) {
  rlx::lir::QuantizeRowsOp op = findOp(kernel);
  if (!op)
    return nullptr;
  auto made = op.getRows().getDefiningOp<linalg::LinalgOp>();
  std::optional<rlx::FixedPointLayout> layout = rlx::FixedPointLayout::of(op);
  rlx::ElementCheck check;
  if (!made || !layout || !check.canEmit(op.getRows()))
    return nullptr;
  if (cast<RankedTensorType>(op.getType()).getDimSize(1) != layout->words()) {
    (void)why.because("a row has " + Twine(layout->words()) + " words");
    return nullptr;
  }
  SmallVector<AffineExpr> sizes = rlx::loopSizes(made);
  if (sizes.empty())
    return nullptr;
  return std::make_unique<PlannedQuantization>(op, std::move(sizes), *layout, profile);
}

} // namespace

namespace rlx {
extern const Schedule kQuantizeRows;
const Schedule kQuantizeRows = {"quantize-rows", planQuantization};
} // namespace rlx
