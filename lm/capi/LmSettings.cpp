// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings and answers of the C API of language models.
#include <algorithm>
#include <cstdio>

#include "lm/capi/LanguageModel.h"

namespace rlx::lm::capi {

static_assert(static_cast<int>(StopReason::End) == RLX_LM_END &&
              static_cast<int>(StopReason::StopString) == RLX_LM_STOP_TEXT &&
              static_cast<int>(StopReason::MaxTokens) == RLX_LM_MAX_TOKENS &&
              static_cast<int>(StopReason::FullContext) == RLX_LM_FULL_CONTEXT &&
              static_cast<int>(StopReason::Caller) == RLX_LM_CALLER &&
              static_cast<int>(StopReason::Timeout) == RLX_LM_TIMEOUT);

rlx_status_t *nullArgument(const char *what) {
  return rlx::capi::wrap(rt::invalidArgument(rt::strCat(what, " is NULL")));
}

rt::StatusOr<SamplingOptions> samplingOf(const rlx_lm_settings_t &settings, size_t vocabularySize) {
  SamplingOptions options{.temperature = settings.temperature,
                          .topK = settings.top_k,
                          .typicalP = settings.typical_p,
                          .topP = settings.top_p,
                          .minP = settings.min_p,
                          .seed = settings.seed,
                          .repeatPenalty = settings.repeat_penalty,
                          .frequencyPenalty = settings.frequency_penalty,
                          .presencePenalty = settings.presence_penalty,
                          .repeatLastN = settings.repeat_last_n,
                          .logitBias = {}};
  if (!settings.biases && settings.num_biases)
    return rt::invalidArgument("biases is NULL");
  for (const rlx_lm_bias_t &each : std::span(settings.biases, settings.num_biases)) {
    if (each.token >= vocabularySize)
      return rt::invalidArgument(
          rt::strCat("a bias is of token ", each.token, ", but there are ", vocabularySize));
    options.logitBias[each.token] += each.bias;
  }
  RLX_RETURN_IF_ERROR(options.check());
  return options;
}

rt::StatusOr<AnswerOptions> answerOptionsOf(rlx_lm_t &lm, const rlx_lm_settings_t &settings) {
  if (settings.max_tokens < 0)
    return rt::invalidArgument(
        rt::strCat("expected max_tokens of at least 0, got ", settings.max_tokens));
  if (settings.logprobs < -1)
    return rt::invalidArgument(
        rt::strCat("expected logprobs of at least -1, got ", settings.logprobs));
  if (settings.draft_max < -1)
    return rt::invalidArgument(
        rt::strCat("expected draft_max of at least -1, got ", settings.draft_max));
  if (!(settings.timeout >= 0)) { // NaN, too
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%g", settings.timeout);
    return rt::invalidArgument(
        rt::strCat("expected a timeout of at least 0 seconds, got ", seconds));
  }
  AnswerOptions limits{.maxTokens = settings.max_tokens,
                       .stop = {},
                       .logProbs = settings.logprobs,
                       .grammar = {},
                       .scales = {},
                       .draftMax = settings.draft_max >= 0 ? settings.draft_max
                                   : lm.draft              ? kDefaultDraftMax
                                                           : 0,
                       .draftModel = lm.draft.get(),
                       .timeout = settings.timeout};
  for (size_t i = 0; i < settings.num_stop; ++i) {
    if (!settings.stop || !settings.stop[i] || !*settings.stop[i])
      return rt::invalidArgument(rt::strCat("stop text ", i, " is NULL or empty"));
    limits.stop.emplace_back(settings.stop[i]);
  }
  RLX_ASSIGN_OR_RETURN(limits.scales, scalesOf(lm, settings));
  RLX_ASSIGN_OR_RETURN(limits.grammar, formOf(lm, settings));
  return limits;
}

rt::StatusOr<std::vector<float>> scalesOf(const rlx_lm_t &lm, const rlx_lm_settings_t &settings) {
  if (!settings.adapters && settings.num_adapters)
    return rt::invalidArgument("adapters is NULL");
  std::vector<float> scales;
  if (!settings.adapters || !lm.model)
    return scales;
  const size_t count = lm.model->numAdapters();
  scales.assign(count, 0);
  std::vector<bool> isGiven(count);
  for (const rlx_lm_adapter_t &each : std::span(settings.adapters, settings.num_adapters)) {
    if (each.number >= count)
      return rt::invalidArgument(
          rt::strCat("there is no adapter ", each.number, ": the model is compiled with ", count));
    if (isGiven[each.number])
      return rt::invalidArgument(rt::strCat("adapter ", each.number, " is given twice"));
    isGiven[each.number] = true;
    scales[each.number] = static_cast<float>(each.scale);
  }
  return scales;
}

rt::StatusOr<std::shared_ptr<const Grammar>> formOf(rlx_lm_t &lm,
                                                    const rlx_lm_settings_t &settings) {
  if (settings.json_schema && settings.grammar)
    return rt::invalidArgument("an answer has a json_schema or a grammar, but both are given");
  if (!settings.json_schema && !settings.grammar)
    return std::shared_ptr<const Grammar>();
  const auto kind = settings.json_schema ? Grammar::Kind::JsonSchema : Grammar::Kind::Rules;
  const std::string_view source = settings.json_schema ? settings.json_schema : settings.grammar;
  KeptGrammar &last = lm.grammar;
  const std::lock_guard lock(last.mutex);
  if (!last.grammar || last.kind != kind || last.source != source) {
    std::string kept(source); // before the rest changes, since it may run out of memory
    RLX_ASSIGN_OR_RETURN(last.grammar, Grammar::create(*lm.vocabulary, kind, source));
    last.kind = kind;
    last.source = std::move(kept);
  }
  return last.grammar;
}

rt::StatusOr<Pooling> poolingOf(const rlx_lm_t &lm, rlx_lm_pooling_t pooling) {
  switch (pooling) {
  case RLX_LM_POOLING_MODEL:
    return ::rlx::lm::poolingOf(lm.file->metadata());
  case RLX_LM_POOLING_MEAN:
    return Pooling::Mean;
  case RLX_LM_POOLING_LAST:
    return Pooling::Last;
  case RLX_LM_POOLING_FIRST:
    return Pooling::First;
  }
  return rt::invalidArgument(rt::strCat("unknown pooling ", static_cast<int>(pooling)));
}

rt::Status checkTokens(const rlx_lm_t &lm, std::span<const Token> tokens) {
  const auto wrong = std::find_if(tokens.begin(), tokens.end(),
                                  [&](Token token) { return token >= lm.vocabulary->size(); });
  if (wrong == tokens.end())
    return rt::okStatus();
  return rt::invalidArgument(rt::strCat("token ", wrong - tokens.begin(), " is ", *wrong,
                                        ", but there are ", lm.vocabulary->size()));
}

rlx_lm_settings_t settingsOr(const rlx_lm_settings_t *settings) {
  rlx_lm_settings_t used;
  rlx_lm_settings_init(&used);
  return settings ? *settings : used;
}

rlx_lm_answer_t KeptAnswer::view(bool hasLogProbs) {
  likely.clear();
  for (const TokenLogProb &each : answer.likely)
    likely.push_back({each.token, each.logProb});
  return {.stop = static_cast<rlx_lm_stop_t>(answer.stop),
          .text = answer.text.c_str(),
          .length = answer.text.size(),
          .ids = answer.ids.data(),
          .logprobs = hasLogProbs ? answer.logProbs.data() : nullptr,
          .likely = likely.data(),
          .num_likely = answer.ids.empty() ? 0 : likely.size() / answer.ids.size(),
          .prompt_tokens = answer.promptTokens,
          .reused_tokens = answer.reusedTokens,
          .drafted_tokens = answer.draftedTokens,
          .accepted_tokens = answer.acceptedTokens,
          .tokens = answer.ids.size(),
          .prompt_seconds = answer.promptSeconds,
          .seconds = answer.seconds};
}

} // namespace rlx::lm::capi

using namespace rlx;

extern "C" {

void rlx_lm_settings_init(rlx_lm_settings_t *settings) {
  if (!settings)
    return;
  const lm::SamplingOptions defaults;
  *settings = {.temperature = defaults.temperature,
               .top_k = defaults.topK,
               .typical_p = defaults.typicalP,
               .top_p = defaults.topP,
               .min_p = defaults.minP,
               .seed = defaults.seed,
               .repeat_penalty = defaults.repeatPenalty,
               .frequency_penalty = defaults.frequencyPenalty,
               .presence_penalty = defaults.presencePenalty,
               .repeat_last_n = defaults.repeatLastN,
               .biases = nullptr,
               .num_biases = 0,
               .logprobs = -1,
               .max_tokens = 0,
               .stop = nullptr,
               .num_stop = 0,
               .json_schema = nullptr,
               .grammar = nullptr,
               .draft_max = -1,
               .adapters = nullptr,
               .num_adapters = 0,
               .timeout = 0};
}

} // extern "C"
