// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses the list of expected failures, and records which entries were used.
//
// A malformed line is an error with its number.
#include "tools/rlx-check/ExpectedFailures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rlx::check {

llvm::Expected<ExpectedFailures> ExpectedFailures::load(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(path + ": " + buffer.getError().message());
  ExpectedFailures list;
  for (llvm::line_iterator line(**buffer, /*SkipBlanks=*/true, '#'); !line.is_at_eof(); ++line) {
    auto [lane, rest] = line->trim().split(' ');
    auto [test, reason] = rest.ltrim().split(' ');
    if (lane.empty())
      continue;
    if (!test.contains('/') || reason.trim().empty())
      return llvm::createStringError(path + ":" + llvm::Twine(line.line_number()) +
                                     ": expects LANE FILE/FUNCTION REASON");
    std::string key = (lane + " " + test).str();
    if (!list.reasons.try_emplace(key, reason.trim().str()).second)
      return llvm::createStringError(path + ":" + llvm::Twine(line.line_number()) + ": '" + key +
                                     "' is listed twice");
  }
  return list;
}

std::string ExpectedFailures::reason(llvm::StringRef lane, llvm::StringRef file,
                                     llvm::StringRef function) const {
  std::string key = (lane + " " + file + "/" + function).str();
  used[key] = true;
  auto it = reasons.find(key);
  return it == reasons.end() ? std::string() : it->second;
}

std::vector<std::string> ExpectedFailures::unused(llvm::StringRef file,
                                                  llvm::ArrayRef<std::string> lanes) const {
  std::vector<std::string> result;
  for (const auto &entry : reasons) {
    auto [lane, test] = entry.first().split(' ');
    if (test.split('/').first == file && llvm::is_contained(lanes, lane) &&
        !used.contains(entry.first()))
      result.push_back(entry.first().str());
  }
  return result;
}

} // namespace rlx::check
