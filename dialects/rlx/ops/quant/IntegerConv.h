// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accumulation of convolutions of 8-bit integers, which conv_integer, q_conv and the packed
// convolutions share. It subtracts zero points while it accumulates in i32. The requantization of
// the accumulator is in QuantParameters.h.
#ifndef RLX_DIALECTS_RLX_OPS_QUANT_INTEGERCONV_H
#define RLX_DIALECTS_RLX_OPS_QUANT_INTEGERCONV_H

#include "dialects/rlx/ops/conv/ConvLoops.h"
#include "dialects/rlx/ops/quant/QuantParameters.h"

namespace rlx {

/// Zero points may be null. The filter's zero point has rank 0, or one element per output channel.
struct IntegerConvOperands {
  mlir::Value image, filter, imageZero, filterZero;
  mlir::Type imageElement, filterElement; // as declared: signed or unsigned
};

/// Accumulates the convolution on `init`, a result in i32. The filter is [o, c, k..].
mlir::Value buildIntegerConv(mlir::OpBuilder &builder, mlir::Location loc,
                             IntegerConvOperands operands, mlir::Value init, const Window &window,
                             int64_t groups);

/// The zero points of the interpreter's operands.
struct ZeroPoints {
  int64_t image = 0;
  const ref::Tensor *filter = nullptr;
  int64_t ofChannel(int64_t o) const {
    return filter ? filter->ints[filter->rank() == 0 ? 0 : o] : 0;
  }
};

/// The sum of one result element, at `index`. Elements outside the image add nothing.
int32_t integerConvSum(const ref::Tensor &image, const ref::Tensor &filter, const ZeroPoints &zero,
                       const Window &window, int64_t groups, llvm::ArrayRef<int64_t> index);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_QUANT_INTEGERCONV_H
