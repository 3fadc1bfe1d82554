// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which commands need a barrier: tracks reads and writes of memory ranges since the last
// barrier.
//
// Read-after-write, write-after-read and write-after-write conflicts need one; reads of the same
// range do not.
#ifndef RLX_RUNTIME_GPU_API_HAZARDS_H
#define RLX_RUNTIME_GPU_API_HAZARDS_H

#include <cstdint>
#include <vector>

namespace rlx::rt {

// Threads: a value.
class Hazards {
public:
  // Bytes [begin, end) of the memory that `memory` identifies.
  struct Access {
    const void *memory;
    uint64_t begin, end;
    bool isWrite;
  };

  // Whether one of the accesses conflicts with those added since clear(): it writes a range that
  // was read or written, or reads a range that was written.
  bool conflicts(const std::vector<Access> &accesses) const {
    // This many independent commands fill any device, and searching a longer list takes time.
    constexpr size_t kMax = 1024;
    if (pending.size() > kMax)
      return true;
    for (const Access &a : accesses)
      for (const Access &b : pending)
        if ((a.isWrite || b.isWrite) && a.memory == b.memory && a.begin < b.end && b.begin < a.end)
          return true;
    return false;
  }
  void add(const std::vector<Access> &accesses) {
    pending.insert(pending.end(), accesses.begin(), accesses.end());
  }
  void clear() { pending.clear(); }

private:
  std::vector<Access> pending;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_API_HAZARDS_H
