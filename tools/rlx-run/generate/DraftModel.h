// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model of --draft, which guesses the tokens of answers.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_DRAFTMODEL_H
#define RLX_TOOLS_RLXRUN_GENERATE_DRAFTMODEL_H

#include "tools/rlx-run/generate/LanguageModel.h"

namespace rlx::run {

struct DraftModel {
  std::unique_ptr<Model> model; // null without --draft
  std::shared_ptr<lm::StepModel> step;

  // Compiles it with the options of the other one, for texts of its context. InvalidArgument for
  // another vocabulary; Unsupported if a model of the two is recurrent.
  static rt::StatusOr<DraftModel> open(const Options &options, const LanguageModel &target,
                                       const lm::StepModel &model);
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_DRAFTMODEL_H
