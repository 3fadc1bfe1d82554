// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API of several requests on one language model.
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

rlx_status_t *step(rlx_lm_t *lm) {
  return alone(lm, [&] {
    lm->scheduler->step();
    return rt::okStatus();
  });
}

} // namespace

extern "C" {

rlx_status_t *rlx_lm_reserve(rlx_lm_t *lm, int64_t tokens) {
  if (!lm)
    return nullArgument("lm");
  return alone(lm, [&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(lm::checkMakesText(lm->file->metadata()));
    lm->decoder->truncate(0);
    return lm->model->reserve(tokens);
  });
}

rlx_status_t *rlx_lm_submit(rlx_lm_t *lm, const uint32_t *prompt, size_t count,
                            const rlx_lm_settings_t *settings, rlx_lm_text_fn_t function,
                            void *context, rlx_lm_request_t **request) {
  if (!lm || (!prompt && count) || !request)
    return nullArgument(!lm ? "lm" : request ? "prompt" : "request");
  return guarded([&]() -> rt::Status {
    rlx_lm_settings_t used;
    rlx_lm_settings_init(&used);
    if (settings)
      used = *settings;
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

rlx_status_t *rlx_lm_step(rlx_lm_t *lm, size_t *pending) {
  if (!lm || !pending)
    return nullArgument(lm ? "pending" : "lm");
  *pending = 0;
  if (!lm->scheduler)
    return nullptr;
  const std::lock_guard turn(lm->stepping);
  rlx_status_t *status = step(lm);
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

rlx_status_t *rlx_lm_wait(rlx_lm_request_t *request, rlx_lm_answer_t *answer) {
  if (!request || !answer)
    return nullArgument(request ? "answer" : "request");
  while (!request->request->isDone()) {
    const std::lock_guard turn(request->lm->stepping);
    if (request->request->isDone())
      break;
    if (rlx_status_t *status = step(request->lm))
      return status;
  }
  return guarded([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(request->request->status().copy());
    request->answer.answer = request->request->answer();
    *answer = request->answer.view(request->hasLogProbs);
    return rt::okStatus();
  });
}

void rlx_lm_request_free(rlx_lm_request_t *request) {
  if (!request)
    return;
  request->request->cancel();
  request->listener->forget();
  delete request;
}

} // extern "C"
