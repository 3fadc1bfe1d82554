// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights of 4 or 8 bits with separate scales (rlx.dequantize_scaled): properties of the formats,
// and emitters of code that decodes them in registers. The formats are documented in
// ScaledQuant.td. `evaluate` does not use this code, but LLVM's APFloat.
#ifndef RLX_DIALECTS_RLX_OPS_QUANT_SCALEDFORMAT_H
#define RLX_DIALECTS_RLX_OPS_QUANT_SCALEDFORMAT_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

/// Whether two weights are packed per byte, as a flat sequence.
inline bool isPackedInNibbles(ScaledFormat format) {
  return format == ScaledFormat::Int4 || format == ScaledFormat::Nvfp4;
}
/// Whether the user chooses the block size.
inline bool hasBlockSize(ScaledFormat format) {
  return format == ScaledFormat::Int8 || format == ScaledFormat::Int4;
}
/// Whether scales are [K / block size, N], rather than [N].
inline bool hasBlocks(ScaledFormat format) {
  return hasBlockSize(format) || format == ScaledFormat::Nvfp4;
}
constexpr int64_t kNvfp4Block = 16;

/// The operands of an op on such weights, from an adaptor or as lowered values.
struct ScaledWeights {
  ScaledFormat format;
  int64_t blockSize; // 0 without blocks
  mlir::Value weights, scale, zeroPoint, globalScale;

  template <typename Op>
  static ScaledWeights of(Op op) {
    int64_t size = op.getFormat() == ScaledFormat::Nvfp4 ? kNvfp4Block : 0;
    if (op.getBlockSize() && hasBlockSize(op.getFormat()))
      size = static_cast<int64_t>(*op.getBlockSize());
    return {op.getFormat(),     size, op.getWeights(), op.getScale(), op.getZeroPoint(),
            op.getGlobalScale()};
  }
};

/// Emits code that decodes the weights [k, n .. n + lanes). The tensors are signless.
class ScaledDecoder {
public:
  ScaledDecoder(mlir::OpBuilder &builder, mlir::Location loc, const ScaledWeights &operands,
                int64_t lanes, mlir::Value n);

  /// The parameters that all weights of a block share; `block` is its index along k.
  struct Factors {
    mlir::Value scale, zeroPoint; // vectors of f32 and i32; a missing zero point is null
  };
  Factors factors(mlir::Value block);
  /// The weights of row k as a vector of f32. For 4-bit weights and more than one lane, rows must
  /// have an even number of weights, and n must be even.
  mlir::Value weights(mlir::Value k, const Factors &factors);

private:
  mlir::Value codes(mlir::Value k);
  mlir::Value nibbles(mlir::Value k);
  mlir::Value read(mlir::Value tensor, mlir::ValueRange position, int64_t count);
  mlir::Value toInteger(mlir::Value codes, bool isSigned);

  mlir::OpBuilder &b;
  mlir::Location loc;
  const ScaledWeights &operands;
  int64_t lanes;
  mlir::Value n;
};

/// The f32 values of codes (i8, or vectors of i8) of a floating-point format.
mlir::Value decodeFp8E4M3(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value codes);
mlir::Value decodeFp8E5M2(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value codes);
mlir::Value decodeE2M1(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value codes);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_QUANT_SCALEDFORMAT_H
