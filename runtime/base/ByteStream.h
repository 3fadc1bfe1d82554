// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writers and readers for RLX's file formats.
//
// Numbers are little-endian. Strings and lists start with their length in 32 bits. The reader takes
// untrusted bytes: it never reads out of bounds and never reserves memory for items that cannot
// fit. For example, ProgramCodec.cpp encodes a program with these.
#ifndef RLX_RUNTIME_BASE_BYTESTREAM_H
#define RLX_RUNTIME_BASE_BYTESTREAM_H

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rlx::rt {

static_assert(std::endian::native == std::endian::little, "big-endian hosts need byte swaps here");

// Rounds `size` up to a multiple of `alignment`, a power of two.
inline size_t alignUp(size_t size, size_t alignment = 64) {
  return (size + alignment - 1) & ~(alignment - 1);
}

// Appends to a vector of bytes. Check `tooLong` at the end.
class ByteWriter {
public:
  explicit ByteWriter(std::vector<uint8_t> &out) : out(out) {}

  template <typename T>
  void number(T value) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
    out.insert(out.end(), bytes, bytes + sizeof(T));
  }
  void count(size_t value) {
    tooLong |= value > std::numeric_limits<uint32_t>::max();
    number(static_cast<uint32_t>(value));
  }
  void string(std::string_view value) {
    count(value.size());
    out.insert(out.end(), value.begin(), value.end());
  }
  void bytes(std::span<const uint8_t> value) {
    number(static_cast<uint64_t>(value.size()));
    out.insert(out.end(), value.begin(), value.end());
  }
  template <typename T, typename Each>
  void list(const std::vector<T> &items, Each each) {
    count(items.size());
    for (const T &item : items)
      each(item);
  }

  bool tooLong = false; // a string or list has 2^32 items or more

private:
  std::vector<uint8_t> &out;
};

// Reads bytes from the front. An error is sticky: after the first failure all reads return zero and
// failed() stays true, so callers check once at the end. Never reads out of bounds.
class ByteReader {
public:
  explicit ByteReader(std::span<const uint8_t> data) : data(data) {}

  bool failed() const { return bad; }
  void fail() { bad = true; }
  bool atEnd() const { return position == data.size(); }
  size_t where() const { return position; }

  template <typename T>
  T number() {
    T value{};
    if (bad || data.size() - position < sizeof(T)) {
      bad = true;
      return value;
    }
    std::memcpy(&value, data.data() + position, sizeof(T));
    position += sizeof(T);
    return value;
  }
  std::string string() {
    const size_t size = count(1);
    std::string value(reinterpret_cast<const char *>(data.data()) + position, size);
    position += size;
    return value;
  }
  // A view of the data, without a copy.
  std::span<const uint8_t> bytes() {
    const auto size = number<uint64_t>();
    bad |= size > data.size() - position;
    const auto value = data.subspan(position, bad ? 0 : size);
    position += value.size();
    return value;
  }
  // Reads a list whose items take at least `minBytes` each. A length that cannot fit fails before
  // any memory is reserved.
  template <typename T, typename Each>
  void list(std::vector<T> &items, size_t minBytes, Each each) {
    const size_t size = count(minBytes);
    items.reserve(size);
    for (size_t i = 0; i < size && !bad; ++i)
      each(items.emplace_back());
  }

private:
  size_t count(size_t minBytes) {
    const size_t size = number<uint32_t>();
    if (size > (data.size() - position) / minBytes)
      bad = true;
    return bad ? 0 : size;
  }

  std::span<const uint8_t> data;
  size_t position = 0;
  bool bad = false;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_BYTESTREAM_H
