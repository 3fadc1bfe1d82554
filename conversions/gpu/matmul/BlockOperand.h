// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operand of a contraction that block-quantized weights make: rlx.dequant_matmul in linalg.
//
// For example, the body of the contraction reads bytes of `tensor<14336x2304xi8>`, an argument of
// the kernel, by tensor.extract.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_BLOCKOPERAND_H
#define RLX_CONVERSIONS_GPU_MATMUL_BLOCKOPERAND_H

#include "conversions/gpu/matmul/Contraction.h"
#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

struct BlockOperand {
  BlockScheme scheme;
  unsigned argument; // of the kernel: the bytes
  mlir::RankedTensorType bytes;
  bool isRows; // whether the weights are the contraction's rows, not its columns

  const Operand &weights(const Contraction &contraction) const {
    return isRows ? contraction.rows : contraction.columns;
  }
  const Operand &others(const Contraction &contraction) const {
    return isRows ? contraction.columns : contraction.rows;
  }
  int64_t columns() const { return bytes.getDimSize(0); } // of the result
  int64_t terms() const;                                  // of a sum

  // std::nullopt if there is none, or if it has another form: weights of dynamic sizes, a batch, or
  // several loops along the sum.
  static std::optional<BlockOperand> of(const Contraction &contraction);
};

// From this number of rows on, weights are decoded once for all tiles. A matmul that decodes in its
// tiles reaches 160 Tflop/s on an H100, and a plain one 296: a row saves 5.7 fs per weight. Reading
// 1.1 bytes of a weight and writing 2 takes 1.06 ps there, as much as 190 rows save.
inline constexpr int64_t kMinForDecoded = 256;

// Whether the contraction takes cooperative matrices, and its weights can be decoded to a buffer of
// their narrow type.
bool canDecodeOnce(const Contraction &contraction, const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_BLOCKOPERAND_H
