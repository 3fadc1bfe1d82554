// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Blocks.h: one decoder per scheme. A block is read field by field, in the order
// of the file. Each function follows one row of the table in BlockQuant.td; every value is rounded
// to f32 after each formula.
#include "dialects/rlx/reference/Blocks.h"

#include <array>

#include "llvm/ADT/APFloat.h"

namespace rlx::ref {
namespace {

// Reads the fields of a block in the order in which they are stored.
class Reader {
public:
  explicit Reader(llvm::ArrayRef<int64_t> bytes) : rest(bytes) {}

  std::vector<int> bytes(size_t count) {
    std::vector<int> taken;
    for (int64_t byte : take(count))
      taken.push_back(static_cast<int>(byte & 255));
    return taken;
  }
  std::vector<int> signedBytes(size_t count) {
    std::vector<int> taken;
    for (int64_t byte : take(count))
      taken.push_back(static_cast<int8_t>(byte));
    return taken;
  }
  double f16() { return number(llvm::APFloat::IEEEhalf(), 16); }
  double f32() { return number(llvm::APFloat::IEEEsingle(), 32); }
  uint32_t u32() { return static_cast<uint32_t>(integer(4)); }

private:
  llvm::ArrayRef<int64_t> take(size_t count) {
    llvm::ArrayRef<int64_t> taken = rest.take_front(count);
    rest = rest.drop_front(count);
    return taken;
  }
  uint64_t integer(size_t count) {
    uint64_t value = 0, weight = 1;
    for (int64_t byte : take(count)) {
      value += uint64_t(byte & 255) * weight;
      weight *= 256;
    }
    return value;
  }
  double number(const llvm::fltSemantics &format, unsigned bits) {
    llvm::APFloat value(format, llvm::APInt(bits, integer(bits / 8)));
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return value.convertToDouble();
  }

  llvm::ArrayRef<int64_t> rest;
};

// Elements 0 to 15 are the low nibbles of 16 bytes, 16 to 31 the high nibbles.
int nibble(const std::vector<int> &bytes, int i) {
  return i < 16 ? bytes[i] % 16 : bytes[i - 16] / 16;
}

using Values = std::vector<double>;

Values q4(Reader r, bool hasMinimum) {
  double d = r.f16(), m = hasMinimum ? r.f16() : 0;
  std::vector<int> nibbles = r.bytes(16);
  Values values;
  for (int i = 0; i < 32; ++i)
    values.push_back(hasMinimum ? d * nibble(nibbles, i) + m : d * (nibble(nibbles, i) - 8));
  return values;
}

Values q5(Reader r, bool hasMinimum) {
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

Values signedQuants(Reader r, double d, int count) {
  Values values;
  for (int q : r.signedBytes(count))
    values.push_back(d * q);
  return values;
}

Values q8_0(Reader r) {
  double d = r.f16();
  return signedQuants(r, d, 32);
}

Values q8_k(Reader r) {
  double d = r.f32();
  return signedQuants(r, d, 256);
}

// Each of 64 bytes holds four elements of 2 bits; 32 bytes hold 128 elements.
int crumb(const std::vector<int> &bytes, int i) {
  int half = i / 128, j = i % 128 / 32, l = i % 32;
  return bytes[32 * half + l] >> (2 * j) & 3;
}

Values q2_k(Reader r) {
  std::vector<int> scales = r.bytes(16), quants = r.bytes(64);
  double d = r.f16(), dmin = r.f16();
  Values values;
  for (int i = 0; i < 256; ++i) {
    int s = scales[i / 16];
    values.push_back(d * (s & 15) * crumb(quants, i) - dmin * (s >> 4));
  }
  return values;
}

Values q3_k(Reader r) {
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

Values q45_k(Reader r, bool hasHighBits) {
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

Values q6_k(Reader r) {
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
  }
  llvm_unreachable("not a block scheme");
}

Values decodeBlock(BlockScheme scheme, Reader r) {
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
  }
  llvm_unreachable("not a block scheme");
}

} // namespace

std::vector<double> decodeBlocks(BlockScheme scheme, const Tensor &bytes) {
  std::vector<double> values;
  llvm::ArrayRef<int64_t> rest = bytes.ints;
  for (size_t size = blockBytes(scheme); rest.size() >= size; rest = rest.drop_front(size))
    for (double value : decodeBlock(scheme, Reader(rest.take_front(size))))
      values.push_back(static_cast<float>(value));
  return values;
}

} // namespace rlx::ref
