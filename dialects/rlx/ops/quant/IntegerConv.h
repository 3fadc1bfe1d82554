// The sums of convolutions of 8-bit integers, for the ops that compute them.
#ifndef RLX_DIALECTS_RLX_OPS_QUANT_INTEGERCONV_H
#define RLX_DIALECTS_RLX_OPS_QUANT_INTEGERCONV_H

#include "dialects/rlx/ops/conv/ConvLoops.h"
#include "dialects/rlx/ops/quant/QuantParameters.h"

namespace rlx {

// Zero points may be null; that of the filter has rank 0 or one a channel of the result.
struct IntegerConvOperands {
  mlir::Value image, filter, imageZero, filterZero;
  mlir::Type imageElement, filterElement; // as declared: signed or not
};

// Added to `init`, a result in i32; the filter is [o, c, k..].
mlir::Value buildIntegerConv(mlir::OpBuilder &builder, mlir::Location loc,
                             IntegerConvOperands operands, mlir::Value init, const Window &window,
                             int64_t groups);

// The zero points of the interpreter's operands.
struct ZeroPoints {
  int64_t image = 0;
  const ref::Tensor *filter = nullptr;
  int64_t ofChannel(int64_t o) const {
    return filter ? filter->ints[filter->rank() == 0 ? 0 : o] : 0;
  }
};

// The sum at one position of the result. Positions outside the image add nothing.
int32_t integerConvSum(const ref::Tensor &image, const ref::Tensor &filter, const ZeroPoints &zero,
                       const Window &window, int64_t groups, llvm::ArrayRef<int64_t> index);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_QUANT_INTEGERCONV_H
