// Finds products of quantised tensors, and what quantises their results: the questions of
// rlx-fuse-quantized.
#ifndef RLX_PASSES_QUANTIZEDMATMULS_H
#define RLX_PASSES_QUANTIZEDMATMULS_H

#include <string>

#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/QuantOps.h"
#include "passes/InputDependence.h"

namespace rlx {

// A convolution or matrix product whose operands are dequantised and whose integers' sums stay
// within 32 bits. Its result is activation(sum * scale + bias).
struct QuantizedMatmul {
  mlir::Operation *op = nullptr; // ConvOp, MatmulOp or FusedMatmulBiasActOp
  // The ops and not their operands, which change when the product before this one is rewritten.
  DequantizeOp input, weights;
  llvm::SmallVector<double> scales; // of input times weights; one, or one a channel
  mlir::Value bias() const;         // of real numbers; null if there is none
  FusedActivation activation = FusedActivation::None;
  int64_t channels = 0, channelDim = 0; // of the result
  int64_t largestSum = 0;               // no sum has a larger magnitude
};

// std::nullopt for other ops. `why` is set where the operands are dequantised and yet their
// integers cannot be multiplied.
std::optional<QuantizedMatmul>
findQuantizedMatmul(mlir::Operation *op, const InputDependence &dependence, std::string &why);

// How the result of a product is quantised.
struct QuantizedResult {
  QuantizeOp quantize;
  // The ops between product and quantisation, the last one first: nobody else needs their results.
  llvm::SmallVector<mlir::Operation *> between;
  mlir::Value bias;                      // i32, on the scales of the sums; may be null
  llvm::SmallVector<double> multipliers; // from sums to steps of the result; one, or one a channel
  // What an activation leaves of the range that saturation leaves.
  std::optional<int64_t> least, most;
};

// std::nullopt if the result is not quantised, or by something that integers cannot tell exactly.
std::optional<QuantizedResult> findQuantizedResult(const QuantizedMatmul &product);

} // namespace rlx

#endif // RLX_PASSES_QUANTIZEDMATMULS_H
