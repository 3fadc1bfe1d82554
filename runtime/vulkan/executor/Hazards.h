// Which commands must wait for commands before them: reads and writes of ranges since the last
// barrier.
#ifndef RLX_RUNTIME_VULKAN_EXECUTOR_HAZARDS_H
#define RLX_RUNTIME_VULKAN_EXECUTOR_HAZARDS_H

#include <cstdint>
#include <vector>

namespace rlx::rt {

// Threads: a value.
class Hazards {
public:
  // Bytes from `begin` to `end` of the memory that `memory` stands for.
  struct Access {
    const void *memory;
    uint64_t begin, end;
    bool isWrite;
  };

  // Whether one of the accesses has to wait for what was added since clear(): it writes what that
  // read or wrote, or reads what that wrote.
  bool conflicts(const std::vector<Access> &accesses) const {
    // So many commands side by side fill any device; a list of them takes time to look through.
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

#endif // RLX_RUNTIME_VULKAN_EXECUTOR_HAZARDS_H
