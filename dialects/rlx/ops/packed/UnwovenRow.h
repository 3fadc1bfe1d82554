// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For the interpreter: rows of blocks in the panels of rlx.dequant_matmul_packed.
#ifndef RLX_DIALECTS_RLX_OPS_PACKED_UNWOVENROW_H
#define RLX_DIALECTS_RLX_OPS_PACKED_UNWOVENROW_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/RefTensor.h"

namespace rlx::ref {

/// The bytes of all blocks of a row of the weights, read from panels [NB, K/B, 32 * bytes].
Tensor unwovenRow(BlockScheme scheme, const Tensor &panels, int64_t row);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_OPS_PACKED_UNWOVENROW_H
