// Small texts for people; see Text.h.
#include "tools/rlx-run/common/Text.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

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

} // namespace rlx::run
