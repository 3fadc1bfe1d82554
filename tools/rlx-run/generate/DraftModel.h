// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model of --draft, which guesses the tokens of answers.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_DRAFTMODEL_H
#define RLX_TOOLS_RLXRUN_GENERATE_DRAFTMODEL_H

#include "tools/rlx-run/generate/LanguageModel.h"

namespace rlx::run {

struct DraftModel {
  std::unique_ptr<Model> model;        // null without --draft
  int64_t trained = 0;                 // tokens that it takes at most
  std::shared_ptr<lm::StepModel> step; // once it is compiled

  // Checks the files before anything is compiled. InvalidArgument for another vocabulary;
  // Unsupported if a model of the two is recurrent.
  static rt::StatusOr<DraftModel> read(const Options &options, const LanguageModel &language,
                                       Model &target);
  // Compiles it with the options of the other one, for texts of its context.
  rt::Status compile(const Options &options, const lm::StepModel &target);
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_DRAFTMODEL_H
