// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Blocks.h: one decoder per scheme. A block is read field by field, in the order
// of the file. Each function follows one row of the table in BlockQuant.td; every value is rounded
// to f32 after each formula.
#include "dialects/rlx/reference/Blocks.h"

#include <array>
#include <cmath>

#include "dialects/rlx/reference/BlockReader.h"
#include "dialects/rlx/reference/CodebookBlocks.h"
#include "dialects/rlx/reference/Codebooks.h"

namespace rlx::ref {
namespace {

// Elements 0 to 15 are the low nibbles of 16 bytes, 16 to 31 the high nibbles.
int nibble(const std::vector<int> &bytes, int i) {
  return i < 16 ? bytes[i] % 16 : bytes[i - 16] / 16;
}

using Values = std::vector<double>;

Values q4(BlockReader r, bool hasMinimum) {
  double d = r.f16(), m = hasMinimum ? r.f16() : 0;
  std::vector<int> nibbles = r.bytes(16);
  Values values;
  for (int i = 0; i < 32; ++i)
    values.push_back(hasMinimum ? d * nibble(nibbles, i) + m : d * (nibble(nibbles, i) - 8));
  return values;
}

Values q5(BlockReader r, bool hasMinimum) {
  double d = r.f16(), m = hasMinimum ? r.f16() : 0;
  uint32_t high = r.u32();
  std::vector<int> nibbles = r.bytes(16);
  Values values;
  for (int i = 0; i < 32; ++i) {
    int q = nibble(nibbles, i) + (high >> i & 1 ? 16 : 0);
    values.push_back(hasMinimum ? d * q + m : d * (q - 16));
  }
  return values;
}

Values signedQuants(BlockReader r, double d, int count) {
  Values values;
  for (int q : r.signedBytes(count))
    values.push_back(d * q);
  return values;
}

Values q8_0(BlockReader r) {
  double d = r.f16();
  return signedQuants(r, d, 32);
}

Values q8_k(BlockReader r) {
  double d = r.f32();
  return signedQuants(r, d, 256);
}

// Each of 64 bytes holds four elements of 2 bits; 32 bytes hold 128 elements.
int crumb(const std::vector<int> &bytes, int i) {
  int half = i / 128, j = i % 128 / 32, l = i % 32;
  return bytes[32 * half + l] >> (2 * j) & 3;
}

Values q2_k(BlockReader r) {
  std::vector<int> scales = r.bytes(16), quants = r.bytes(64);
  double d = r.f16(), dmin = r.f16();
  Values values;
  for (int i = 0; i < 256; ++i) {
    int s = scales[i / 16];
    values.push_back(d * (s & 15) * crumb(quants, i) - dmin * (s >> 4));
  }
  return values;
}

Values q3_k(BlockReader r) {
  std::vector<int> high = r.bytes(32), quants = r.bytes(64), packed = r.bytes(12);
  double d = r.f16();
  std::array<int, 16> scales;
  for (int k = 0; k < 16; ++k)
    scales[k] = (k < 8 ? packed[k] & 15 : packed[k - 8] >> 4) +
                16 * (packed[8 + k % 4] >> (2 * (k / 4)) & 3) - 32;
  Values values;
  for (int i = 0; i < 256; ++i) {
    bool isSet = high[i % 32] >> (i / 32) & 1;
    values.push_back(d * scales[i / 16] * (crumb(quants, i) - (isSet ? 0 : 4)));
  }
  return values;
}

Values q45_k(BlockReader r, bool hasHighBits) {
  double d = r.f16(), dmin = r.f16();
  std::vector<int> b = r.bytes(12), high = hasHighBits ? r.bytes(32) : std::vector<int>(32);
  std::vector<int> quants = r.bytes(128);
  Values values;
  for (int i = 0; i < 256; ++i) {
    int j = i / 32, l = i % 32;
    int s = j < 4 ? b[j] & 63 : (b[j + 4] & 15) + 16 * (b[j - 4] >> 6);
    int m = j < 4 ? b[j + 4] & 63 : (b[j + 4] >> 4) + 16 * (b[j] >> 6);
    int byte = quants[32 * (j / 2) + l];
    int q = (j % 2 ? byte >> 4 : byte & 15) + 16 * (high[l] >> j & 1);
    values.push_back(d * s * q - dmin * m);
  }
  return values;
}

Values q6_k(BlockReader r) {
  std::vector<int> low = r.bytes(128), high = r.bytes(64), scales = r.signedBytes(16);
  double d = r.f16();
  Values values;
  for (int i = 0; i < 256; ++i) {
    int half = i / 128, j = i % 128 / 32, l = i % 32;
    int byte = low[64 * half + 32 * (j % 2) + l];
    int q = (j < 2 ? byte & 15 : byte >> 4) + 16 * (high[32 * half + l] >> (2 * j) & 3);
    values.push_back(d * scales[i / 16] * (q - 32));
  }
  return values;
}

// Elements 0 to 15 of 32 are the low nibbles of 16 bytes.
Values codes32(double d, const std::vector<int> &bytes, const CodeValues &table) {
  Values values;
  for (int i = 0; i < 32; ++i)
    values.push_back(d * table[nibble(bytes, i)]);
  return values;
}

Values iq4_xs(BlockReader r, const CodeValues &table) {
  double d = r.f16();
  std::vector<int> high = r.bytes(2), low = r.bytes(4);
  Values values;
  for (int j = 0; j < 8; ++j) {
    int s = (low[j / 2] >> (4 * (j % 2)) & 15) + 16 * (high[j / 4] >> (2 * (j % 4)) & 3);
    for (double value : codes32(d * (s - 32), r.bytes(16), table))
      values.push_back(value);
  }
  return values;
}

Values mxfp4(BlockReader r, const CodeValues &table) {
  double d = std::ldexp(1.0, r.bytes(1)[0] - 128);
  return codes32(d, r.bytes(16), table);
}

Values nvfp4(BlockReader r, const CodeValues &table) {
  std::vector<int> scales = r.bytes(4);
  Values values;
  for (int byte : scales) {
    int exponent = byte >> 3 & 15, fraction = byte & 7;
    double s =
        exponent == 0 ? std::ldexp(fraction, -9) : std::ldexp(1 + fraction / 8.0, exponent - 7);
    if (byte == 127)
      s = 0;
    std::vector<int> nibbles = r.bytes(8);
    for (int i = 0; i < 16; ++i)
      values.push_back(s / 2 * table[i < 8 ? nibbles[i] % 16 : nibbles[i - 8] / 16]);
  }
  return values;
}

Values tq1_0(BlockReader r) {
  std::vector<int> bytes = r.bytes(52);
  double d = r.f16();
  auto digit = [](int byte, int n) {
    for (; n > 0; --n)
      byte = byte * 3 % 256;
    return byte * 3 / 256;
  };
  Values values;
  for (int i = 0; i < 256; ++i) {
    int q = i < 160   ? digit(bytes[i % 32], i / 32)
            : i < 240 ? digit(bytes[32 + i % 16], (i - 160) / 16)
                      : digit(bytes[48 + i % 4], (i - 240) / 4);
    values.push_back(d * (q - 1));
  }
  return values;
}

Values tq2_0(BlockReader r) {
  std::vector<int> quants = r.bytes(64);
  double d = r.f16();
  Values values;
  for (int i = 0; i < 256; ++i)
    values.push_back(d * (crumb(quants, i) - 1));
  return values;
}

// What rlx.recode_blocks makes of codebooks: a scale for `size` elements.
Values recoded(BlockReader r, int size, const CodeValues &table) {
  double d = r.f32();
  std::vector<int> scales = r.signedBytes(256 / size);
  Values values;
  for (int j = 0; j < 8; ++j) {
    std::vector<int> nibbles = r.bytes(16);
    for (int i = 0; i < 32; ++i)
      values.push_back(d * scales[(32 * j + i) / size] * table[nibble(nibbles, i)]);
  }
  return values;
}

Values fromCodebook(const CodebookBlock &block, const CodeValues &table) {
  Values values;
  for (int i = 0; i < 256; ++i)
    values.push_back(block.d * block.scales[i / 16] * table[block.codes[i]]);
  return values;
}

size_t blockBytes(BlockScheme scheme) {
  switch (scheme) {
  case BlockScheme::Q4_0:
    return 2 + 16;
  case BlockScheme::Q4_1:
    return 2 + 2 + 16;
  case BlockScheme::Q5_0:
    return 2 + 4 + 16;
  case BlockScheme::Q5_1:
    return 2 + 2 + 4 + 16;
  case BlockScheme::Q8_0:
    return 2 + 32;
  case BlockScheme::Q2_K:
    return 16 + 64 + 2 + 2;
  case BlockScheme::Q3_K:
    return 32 + 64 + 12 + 2;
  case BlockScheme::Q4_K:
    return 2 + 2 + 12 + 128;
  case BlockScheme::Q5_K:
    return 2 + 2 + 12 + 32 + 128;
  case BlockScheme::Q6_K:
    return 128 + 64 + 16 + 2;
  case BlockScheme::Q8_K:
    return 4 + 256 + 2 * 16;
  case BlockScheme::IQ4_NL:
    return 2 + 16;
  case BlockScheme::IQ4_XS:
    return 2 + 2 + 4 + 128;
  case BlockScheme::MXFP4:
    return 1 + 16;
  case BlockScheme::NVFP4:
    return 4 + 32;
  case BlockScheme::TQ1_0:
    return 48 + 4 + 2;
  case BlockScheme::TQ2_0:
    return 64 + 2;
  case BlockScheme::IQ1_C32:
  case BlockScheme::IQ2_C32:
  case BlockScheme::IQ3_XXS_C32:
  case BlockScheme::IQ3_S_C32:
    return 4 + 8 + 128;
  case BlockScheme::IQ1_C16:
  case BlockScheme::IQ2_C16:
    return 4 + 16 + 128;
  default:
    return codebookBlockBytes(scheme);
  }
}

Values decodeBlock(BlockScheme scheme, BlockReader r) {
  switch (scheme) {
  case BlockScheme::Q4_0:
    return q4(r, /*hasMinimum=*/false);
  case BlockScheme::Q4_1:
    return q4(r, /*hasMinimum=*/true);
  case BlockScheme::Q5_0:
    return q5(r, /*hasMinimum=*/false);
  case BlockScheme::Q5_1:
    return q5(r, /*hasMinimum=*/true);
  case BlockScheme::Q8_0:
    return q8_0(r);
  case BlockScheme::Q2_K:
    return q2_k(r);
  case BlockScheme::Q3_K:
    return q3_k(r);
  case BlockScheme::Q4_K:
    return q45_k(r, /*hasHighBits=*/false);
  case BlockScheme::Q5_K:
    return q45_k(r, /*hasHighBits=*/true);
  case BlockScheme::Q6_K:
    return q6_k(r);
  case BlockScheme::Q8_K:
    return q8_k(r);
  case BlockScheme::IQ4_NL: {
    double d = r.f16();
    return codes32(d, r.bytes(16), *codeValues(scheme));
  }
  case BlockScheme::IQ4_XS:
    return iq4_xs(r, *codeValues(scheme));
  case BlockScheme::MXFP4:
    return mxfp4(r, *codeValues(scheme));
  case BlockScheme::NVFP4:
    return nvfp4(r, *codeValues(scheme));
  case BlockScheme::TQ1_0:
    return tq1_0(r);
  case BlockScheme::TQ2_0:
    return tq2_0(r);
  case BlockScheme::IQ1_C32:
  case BlockScheme::IQ2_C32:
  case BlockScheme::IQ3_XXS_C32:
  case BlockScheme::IQ3_S_C32:
    return recoded(r, 32, *codeValues(scheme));
  case BlockScheme::IQ1_C16:
  case BlockScheme::IQ2_C16:
    return recoded(r, 16, *codeValues(scheme));
  default:
    return fromCodebook(readCodebookBlock(scheme, r), *codeValues(scheme));
  }
}

// d * (q - 1) in tq2_0 has the q of tq1_0. The sign of d is that of no element, if all are zero.
std::vector<int64_t> recodeTernary(llvm::ArrayRef<int64_t> block) {
  std::vector<int64_t> unit(block.begin(), block.end());
  unit[52] = 0, unit[53] = 0x3C; // d = 1
  Values elements = tq1_0(BlockReader(unit));
  std::vector<int64_t> result(64);
  for (int i = 0; i < 256; ++i)
    result[i / 128 * 32 + i % 32] |= static_cast<int64_t>(elements[i] + 1) << (2 * (i % 128 / 32));
  llvm::append_range(result, block.take_back(2));
  return result;
}

// Bytes as d * s * (value of a code); see rlx.recode_blocks.
std::vector<int64_t> recodeCodebook(BlockScheme scheme, BlockReader r) {
  CodebookBlock block = readCodebookBlock(scheme, r);
  const bool isWide = blockBytes(recoding(scheme)->to) == 4 + 8 + 128; // 32 elements per scale
  llvm::APFloat d(static_cast<float>(block.d));
  std::vector<int64_t> result;
  for (int i = 0; i < 4; ++i)
    result.push_back(d.bitcastToAPInt().extractBitsAsZExtValue(8, 8 * i));
  for (int i = 0; i < 16; i += isWide ? 2 : 1)
    result.push_back(block.scales[i]);
  for (int j = 0; j < 256; j += 32)
    for (int i = 0; i < 16; ++i)
      result.push_back(block.codes[j + i] + 16 * block.codes[j + 16 + i]);
  return result;
}

} // namespace

std::vector<double> decodeBlocks(BlockScheme scheme, const Tensor &bytes) {
  std::vector<double> values;
  llvm::ArrayRef<int64_t> rest = bytes.ints;
  for (size_t size = blockBytes(scheme); rest.size() >= size; rest = rest.drop_front(size))
    for (double value : decodeBlock(scheme, BlockReader(rest.take_front(size))))
      values.push_back(static_cast<float>(value));
  return values;
}

std::vector<int64_t> recodeBlocks(BlockScheme scheme, const Tensor &bytes) {
  std::vector<int64_t> result;
  llvm::ArrayRef<int64_t> rest = bytes.ints;
  for (size_t size = blockBytes(scheme); rest.size() >= size; rest = rest.drop_front(size)) {
    llvm::ArrayRef<int64_t> block = rest.take_front(size);
    llvm::append_range(result, scheme == BlockScheme::TQ1_0
                                   ? recodeTernary(block)
                                   : recodeCodebook(scheme, BlockReader(block)));
  }
  return result;
}

} // namespace rlx::ref
