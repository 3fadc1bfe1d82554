// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the arrays that are results of runs.
//
// malloc gives a large block back to the system when it is freed, and the next run would pay for
// fresh pages: 32 MiB take longer than an addition that computes them. So one block of an output
// stays for the next run when its array is freed.
#ifndef RLX_PYTHON_RESULTMEMORY_H
#define RLX_PYTHON_RESULTMEMORY_H

#include <cstddef>
#include <memory>
#include <mutex>

namespace rlx::python {

// The memory of one output's results. Threads may free arrays at any time.
class ResultMemory : public std::enable_shared_from_this<ResultMemory> {
public:
  ResultMemory() = default;
  ResultMemory(const ResultMemory &) = delete;
  ~ResultMemory();

  // Aligned for the kernels, and not initialized.
  struct Block {
    explicit Block(size_t bytes);
    Block(const Block &) = delete;
    ~Block();

    void *data; // null if there is no memory
    size_t bytes;
    std::weak_ptr<ResultMemory> home;
  };

  // The kept block if it has so many bytes, or a new one. Null if there is no memory.
  std::unique_ptr<Block> take(size_t bytes);
  // Frees the block, or keeps it while its output is in use.
  static void giveBack(std::unique_ptr<Block> block) noexcept;
  // The bytes that no array has now.
  size_t keptBytes();

private:
  std::mutex mutex;
  std::unique_ptr<Block> kept;
};

} // namespace rlx::python

#endif // RLX_PYTHON_RESULTMEMORY_H
