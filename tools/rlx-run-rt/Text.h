// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short texts: times and sizes for people, names for files. Needs no LLVM.
#ifndef RLX_TOOLS_RLXRUNRT_TEXT_H
#define RLX_TOOLS_RLXRUNRT_TEXT_H

#include <cstdint>
#include <string>
#include <string_view>

namespace rlx::run {

// "12.345 ms", "7.25 us", "840 ns": in a unit that does not show the time as zero.
std::string timeText(double milliseconds);

// "24 bytes", "1.5 kB", "17.4 MB": in a decimal unit that does not show the size as zero.
std::string bytesText(int64_t bytes);

// `name` with every character that is not a letter, digit, '.', '-' or '_' replaced by '_'.
std::string fileName(std::string_view name);
// A string of a tensor for a line: quotes, backslashes and control characters get a backslash.
std::string printable(std::string_view text);

// `text` as one word of a shell command: in single quotes if it needs them.
std::string shellWord(std::string_view text);

// The word "--input=NAME=VALUE" of a suggested command. Double quotes around a name that contains
// '=' are for parseNamed().
std::string argumentWord(std::string_view option, std::string_view name, std::string_view value);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_TEXT_H
