// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-gpu-schedule: writes each kernel by the first schedule that has a plan for it (Schedules.h).
//
// before: func @k(%a: tensor<64x256xf32>) { %s = linalg.generic ... }       // on tensors
// after:  func @k(%a: memref<64x256xf32>, %out: ...) { scf.for ... memref.store }
//
// The name of the schedule becomes a remark; so do the reasons of those that declined the kernel.
#include "conversions/gpu/Passes.h"

#include "conversions/Target.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/LoopTripCounts.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/schedule/Schedules.h"
#include "conversions/kernel/KernelDims.h"
#include "conversions/kernel/TileRoot.h"
#include "conversions/rlx_to_linalg/WorkgroupOps.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

namespace rlx {
#define GEN_PASS_DEF_GPUSCHEDULEPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct GpuSchedule : rlx::impl::GpuSchedulePassBase<GpuSchedule> {
  using GpuSchedulePassBase::GpuSchedulePassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    GpuSchedulePassBase::getDependentDialects(registry);
    for (const rlx::Target *each : rlx::targets())
      each->registerScheduleDialects(registry);
  }

  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(kernel, device);
    SmallVector<const rlx::Schedule *> tried;
    if (failed(profile) || failed(select(tried)))
      return signalPassFailure();
    if (kernel->hasAttr(rlx::lir::kGridAttr))
      return; // it is written
    rlx::eraseFusedOps(kernel);
    SmallVector<rlx::DeclinedSchedule> declined;
    rlx::ChosenPlan plan = rlx::planKernel(kernel, *profile, tried, declined);
    for (const rlx::DeclinedSchedule &one : declined)
      remark::missed(kernel.getLoc(), remarkOf(kernel))
          << (one.schedule->name + ": " + one.why.text).str();
    if (failed(expectPlanned(kernel, plan.schedule, declined)))
      return signalPassFailure();
    if (!plan.plan)
      return;
    if (AffineExpr planned = plan.plan->iterations) {
      const unsigned dims = rlx::KernelDims(kernel, kernel.getNumArguments()).size();
      kernel->setAttr(rlx::kPlannedIterationsAttr,
                      AffineMapAttr::get(AffineMap::get(0, dims, planned)));
    }
    if (failed(plan.plan->emit(kernel)))
      return signalPassFailure();
    report(kernel, *plan.schedule);
  }

private:
  static remark::RemarkOpts remarkOf(func::FuncOp kernel) {
    return remark::RemarkOpts::name("Schedule").category("rlx-schedule").function(kernel.getName());
  }

  // Names the schedule that wrote the kernel, with the details that it left.
  static void report(func::FuncOp kernel, const rlx::Schedule &schedule) {
    std::string text = schedule.name.str();
    if (auto details = kernel->getAttrOfType<StringAttr>(rlx::kScheduleDetailsAttr))
      text += " (" + details.str() + ")";
    kernel->removeAttr(rlx::kScheduleDetailsAttr);
    remark::passed(kernel.getLoc(), remarkOf(kernel)) << text;
  }

  // The schedules that the option names, in the order of the list; all of them without the option.
  LogicalResult select(SmallVectorImpl<const rlx::Schedule *> &tried) {
    FailureOr<SmallVector<const rlx::Schedule *>> all = rlx::schedulesOf(getOperation(), target);
    if (failed(all))
      return failure();
    for (const rlx::Schedule *schedule : *all)
      if (only.empty() || llvm::is_contained(only, schedule->name.str()))
        tried.push_back(schedule);
    for (const std::string &name : only)
      if (llvm::none_of(tried, [&](const rlx::Schedule *one) { return one->name == name; }))
        return emitError(getOperation().getLoc())
               << "there is no schedule called '" << name << "'; there are: "
               << llvm::join(llvm::map_range(
                                 *all, [](const rlx::Schedule *one) { return one->name.str(); }),
                             ", ");
    return success();
  }

  // An op that was kept for a schedule has no other lowering.
  static LogicalResult expectPlanned(func::FuncOp kernel, const rlx::Schedule *chosen,
                                     ArrayRef<rlx::DeclinedSchedule> declined) {
    for (Operation &op : kernel.getBody().front()) {
      if (!op.hasAttr(rlx::kWorkgroupOpAttr) || (chosen && chosen->takesOp && chosen->takesOp(&op)))
        continue;
      InFlightDiagnostic error =
          op.emitError("was selected for a workgroup schedule that does not support it");
      for (const rlx::DeclinedSchedule &one : declined)
        if (one.schedule->takesOp && one.schedule->takesOp(&op))
          error << ": " << one.why.text;
      return error;
    }
    return success();
  }
};

} // namespace
