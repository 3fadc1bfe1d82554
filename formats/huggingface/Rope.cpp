// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Rope.h. Source of the semantics: modeling_rope_utils.py of transformers.
#include "formats/huggingface/Rope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/base/StrCat.h"

namespace rlx::huggingface {

using namespace rt;

namespace {

constexpr int64_t kMaxRotated = int64_t(1) << 20; // bounds the lists of divisors
// The names of rotations in layers without a window and with one.
constexpr std::string_view kFull = "full_attention", kSliding = "sliding_attention";

// Positive and finite.
StatusOr<double> positive(const Config &settings, std::string_view key) {
  RLX_ASSIGN_OR_RETURN(const double value, settings.number(key, 0));
  if (value > 0 && std::isfinite(value))
    return value;
  return invalidArgument(strCat(settings.shown(key),
                                settings.find(key).exists() ? " is not positive" : " is missing"));
}

// One list of divisors, a number for each rotated pair.
StatusOr<std::vector<float>> factors(const Config &settings, std::string_view key, int64_t pairs) {
  std::vector<float> values;
  for (const json::JsonValue &each : settings.find(key).elements())
    values.push_back(static_cast<float>(each.number().value_or(0)));
  const bool isPositive = std::ranges::all_of(values, [](float value) { return value > 0; });
  if (isPositive && static_cast<int64_t>(values.size()) == pairs)
    return values;
  return invalidArgument(strCat(settings.shown(key), " is no list of ", pairs,
                                " positive numbers, one for each rotated pair of a head"));
}

class RopeTranslation {
public:
  RopeTranslation(Translation &t, const Config &settings, double base, int64_t rotated)
      : t(t), settings(settings), base(base), rotated(rotated) {}

  Status linear() {
    RLX_ASSIGN_OR_RETURN(const double factor, positive(settings, "factor"));
    t.add("rope.scaling.type", std::string_view("linear"));
    t.add("rope.scaling.factor", factor);
    return okStatus();
  }

  Status yarn() {
    RLX_ASSIGN_OR_RETURN(const double original, originalContext());
    RLX_ASSIGN_OR_RETURN(const double factor, factorOf(original));
    RLX_ASSIGN_OR_RETURN(const bool truncates, settings.boolean("truncate", true));
    if (!truncates)
      return unsupported(strCat(settings.shown("truncate"), " is false, expected true"));
    t.add("rope.scaling.type", std::string_view("yarn"));
    t.add("rope.scaling.factor", factor);
    t.add("rope.scaling.original_context_length", static_cast<int64_t>(original));
    RLX_RETURN_IF_ERROR(optional("beta_fast", "rope.scaling.yarn_beta_fast"));
    RLX_RETURN_IF_ERROR(optional("beta_slow", "rope.scaling.yarn_beta_slow"));
    RLX_ASSIGN_OR_RETURN(const double magnitude, yarnMagnitude(factor));
    // GGUF has it relative to that of the factor.
    t.add("rope.scaling.attn_factor", magnitude / growth(factor, 1));
    return okStatus();
  }

  // Divides the frequencies of long wavelengths by the factor, those of short ones by 1, and those
  // between by a number between.
  Status llama3() {
    RLX_ASSIGN_OR_RETURN(const double original, originalContext());
    RLX_ASSIGN_OR_RETURN(const double factor, positive(settings, "factor"));
    RLX_ASSIGN_OR_RETURN(const double low, positive(settings, "low_freq_factor"));
    RLX_ASSIGN_OR_RETURN(const double high, positive(settings, "high_freq_factor"));
    if (high <= low)
      return invalidArgument(
          strCat(settings.shown("high_freq_factor"), " is not greater than low_freq_factor"));
    std::vector<float> divisors;
    for (int64_t i = 0; i < rotated / 2; ++i) {
      const double wavelength =
          2 * std::numbers::pi *
          std::pow(base, 2 * static_cast<double>(i) / static_cast<double>(rotated));
      const double smooth = std::clamp((original / wavelength - low) / (high - low), 0.0, 1.0);
      divisors.push_back(static_cast<float>(1 / ((1 - smooth) / factor + smooth)));
    }
    t.addTensor("rope_freqs.weight", divisors);
    return okStatus();
  }

  Status longRope() {
    RLX_ASSIGN_OR_RETURN(const double original, originalContext());
    RLX_ASSIGN_OR_RETURN(const double factor, factorOf(original));
    RLX_ASSIGN_OR_RETURN(const std::vector<float> longFactors,
                         factors(settings, "long_factor", rotated / 2));
    RLX_ASSIGN_OR_RETURN(const std::vector<float> shortFactors,
                         factors(settings, "short_factor", rotated / 2));
    const double usual = factor <= 1 ? 1 : std::sqrt(1 + std::log(factor) / std::log(original));
    RLX_ASSIGN_OR_RETURN(const double magnitude, settings.number("attention_factor", usual));
    t.add("rope.scaling.attn_factor", magnitude);
    t.add("rope.scaling.original_context_length", static_cast<int64_t>(original));
    t.addTensor("rope_factors_long.weight", longFactors);
    t.addTensor("rope_factors_short.weight", shortFactors);
    return okStatus();
  }

private:
  static double growth(double factor, double multiplier) {
    return factor <= 1 ? 1 : 0.1 * multiplier * std::log(factor) + 1;
  }

