// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of CodebookBlocks.h: one function per scheme. Each reads the fields in the order
// of the file, and puts the entry of 8 or 4 elements and the signs of 8 elements into lists.
#include "dialects/rlx/reference/CodebookBlocks.h"

#include <bit>

#include "dialects/rlx/reference/Codebooks.h"

namespace rlx::ref {
namespace {

using Numbers = std::vector<int>;

// Of a whole block, in the order of the elements.
struct Fields {
  double d = 0;
  Numbers entries; // of 8 or 4 elements
  Numbers signs;   // of 8 elements, one bit each
  Numbers scales;  // of 32 or 16 elements
};

Numbers nibbles(const Numbers &bytes) {
  Numbers all;
  for (int byte : bytes) {
    all.push_back(byte % 16);
    all.push_back(byte / 16);
  }
  return all;
}

Numbers words(const Numbers &bytes) {
  Numbers all;
  for (size_t i = 0; i < bytes.size(); i += 2)
    all.push_back(bytes[i] + 256 * bytes[i + 1]);
  return all;
}

// The eighth sign makes their number even.
int eightSigns(uint32_t seven) {
  return static_cast<int>(seven | (std::popcount(seven) % 2) << 7);
}

// Four times seven signs, and the scale in the upper four bits.
void addSigns(Fields &f, uint32_t word) {
  for (int k = 0; k < 4; ++k)
    f.signs.push_back(eightSigns(word >> (7 * k) & 127));
  f.scales.push_back(static_cast<int>(word >> 28));
}

Fields iq1_s(BlockReader r) {
  Fields f;
  f.d = r.f16();
  f.entries = r.bytes(32);
  Numbers high = words(r.bytes(16));
  for (int i = 0; i < 32; ++i) {
    f.entries[i] += 256 * (high[i / 4] >> (3 * (i % 4)) & 7);
    f.signs.push_back(high[i / 4] >= 0x8000 ? 255 : 0);
  }
  for (int word : high)
    f.scales.push_back(word >> 12 & 7);
  return f;
}

Fields iq1_m(BlockReader r) {
  Fields f;
  f.entries = r.bytes(32);
  Numbers high = nibbles(r.bytes(16)), packed = words(r.bytes(8));
  for (int i = 0; i < 32; ++i) {
    f.entries[i] += 256 * (high[i] % 8);
    f.signs.push_back(high[i] / 8 ? 255 : 0);
  }
  std::array<int64_t, 2> d = {};
  for (int i = 0; i < 16; ++i)
    f.scales.push_back(packed[i / 4] >> (3 * (i % 4)) & 7);
  for (int i = 0; i < 4; ++i)
    d[i / 2] += int64_t(packed[i] >> 12) << (4 * (i % 2));
  f.d = BlockReader(d).f16();
  return f;
}

Fields iq2_xxs(BlockReader r) {
  Fields f;
  f.d = r.f16();
  for (int j = 0; j < 8; ++j) {
    for (int entry : r.bytes(4))
      f.entries.push_back(entry);
    addSigns(f, r.u32());
  }
  return f;
}

Fields iq2_xs(BlockReader r) {
  Fields f;
  f.d = r.f16();
  for (int word : words(r.bytes(64))) {
    f.entries.push_back(word % 512);
    f.signs.push_back(eightSigns(word / 512));
  }
  f.scales = nibbles(r.bytes(8));
  return f;
}

Fields iq2_s(BlockReader r) {
  Fields f;
  f.d = r.f16();
  f.entries = r.bytes(32);
  f.signs = r.bytes(32);
  Numbers high = r.bytes(8);
  for (int i = 0; i < 32; ++i)
    f.entries[i] += 256 * (high[i / 4] >> (2 * (i % 4)) & 3);
  f.scales = nibbles(r.bytes(8));
  return f;
}

Fields iq3_xxs(BlockReader r) {
  Fields f;
  f.d = r.f16();
  f.entries = r.bytes(64);
  for (int j = 0; j < 8; ++j)
    addSigns(f, r.u32());
  return f;
}

Fields iq3_s(BlockReader r) {
  Fields f;
  f.d = r.f16();
  f.entries = r.bytes(64);
  Numbers high = r.bytes(8);
  for (int i = 0; i < 64; ++i)
    f.entries[i] += 256 * (high[i / 8] >> (i % 8) & 1);
  f.signs = r.bytes(32);
  f.scales = nibbles(r.bytes(4));
  return f;
}

Fields fieldsOf(BlockScheme scheme, BlockReader r) {
  switch (scheme) {
  case BlockScheme::IQ1_S:
    return iq1_s(r);
  case BlockScheme::IQ1_M:
    return iq1_m(r);
  case BlockScheme::IQ2_XXS:
    return iq2_xxs(r);
  case BlockScheme::IQ2_XS:
    return iq2_xs(r);
  case BlockScheme::IQ2_S:
    return iq2_s(r);
  case BlockScheme::IQ3_XXS:
    return iq3_xxs(r);
  case BlockScheme::IQ3_S:
    return iq3_s(r);
  default:
    llvm_unreachable("no scheme of codebooks");
  }
}

} // namespace

size_t codebookBlockBytes(BlockScheme scheme) {
  switch (scheme) {
  case BlockScheme::IQ1_S:
    return 2 + 32 + 16;
  case BlockScheme::IQ1_M:
    return 32 + 16 + 8;
  case BlockScheme::IQ2_XXS:
    return 2 + 64;
  case BlockScheme::IQ2_XS:
    return 2 + 64 + 8;
  case BlockScheme::IQ2_S:
    return 2 + 32 + 32 + 8 + 8;
  case BlockScheme::IQ3_XXS:
    return 2 + 64 + 32;
  case BlockScheme::IQ3_S:
    return 2 + 64 + 8 + 32 + 4;
  default:
    llvm_unreachable("no scheme of codebooks");
  }
}

CodebookBlock readCodebookBlock(BlockScheme scheme, BlockReader reader) {
  const Fields f = fieldsOf(scheme, reader);
  const Codebook book = *codebook(scheme);
  const int bits = static_cast<int>(book.bits), perEntry = static_cast<int>(book.elements());
  CodebookBlock block = {};
  block.d = f.d * recoding(scheme)->factor;
  for (int i = 0; i < 256; ++i) {
    const int entry = book.entries[f.entries[i / perEntry]];
    const int code = entry >> (bits * (i % perEntry)) & ((1 << bits) - 1);
    block.codes[i] = code + (f.signs[i / 8] >> (i % 8) & 1 ? 8 : 0);
  }
  const int perScale = 256 / static_cast<int>(f.scales.size());
  for (int i = 0; i < 16; ++i)
    block.scales[i] = 2 * f.scales[16 * i / perScale] + 1;
  return block;
}

} // namespace rlx::ref
