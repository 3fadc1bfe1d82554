// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference reader of blocks whose elements are entries of codebooks (iq1_s to iq3_s), written
// from the layouts in the documentation of rlx.dequantize_blocks.
#ifndef RLX_DIALECTS_RLX_REFERENCE_CODEBOOKBLOCKS_H
#define RLX_DIALECTS_RLX_REFERENCE_CODEBOOKBLOCKS_H

#include <array>

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/BlockReader.h"

namespace rlx::ref {

/// Elements are d * (the scale of 16 elements) * (the value of a code of four bits).
struct CodebookBlock {
  double d;
  std::array<int, 16> scales;
  std::array<int, 256> codes;
};

size_t codebookBlockBytes(BlockScheme scheme);
CodebookBlock readCodebookBlock(BlockScheme scheme, BlockReader reader);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_CODEBOOKBLOCKS_H
