// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts that all functions of rlx_lm.h share: the objects behind its handles, and settings and
// answers between C and lm/.
#ifndef RLX_LM_CAPI_LANGUAGEMODEL_H
#define RLX_LM_CAPI_LANGUAGEMODEL_H

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "formats/language_model/LanguageModelFile.h"
#include "lm/ChatTemplate.h"
#include "lm/Decoder.h"
#include "lm/Draft.h"
#include "lm/Embedding.h"
#include "lm/Encoder.h"
#include "lm/Scheduler.h"
#include "lm/capi/Turns.h"
#include "lm/include/rlx/rlx_lm.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/capi/Wrap.h"

namespace rlx::lm::capi {

// An answer with the form of C, whose pointers are its own.
struct KeptAnswer {
  Answer answer;
  std::vector<rlx_lm_logprob_t> likely;

  rlx_lm_answer_t view(bool hasLogProbs);
};

// The last grammar, and its source. Any thread.
struct KeptGrammar {
  std::mutex mutex;
  std::shared_ptr<const Grammar> grammar;
  Grammar::Kind kind{};
  std::string source;
};

} // namespace rlx::lm::capi

struct rlx_lm {
  std::shared_ptr<const rlx::gguf::ModelSource> file;
  std::shared_ptr<const rlx::lm::Vocabulary> vocabulary;
  std::mutex rendering;                              // of chatTemplate
  std::optional<rlx::lm::ChatTemplate> chatTemplate; // once it is asked for
  // One of the two.
  std::shared_ptr<rlx::lm::StepModel> model;
  std::optional<rlx::lm::Encoder> encoder;
  std::shared_ptr<rlx::lm::StepModel> draft; // null: guesses are n-grams
  // With a StepModel.
  std::optional<rlx::lm::Decoder> decoder;
  std::optional<rlx::lm::Scheduler> scheduler;
  std::mutex answering;                                         // of the map
  std::map<std::thread::id, rlx::lm::capi::KeptAnswer> answers; // the last one of each thread
  rlx::lm::capi::KeptGrammar grammar;
  rlx::lm::capi::Turns turns;
};

namespace rlx::lm::capi {

// The caller's function, which is not called any more once the request is freed.
struct Listener {
  std::recursive_mutex mutex; // the function may free the request
  rlx_lm_text_fn_t function = nullptr;
  void *context = nullptr;

  bool operator()(std::string_view piece) {
    const std::lock_guard lock(mutex);
    return !function || function(context, piece.data(), piece.size()) == 0;
  }
  void forget() {
    const std::lock_guard lock(mutex);
    function = nullptr;
  }
};

} // namespace rlx::lm::capi

struct rlx_lm_request {
  rlx_lm_t *lm; // lives while the request is not done
  std::shared_ptr<rlx::lm::Request> request;
  std::shared_ptr<rlx::lm::capi::Listener> listener; // null without a function
  bool hasLogProbs = false;
  std::once_flag asked; // for the answer
  rlx::lm::capi::KeptAnswer answer;
  rlx_lm_answer_t view;
};

namespace rlx::lm::capi {

rlx_status_t *nullArgument(const char *what);

// Runs `body`, which returns a Status, and catches its exceptions.
template <typename Body>
rlx_status_t *guarded(Body &&body) {
  return rlx::capi::wrap(rt::catchAllocFailure(std::forward<Body>(body)));
}

// A call that changes the model: one at a time, between steps. Requests that are cancelled or whose
// time is over end before, since nobody may step for them. `goesOn`: see Turns.
template <typename Body, typename GoesOn>
rt::Status inTurn(rlx_lm_t &lm, const Body &body, const GoesOn &goesOn) {
  const auto run = [&] {
    return rt::catchAllocFailure([&]() -> rt::Status {
      if (lm.scheduler)
        lm.scheduler->dropEnded();
      return body();
    });
  };
  return lm.turns.call(run, goesOn);
}

// As `guarded`, for such calls.
template <typename Body>
rlx_status_t *alone(rlx_lm_t *lm, const Body &body) {
  return guarded([&] { return inTurn(*lm, body, [] { return true; }); });
}

// The settings that NULL stands for, or those.
rlx_lm_settings_t settingsOr(const rlx_lm_settings_t *settings);
// InvalidArgument for a token that the model does not have.
rt::Status checkTokens(const rlx_lm_t &lm, std::span<const Token> tokens);
// The settings of an answer. InvalidArgument for one that is out of its range.
rt::StatusOr<SamplingOptions> samplingOf(const rlx_lm_settings_t &settings, size_t vocabularySize);
rt::StatusOr<AnswerOptions> answerOptionsOf(rlx_lm_t &lm, const rlx_lm_settings_t &settings);
rt::StatusOr<Pooling> poolingOf(const rlx_lm_t &lm, rlx_lm_pooling_t pooling);
// The scales of all adapters; empty for the model's own.
rt::StatusOr<std::vector<float>> scalesOf(const rlx_lm_t &lm, const rlx_lm_settings_t &settings);
// Lets requests go on until the model's own text may have so many tokens.
void makeRoom(rlx_lm_t &lm, size_t tokens);
// The file of a draft model, whose tokens must be those of `target`.
rt::StatusOr<std::shared_ptr<const gguf::ModelSource>> openDraftFile(const Vocabulary &target,
                                                                     const char *path);
// Makes room for so many tokens of all texts in a draft model, or one text of its context.
rt::Status reserveDraft(StepModel &model, size_t tokens);
// The grammar of the answer, or null.
rt::StatusOr<std::shared_ptr<const Grammar>> formOf(rlx_lm_t &lm,
                                                    const rlx_lm_settings_t &settings);

} // namespace rlx::lm::capi

#endif // RLX_LM_CAPI_LANGUAGEMODEL_H
