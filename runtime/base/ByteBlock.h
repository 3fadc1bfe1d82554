// Read-only bytes that start at a multiple of 64: memory of their own, or a part of a mapped file.
#ifndef RLX_RUNTIME_BASE_BYTEBLOCK_H
#define RLX_RUNTIME_BASE_BYTEBLOCK_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/base/Allocator.h"

namespace rlx::rt {

// Threads: a value; copies of shared bytes share them, copies of others copy.
class ByteBlock {
public:
  ByteBlock() = default;
  // `owner` keeps the bytes; they start at a multiple of 64.
  static ByteBlock shared(std::span<const uint8_t> bytes, std::shared_ptr<const void> owner) {
    ByteBlock block;
    block.elsewhere = bytes;
    block.owner = std::move(owner);
    return block;
  }

  const uint8_t *data() const { return owner ? elsewhere.data() : own.data(); }
  size_t size() const { return owner ? elsewhere.size() : own.size(); }
  std::span<const uint8_t> bytes() const { return {data(), size()}; }

  // Adds `count` zero bytes at the next multiple of 64 and returns where; shared bytes are copied
  // before. Throws std::bad_alloc; see NoThrow.h.
  size_t append(size_t count) {
    if (owner) {
      own.assign(elsewhere.begin(), elsewhere.end());
      owner.reset();
    }
    const size_t offset = (own.size() + kBufferAlignment - 1) & ~(kBufferAlignment - 1);
    own.resize(offset + count);
    return offset;
  }
  // Only for bytes that append() gave.
  uint8_t *mutableData() { return own.data(); }

  friend bool operator==(const ByteBlock &a, const ByteBlock &b) {
    return std::ranges::equal(a.bytes(), b.bytes());
  }

private:
  std::vector<uint8_t, AlignedStdAllocator<uint8_t>> own;
  std::span<const uint8_t> elsewhere;
  std::shared_ptr<const void> owner; // null for bytes of its own
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_BYTEBLOCK_H
