// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads librlx_regex.
//
// The library stays loaded.
#include "runtime/cpu/Regex.h"

#include <string>

#include "runtime/base/StrCat.h"
#include "runtime/cpu/OwnLibrary.h"
#include "runtime/regex/RegexLibrary.h"

namespace rlx::rt {

namespace {

struct Library {
  decltype(&rlx_regex_create) create = nullptr;
  decltype(&rlx_regex_matches) matches = nullptr;
  decltype(&rlx_regex_free) free = nullptr;
  std::string why; // it is missing
};

const Library &library() {
  static const Library loaded = [] {
    Library found;
    void *opened = openOwnLibrary(kRegexLibrary, found.why);
    if (!opened)
      return found;
    lookUp(opened, "rlx_regex_create", found.create, found.why);
    lookUp(opened, "rlx_regex_matches", found.matches, found.why);
    lookUp(opened, "rlx_regex_free", found.free, found.why);
    return found;
  }();
  return loaded;
}

class LoadedRegex : public Regex {
public:
  explicit LoadedRegex(rlx_regex *made) : regex(made) {}
  ~LoadedRegex() override { library().free(regex); }
  bool matches(std::string_view text) const override {
    return library().matches(regex, text.data(), text.size());
  }

private:
  rlx_regex *regex;
};

} // namespace

StatusOr<std::shared_ptr<const Regex>> Regex::compile(std::string_view pattern) {
  const Library &re2 = library();
  if (!re2.create || !re2.matches || !re2.free)
    return unsupported(strCat("regular expressions need the library ", kRegexLibrary,
                              ", which cannot be loaded: ", re2.why));
  char why[256] = "";
  rlx_regex *made = re2.create(pattern.data(), pattern.size(), why, sizeof(why));
  if (!made)
    return invalidArgument(
        strCat("the regular expression '", pattern, "' is not one of RE2: ", why));
  return std::shared_ptr<const Regex>(std::make_shared<LoadedRegex>(made));
}

} // namespace rlx::rt
