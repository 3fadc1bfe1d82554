// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options of the import of a language model: how its graph is made.
#ifndef RLX_IMPORTERS_GGUF_LANGUAGEMODELOPTIONS_H
#define RLX_IMPORTERS_GGUF_LANGUAGEMODELOPTIONS_H

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/bridge/ElementTypes.h"
#include "formats/language_model/CacheLayout.h"
#include "formats/language_model/LoraAdapter.h"

namespace rlx {

struct LanguageModelOptions {
  // Of keys and values in the caches, which are rounded to it once, when they are written.
  rt::DType cacheType = rt::DType::F32;
  CacheLayout cacheLayout = CacheLayout::Contiguous;
  // Whether kernels read pages with heads of this size. Caches of other models are contiguous.
  // Null: all have `cacheLayout`.
  std::function<bool(int64_t headSize)> readsPages = nullptr;
  std::vector<LoraFile> adapters;
};

// The type of caches with this name; none if there is no such one.
std::optional<rt::DType> findCacheType(std::string_view name);
// "f32, f16", for messages.
std::string cacheTypeNames();

} // namespace rlx

#endif // RLX_IMPORTERS_GGUF_LANGUAGEMODELOPTIONS_H
