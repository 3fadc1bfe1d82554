// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which contractions integer GEMV computes (IntegerGemv.cpp), and the number of rows from which
// another kernel converts the rows to bytes.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_INTEGERGEMV_H
#define RLX_CONVERSIONS_GPU_MATMUL_INTEGERGEMV_H

#include "conversions/gpu/matmul/BlockOperand.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/gpu/matmul/FixedPointRows.h"

namespace rlx {

// On a contraction: the number of the kernel's argument with the bytes of its rows, a
// tensor<rows x words x i32> of FixedPointRows. The floats of the rows are not read.
inline constexpr llvm::StringLiteral kQuantizedRowsAttr = "lir.quantized_rows";

// One row is converted by each workgroup: a kernel before it would take longer. From 192 rows on,
// tiles of f32, or decoded weights in cooperative matrices, are faster on an H200.
inline constexpr int64_t kMinForQuantized = 2, kMinForUnrounded = 192;

struct IntegerGemvForm {
  BlockOperand weights;
  FixedPointLayout layout; // of a row
};

// std::nullopt if the contraction has another form, or the device no integer dot products; `why`
// gets the reason if the weights are block-quantized. The number of rows is not checked.
std::optional<IntegerGemvForm> integerGemvOf(const Contraction &contraction,
                                             const rt::DeviceProfile &profile, LoweringReason &why);

// Rows that a workgroup multiplies at the same time, if their bytes are made once.
int64_t rowsAtOnce(const Contraction &contraction, const IntegerGemvForm &form);

// The number of rows from which tiles take the contraction instead.
int64_t endOfIntegers(const Contraction &contraction, const rt::DeviceProfile &profile);

// The number of rows from which another kernel decodes the weights (rlx-decode-weights); 0 if it
// cannot. Integers are faster than tiles that decode, so it is less where they end.
int64_t minForDecoded(const Contraction &contraction, const rt::DeviceProfile &profile);

// Rows of the buffer with the bytes of all rows; 0 if each workgroup converts them, or if the
// contraction takes tiles.
int64_t quantizedRowsOf(const Contraction &contraction, const IntegerGemvForm &form,
                        const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_INTEGERGEMV_H
