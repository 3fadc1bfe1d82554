// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CPU schedule: one way to compute kernels with hand-written loops over vectors. Users know
// schedules as fast paths.
//
// A schedule takes kernels of rlx ops on tensors: one root op with elementwise consumers. plan()
// decides and changes nothing; emit() turns the kernel into its buffer form, with grid, workspace
// and cost (KernelBuilder.h). For example, `matmul_packed + relu` becomes register tiles with relu
// before the store. A kernel that no schedule takes goes through linalg, and both routes must
// compute the same results.
//
// To add a schedule, define a CpuSchedule in its own file and name it in
// cpu/target/CpuSchedules.cpp.
#ifndef RLX_CONVERSIONS_CPU_BUILDER_CPUSCHEDULE_H
#define RLX_CONVERSIONS_CPU_BUILDER_CPUSCHEDULE_H

#include <memory>

#include "conversions/cpu/model/CpuModel.h"
#include "conversions/kernel/KernelPlan.h"
#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

struct CpuSchedule {
  llvm::StringLiteral name;   // in remarks: "matmul_packed"
  llvm::StringLiteral rootOp; // name of the root op: "rlx.matmul_packed"

  // Fails with a reason if there is no code for the element types of the root op's operands. It is
  // asked before kernels exist, for the capability table.
  llvm::LogicalResult (*takes)(mlir::ValueRange operands, LoweringReason &why);

  // The plan for a kernel that has the root op. Null with a reason if the schedule does not take
  // the kernel.
  std::unique_ptr<KernelPlan> (*plan)(mlir::func::FuncOp kernel, const CpuModel &target,
                                      LoweringReason &why);
};

// `takes` for root ops whose operand types are fixed.
inline llvm::LogicalResult takesAnyTypes(mlir::ValueRange, LoweringReason &) {
  return llvm::success();
}

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_BUILDER_CPUSCHEDULE_H
