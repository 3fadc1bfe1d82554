// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See DraftModel.h.
#include "tools/rlx-run/generate/DraftModel.h"

#include <algorithm>

namespace rlx::run {
namespace {

rt::StatusOr<DraftModel> openModel(const Options &options, const LanguageModel &target,
                                   const lm::StepModel &model) {
  RLX_RETURN_IF_ERROR(lm::checkTakesDrafts(model));
  RLX_ASSIGN_OR_RETURN(const LanguageModel language, LanguageModel::readForText(options));
  RLX_RETURN_IF_ERROR(lm::checkDraftVocabulary(*target.vocabulary, *language.vocabulary));
  DraftModel draft;
  RLX_ASSIGN_OR_RETURN(draft.model, Model::read(options.model, {}, options.language));
  RLX_RETURN_IF_ERROR(prepare(*draft.model, options, "draft model ready"));
  RLX_ASSIGN_OR_RETURN(draft.step,
                       lm::StepModel::create(draft.model->executable(),
                                             std::min(model.context(), language.trained)));
  RLX_RETURN_IF_ERROR(lm::checkDraftModel(*draft.step));
  return draft;
}

} // namespace

rt::StatusOr<DraftModel> DraftModel::open(const Options &options, const LanguageModel &target,
                                          const lm::StepModel &model) {
  if (options.draft.empty())
    return DraftModel();
  Options own = options;
  own.model = options.draft;
  own.language.adapters.clear();
  rt::StatusOr<DraftModel> draft = openModel(own, target, model);
  if (!draft.ok())
    return std::move(draft).status().withContext("reading --draft='" + options.draft + "'");
  return draft;
}

} // namespace rlx::run
