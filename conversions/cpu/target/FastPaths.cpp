// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-cpu-fastpaths`: writes each kernel by the first CPU schedule that has a plan for it
// (CpuSchedules.h).
//
// A kernel that none takes keeps its ops and goes through linalg.
#include "conversions/cpu/Passes.h"

#include "conversions/cpu/target/CpuSchedules.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "mlir/IR/Remarks.h"

namespace rlx {
#define GEN_PASS_DEF_CPUFASTPATHSPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct CpuFastPaths : rlx::impl::CpuFastPathsPassBase<CpuFastPaths> {
  using CpuFastPathsPassBase::CpuFastPathsPassBase;

  void runOnOperation() override {
    SmallVector<StringRef> names;
    StringRef(features).split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    rlx::CpuModel target = rlx::CpuModel::fromFeatures(names);
    SmallVector<func::FuncOp> kernels;
    getOperation()->walk([&](func::FuncOp kernel) { kernels.push_back(kernel); });
    for (func::FuncOp kernel : kernels)
      if (failed(schedule(kernel, target)))
        return signalPassFailure();
  }

private:
  static bool hasRoot(func::FuncOp kernel, const rlx::CpuSchedule &schedule) {
    return llvm::any_of(kernel.getBody().front(), [&](Operation &op) {
      return op.getName().getStringRef() == schedule.rootOp;
    });
  }

  // A remark names the schedule that takes the kernel, or gives the reason of one that declined.
  static LogicalResult schedule(func::FuncOp kernel, const rlx::CpuModel &target) {
    if (kernel.isExternal() || !kernel.getBody().hasOneBlock())
      return success();
    Location loc = kernel.getLoc();
    auto options = remark::RemarkOpts::name("FastPath")
                       .category("rlx-cpu-fastpaths")
                       .function(kernel.getSymName());
    for (const rlx::CpuSchedule *schedule : rlx::cpuSchedules()) {
      if (!hasRoot(kernel, *schedule))
        continue;
      rlx::LoweringReason why;
      if (std::unique_ptr<rlx::KernelPlan> plan = schedule->plan(kernel, target, why)) {
        if (failed(plan->emit(kernel)))
          return failure();
        remark::passed(loc, options) << schedule->name;
        return success();
      }
      remark::missed(loc, options) << (schedule->name + ": " + why.text).str();
    }
    return success();
  }
};

} // namespace
