// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The builder with which schedules write kernels. Ops on tensors become loops over scalars, in
// buffer form, that the invocations of a workgroup execute together.
//
// WorkgroupBuilder k(kernel);
// k.begin(workgroups, invocations);   // buffers become arguments
// ...                                 // k.loop, k.load, k.barrier, k.elements, k.storeResult
// k.finish("tiles of 64 x 64");       // erases the ops on tensors, leaves details for a remark
//
// Helpers on indices fold constants. All values are built at `b`.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_WORKGROUPBUILDER_H
#define RLX_CONVERSIONS_GPU_BUILDER_WORKGROUPBUILDER_H

#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/kernel/KernelDims.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// On kernels and modules that rely on linear subgroups: invocations i * size to (i + 1) * size - 1
// of a workgroup form subgroup i.
inline constexpr llvm::StringLiteral kLinearSubgroupOrderAttr = "lir.linear_subgroup_order";

// On kernels that a schedule has just written: details for the remark that names the schedule,
// which rlx-gpu-schedule emits.
inline constexpr llvm::StringLiteral kScheduleDetailsAttr = "lir.schedule_details";

// The type of `count` elements in the shared memory of a workgroup.
mlir::MemRefType sharedMemoryType(mlir::Type element, int64_t count);

// Sizes of an op's loops over the kernel's dims; empty if they do not follow from these. For
// kernels on tensors.
llvm::SmallVector<mlir::AffineExpr> loopSizes(mlir::linalg::LinalgOp op);

class WorkgroupBuilder {
public:
  explicit WorkgroupBuilder(mlir::func::FuncOp kernel);
  // Call it first. Gives the kernel its buffer form, to be executed by `workgroups` times
  // `invocations`. Code is then inserted for workgroups with work only, as the grid may be a little
  // larger.
  void begin(mlir::AffineExpr workgroups, int64_t invocations);
  // From now on `local` numbers the invocations subgroup by subgroup, all of them full and of the
  // device's size. Vulkan defines in no other way which invocations form a subgroup. Some drivers
  // are known to number them linearly (`linearSubgroupOrder`): if `assumeLinearSubgroups`, `local`
  // is kept there.
  void numberBySubgroups(const rt::DeviceProfile &profile, bool assumeLinearSubgroups = true);

  mlir::OpBuilder b;
  mlir::Location loc;
  ElementEmitter elements;
  // Index of the workgroup, and of the invocation in it.
  mlir::Value workgroup, local;

  mlir::Value constant(int64_t value);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value div(mlir::Value lhs, mlir::Value rhs);
  mlir::Value rem(mlir::Value lhs, mlir::Value rhs);
  mlir::Value less(mlir::Value lhs, mlir::Value rhs);
  // The value of an expression over the kernel's dims, computed once, at the entry.
  mlir::Value size(mlir::AffineExpr expr);
  // Delinearizes `number` in a nest of loops of these sizes; the last one is the fastest. The first
  // index is not taken modulo its size.
  llvm::SmallVector<mlir::Value> delinearize(mlir::Value number,
                                             llvm::ArrayRef<mlir::AffineExpr> sizes);

  // Shared memory of the workgroup, `count` elements.
  mlir::Value shared(mlir::Type element, int64_t count);
  mlir::Value load(mlir::Value memref, mlir::Value index);
  void store(mlir::Value value, mlir::Value memref, mlir::Value index);
  // Writes to shared memory before the barrier are visible behind it, in the workgroup or in the
  // subgroup. All invocations of it have to reach the barrier.
  void barrier();
  void subgroupBarrier();
  // All that is built from now on is for workgroups where the condition holds, which is the same
  // for all invocations.
  void continueIf(mlir::Value condition);
  // scf.if without and with results.
  void when(mlir::Value condition, llvm::function_ref<void()> body);
  llvm::SmallVector<mlir::Value>
  either(mlir::Value condition, mlir::TypeRange types,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> then,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> otherwise);
  // scf.for with loop-carried values.
  llvm::SmallVector<mlir::Value>
  loop(mlir::Value from, mlir::Value to, mlir::Value step, mlir::ValueRange init,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value, mlir::ValueRange)> body);

  // Stores an element of the op that makes result `number` of the kernel.
  void storeResult(mlir::Value value, mlir::ValueRange indices, size_t number = 0);
  // Call it last. Erases the former ops on tensors. `details` of the schedule become part of the
  // remark that names it: "tiles of 64 x 64".
  void finish(const llvm::Twine &details);

private:
  mlir::func::FuncOp kernel;
  KernelDims dims;
  mlir::OpBuilder entry;
  llvm::SmallVector<mlir::Value> outputs;
  llvm::DenseMap<mlir::AffineExpr, mlir::Value> sizes;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_WORKGROUPBUILDER_H
