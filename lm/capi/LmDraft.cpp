// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API of draft models: a second model that guesses the tokens of answers.
#include <algorithm>

#include "lm/Context.h"
#include "lm/Embedding.h"
#include "lm/capi/LanguageModel.h"

using namespace rlx;
using namespace rlx::lm::capi;

namespace {

rt::StatusOr<std::shared_ptr<lm::StepModel>>
openDraft(const rlx_lm_t &lm, rlx_executable_t *executable, const char *path) {
  RLX_RETURN_IF_ERROR(lm::checkTakesDrafts(lm.model->isRecurrent()));
  RLX_ASSIGN_OR_RETURN(const auto file, openDraftFile(*lm.vocabulary, path));
  RLX_ASSIGN_OR_RETURN(const int64_t trained, lm::trainedContext(file->metadata()));
  RLX_ASSIGN_OR_RETURN(
      std::shared_ptr<lm::StepModel> model,
      lm::StepModel::create(capi::unwrap(executable), std::min(trained, lm.model->context())));
  RLX_RETURN_IF_ERROR(lm::checkDraftModel(model->isRecurrent()));
  if (!lm.model->isPaged())
    return model;
  RLX_RETURN_IF_ERROR(model->checkTakesSeveral());
  RLX_RETURN_IF_ERROR(reserveDraft(*model, lm.model->blocks().size() * lm::kBlockTokens));
  return model;
}

} // namespace

namespace rlx::lm::capi {

rt::StatusOr<std::shared_ptr<const gguf::ModelSource>> openDraftFile(const Vocabulary &target,
                                                                     const char *path) {
  RLX_ASSIGN_OR_RETURN(const auto file, openLanguageModel(path));
  RLX_RETURN_IF_ERROR(checkMakesText(file->metadata()));
  RLX_ASSIGN_OR_RETURN(const auto vocabulary, Vocabulary::create(file->metadata()));
  RLX_RETURN_IF_ERROR(checkDraftVocabulary(target, *vocabulary));
  return std::shared_ptr<const gguf::ModelSource>(file);
}

rt::Status reserveDraft(StepModel &model, size_t tokens) {
  return model.reserve(std::max(model.context(), static_cast<int64_t>(tokens)));
}

} // namespace rlx::lm::capi

extern "C" {

rlx_status_t *rlx_lm_set_draft(rlx_lm_t *lm, rlx_executable_t *executable, const char *path) {
  if (!lm || (executable && !path))
    return nullArgument(lm ? "path" : "lm");
  return alone(lm, [&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(lm::checkMakesText(lm->file->metadata()));
    if (lm->scheduler->pending() > 0)
      return rt::failedPrecondition("requests are running; wait for them before the draft model "
                                    "changes");
    lm->draft.reset(); // unbinds its caches
    if (!executable)
      return rt::okStatus();
    auto opened = openDraft(*lm, executable, path);
    if (!opened.ok())
      return std::move(opened).status().withContext(
          rt::strCat("reading the draft model '", path, "'"));
    lm->draft = std::move(opened).value();
    return rt::okStatus();
  });
}

} // extern "C"