  // Some files have it beside the settings, which counts then.
  StatusOr<double> originalContext() const {
    constexpr std::string_view kKey = "original_max_position_embeddings";
    if (t.config.find(kKey).exists())
      return positive(t.config, kKey);
    return settings.find(kKey).exists() ? positive(settings, kKey)
                                        : positive(t.config, "max_position_embeddings");
  }

  StatusOr<double> factorOf(double original) const {
    if (settings.find("factor").exists())
      return positive(settings, "factor");
    RLX_ASSIGN_OR_RETURN(const double context, positive(t.config, "max_position_embeddings"));
    return context / original;
  }

  Status optional(std::string_view key, std::string_view name) {
    if (!settings.find(key).exists())
      return okStatus();
    RLX_ASSIGN_OR_RETURN(const double value, positive(settings, key));
    t.add(name, value);
    return okStatus();
  }

  StatusOr<double> yarnMagnitude(double factor) const {
    RLX_ASSIGN_OR_RETURN(const double scale, settings.number("mscale", 0));
    RLX_ASSIGN_OR_RETURN(const double scaleOfAll, settings.number("mscale_all_dim", 0));
    const double usual = scale != 0 && scaleOfAll != 0
                             ? growth(factor, scale) / growth(factor, scaleOfAll)
                             : growth(factor, 1);
    return settings.number("attention_factor", usual);
  }

  Translation &t;
  const Config &settings;
  double base;
  int64_t rotated;
};

Status translateType(Translation &t, const Config &settings, double base, int64_t rotated) {
  RLX_ASSIGN_OR_RETURN(const std::string_view type, settings.string("rope_type|type", "default"));
  RopeTranslation rope(t, settings, base, rotated);
  // The dynamic one differs beyond max_position_embeddings only, which no text reaches here.
  if (type == "default" || type == "dynamic")
    return okStatus();
  if (type == "linear")
    return rope.linear();
  if (type == "yarn")
    return rope.yarn();
  if (type == "llama3")
    return rope.llama3();
  if (type == "longrope" || type == "su")
    return rope.longRope();
  return unsupported(strCat(settings.shown("rope_type|type"), " is '", type,
                            "', which is not supported; supported are default, linear, dynamic, "
                            "yarn, llama3 and longrope"));
}

// The base of layers with a window, which rotate without scaling.
Status translateWindowBase(Translation &t, const Config &settings) {
  const Config sliding = settings.within(kSliding);
  RLX_ASSIGN_OR_RETURN(const std::string_view type, sliding.string("rope_type|type", "default"));
  if (type != "default")
    return unsupported(
        strCat(sliding.shown("rope_type|type"), " is '", type, "', expected default"));
  const bool isNested = sliding.find("rope_theta").exists();
  const Config &source = isNested ? sliding : t.config;
  const std::string_view key = isNested ? "rope_theta" : "rope_local_base_freq";
  if (!source.find(key).exists())
    return okStatus();
  RLX_ASSIGN_OR_RETURN(const double base, positive(source, key));
  t.add("rope.freq_base_swa", base);
  return okStatus();
}

} // namespace

Status translateRope(const Family &family, Translation &t) {
  const Config all = t.config.within("rope_parameters|rope_scaling");
  RLX_RETURN_IF_ERROR(translateWindowBase(t, all));
  const Config settings = all.find(kFull).isObject() ? all.within(kFull) : all;
  const auto from = [&](std::string_view key) -> const Config & {
    return settings.find(key).exists() ? settings : t.config;
  };
  constexpr std::string_view kBase = "rope_theta|rotary_emb_base",
                             kPart = "partial_rotary_factor|rotary_pct";
  RLX_ASSIGN_OR_RETURN(const double base, from(kBase).number(kBase, family.ropeBase));
  RLX_ASSIGN_OR_RETURN(const double part, from(kPart).number(kPart, family.rotatedPart));
  t.metadata.setOrigin(t.keep(strCat(family.architecture, ".rope.freq_base")),
                       from(kBase).shown(kBase));
  t.add("rope.freq_base", base);
  const double rotated = std::floor(static_cast<double>(t.sizes.headSize) * part);
  if (!(rotated >= 0 && rotated <= kMaxRotated))
    return invalidArgument(
        strCat(from(kPart).shown(kPart), " is wrong for heads of ", t.sizes.headSize, " elements"));
  if (part != 1) {
    t.metadata.setOrigin(t.keep(strCat(family.architecture, ".rope.dimension_count")),
                         strCat(from(kPart).shown(kPart), " times the size of a head"));
    t.add("rope.dimension_count", static_cast<int64_t>(rotated));
  }
  return translateType(t, settings, base, static_cast<int64_t>(rotated));
}

} // namespace rlx::huggingface
