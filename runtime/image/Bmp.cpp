// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// BMP without compression: 1, 4 or 8 bits with a palette, 24 and 32 bits.
#include "runtime/image/DecodedImage.h"

namespace rlx::image {

namespace {

// Reads little-endian numbers; 0 behind the end.
uint32_t numberAt(Bytes bytes, size_t at, size_t size) {
  uint32_t number = 0;
  for (size_t i = 0; i < size && at + i < bytes.size; ++i)
    number |= static_cast<uint32_t>(bytes.data[at + i]) << (8 * i);
  return number;
}

// 64 bits, so that the sign stays where the other choice is an unsigned number.
int64_t signedAt(Bytes bytes, size_t at) {
  return static_cast<int32_t>(numberAt(bytes, at, 4));
}

struct Header {
  size_t pixels = 0, palette = 0, entrySize = 4; // where they begin
  uint32_t bits = 0;
  bool isBottomUp = true;
};

// Where bytes of the usual masks are, no conversion is needed: blue, green, red, unused.
bool hasUsualMasks(Bytes bytes) {
  return numberAt(bytes, 54, 4) == 0xff0000 && numberAt(bytes, 58, 4) == 0xff00 &&
         numberAt(bytes, 62, 4) == 0xff;
}

bool readHeader(Bytes bytes, DecodedImage &decoded, Header &header) {
  constexpr size_t kFileHeader = 14;
  const uint32_t size = numberAt(bytes, kFileHeader, 4);
  const bool isOld = size == 12; // of OS/2
  if (bytes.size < 26 || (!isOld && (size < 40 || bytes.size < 54)))
    return decoded.fail("its header is damaged");
  header.pixels = numberAt(bytes, 10, 4);
  header.palette = kFileHeader + size;
  header.entrySize = isOld ? 3 : 4;
  header.bits = numberAt(bytes, isOld ? 24 : 28, 2);
  const uint32_t compression = isOld ? 0 : numberAt(bytes, 30, 4);
  if (compression != 0 && !(compression == 3 && header.bits == 32 && hasUsualMasks(bytes)))
    return decoded.fail("it is compressed, which is not supported");
  const uint32_t bits = header.bits;
  if (bits != 1 && bits != 4 && bits != 8 && bits != 24 && bits != 32)
    return decoded.fail("its pixels have 16 or another number of bits that is not supported");
  const int64_t height = isOld ? numberAt(bytes, 20, 2) : signedAt(bytes, 22);
  const int64_t width = isOld ? numberAt(bytes, 18, 2) : signedAt(bytes, 18);
  header.isBottomUp = height > 0;
  decoded.takeSize(height > 0 ? height : -height, width);
  return !decoded.hasFailed();
}

// The offset of the bytes blue, green, red of pixel x.
size_t offsetOf(Bytes bytes, const Header &header, size_t row, int64_t x) {
  const auto bit = static_cast<size_t>(x) * header.bits;
  if (header.bits >= 24)
    return row + bit / 8;
  const uint32_t byte = numberAt(bytes, row + bit / 8, 1);
  const uint32_t index = byte >> (8 - header.bits - bit % 8) & ((1U << header.bits) - 1);
  return header.palette + index * header.entrySize;
}

} // namespace

bool decodeBmp(Bytes bytes, DecodedImage &decoded) {
  Header header;
  if (!readHeader(bytes, decoded, header))
    return false;
  const size_t stride = (static_cast<size_t>(decoded.width) * header.bits + 31) / 32 * 4;
  if (header.pixels > bytes.size ||
      static_cast<size_t>(decoded.height) > (bytes.size - header.pixels) / stride)
    return decoded.fail("the file ends early");
  if (!decoded.rgb)
    return true;
  for (int64_t y = 0; y < decoded.height; ++y) {
    const auto line = static_cast<size_t>(header.isBottomUp ? decoded.height - 1 - y : y);
    const size_t row = header.pixels + line * stride;
    uint8_t *to = decoded.row(y);
    for (int64_t x = 0; x < decoded.width; ++x) {
      const size_t offset = offsetOf(bytes, header, row, x);
      if (offset + 3 > bytes.size)
        return decoded.fail("the palette ends early");
      for (size_t c = 0; c < 3; ++c)
        *to++ = bytes.data[offset + 2 - c];
    }
  }
  return true;
}

} // namespace rlx::image
