// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stream of bytes as a source of choices. After its end every choice is 0.
#ifndef RLX_UNITTESTS_FUZZ_CHOICES_H
#define RLX_UNITTESTS_FUZZ_CHOICES_H

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

namespace rlx::test {

class Choices {
public:
  explicit Choices(std::span<const uint8_t> bytes) : bytes(bytes) {}

  bool atEnd() const { return position >= bytes.size(); }
  uint8_t byte() { return atEnd() ? 0 : bytes[position++]; }
  // 0 <= result < count <= 256.
  size_t below(size_t count) { return byte() % count; }
  // True once in `count` times, and never after the end.
  bool oneIn(size_t count) { return below(count) == 1 % count; }
  template <typename Array>
  const auto &from(const Array &items) {
    return items[below(std::size(items))];
  }

private:
  std::span<const uint8_t> bytes;
  size_t position = 0;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_FUZZ_CHOICES_H
