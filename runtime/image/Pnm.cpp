// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PNM: bitmaps (P1, P4), graymaps (P2, P5) and pixmaps (P3, P6), as text and binary.
#include "runtime/image/DecodedImage.h"

namespace rlx::image {

namespace {

class Reader {
public:
  explicit Reader(Bytes data) : bytes(data) {}

  bool hasFailed() const { return failed; }
  size_t left() const { return bytes.size - at; }
  uint32_t byte() {
    if (at < bytes.size)
      return bytes.data[at++];
    failed = true;
    return 0;
  }
  // A number behind white space and comments.
  uint32_t number() {
    skipSpace();
    uint32_t value = 0;
    const size_t begin = at;
    constexpr uint32_t kMax = 1U << 28;
    for (; at < bytes.size && isDigit(bytes.data[at]) && value < kMax; ++at)
      value = 10 * value + (bytes.data[at] - '0');
    failed |= at == begin || value >= kMax;
    return value;
  }
  // A digit 0 or 1, which needs no space around it.
  uint32_t bit() {
    skipSpace();
    const uint32_t digit = byte() - '0';
    failed |= digit > 1;
    return digit & 1;
  }

private:
  static bool isDigit(uint8_t c) { return c >= '0' && c <= '9'; }
  void skipSpace() {
    for (; at < bytes.size; ++at) {
      const uint8_t c = bytes.data[at];
      if (c == '#')
        while (at + 1 < bytes.size && bytes.data[at] != '\n')
          ++at;
      else if (c != ' ' && (c < '\t' || c > '\r'))
        return;
    }
  }

  Bytes bytes;
  size_t at = 2; // behind P1 to P6
  bool failed = false;
};

// One element of a row, in 0 to 255. `packed` has the rest of a byte of a bitmap.
uint8_t sample(Reader &reader, char kind, uint32_t maximum, int64_t x, uint32_t &packed) {
  if (kind == '1')
    return reader.bit() ? 0 : 255;
  if (kind == '4') {
    packed = x % 8 == 0 ? reader.byte() : packed << 1;
    return packed & 0x80 ? 0 : 255;
  }
  uint32_t value = 0;
  if (kind == '2' || kind == '3')
    value = reader.number();
  else
    value = maximum > 255 ? reader.byte() << 8 : 0;
  if (kind == '5' || kind == '6')
    value |= reader.byte();
  value = value < maximum ? value : maximum;
  return static_cast<uint8_t>((value * 255 + maximum / 2) / maximum);
}

// The fewest bytes that rows of `columns` samples take.
size_t leastBytes(char kind, uint32_t maximum, uint64_t rows, uint64_t columns) {
  if (kind == '4')
    return rows * ((columns + 7) / 8);
  const uint64_t samples = rows * columns;
  if (kind == '2' || kind == '3')
    return 2 * samples - 1; // a digit each, with a space between
  return kind != '1' && maximum > 255 ? 2 * samples : samples;
}

} // namespace

bool decodePnm(Bytes bytes, DecodedImage &decoded) {
  const auto kind = static_cast<char>(bytes.data[1]);
  Reader reader(bytes);
  const uint32_t width = reader.number(), height = reader.number();
  const uint32_t maximum = kind == '1' || kind == '4' ? 1 : reader.number();
  if (reader.hasFailed() || maximum < 1 || maximum > 65535)
    return decoded.fail("its header is damaged");
  if (kind >= '4')
    reader.byte(); // one space before binary data
  const bool hasColours = kind == '3' || kind == '6';
  const bool isWanted = decoded.takeSize(height, width);
  if (decoded.hasFailed())
    return false;
  if (leastBytes(kind, maximum, height, uint64_t(width) * (hasColours ? 3 : 1)) > reader.left())
    return decoded.fail("the file ends early");
  if (!isWanted)
    return true;
  for (int64_t y = 0; y < decoded.height && !reader.hasFailed(); ++y) {
    uint8_t *to = decoded.row(y);
    uint32_t packed = 0;
    for (int64_t x = 0; x < decoded.width; ++x)
      for (int c = 0; c < 3; ++c, ++to)
        *to = c == 0 || hasColours ? sample(reader, kind, maximum, x, packed) : to[-1];
  }
  return reader.hasFailed() ? decoded.fail("the file ends early, or has no numbers") : true;
}

} // namespace rlx::image
