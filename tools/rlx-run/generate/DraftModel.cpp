// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See DraftModel.h.
#include "tools/rlx-run/generate/DraftModel.h"

#include <algorithm>

namespace rlx::run {
namespace {

Options ofDraft(const Options &options) {
  Options own = options;
  own.model = options.draft;
  own.language.adapters.clear();
  return own;
}

rt::StatusOr<DraftModel> readModel(const Options &options, const LanguageModel &target) {
  RLX_ASSIGN_OR_RETURN(const LanguageModel language, LanguageModel::readForText(options));
  RLX_RETURN_IF_ERROR(lm::checkDraftVocabulary(*target.vocabulary, *language.vocabulary));
  DraftModel draft;
  draft.trained = language.trained;
  RLX_ASSIGN_OR_RETURN(draft.model, Model::read(options.model, {}, options.language));
  RLX_RETURN_IF_ERROR(draft.model->open(options));
  RLX_RETURN_IF_ERROR(lm::checkDraftModel(lm::StepModel::isRecurrent(draft.model->signature())));
  return draft;
}

rt::Status ofFile(rt::Status status, const Options &options) {
  return std::move(status).withContext("reading --draft='" + options.draft + "'");
}

} // namespace

rt::StatusOr<DraftModel> DraftModel::read(const Options &options, const LanguageModel &language,
                                          Model &target) {
  const bool isWanted = !options.draft.empty() || options.draftMax.value_or(0) > 0;
  if (!isWanted)
    return DraftModel();
  RLX_RETURN_IF_ERROR(target.open(options));
  RLX_RETURN_IF_ERROR(lm::checkTakesDrafts(lm::StepModel::isRecurrent(target.signature())));
  if (options.draft.empty())
    return DraftModel();
  rt::StatusOr<DraftModel> draft = readModel(ofDraft(options), language);
  if (!draft.ok())
    return ofFile(std::move(draft).status(), options);
  return draft;
}

rt::Status DraftModel::compile(const Options &options, const lm::StepModel &target) {
  if (!model)
    return rt::okStatus();
  if (rt::Status status = prepare(*model, ofDraft(options), "draft model ready"); !status.ok())
    return ofFile(std::move(status), options);
  RLX_ASSIGN_OR_RETURN(
      step, lm::StepModel::create(model->executable(), std::min(target.context(), trained)));
  return rt::okStatus();
}

} // namespace rlx::run
