// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions on cooperative matrices (VK_KHR_cooperative_matrix; tensor cores of NVIDIA).
//
// Subgroups multiply 16 x 16 fragments that they load from shared memory. Operands are f16 or bf16,
// accumulators f32. Loads and epilogue are those of MatmulTile.h.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_COOPERATIVEMATMUL_H
#define RLX_CONVERSIONS_GPU_MATMUL_COOPERATIVEMATMUL_H

#include "conversions/gpu/matmul/Contraction.h"
#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// On kernels whose f16 matrices hold bf16, as gpu.mma_matrix has no bf16. SPIR-V gets the true
// type.
inline constexpr llvm::StringLiteral kBF16MatricesAttr = "lir.bf16_matrices";

// With a dynamic number of rows or columns, fewer would leave too much of large tiles idle.
inline constexpr int64_t kMinForMatrices = 64;

// The type to which tiles of cooperative matrices round an operand; null if it has a narrow type.
mlir::Type roundedType(mlir::linalg::LinalgOp op, const Operand &operand);

// Whether the device has 16 x 16 x 16 matrices for operands of this type and f32 accumulators, with
// subgroups of 32.
bool hasMatricesOf(mlir::Type element, const rt::DeviceProfile &profile);
// The same, and shared memory for the K-slices that a workgroup loads.
bool hasCooperativeMatricesOf(mlir::Type element, const rt::DeviceProfile &profile);
// Whether the device has matrices for the contraction's types, and the contraction has at least 16
// rows and columns. Operands are f16 or bf16, perhaps widened, or may be rounded to it.
//
// `why` gets a reason for contractions of these types.
bool takesCooperativeMatrices(const Contraction &contraction, const rt::DeviceProfile &profile,
                              LoweringReason *why = nullptr);
// An upper bound of the iterations of an invocation in all loops.
mlir::AffineExpr cooperativeMatmulIterations(const Contraction &contraction,
                                             const rt::DeviceProfile &profile);
// Gives the kernel its buffer form. Call it only if takesCooperativeMatrices() holds.
void writeCooperativeMatmul(mlir::func::FuncOp kernel, Contraction &contraction,
                            const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_COOPERATIVEMATMUL_H
