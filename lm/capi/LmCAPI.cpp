// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API of language models: checks arguments from C, and forwards to lm/.
#include <algorithm>
#include <atomic>
#include <optional>

#include "formats/language_model/LanguageModelFile.h"
#include "lm/ChatTemplate.h"
#include "lm/Context.h"
#include "lm/Embedding.h"
#include "lm/Generation.h"
#include "lm/Score.h"
#include "lm/include/rlx/rlx_lm.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/capi/Wrap.h"

using namespace rlx;

struct rlx_lm {
  std::shared_ptr<const gguf::ModelSource> file;
  std::shared_ptr<const lm::Vocabulary> vocabulary;
  std::optional<lm::ChatTemplate> chatTemplate; // once it is asked for
  // One of the two.
  std::optional<lm::Decoder> decoder;
  std::optional<lm::Encoder> encoder;
  std::string rendered;
  lm::Answer answer;
  std::vector<rlx_lm_logprob_t> likely; // of the answer
  // The last grammar, and its source.
  std::shared_ptr<const lm::Grammar> grammar;
  lm::Grammar::Kind grammarKind{};
  std::string grammarSource;
  std::atomic<bool> isBusy{false};
};

namespace {

static_assert(static_cast<int>(lm::StopReason::End) == RLX_LM_END &&
              static_cast<int>(lm::StopReason::StopString) == RLX_LM_STOP_TEXT &&
              static_cast<int>(lm::StopReason::MaxTokens) == RLX_LM_MAX_TOKENS &&
              static_cast<int>(lm::StopReason::FullContext) == RLX_LM_FULL_CONTEXT &&
              static_cast<int>(lm::StopReason::Caller) == RLX_LM_CALLER);

rlx_status_t *nullArgument(const char *what) {
  return capi::wrap(rt::invalidArgument(rt::strCat(what, " is NULL")));
}

// Runs `body`, which returns a Status, and catches its exceptions.
template <typename Body>
rlx_status_t *guarded(Body &&body) {
  return capi::wrap(rt::catchAllocFailure(std::forward<Body>(body)));
}

// As `guarded`, for calls that change the model: one at a time.
template <typename Body>
rlx_status_t *alone(rlx_lm_t *lm, Body &&body) {
  if (lm->isBusy.exchange(true))
    return capi::wrap(rt::failedPrecondition("the language model is in use by another call"));
  rlx_status_t *status = guarded(std::forward<Body>(body));
  lm->isBusy = false;
  return status;
}

rt::Status open(rlx_lm_t &lm, rlx_executable_t *executable, const char *path, int64_t context) {
  RLX_ASSIGN_OR_RETURN(lm.file, openLanguageModel(path));
  RLX_ASSIGN_OR_RETURN(context, lm::contextFor(lm.file->metadata(), context));
  RLX_ASSIGN_OR_RETURN(lm.vocabulary, lm::Vocabulary::create(lm.file->metadata()));
  rt::Executable &used = capi::unwrap(executable);
  if (!lm::checkMakesText(lm.file->metadata()).ok()) {
    RLX_ASSIGN_OR_RETURN(lm.encoder, lm::Encoder::create(used, context));
    return rt::okStatus();
  }
  RLX_ASSIGN_OR_RETURN(lm.decoder, lm::Decoder::create(used, context));
  const int64_t logits = lm.decoder->vocabularySize();
  if (logits != static_cast<int64_t>(lm.vocabulary->size()))
    return rt::invalidArgument(
        rt::strCat("the executable is that of another model: it has logits for ", logits,
                   " tokens, but the model has ", lm.vocabulary->size()));
  return rt::okStatus();
}

rt::StatusOr<lm::SamplingOptions> samplingOf(const rlx_lm_settings_t &settings,
                                             size_t vocabularySize) {
  lm::SamplingOptions options{.temperature = settings.temperature,
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

rt::StatusOr<lm::AnswerOptions> limitsOf(const rlx_lm_settings_t &settings) {
  if (settings.max_tokens < 0)
    return rt::invalidArgument(
        rt::strCat("expected max_tokens of at least 0, got ", settings.max_tokens));
  if (settings.logprobs < -1)
    return rt::invalidArgument(
        rt::strCat("expected logprobs of at least -1, got ", settings.logprobs));
  if (settings.draft_max < 0)
    return rt::invalidArgument(
        rt::strCat("expected draft_max of at least 0, got ", settings.draft_max));
  lm::AnswerOptions limits{.maxTokens = settings.max_tokens,
                           .stop = {},
                           .logProbs = settings.logprobs,
                           .grammar = {},
                           .draftMax = settings.draft_max};
  for (size_t i = 0; i < settings.num_stop; ++i) {
    if (!settings.stop || !settings.stop[i] || !*settings.stop[i])
      return rt::invalidArgument(rt::strCat("stop text ", i, " is NULL or empty"));
    limits.stop.emplace_back(settings.stop[i]);
  }
  return limits;
}

// The grammar of the answer, or null.
rt::StatusOr<std::shared_ptr<const lm::Grammar>> formOf(rlx_lm_t &lm,
                                                        const rlx_lm_settings_t &settings) {
  if (settings.json_schema && settings.grammar)
    return rt::invalidArgument("an answer has a json_schema or a grammar, but both are given");
  if (!settings.json_schema && !settings.grammar)
    return std::shared_ptr<const lm::Grammar>();
  const auto kind = settings.json_schema ? lm::Grammar::Kind::JsonSchema : lm::Grammar::Kind::Rules;
  const std::string_view source = settings.json_schema ? settings.json_schema : settings.grammar;
  if (!lm.grammar || lm.grammarKind != kind || lm.grammarSource != source) {
    std::string kept(source); // before the rest changes, since it may run out of memory
    RLX_ASSIGN_OR_RETURN(lm.grammar, lm::Grammar::create(*lm.vocabulary, kind, source));
    lm.grammarKind = kind;
    lm.grammarSource = std::move(kept);
  }
  return lm.grammar;
}

rt::Status checkTokens(const rlx_lm_t &lm, std::span<const lm::Token> tokens) {
  const auto wrong = std::find_if(tokens.begin(), tokens.end(),
                                  [&](lm::Token token) { return token >= lm.vocabulary->size(); });
  if (wrong == tokens.end())
    return rt::okStatus();
  return rt::invalidArgument(rt::strCat("token ", wrong - tokens.begin(), " is ", *wrong,
                                        ", but there are ", lm.vocabulary->size()));
}

rt::StatusOr<lm::Pooling> poolingOf(const rlx_lm_t &lm, rlx_lm_pooling_t pooling) {
  switch (pooling) {
  case RLX_LM_POOLING_MODEL:
    return lm::poolingOf(lm.file->metadata());
  case RLX_LM_POOLING_MEAN:
    return lm::Pooling::Mean;
  case RLX_LM_POOLING_LAST:
    return lm::Pooling::Last;
  case RLX_LM_POOLING_FIRST:
    return lm::Pooling::First;
  }
  return rt::invalidArgument(rt::strCat("unknown pooling ", static_cast<int>(pooling)));
}

rt::Status generate(rlx_lm_t &lm, std::span<const lm::Token> prompt,
                    const rlx_lm_settings_t &settings, const lm::OnText &onText) {
  RLX_ASSIGN_OR_RETURN(const lm::SamplingOptions options,
                       samplingOf(settings, lm.vocabulary->size()));
  RLX_ASSIGN_OR_RETURN(lm::AnswerOptions limits, limitsOf(settings));
  RLX_RETURN_IF_ERROR(checkTokens(lm, prompt));
  RLX_ASSIGN_OR_RETURN(limits.grammar, formOf(lm, settings));
  RLX_RETURN_IF_ERROR(lm::checkMakesText(lm.file->metadata()));
  lm::Sampler sampler(options);
  RLX_ASSIGN_OR_RETURN(lm.answer,
                       lm::generate(*lm.decoder, *lm.vocabulary, sampler, prompt, limits, onText));
  return rt::okStatus();
}

} // namespace

extern "C" {

rlx_status_t *rlx_lm_create(rlx_executable_t *executable, const char *path, int64_t context,
                            rlx_lm_t **lm) {
  if (!executable || !path || !lm)
    return nullArgument(!executable ? "executable" : path ? "lm" : "path");
  return guarded([&]() -> rt::Status {
    auto made = std::make_unique<rlx_lm_t>();
    rt::Status status = open(*made, executable, path, context);
    if (!status.ok())
      return std::move(status).withContext(rt::strCat("reading the language model '", path, "'"));
    *lm = made.release();
    return rt::okStatus();
  });
}

void rlx_lm_free(rlx_lm_t *lm) {
  delete lm;
}

int64_t rlx_lm_get_context(const rlx_lm_t *lm) {
  return !lm ? 0 : lm->encoder ? lm->encoder->capacity() : lm->decoder->capacity();
}

size_t rlx_lm_get_vocabulary_size(const rlx_lm_t *lm) {
  return lm ? lm->vocabulary->size() : 0;
}

rlx_status_t *rlx_lm_encode(const rlx_lm_t *lm, const char *text, size_t length, int allows_control,
                            uint32_t *tokens, size_t capacity, size_t *count) {
  if (!lm || (!text && length) || (!tokens && capacity) || !count)
    return nullArgument(!lm ? "lm" : !count ? "count" : !tokens && capacity ? "tokens" : "text");
  return guarded([&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(const std::vector<lm::Token> encoded,
                         lm->vocabulary->encode({text, length}, allows_control != 0));
    std::copy_n(encoded.begin(), std::min(capacity, encoded.size()), tokens);
    *count = encoded.size();
    return rt::okStatus();
  });
}

rlx_status_t *rlx_lm_decode(const rlx_lm_t *lm, const uint32_t *tokens, size_t count, char *text,
                            size_t capacity, size_t *length) {
  if (!lm || (!tokens && count) || (!text && capacity) || !length)
    return nullArgument(!lm ? "lm" : !length ? "length" : !text && capacity ? "text" : "tokens");
  return guarded([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(checkTokens(*lm, {tokens, count}));
    const std::string decoded = lm->vocabulary->decode({tokens, count});
    std::copy_n(decoded.begin(), std::min(capacity, decoded.size()), text);
    *length = decoded.size();
    return rt::okStatus();
  });
}

rlx_status_t *rlx_lm_get_token(const rlx_lm_t *lm, uint32_t number, rlx_lm_token_t *token) {
  if (!lm || !token)
    return nullArgument(lm ? "token" : "lm");
  return guarded([&]() -> rt::Status {
    if (number >= lm->vocabulary->size())
      return rt::outOfRange(
          rt::strCat("token ", number, ", but there are ", lm->vocabulary->size()));
    const std::string_view bytes = lm->vocabulary->bytes(number);
    *token = {bytes.data(), bytes.size(), lm->vocabulary->isControl(number),
              lm->vocabulary->isEnd(number)};
    return rt::okStatus();
  });
}

rlx_status_t *rlx_lm_render_chat(rlx_lm_t *lm, const rlx_lm_message_t *messages, size_t count,
                                 const char **text, size_t *length) {
  if (!lm || (!messages && count) || !text || !length)
    return nullArgument(!lm ? "lm" : !text ? "text" : length ? "messages" : "length");
  return alone(lm, [&]() -> rt::Status {
    if (!lm->chatTemplate) {
      RLX_ASSIGN_OR_RETURN(lm->chatTemplate,
                           lm::ChatTemplate::create(lm->file->metadata(), *lm->vocabulary));
    }
    std::vector<lm::Message> given;
    for (size_t i = 0; i < count; ++i) {
      if (!messages[i].role || !messages[i].content)
        return rt::invalidArgument(
            rt::strCat("message ", i, " has no ", messages[i].role ? "content" : "role"));
      given.push_back({messages[i].role, messages[i].content});
    }
    RLX_ASSIGN_OR_RETURN(lm->rendered, lm->chatTemplate->render(given));
    *text = lm->rendered.c_str();
    *length = lm->rendered.size();
    return rt::okStatus();
  });
}

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
               .draft_max = 0};
}

rlx_status_t *rlx_lm_check_form(rlx_lm_t *lm, const rlx_lm_settings_t *settings) {
  if (!lm || !settings)
    return nullArgument(lm ? "settings" : "lm");
  return alone(lm, [&] { return formOf(*lm, *settings).status(); });
}

rlx_status_t *rlx_lm_generate(rlx_lm_t *lm, const uint32_t *prompt, size_t count,
                              const rlx_lm_settings_t *settings, rlx_lm_text_fn_t function,
                              void *context, rlx_lm_answer_t *answer) {
  if (!lm || (!prompt && count) || !answer)
    return nullArgument(!lm ? "lm" : answer ? "prompt" : "answer");
  return alone(lm, [&]() -> rt::Status {
    rlx_lm_settings_t used;
    rlx_lm_settings_init(&used);
    if (settings)
      used = *settings;
    RLX_RETURN_IF_ERROR(generate(*lm, {prompt, count}, used, [&](std::string_view piece) {
      return !function || function(context, piece.data(), piece.size()) == 0;
    }));
    const lm::Answer &made = lm->answer;
    lm->likely.clear();
    for (const lm::TokenLogProb &each : made.likely)
      lm->likely.push_back({each.token, each.logProb});
    *answer = {.stop = static_cast<rlx_lm_stop_t>(made.stop),
               .text = made.text.c_str(),
               .length = made.text.size(),
               .ids = made.ids.data(),
               .logprobs = used.logprobs < 0 ? nullptr : made.logProbs.data(),
               .likely = lm->likely.data(),
               .num_likely = made.ids.empty() ? 0 : lm->likely.size() / made.ids.size(),
               .prompt_tokens = made.promptTokens,
               .reused_tokens = made.reusedTokens,
               .drafted_tokens = made.draftedTokens,
               .accepted_tokens = made.acceptedTokens,
               .tokens = made.ids.size(),
               .prompt_seconds = made.promptSeconds,
               .seconds = made.seconds};
    return rt::okStatus();
  });
}

rlx_status_t *rlx_lm_score(rlx_lm_t *lm, const uint32_t *tokens, size_t count, size_t first,
                           double *logprobs) {
  if (!lm || (!tokens && count) || (!logprobs && first < count))
    return nullArgument(!lm ? "lm" : !tokens && count ? "tokens" : "logprobs");
  return alone(lm, [&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(lm::checkMakesText(lm->file->metadata()));
    RLX_RETURN_IF_ERROR(checkTokens(*lm, {tokens, count}));
    RLX_ASSIGN_OR_RETURN(const std::vector<double> scores,
                         lm::score(*lm->decoder, {tokens, count}, first));
    std::ranges::copy(scores, logprobs);
    return rt::okStatus();
  });
}

size_t rlx_lm_get_embedding_size(const rlx_lm_t *lm) {
  if (!lm)
    return 0;
  return lm->encoder ? lm->encoder->hiddenSize() : static_cast<size_t>(lm->decoder->hiddenSize());
}

rlx_status_t *rlx_lm_embed(rlx_lm_t *lm, const uint32_t *tokens, size_t count,
                           rlx_lm_pooling_t pooling, float *embedding) {
  if (!lm || (!tokens && count) || !embedding)
    return nullArgument(!lm ? "lm" : embedding ? "tokens" : "embedding");
  return rlx_lm_embed_texts(lm, tokens, &count, 1, pooling, embedding);
}

rlx_status_t *rlx_lm_embed_texts(rlx_lm_t *lm, const uint32_t *tokens, const size_t *counts,
                                 size_t num_texts, rlx_lm_pooling_t pooling, float *embeddings) {
  if (!lm || ((!counts || !embeddings) && num_texts))
    return nullArgument(!lm ? "lm" : counts ? "embeddings" : "counts");
  return alone(lm, [&]() -> rt::Status {
    std::vector<std::span<const lm::Token>> texts;
    for (const size_t count : std::span(counts, num_texts)) {
      if (!tokens && count)
        return rt::invalidArgument("tokens is NULL");
      texts.emplace_back(tokens, count);
      RLX_RETURN_IF_ERROR(checkTokens(*lm, texts.back()));
      tokens = count ? tokens + count : tokens;
    }
    RLX_ASSIGN_OR_RETURN(const lm::Pooling used, poolingOf(*lm, pooling));
    RLX_ASSIGN_OR_RETURN(const lm::Vectors made,
                         lm->encoder ? lm::embed(*lm->encoder, *lm->vocabulary, texts, used)
                                     : lm::embed(*lm->decoder, *lm->vocabulary, texts, used));
    for (const std::vector<float> &each : made)
      embeddings = std::ranges::copy(each, embeddings).out;
    return rt::okStatus();
  });
}

} // extern "C"
