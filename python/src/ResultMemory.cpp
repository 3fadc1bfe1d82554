// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ResultMemory.h.
#include "ResultMemory.h"

#include <cstdlib>
#include <utility>

namespace rlx::python {
namespace {

constexpr size_t kAlignment = 64;
// malloc itself keeps blocks up to the largest M_MMAP_THRESHOLD of glibc.
constexpr size_t kKeptBytes = size_t(32) << 20;

} // namespace

ResultMemory::~ResultMemory() = default;

ResultMemory::Block::Block(size_t bytes)
    : data(std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment)),
      bytes(bytes) {}

ResultMemory::Block::~Block() {
  std::free(data);
}

std::unique_ptr<ResultMemory::Block> ResultMemory::take(size_t bytes) {
  std::unique_ptr<Block> found;
  {
    const std::lock_guard lock(mutex);
    found = std::move(kept);
  }
  if (found && found->bytes == bytes)
    return found;
  found.reset(); // before the new one, so that both need not fit
  auto made = std::make_unique<Block>(bytes);
  if (!made->data)
    return nullptr;
  if (bytes > kKeptBytes)
    made->home = weak_from_this();
  return made;
}

void ResultMemory::giveBack(std::unique_ptr<Block> block) noexcept {
  const std::shared_ptr<ResultMemory> home = block->home.lock();
  if (!home)
    return;
  const std::lock_guard lock(home->mutex);
  if (!home->kept)
    home->kept = std::move(block);
}

size_t ResultMemory::keptBytes() {
  const std::lock_guard lock(mutex);
  return kept ? kept->bytes : 0;
}

} // namespace rlx::python
