// Small texts for people: times, sizes, lists of names, and what a misspelt name may have meant.
#ifndef RLX_TOOLS_RLXRUN_TEXT_H
#define RLX_TOOLS_RLXRUN_TEXT_H

#include <cstdint>
#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace rlx::run {

// "12.345 ms", "7.25 us", "840 ns": never a unit in which the time would show as zero.
std::string timeText(double milliseconds);

// "24 bytes", "1.5 kB", "17.4 MB": decimal units, never one in which the size would show as zero.
std::string bytesText(int64_t bytes);

// "'a', 'b'".
std::string quoted(llvm::ArrayRef<std::string> names);

// The name that `name` is most likely a misspelling of; empty if none is close.
llvm::StringRef nearest(llvm::StringRef name, llvm::ArrayRef<std::string> names);
// "; did you mean 'x'?", or nothing.
std::string suggestion(llvm::StringRef name, llvm::ArrayRef<std::string> names);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_TEXT_H
