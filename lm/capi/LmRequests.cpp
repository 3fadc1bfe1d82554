// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API of several requests on one language model.
#include <algorithm>

#include "lm/Embedding.h"
#include "lm/capi/LanguageModel.h"

using namespace rlx;
using namespace rlx::lm::capi;

namespace {

rt::StatusOr<std::shared_ptr<lm::Request>> submit(rlx_lm_t &lm, std::span<const lm::Token> prompt,
                                                  const rlx_lm_settings_t &settings,
                                                  lm::OnText onText) {
  RLX_RETURN_IF_ERROR(lm::checkMakesText(lm.file->metadata()));
  RLX_ASSIGN_OR_RETURN(const lm::SamplingOptions sampling,
                       samplingOf(settings, lm.vocabulary->size()));
  RLX_RETURN_IF_ERROR(checkTokens(lm, prompt));
  RLX_ASSIGN_OR_RETURN(const lm::AnswerOptions options, answerOptionsOf(lm, settings));
  return lm.scheduler->submit(prompt, sampling, options, std::move(onText));
}

// A request without a function that gets pieces.
template <typename Submit>
rlx_status_t *submitted(rlx_lm_t *lm, rlx_lm_request_t **request, const Submit &submit) {
  return guarded([&]() -> rt::Status {
    auto made = std::make_unique<rlx_lm_request_t>();
    made->lm = lm;
    RLX_RETURN_IF_ERROR(lm::checkMakesText(lm->file->metadata()));
    RLX_ASSIGN_OR_RETURN(made->request, submit());
    *request = made.release();
    return rt::okStatus();
  });
}

// Runs the model until the request of this kind is done.
rlx_status_t *finish(rlx_lm_request_t &request, lm::Request::Kind kind) {
  if (request.request->kind() != kind)
    return rlx::capi::wrap(rt::invalidArgument(
        "the request is of another kind: rlx_lm_wait is for answers, rlx_lm_wait_score for those "
        "of rlx_lm_submit_score, and rlx_lm_wait_embed for those of rlx_lm_submit_embed"));
  while (!request.request->isDone())
    if (rlx_status_t *status = rlx_lm_step_for(&request))
      return status;
  return nullptr;
}

// The same for one with a list of numbers.
template <typename Value, typename Result>
rlx_status_t *finishNumbers(rlx_lm_request_t *request, lm::Request::Kind kind, Value *values,
                            const Result &result) {
  if (!request)
    return nullArgument("request");
  if (rlx_status_t *status = finish(*request, kind))
    return status;
  return guarded([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(request->request->status().copy());
    const std::vector<Value> &made = result(*request->request);
    if (!values && !made.empty())
      return rt::invalidArgument("the memory for the result is NULL");
    std::ranges::copy(made, values);
    return rt::okStatus();
  });
}

// One step, or that of another thread, unless `isDone()`.
template <typename IsDone>
rt::Status step(rlx_lm_t &lm, const IsDone &isDone) {
  const auto run = [&] {
    return rt::catchAllocFailure([&] {
      lm.scheduler->step();
      return rt::okStatus();
    });
  };
  return lm.turns.step(run, isDone);
}

} // namespace

namespace rlx::lm::capi {

void makeRoom(rlx_lm_t &lm, size_t tokens) {
  if (!lm.model->isPaged() || !lm.model->checkRoom(tokens).ok())
    return;
  const auto isFull = [&] { return lm.model->blocks().available() < blocksFor(tokens); };
  if (lm.scheduler->pending() > 0 && isFull())
    lm.decoder->giveBack(); // requests may hold its blocks, too, so that their number says little
  while (lm.scheduler->pending() > 0 && isFull()) {
    lm.scheduler->stepRunning();
    lm.turns.countStep();
  }
}

} // namespace rlx::lm::capi

