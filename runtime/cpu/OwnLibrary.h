// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries of RLX that a program loads when it needs them: librlx_regex, librlx_image.
//
// They are beside this code, in ../lib, or where the system looks for libraries.
#ifndef RLX_RUNTIME_CPU_OWNLIBRARY_H
#define RLX_RUNTIME_CPU_OWNLIBRARY_H

#include <dlfcn.h>

#include <string>
#include <type_traits>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

// The library stays loaded. Null if it is not found; `why` then has the reason.
void *openOwnLibrary(const char *name, std::string &why);

// Sets `function` to the one of that name, or `why` if there is none.
template <typename Function>
void lookUp(void *library, const char *name, Function &function, std::string &why) {
  function = reinterpret_cast<std::remove_reference_t<Function>>(dlsym(library, name));
  if (!function)
    why = strCat("it has no function ", name);
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_OWNLIBRARY_H
