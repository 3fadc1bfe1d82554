// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See CountedNew.h. All forms of new and delete are replaced here. A sanitizer would serve a
// missing form and later free memory that it did not allocate.
#include "unittests/CountedNew.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace rlx::testing {
std::atomic<uint64_t> newCalls{0};
std::atomic<int64_t> newBudget{-1};
} // namespace rlx::testing

// Returns null if the budget or memory ends.
static void *countedNew(std::size_t size, std::size_t alignment) noexcept {
  using namespace rlx::testing;
  newCalls.fetch_add(1, std::memory_order_relaxed);
  if (newBudget >= 0 && newBudget.fetch_sub(1) <= 0) {
    newBudget = 0;
    return nullptr;
  }
  if (alignment <= alignof(std::max_align_t))
    return std::malloc(size ? size : 1);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
static void *orThrow(void *memory) {
  return memory ? memory : throw std::bad_alloc();
}

#define RLX_NEW_AND_DELETE(SUFFIX)                                                                 \
  void *operator new SUFFIX(std::size_t size) {                                                    \
    return orThrow(countedNew(size, 0));                                                           \
  }                                                                                                \
  void *operator new SUFFIX(std::size_t size, const std::nothrow_t &) noexcept {                   \
    return countedNew(size, 0);                                                                    \
  }                                                                                                \
  void *operator new SUFFIX(std::size_t size, std::align_val_t alignment) {                        \
    return orThrow(countedNew(size, static_cast<std::size_t>(alignment)));                         \
  }                                                                                                \
  void *operator new SUFFIX(std::size_t size, std::align_val_t alignment,                          \
                            const std::nothrow_t &) noexcept {                                     \
    return countedNew(size, static_cast<std::size_t>(alignment));                                  \
  }                                                                                                \
  void operator delete SUFFIX(void *memory) noexcept {                                             \
    std::free(memory);                                                                             \
  }                                                                                                \
  void operator delete SUFFIX(void *memory, std::size_t) noexcept {                                \
    std::free(memory);                                                                             \
  }                                                                                                \
  void operator delete SUFFIX(void *memory, const std::nothrow_t &) noexcept {                     \
    std::free(memory);                                                                             \
  }                                                                                                \
  void operator delete SUFFIX(void *memory, std::align_val_t) noexcept {                           \
    std::free(memory);                                                                             \
  }                                                                                                \
  void operator delete SUFFIX(void *memory, std::size_t, std::align_val_t) noexcept {              \
    std::free(memory);                                                                             \
  }                                                                                                \
  void operator delete SUFFIX(void *memory, std::align_val_t, const std::nothrow_t &) noexcept {   \
    std::free(memory);                                                                             \
  }
RLX_NEW_AND_DELETE()
RLX_NEW_AND_DELETE([])
