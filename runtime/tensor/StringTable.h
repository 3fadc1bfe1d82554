// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers for strings: equal strings have equal numbers.
//
// Buffers of a program hold these numbers, so ops that only move or compare strings work on
// integers.
#ifndef RLX_RUNTIME_TENSOR_STRINGTABLE_H
#define RLX_RUNTIME_TENSOR_STRINGTABLE_H

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// The strings of one executable: those of its program, which stay, and those of its last run.
// Strings are bytes; nothing checks that they are UTF-8.
// Threads: confined to one executable.
class StringTable {
public:
  // Strings with the numbers 0, 1, …, which must outlive the table. The first one is the empty
  // string; no strings at all stand for that one.
  explicit StringTable(std::span<const std::string> fixed);

  // Starts a run: forgets the strings of the last one. The bytes of the last kept run stay, so that
  // its results can be inputs of the next runs, of which the first ones may fail.
  void begin();
  // Ends a run that succeeds.
  void keep() { isKept = true; }
  // The number of a string, which is copied if it is new.
  int64_t number(std::string_view text);
  // The string with a number. DataLoss for a number that no string has. The bytes of
  // a kept run stay until the begin() after the next kept run, those of others until begin().
  StatusOr<std::string_view> text(int64_t number) const;
  // Bytes of the strings of runs.
  int64_t bytes() const { return now.bytes + before.bytes; }

private:
  // Bytes in blocks that never move.
  struct Storage {
    std::vector<std::unique_ptr<char[]>> blocks;
    char *next = nullptr; // free bytes at the end of the last block
    size_t left = 0;
    int64_t bytes = 0;

    std::string_view copy(std::string_view text);
  };
  size_t numFixed;
  std::unordered_map<std::string_view, int64_t> fixedNumbers, numbers;
  std::vector<std::string_view> texts; // by number
  Storage now, before;                 // of the run, and of the last kept one before it
  bool isKept = false;                 // the run
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_TENSOR_STRINGTABLE_H
