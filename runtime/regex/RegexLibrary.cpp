// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RE2 behind C functions, so that only this library depends on it.
//
// RE2 writes no logs here.
#include "runtime/regex/RegexLibrary.h"

#include <algorithm>
#include <new>

#include <re2/re2.h>

struct rlx_regex {
  re2::RE2 compiled;
};

#define RLX_REGEX_API __attribute__((visibility("default")))

extern "C" {

RLX_REGEX_API rlx_regex *rlx_regex_create(const char *pattern, size_t size, char *why,
                                          size_t whySize) {
  try {
    auto *made = new rlx_regex{re2::RE2(re2::StringPiece(pattern, size), re2::RE2::Quiet)};
    if (made->compiled.ok())
      return made;
    const std::string &error = made->compiled.error();
    if (whySize != 0)
      why[error.copy(why, whySize - 1)] = '\0';
    delete made;
  } catch (const std::bad_alloc &) {
    if (whySize != 0)
      why[std::string("there is not enough memory").copy(why, whySize - 1)] = '\0';
  }
  return nullptr;
}

RLX_REGEX_API bool rlx_regex_matches(const rlx_regex *regex, const char *text, size_t size) {
  return re2::RE2::FullMatch(re2::StringPiece(text, size), regex->compiled);
}

RLX_REGEX_API void rlx_regex_free(rlx_regex *regex) {
  delete regex;
}

} // extern "C"
