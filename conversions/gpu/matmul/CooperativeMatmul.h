// Products whose tiles the subgroups of a device multiply as matrices that they hold together
// (VK_KHR_cooperative_matrix).
#ifndef RLX_CONVERSIONS_GPU_MATMUL_COOPERATIVEMATMUL_H
#define RLX_CONVERSIONS_GPU_MATMUL_COOPERATIVEMATMUL_H

#include "conversions/gpu/matmul/Contraction.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// Of a kernel whose matrices of f16 hold bf16.
inline constexpr llvm::StringLiteral kBF16MatricesAttr = "lir.bf16_matrices";

// Where a run decides the rows or columns, fewer leave too much of large tiles without work.
inline constexpr int64_t kMinForMatrices = 64;

// Whether the device has matrices of 16 x 16 x 16 for factors of this type and sums of f32, which
// subgroups of 32 hold.
bool hasMatricesOf(mlir::Type element, const rt::DeviceProfile &profile);
// The same, and shared memory for the tiles that a workgroup brings for these.
bool hasCooperativeMatricesOf(mlir::Type element, const rt::DeviceProfile &profile);
// Whether the device has matrices for the product's types, and the product fills them: factors of
// f16 or bf16, sums of f32.
bool takesCooperativeMatrices(const Contraction &contraction, const rt::DeviceProfile &profile);
void writeCooperativeMatmul(mlir::func::FuncOp kernel, Contraction &contraction,
                            const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_COOPERATIVEMATMUL_H
