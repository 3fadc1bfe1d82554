// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds librlx_regex: beside this code, in ../lib, or where the system looks for libraries.
//
// The library stays loaded.
#include "runtime/cpu/Regex.h"

#include <dlfcn.h>
#include <unistd.h>

#include <string>
#include <type_traits>

#include "runtime/base/StrCat.h"
#include "runtime/regex/RegexLibrary.h"

namespace rlx::rt {

namespace {

struct Library {
  decltype(&rlx_regex_create) create = nullptr;
  decltype(&rlx_regex_matches) matches = nullptr;
  decltype(&rlx_regex_free) free = nullptr;
  std::string why; // it is missing
};

// The folder of the library or program that has this code, with a slash at its end; empty if it is
// not known. The name of a program may be relative, which is of no use.
std::string ownFolder() {
  Dl_info self{};
  std::string path;
  if (dladdr(reinterpret_cast<void *>(&ownFolder), &self) && self.dli_fname)
    path = self.dli_fname;
  if (!path.starts_with('/')) {
    char program[4096];
    const ssize_t size = readlink("/proc/self/exe", program, sizeof(program));
    path.assign(program, size > 0 ? static_cast<size_t>(size) : 0);
  }
  return path.substr(0, path.rfind('/') + 1);
}

void *openLibrary(std::string &why) {
  const std::string folder = ownFolder();
  for (const char *place : {"", "../lib/", static_cast<const char *>(nullptr)}) {
    const std::string path = place ? strCat(folder, place, kRegexLibrary) : kRegexLibrary;
    if (folder.empty() && place)
      continue;
    if (void *opened = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
      return opened;
    const char *error = dlerror();
    why = error ? error : "";
  }
  return nullptr;
}

const Library &library() {
  static const Library loaded = [] {
    Library found;
    void *opened = openLibrary(found.why);
    if (!opened)
      return found;
    const auto look = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(opened, name));
      if (!function)
        found.why = strCat("it has no function ", name);
    };
    look(found.create, "rlx_regex_create");
    look(found.matches, "rlx_regex_matches");
    look(found.free, "rlx_regex_free");
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