extern "C" {

rlx_status_t *rlx_lm_reserve(rlx_lm_t *lm, int64_t tokens) {
  if (!lm)
    return nullArgument("lm");
  return alone(lm, [&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(lm::checkMakesText(lm->file->metadata()));
    lm->decoder->truncate(0);
    RLX_RETURN_IF_ERROR(lm->model->reserve(tokens));
    return lm->draft ? reserveDraft(*lm->draft, static_cast<size_t>(tokens)) : rt::okStatus();
  });
}

rlx_status_t *rlx_lm_submit(rlx_lm_t *lm, const uint32_t *prompt, size_t count,
                            const rlx_lm_settings_t *settings, rlx_lm_text_fn_t function,
                            void *context, rlx_lm_request_t **request) {
  if (!lm || (!prompt && count) || !request)
    return nullArgument(!lm ? "lm" : request ? "prompt" : "request");
  return guarded([&]() -> rt::Status {
    const rlx_lm_settings_t used = settingsOr(settings);
    auto made = std::make_unique<rlx_lm_request_t>();
    made->lm = lm;
    made->hasLogProbs = used.logprobs >= 0;
    made->listener = std::make_shared<Listener>();
    made->listener->function = function;
    made->listener->context = context;
    RLX_ASSIGN_OR_RETURN(made->request, submit(*lm, {prompt, count}, used,
                                               [listener = made->listener](std::string_view piece) {
                                                 return (*listener)(piece);
                                               }));
    *request = made.release();
    return rt::okStatus();
  });
}

rlx_status_t *rlx_lm_submit_score(rlx_lm_t *lm, const uint32_t *tokens, size_t count, size_t first,
                                  rlx_lm_request_t **request) {
  if (!lm || (!tokens && count) || !request)
    return nullArgument(!lm ? "lm" : request ? "tokens" : "request");
  return submitted(lm, request, [&]() -> rt::StatusOr<std::shared_ptr<lm::Request>> {
    RLX_RETURN_IF_ERROR(checkTokens(*lm, {tokens, count}));
    return lm->scheduler->submitScores({tokens, count}, first);
  });
}

rlx_status_t *rlx_lm_submit_embed(rlx_lm_t *lm, const uint32_t *tokens, size_t count,
                                  rlx_lm_pooling_t pooling, rlx_lm_request_t **request) {
  if (!lm || (!tokens && count) || !request)
    return nullArgument(!lm ? "lm" : request ? "tokens" : "request");
  return submitted(lm, request, [&]() -> rt::StatusOr<std::shared_ptr<lm::Request>> {
    RLX_RETURN_IF_ERROR(checkTokens(*lm, {tokens, count}));
    RLX_ASSIGN_OR_RETURN(const lm::Pooling used, poolingOf(*lm, pooling));
    return lm->scheduler->submitEmbedding({tokens, count}, used);
  });
}

rlx_status_t *rlx_lm_wait_score(rlx_lm_request_t *request, double *logprobs) {
  return finishNumbers(request, lm::Request::Kind::Scores, logprobs,
                       [](const lm::Request &done) -> const auto & { return done.scores(); });
}

rlx_status_t *rlx_lm_wait_embed(rlx_lm_request_t *request, float *embedding) {
  return finishNumbers(request, lm::Request::Kind::Embedding, embedding,
                       [](const lm::Request &done) -> const auto & { return done.embedding(); });
}

rlx_status_t *rlx_lm_step(rlx_lm_t *lm, size_t *pending) {
  if (!lm || !pending)
    return nullArgument(lm ? "pending" : "lm");
  *pending = 0;
  if (!lm->scheduler)
    return nullptr;
  rlx_status_t *status = guarded([&] { return step(*lm, [] { return false; }); });
  *pending = lm->scheduler->pending();
  return status;
}

void rlx_lm_cancel(rlx_lm_request_t *request) {
  if (request)
    request->request->cancel();
}

int rlx_lm_is_done(const rlx_lm_request_t *request) {
  return request && request->request->isDone();
}

rlx_status_t *rlx_lm_step_for(rlx_lm_request_t *request) {
  if (!request)
    return nullArgument("request");
  const auto isDone = [&] { return request->request->isDone(); };
  if (isDone()) // its model may be gone
    return nullptr;
  return guarded([&] { return step(*request->lm, isDone); });
}

rlx_status_t *rlx_lm_wait(rlx_lm_request_t *request, rlx_lm_answer_t *answer) {
  if (!request || !answer)
    return nullArgument(request ? "answer" : "request");
  if (rlx_status_t *status = finish(*request, lm::Request::Kind::Answer))
    return status;
  return guarded([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(request->request->status().copy());
    std::call_once(request->asked, [&] {
      request->answer.answer = request->request->answer();
      request->view = request->answer.view(request->hasLogProbs);
    });
    *answer = request->view;
    return rt::okStatus();
  });
}

void rlx_lm_request_free(rlx_lm_request_t *request) {
  if (!request)
    return;
  request->request->cancel();
  if (request->listener)
    request->listener->forget();
  delete request;
}

} // extern "C"
