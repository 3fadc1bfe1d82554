// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The closest name by Levenshtein distance.
//
// Names that are too far apart give no suggestion, because a wrong one is worse than none.
#include "runtime/base/NearestName.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace rlx::rt {

static bool isSameLetter(unsigned char a, unsigned char b) {
  return std::tolower(a) == std::tolower(b);
}

// Levenshtein distance: the number of characters to insert, delete or replace.
static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 0; i < a.size(); ++i) {
    size_t corner = std::exchange(row[0], i + 1);
    for (size_t k = 0; k < b.size(); ++k) {
      const size_t replaced = corner + (isSameLetter(a[i], b[k]) ? 0 : 1);
      corner = row[k + 1];
      row[k + 1] = std::min({replaced, row[k] + 1, corner + 1});
    }
  }
  return row.back();
}

std::string_view nearestName(std::string_view name, const std::vector<std::string> &names) {
  std::string_view found;
  size_t best = std::max<size_t>(2, name.size() / 3) + 1;
  for (const std::string &candidate : names) {
    // Most short names are within two edits of each other, so half of the name must be right.
    const size_t distance = editDistance(name, candidate);
    if (distance < best && 2 * distance < std::max(name.size(), candidate.size())) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

} // namespace rlx::rt
