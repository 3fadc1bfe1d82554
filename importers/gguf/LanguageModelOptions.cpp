// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of LanguageModelOptions.h.
#include "importers/gguf/LanguageModelOptions.h"

#include <algorithm>

namespace rlx {

constexpr rt::DType kCacheTypes[] = {rt::DType::F32, rt::DType::F16};

std::optional<rt::DType> findCacheType(std::string_view name) {
  const auto *found = std::find_if(std::begin(kCacheTypes), std::end(kCacheTypes),
                                   [&](rt::DType type) { return rt::name(type) == name; });
  return found == std::end(kCacheTypes) ? std::nullopt : std::optional(*found);
}

std::string cacheTypeNames() {
  std::string names;
  for (const rt::DType type : kCacheTypes)
    names += (names.empty() ? "" : ", ") + std::string(rt::name(type));
  return names;
}

} // namespace rlx
