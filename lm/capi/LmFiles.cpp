// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API's checks of files before they are compiled.
#include "lm/Context.h"
#include "lm/Embedding.h"
#include "lm/capi/LanguageModel.h"

using namespace rlx;
using namespace rlx::lm::capi;

namespace {

rt::Status checkModel(const gguf::Metadata &metadata, int64_t context, int64_t cacheTokens,
                      bool hasDraft) {
  RLX_ASSIGN_OR_RETURN(const int64_t size, lm::contextFor(metadata, context));
  RLX_ASSIGN_OR_RETURN(const bool isRecurrent, lm::isRecurrent(metadata));
  if (cacheTokens != 0 || hasDraft)
    RLX_RETURN_IF_ERROR(lm::checkMakesText(metadata));
  if (cacheTokens != 0) {
    RLX_RETURN_IF_ERROR(lm::StepModel::checkTakesSeveral(isRecurrent));
    RLX_RETURN_IF_ERROR(lm::checkCacheTokens(cacheTokens, size));
  }
  return hasDraft ? lm::checkTakesDrafts(isRecurrent) : rt::okStatus();
}

rt::Status checkDraft(const gguf::Metadata &target, const char *draft) {
  RLX_ASSIGN_OR_RETURN(const auto vocabulary, lm::Vocabulary::create(target));
  RLX_ASSIGN_OR_RETURN(const auto file, openDraftFile(*vocabulary, draft));
  RLX_ASSIGN_OR_RETURN(const bool isRecurrent, lm::isRecurrent(file->metadata()));
  return lm::checkDraftModel(isRecurrent);
}

rt::Status checkFiles(const char *path, int64_t context, int64_t cacheTokens, const char *draft) {
  const auto ofFile = [](rt::Status status, const char *kind, const char *file) {
    return std::move(status).withContext(rt::strCat("reading the ", kind, " model '", file, "'"));
  };
  const auto model = openLanguageModel(path);
  if (!model.ok())
    return ofFile(model.status().copy(), "language", path);
  const gguf::Metadata &metadata = (*model)->metadata();
  rt::Status status = checkModel(metadata, context, cacheTokens, draft != nullptr);
  if (!status.ok())
    return ofFile(std::move(status), "language", path);
  status = draft ? checkDraft(metadata, draft) : rt::okStatus();
  return status.ok() ? std::move(status) : ofFile(std::move(status), "draft", draft);
}

} // namespace

extern "C" {

rlx_status_t *rlx_lm_check_files(const char *path, int64_t context, int64_t cache_tokens,
                                 const char *draft) {
  if (!path)
    return nullArgument("path");
  return guarded([&] { return checkFiles(path, context, cache_tokens, draft); });
}

} // extern "C"
