// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The PNG writer. The format is that of RFC 2083. Pixels are a zlib stream (RFC 1950) of stored
// blocks (RFC 1951, 3.2.4).
//
// Stored blocks are uncompressed, so only checksums are computed.
#include "examples/splat/Png.h"

#include <algorithm>
#include <fstream>

using namespace rlx;

namespace splat {
namespace {

constexpr size_t kLargestBlock = 65535;

void appendBig(std::string &to, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    to.push_back(static_cast<char>(value >> shift));
}

uint32_t crc32(const std::string &bytes) {
  uint32_t crc = 0xFFFFFFFF;
  for (unsigned char byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

uint32_t adler32(const std::string &bytes) {
  uint32_t low = 1, high = 0;
  for (unsigned char byte : bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}

std::string stored(const std::string &bytes) {
  std::string stream = "\x78\x01";
  for (size_t at = 0; at < bytes.size(); at += kLargestBlock) {
    size_t size = std::min(kLargestBlock, bytes.size() - at);
    stream.push_back(at + size == bytes.size());
    for (size_t length : {size, ~size}) {
      stream.push_back(static_cast<char>(length));
      stream.push_back(static_cast<char>(length >> 8));
    }
    stream.append(bytes, at, size);
  }
  appendBig(stream, adler32(bytes));
  return stream;
}

void appendChunk(std::string &file, const std::string &kind, const std::string &body) {
  appendBig(file, static_cast<uint32_t>(body.size()));
  file += kind + body;
  appendBig(file, crc32(kind + body));
}

} // namespace

rt::Status writePng(const std::string &path, uint32_t width, uint32_t height,
                    std::span<const uint8_t> pixels) {
  std::string file = "\x89PNG\r\n\x1a\n", header, rows;
  appendBig(header, width);
  appendBig(header, height);
  header += {8, 2, 0, 0, 0}; // bits per channel, red-green-blue, and three fields with one choice
  for (uint32_t row = 0; row < height; ++row) {
    rows.push_back(0); // no filter
    auto bytes = pixels.subspan(size_t(3) * width * row, size_t(3) * width);
    rows.append(bytes.begin(), bytes.end());
  }
  appendChunk(file, "IHDR", header);
  appendChunk(file, "IDAT", stored(rows));
  appendChunk(file, "IEND", "");
  std::ofstream out(path, std::ios::binary);
  out << file << std::flush;
  return out ? rt::okStatus() : rt::invalidArgument("could not write '" + path + "'");
}

} // namespace splat
