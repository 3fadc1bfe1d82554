// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Read-only bytes that start at a multiple of 64, either owned or part of a mapped file.
//
// The constants of a program are one ByteBlock. Loaded from a package, they stay in the mapped
// file; built by the compiler, they are owned and grow with append().
#ifndef RLX_RUNTIME_BASE_BYTEBLOCK_H
#define RLX_RUNTIME_BASE_BYTEBLOCK_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/base/Allocator.h"

namespace rlx::rt {

// Threads: a value. A copy of shared bytes shares them; a copy of owned bytes copies them.
class ByteBlock {
public:
  ByteBlock() = default;
  // A view of `bytes`, which `owner` keeps alive. They must start at a multiple of 64.
  static ByteBlock shared(std::span<const uint8_t> bytes, std::shared_ptr<const void> owner) {
    ByteBlock block;
    block.elsewhere = bytes;
    block.owner = std::move(owner);
    return block;
  }

  const uint8_t *data() const { return owner ? elsewhere.data() : own.data(); }
  size_t size() const { return owner ? elsewhere.size() : own.size(); }
  std::span<const uint8_t> bytes() const { return {data(), size()}; }

  // Appends `count` zero bytes at the next multiple of 64 and returns their offset. Shared bytes
  // are copied first. Throws std::bad_alloc; see NoThrow.h.
  size_t append(size_t count) {
    if (owner) {
      own.assign(elsewhere.begin(), elsewhere.end());
      owner.reset();
    }
    const size_t offset = (own.size() + kBufferAlignment - 1) & ~(kBufferAlignment - 1);
    own.resize(offset + count);
    return offset;
  }
  // Only for bytes that append() made.
  uint8_t *mutableData() { return own.data(); }

  friend bool operator==(const ByteBlock &a, const ByteBlock &b) {
    return std::ranges::equal(a.bytes(), b.bytes());
  }

private:
  std::vector<uint8_t, AlignedStdAllocator<uint8_t>> own;
  std::span<const uint8_t> elsewhere;
  std::shared_ptr<const void> owner; // null for owned bytes
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_BYTEBLOCK_H
