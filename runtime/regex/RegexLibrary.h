// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of librlx_regex, which wraps RE2. The runtime looks them up by name.
//
// Threads: any; a regular expression is immutable.
#ifndef RLX_RUNTIME_REGEX_REGEXLIBRARY_H
#define RLX_RUNTIME_REGEX_REGEXLIBRARY_H

#include <cstddef>

namespace rlx::rt {
inline constexpr char kRegexLibrary[] = "librlx_regex.so";
} // namespace rlx::rt

extern "C" {
struct rlx_regex;
// Null if RE2 does not take the pattern; `why` then has the reason, cut to its size.
rlx_regex *rlx_regex_create(const char *pattern, size_t size, char *why, size_t whySize);
// Whether it matches the whole text.
bool rlx_regex_matches(const rlx_regex *regex, const char *text, size_t size);
void rlx_regex_free(rlx_regex *regex);
}

#endif // RLX_RUNTIME_REGEX_REGEXLIBRARY_H
