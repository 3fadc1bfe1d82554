// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API of language models: checks arguments from C, and forwards to lm/.
#include <algorithm>
#include <chrono>
#include <limits>

#include "lm/Context.h"
#include "lm/Embedding.h"
#include "lm/Generation.h"
#include "lm/Score.h"
#include "lm/capi/LanguageModel.h"

using namespace rlx;
using namespace rlx::lm::capi;

namespace {

rt::Status open(rlx_lm_t &lm, rlx_executable_t *executable, const char *path, int64_t context) {
  RLX_ASSIGN_OR_RETURN(lm.file, openLanguageModel(path));
  RLX_ASSIGN_OR_RETURN(context, lm::contextFor(lm.file->metadata(), context));
  RLX_ASSIGN_OR_RETURN(lm.vocabulary, lm::Vocabulary::create(lm.file->metadata()));
  rt::Executable &used = capi::unwrap(executable);
  if (!lm::checkMakesText(lm.file->metadata()).ok()) {
    RLX_ASSIGN_OR_RETURN(lm.encoder, lm::Encoder::create(used, context));
    return rt::okStatus();
  }
  RLX_ASSIGN_OR_RETURN(lm.model, lm::StepModel::create(used, context));
  lm.decoder.emplace(lm.model);
  lm.scheduler.emplace(lm.model, lm.vocabulary, [&lm] { lm.decoder->giveBack(); });
  const int64_t logits = lm.model->vocabularySize();
  if (logits != static_cast<int64_t>(lm.vocabulary->size()))
    return rt::invalidArgument(
        rt::strCat("the executable is that of another model: it has logits for ", logits,
                   " tokens, but the model has ", lm.vocabulary->size()));
  return rt::okStatus();
}

// Ends a request that nobody waits for.
struct Cancel {
  void operator()(lm::Request *request) const { request->cancel(); }
};

// As one of the requests, whose steps it runs until it is done.
rt::StatusOr<lm::Answer> generateBesideRequests(rlx_lm_t &lm, std::span<const lm::Token> prompt,
                                                const lm::SamplingOptions &sampling,
                                                const lm::AnswerOptions &options,
                                                const lm::OnText &onText) {
  lm.decoder->giveBack();
  RLX_ASSIGN_OR_RETURN(const std::shared_ptr<lm::Request> request,
                       lm.scheduler->submit(prompt, sampling, options, onText, /*takesRest=*/true));
  const std::unique_ptr<lm::Request, Cancel> cancelled(request.get()); // no effect if it is done
  while (!request->isDone()) {
    lm.scheduler->step();
    lm.turns.countStep();
    if (!request->isDone() && request->isWaiting() && !onText(""))
      request->cancel();
  }
  RLX_RETURN_IF_ERROR(request->status().copy());
  return request->answer();
}

rt::StatusOr<lm::Answer> generate(rlx_lm_t &lm, std::span<const lm::Token> prompt,
                                  const rlx_lm_settings_t &settings, const lm::OnText &onText) {
  RLX_ASSIGN_OR_RETURN(const lm::SamplingOptions options,
                       samplingOf(settings, lm.vocabulary->size()));
  RLX_RETURN_IF_ERROR(checkTokens(lm, prompt));
  RLX_ASSIGN_OR_RETURN(const lm::AnswerOptions limits, answerOptionsOf(lm, settings));
  RLX_RETURN_IF_ERROR(lm::checkMakesText(lm.file->metadata()));
  if (lm.model->isPaged())
    return generateBesideRequests(lm, prompt, options, limits, onText);
  lm::Sampler sampler(options);
  return lm::generate(*lm.decoder, *lm.vocabulary, sampler, prompt, limits, onText);
}

// The same once the model is free. The time of the settings begins now, and the function is asked
// meanwhile: an answer that ends then has no text.
rt::StatusOr<lm::Answer> generateInTurn(rlx_lm_t &lm, std::span<const lm::Token> prompt,
                                        const rlx_lm_settings_t &settings,
                                        const lm::OnText &onText) {
  const auto begin = std::chrono::steady_clock::now();
  const auto rest = [&] {
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    return settings.timeout - waited.count();
  };
  lm::Answer answer;
  answer.promptTokens = prompt.size();
  const auto goesOn = [&] {
    const bool isLate = settings.timeout > 0 && rest() <= 0;
    answer.stop = isLate ? lm::StopReason::Timeout : lm::StopReason::Caller;
    return !isLate && onText("");
  };
  const auto run = [&]() -> rt::Status {
    rlx_lm_settings_t own = settings;
    if (own.timeout > 0)
      own.timeout = std::max(rest(), std::numeric_limits<double>::min());
    RLX_ASSIGN_OR_RETURN(answer, generate(lm, prompt, own, onText));
    return rt::okStatus();
  };
  RLX_RETURN_IF_ERROR(inTurn(lm, run, goesOn));
  return answer;
}

KeptAnswer &keptAnswer(rlx_lm_t &lm) {
  const std::lock_guard lock(lm.answering);
  return lm.answers[std::this_thread::get_id()];
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

rlx_status_t *rlx_lm_check_text_size(const rlx_lm_t *lm, size_t length) {
  if (!lm)
    return nullArgument("lm");
  return guarded(
      [&] { return lm::checkTextBytes(*lm->vocabulary, length, rlx_lm_get_context(lm)); });
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
  return guarded([&]() -> rt::Status {
    std::vector<lm::Message> given;
    for (size_t i = 0; i < count; ++i) {
      if (!messages[i].role || !messages[i].content)
        return rt::invalidArgument(
            rt::strCat("message ", i, " has no ", messages[i].role ? "content" : "role"));
      given.push_back({messages[i].role, messages[i].content});
    }
    static thread_local std::string rendered;
    const std::lock_guard lock(lm->rendering);
    if (!lm->chatTemplate) {
      RLX_ASSIGN_OR_RETURN(lm->chatTemplate,
                           lm::ChatTemplate::create(lm->file->metadata(), *lm->vocabulary));
    }
    RLX_ASSIGN_OR_RETURN(rendered, lm->chatTemplate->render(given));
    *text = rendered.c_str();
    *length = rendered.size();
    return rt::okStatus();
  });
}

rlx_status_t *rlx_lm_check_form(rlx_lm_t *lm, const rlx_lm_settings_t *settings) {
  if (!lm || !settings)
    return nullArgument(lm ? "settings" : "lm");
  return guarded([&] { return formOf(*lm, *settings).status(); });
}

rlx_status_t *rlx_lm_generate(rlx_lm_t *lm, const uint32_t *prompt, size_t count,
                              const rlx_lm_settings_t *settings, rlx_lm_text_fn_t function,
                              void *context, rlx_lm_answer_t *answer) {
  if (!lm || (!prompt && count) || !answer)
    return nullArgument(!lm ? "lm" : answer ? "prompt" : "answer");
  return guarded([&]() -> rt::Status {
    const rlx_lm_settings_t used = settingsOr(settings);
    const auto onText = [&](std::string_view piece) {
      return !function || function(context, piece.data(), piece.size()) == 0;
    };
    RLX_ASSIGN_OR_RETURN(lm::Answer made, generateInTurn(*lm, {prompt, count}, used, onText));
    KeptAnswer &kept = keptAnswer(*lm);
    kept.answer = std::move(made);
    *answer = kept.view(used.logprobs >= 0);
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
    lm->decoder->setScales({});
    makeRoom(*lm, count);
    RLX_ASSIGN_OR_RETURN(const std::vector<double> scores,
                         lm::score(*lm->decoder, {tokens, count}, first));
    std::ranges::copy(scores, logprobs);
    return rt::okStatus();
  });
}

rlx_status_t *rlx_lm_load_adapter(rlx_lm_t *lm, size_t number, const char *path) {
  if (!lm || !path)
    return nullArgument(lm ? "path" : "lm");
  return alone(lm, [&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(lm::checkMakesText(lm->file->metadata()));
    if (lm->scheduler->pending() > 0)
      return rt::failedPrecondition(
          "requests are running; wait for them before an adapter is loaded");
    lm->decoder->truncate(0);
    return lm->model->loadAdapter(number, path, *lm->file);
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
    RLX_ASSIGN_OR_RETURN(const lm::Pooling used, lm::capi::poolingOf(*lm, pooling));
    if (lm->decoder) {
      lm->decoder->setScales({});
      size_t longest = 0;
      for (const std::span<const lm::Token> text : texts)
        longest = std::max(longest, text.size() + lm->vocabulary->endTokens().size());
      makeRoom(*lm, longest);
    }
    RLX_ASSIGN_OR_RETURN(const lm::Vectors made,
                         lm->encoder ? lm::embed(*lm->encoder, *lm->vocabulary, texts, used)
                                     : lm::embed(*lm->decoder, *lm->vocabulary, texts, used));
    for (const std::vector<float> &each : made)
      embeddings = std::ranges::copy(each, embeddings).out;
    return rt::okStatus();
  });
}

} // extern "C"
