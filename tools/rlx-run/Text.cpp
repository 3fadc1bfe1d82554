// Small texts for people; see Text.h.
#include "tools/rlx-run/Text.h"

#include <algorithm>

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace rlx::run {

std::string timeText(double milliseconds) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (milliseconds < 1e-3)
    os << llvm::format("%.0f ns", milliseconds * 1e6);
  else if (milliseconds < 0.1)
    os << llvm::format("%.2f us", milliseconds * 1e3);
  else
    os << llvm::format("%.3f ms", milliseconds);
  return text;
}

std::string bytesText(int64_t bytes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (bytes < 1000)
    os << bytes << (bytes == 1 ? " byte" : " bytes");
  else if (bytes < 1000 * 1000)
    os << llvm::format("%.1f kB", bytes / 1e3);
  else if (bytes < 1000 * 1000 * 1000)
    os << llvm::format("%.1f MB", bytes / 1e6);
  else
    os << llvm::format("%.2f GB", bytes / 1e9);
  return text;
}

std::string quoted(llvm::ArrayRef<std::string> names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

StringRef nearest(StringRef name, llvm::ArrayRef<std::string> names) {
  StringRef found;
  size_t best = std::max<size_t>(2, name.size() / 3) + 1;
  for (const std::string &candidate : names) {
    // Of short names most are two edits from each other: half of the name must be right.
    size_t distance = name.edit_distance(candidate);
    if (distance < best && 2 * distance < std::max(name.size(), candidate.size())) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

std::string suggestion(StringRef name, llvm::ArrayRef<std::string> names) {
  StringRef found = nearest(name, names);
  return found.empty() ? "" : ("; did you mean '" + found + "'?").str();
}

} // namespace rlx::run
