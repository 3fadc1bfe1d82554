// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Windows.h.
#include "formats/huggingface/Windows.h"

#include "runtime/base/StrCat.h"

namespace rlx::huggingface {

using namespace rt;

namespace {

constexpr std::string_view kSize = "attention.sliding_window",
                           kPattern = "attention.sliding_window_pattern";

// Layers by name; older files count those without a window instead.
Status translatePattern(Translation &t) {
  if (t.config.find("layer_types").isArray()) {
    std::vector<bool> layers;
    for (const json::JsonValue &each : t.config.find("layer_types").elements()) {
      const std::string_view type = each.string().value_or("");
      if (type != "full_attention" && type != "sliding_attention")
        return unsupported(strCat(t.config.shown("layer_types"), " has '", type,
                                  "'; full_attention and sliding_attention are supported"));
      layers.push_back(type == "sliding_attention");
    }
    t.setOrigin(kPattern, "layer_types");
    t.add(kPattern, layers);
    return okStatus();
  }
  if (t.config.find("max_window_layers").exists()) {
    RLX_ASSIGN_OR_RETURN(const int64_t first, t.config.integer("max_window_layers", 0));
    std::vector<bool> layers;
    for (int64_t i = 0; i < t.sizes.layers; ++i)
      layers.push_back(i >= first);
    t.add(kPattern, layers);
    return okStatus();
  }
  t.copy("sliding_window_pattern|_sliding_window_pattern", kPattern);
  return okStatus();
}

} // namespace

Status translateWindows(const Family &family, Translation &t) {
  t.setOrigin(kSize, "sliding_window");
  RLX_ASSIGN_OR_RETURN(const bool isWanted,
                       t.config.boolean("use_sliding_window", family.windows == WindowUse::IfSize));
  RLX_ASSIGN_OR_RETURN(const int64_t size, t.config.integer("sliding_window", family.window));
  const bool isNull = t.config.has("sliding_window") && t.config.find("sliding_window").isNull();
  if (!isWanted || isNull) {
    t.add(kSize, int64_t(0)); // GGUF's architecture may have a default
    return okStatus();
  }
  t.add(kSize, size);
  return translatePattern(t);
}

} // namespace rlx::huggingface
