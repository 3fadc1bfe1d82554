// Small texts for people: times and sizes.
#ifndef RLX_TOOLS_RLXRUN_COMMON_TEXT_H
#define RLX_TOOLS_RLXRUN_COMMON_TEXT_H

#include <cstdint>
#include <string>

namespace rlx::run {

// "12.345 ms", "7.25 us", "840 ns": never a unit in which the time would show as zero.
std::string timeText(double milliseconds);

// "24 bytes", "1.5 kB", "17.4 MB": decimal units, never one in which the size would show as zero.
std::string bytesText(int64_t bytes);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_TEXT_H
