// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Trace.h. Times in the format are microseconds; three decimals keep nanoseconds.
#include "runtime/program/observe/Trace.h"

#include <algorithm>
#include <cstdio>

#include "runtime/base/File.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

void TraceRecorder::onCommand(const DispatchRecord &record) {
  recorded.push_back({std::string(record.label), std::string(record.kernel), record.startNs,
                      record.endNs, record.grid, record.threads, record.command, record.inPrepare});
}

// Length of the well-formed UTF-8 sequence that `text` starts with, or 0.
static size_t utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 0 || lead > 0xF4 || text.size() < length)
    return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80)
      return 0;
  // Overlong forms, surrogates, and beyond U+10FFFF.
  if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) >= 0xA0) ||
      (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) >= 0x90))
    return 0;
  return length;
}

std::string jsonString(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const char first = text.front();
    const size_t length = utf8Length(text);
    if (length == 0) {
      out += "\\ufffd";
    } else if (first == '"' || first == '\\') {
      out += strCat('\\', first);
    } else if (static_cast<unsigned char>(first) < 0x20 || first == 0x7F) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned>(first));
      out += escaped;
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return out + "\"";
}

static std::string microseconds(uint64_t ns) {
  char text[32];
  std::snprintf(text, sizeof(text), "%llu.%03u", static_cast<unsigned long long>(ns / 1000),
                static_cast<unsigned>(ns % 1000));
  return text;
}

std::string chromeTrace(const std::vector<TraceRecorder::Slice> &slices, std::string_view process) {
  uint64_t origin = UINT64_MAX;
  for (const TraceRecorder::Slice &slice : slices)
    origin = std::min(origin, slice.startNs);
  std::string out = strCat("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n",
                           "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"tid\":1,",
                           "\"args\":{\"name\":", jsonString(process), "}}");
  for (const TraceRecorder::Slice &slice : slices)
    out +=
        strCat(",\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"cat\":",
               slice.inPrepare ? "\"prepare\"" : "\"run\"", ",\"name\":", jsonString(slice.label),
               ",\"ts\":", microseconds(slice.startNs - origin),
               ",\"dur\":", microseconds(slice.endNs - slice.startNs),
               ",\"args\":{\"kernel\":", jsonString(slice.kernel), ",\"command\":", slice.command,
               ",\"grid\":[", slice.grid[0], ",", slice.grid[1], ",", slice.grid[2],
               "],\"threads\":", slice.threads, "}}");
  return out + "\n]}\n";
}

Status writeChromeTrace(const std::string &path, const std::vector<TraceRecorder::Slice> &slices,
                        std::string_view process) {
  return catchAllocFailure([&]() -> Status {
    const std::string text = chromeTrace(slices, process);
    return writeFile(path, {reinterpret_cast<const uint8_t *>(text.data()), text.size()});
  });
}

} // namespace rlx::rt
