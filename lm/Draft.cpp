// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Draft.h.
#include "lm/Draft.h"

#include <algorithm>
#include <cstdio>

#include "lm/ModelDraft.h"
#include "lm/NgramDraft.h"
#include "lm/StepModel.h"
#include "runtime/base/StrCat.h"

namespace rlx::lm {
namespace {

// A token for people: its bytes, of which those that are no ASCII text are numbers.
std::string shown(const Vocabulary &vocabulary, Token token) {
  std::string text = "'";
  for (const char each : vocabulary.bytes(token)) {
    char number[8];
    std::snprintf(number, sizeof number, "<%02X>", static_cast<unsigned char>(each));
    text += each >= ' ' && each <= '~' ? std::string(1, each) : std::string(number);
  }
  return text + "'";
}

} // namespace

std::unique_ptr<Draft> makeDraft(StepModel *model, const SamplingOptions &options,
                                 size_t vocabulary) {
  if (!model)
    return std::make_unique<NgramDraft>();
  return std::make_unique<ModelDraft>(model->shared_from_this(), options, vocabulary);
}

rt::Status checkDraftVocabulary(const Vocabulary &target, const Vocabulary &draft) {
  const size_t common = std::min(target.size(), draft.size());
  for (Token token = 0; token < common; ++token)
    if (target.bytes(token) != draft.bytes(token) ||
        target.isControl(token) != draft.isControl(token))
      return rt::invalidArgument(rt::strCat("the draft model has another vocabulary: its token ",
                                            token, " is ", shown(draft, token),
                                            ", and the model's ", shown(target, token),
                                            "; a draft model needs the tokens of the model, as a "
                                            "smaller one of the same family has"));
  return rt::okStatus();
}

rt::StatusOr<bool> isRecurrent(const gguf::Metadata &metadata) {
  RLX_ASSIGN_OR_RETURN(const std::string_view architecture,
                       metadata.string("general.architecture"));
  return metadata.find(rt::strCat(architecture, ".ssm.state_size")) != nullptr;
}

rt::Status checkDraftModel(bool isRecurrent) {
  if (isRecurrent)
    return rt::unsupported("the draft model is recurrent: it cannot take back the tokens that were "
                           "wrong; take one with attention");
  return rt::okStatus();
}

rt::Status checkTakesDrafts(bool isRecurrent) {
  if (isRecurrent)
    return rt::unsupported("the model is recurrent: it cannot take back the tokens of a draft that "
                           "were wrong, so drafts are not supported");
  return rt::okStatus();
}

} // namespace rlx::lm
