// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that a download left in place of a model.
#ifndef RLX_FORMATS_WRONGFILE_H
#define RLX_FORMATS_WRONGFILE_H

#include <algorithm>
#include <string_view>

namespace rlx {

// What the file is, and what to do: "the file is a web page; download the model again". Empty for
// other files.
inline std::string_view wrongFile(std::string_view bytes) {
  if (bytes.empty())
    return "the file is empty";
  const std::string_view text =
      bytes.substr(std::min(bytes.size(), bytes.find_first_not_of(" \t\n\v\f\r")));
  if (text.starts_with("version https://git-lfs"))
    return "the file is a pointer of Git LFS; git lfs pull fetches the model";
  const auto startsWith = [&](std::string_view start) { // which is in lower case
    return text.size() >= start.size() &&
           std::equal(start.begin(), start.end(), text.begin(), [](char expected, char c) {
             return expected == (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
           });
  };
  if (startsWith("<!doctype") || startsWith("<html"))
    return "the file is a web page; download the model again";
  return "";
}

} // namespace rlx

#endif // RLX_FORMATS_WRONGFILE_H
