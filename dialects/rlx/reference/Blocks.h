// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference decoder of GGUF's quantized blocks, written from the layouts in the documentation
// of rlx.dequantize_blocks. It reads a block from front to back, and shares nothing with the
// emitted code (BlockLayout.h).
#ifndef RLX_DIALECTS_RLX_REFERENCE_BLOCKS_H
#define RLX_DIALECTS_RLX_REFERENCE_BLOCKS_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx::ref {

/// All elements of a tensor of blocks, each rounded to f32. The bytes must be whole blocks.
std::vector<double> decodeBlocks(BlockScheme scheme, const Tensor &bytes);

/// The bytes of rlx.recode_blocks. The scheme is one that it takes.
std::vector<int64_t> recodeBlocks(BlockScheme scheme, const Tensor &bytes);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_BLOCKS_H
