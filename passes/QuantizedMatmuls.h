// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds matmuls and convolutions of quantized tensors, and the quantization of their results, for
// rlx-fuse-quantized.
//
// The search changes nothing; FuseQuantized.cpp rewrites the results.
#ifndef RLX_PASSES_QUANTIZEDMATMULS_H
#define RLX_PASSES_QUANTIZEDMATMULS_H

#include <string>

#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/QuantOps.h"
#include "passes/InputDependence.h"

namespace rlx {

// A convolution or matmul with dequantized operands whose integer sums fit in 32 bits. Its result
// is activation(sum * scale + bias).
struct QuantizedMatmul {
  mlir::Operation *op = nullptr; // ConvOp, MatmulOp or FusedMatmulBiasActOp
  // The ops rather than their operands, which change when the op before this one is rewritten.
  DequantizeOp input, weights;
  llvm::SmallVector<double> scales; // input scale times weight scale; one, or one per channel
  mlir::Value bias() const;         // floating-point; null if there is none
  FusedActivation activation = FusedActivation::None;
  int64_t channels = 0, channelDim = 0; // of the result
  // The weights change from run to run, too: both operands are data.
  bool areBothData = false;
  int64_t mostTerms = 0;        // the length of a dot product whose sum surely fits
  bool hasUnknownTerms = false; // the length of the dot products is dynamic
  int64_t largestSum = 0;       // upper bound of every sum's magnitude
};

// std::nullopt for other ops. `why` is set if the operands are dequantized but their integers
// cannot be multiplied.
std::optional<QuantizedMatmul>
findQuantizedMatmul(mlir::Operation *op, const InputDependence &dependence, std::string &why);

// The quantization of a matmul's result.
struct QuantizedResult {
  QuantizeOp quantize;
  // The ops between matmul and quantization, last one first. Their results have no other users.
  llvm::SmallVector<mlir::Operation *> between;
  mlir::Value bias;                      // i32, in the scale of the sums; may be null
  llvm::SmallVector<double> multipliers; // from sums to quantized steps; one, or one per channel
  // The range that an activation leaves within the range of the type.
  std::optional<int64_t> least, most;
};

// std::nullopt if the result is not quantized, or not in a way that integers reproduce exactly.
std::optional<QuantizedResult> findQuantizedResult(const QuantizedMatmul &matmul);

} // namespace rlx

#endif // RLX_PASSES_QUANTIZEDMATMULS_H
