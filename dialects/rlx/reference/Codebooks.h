// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of block schemes whose elements are codes: the values that codes stand for, and the
// codebooks, whose entries are the codes of several elements. The documentation of
// rlx.dequantize_blocks says which bits of a block are codes or entries.
//
//   iq2_xxs, entry 1: 0x0002 -> codes 2 0 0 0 0 0 0 0 -> values 43 8 8 8 8 8 8 8, before signs
#ifndef RLX_DIALECTS_RLX_REFERENCE_CODEBOOKS_H
#define RLX_DIALECTS_RLX_REFERENCE_CODEBOOKS_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

/// The value of each code of four bits. For elements of codebooks, bit 3 is the sign.
using CodeValues = std::array<int8_t, 16>;

/// Null for schemes whose elements are the values themselves.
const CodeValues *codeValues(BlockScheme scheme);

/// Entries have 16 bits.
struct Codebook {
  llvm::ArrayRef<uint16_t> entries;
  int64_t bits; // of an element

  int64_t elements() const { return 16 / bits; }
};

/// The codebook of a scheme of files, if it has one.
std::optional<Codebook> codebook(BlockScheme scheme);

/// A scheme that rlx.recode_blocks reads: the one that it writes, and the factor of d.
struct Recoding {
  BlockScheme to;
  double factor;
};

/// Empty if kernels decode the scheme as it is.
std::optional<Recoding> recoding(BlockScheme scheme);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_REFERENCE_CODEBOOKS_H
