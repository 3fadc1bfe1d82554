// A kernel whose workgroups compute parts of its result together: what schedules write it with. The
// kernel gets its buffer form, with loops over scalars in the place of its ops on tensors.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_WORKGROUPBUILDER_H
#define RLX_CONVERSIONS_GPU_BUILDER_WORKGROUPBUILDER_H

#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/kernel/KernelDims.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// On kernels that are for devices whose subgroups are neighbours in a workgroup, and modules.
inline constexpr llvm::StringLiteral kConsecutiveSubgroupsAttr = "lir.consecutive_subgroups";

// The sizes of an op's loops over the kernel's dims; nothing if they do not follow from these. For
// kernels on tensors.
llvm::SmallVector<mlir::AffineExpr> loopSizes(mlir::linalg::LinalgOp op);

// A kernel that a schedule may take: the op whose result it writes, null if the kernel has a
// schedule, more results, a loop without steps, or reads elements before its loops; and the device.
struct Schedulable {
  mlir::linalg::LinalgOp root;
  rt::DeviceProfile profile;
};
// Fails, with an error, for a device that nobody knows.
llvm::FailureOr<Schedulable> findSchedulable(mlir::func::FuncOp kernel, llvm::StringRef device);

class WorkgroupBuilder {
public:
  explicit WorkgroupBuilder(mlir::func::FuncOp kernel);
  // Gives the kernel its buffer form: its body is to be computed by `workgroups` times
  // `invocations`, and the builder stands where a workgroup with work begins. Call it first.
  void begin(mlir::AffineExpr workgroups, int64_t invocations);
  // From now on `local` counts the invocations subgroup by subgroup, which are whole ones of the
  // device's size. Which of them are in a subgroup together Vulkan says in no other way; of some
  // drivers it is known that they are neighbours anyway, which is used.
  void numberBySubgroups(const rt::DeviceProfile &profile, bool mayBeNeighbours = true);

  mlir::OpBuilder b;
  mlir::Location loc;
  ElementEmitter elements;
  // The numbers of the workgroup and, in it, of the invocation.
  mlir::Value workgroup, local;

  mlir::Value constant(int64_t value);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value div(mlir::Value lhs, mlir::Value rhs);
  mlir::Value rem(mlir::Value lhs, mlir::Value rhs);
  mlir::Value less(mlir::Value lhs, mlir::Value rhs);
  // The value of an expression over the dims, computed once in the kernel.
  mlir::Value size(mlir::AffineExpr expr);
  // Position `number` of a nest of loops of these sizes, the last the fastest. The first is not
  // taken modulo its size.
  llvm::SmallVector<mlir::Value> positionAt(mlir::Value number,
                                            llvm::ArrayRef<mlir::AffineExpr> sizes);

  // So many elements that the workgroup shares.
  mlir::Value shared(mlir::Type element, int64_t count);
  mlir::Value load(mlir::Value memref, mlir::Value index);
  void store(mlir::Value value, mlir::Value memref, mlir::Value index);
  // What invocations of the workgroup have written before it the others see after it; or those of
  // the subgroup.
  void barrier();
  void subgroupBarrier();
  void when(mlir::Value condition, llvm::function_ref<void()> body);
  llvm::SmallVector<mlir::Value>
  either(mlir::Value condition, mlir::TypeRange types,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> then,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> otherwise);
  // Values that go from step to step.
  llvm::SmallVector<mlir::Value>
  loop(mlir::Value from, mlir::Value to, mlir::Value step, mlir::ValueRange init,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value, mlir::ValueRange)> body);

  // Writes an element of the op that makes the kernel's result of this number.
  void storeResult(mlir::Value value, mlir::ValueRange indices, size_t number = 0);
  // Takes out what the kernel was before. How it is shared out now, in a word and, in brackets,
  // more exactly, becomes a remark.
  void finish(const llvm::Twine &schedule);

private:
  mlir::func::FuncOp kernel;
  KernelDims dims;
  mlir::OpBuilder entry;
  llvm::SmallVector<mlir::Value> outputs;
  llvm::DenseMap<mlir::AffineExpr, mlir::Value> sizes;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_WORKGROUPBUILDER_H
