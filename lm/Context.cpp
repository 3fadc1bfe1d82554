// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Context.h.
#include "lm/Context.h"

#include <algorithm>
#include <limits>

#include "runtime/base/StrCat.h"

namespace rlx::lm {

rt::StatusOr<int64_t> trainedContext(const gguf::Metadata &metadata) {
  RLX_ASSIGN_OR_RETURN(const std::string_view architecture,
                       metadata.string("general.architecture"));
  return metadata.integer(rt::strCat(architecture, ".context_length"));
}

rt::StatusOr<int64_t> contextFor(const gguf::Metadata &metadata, int64_t wanted) {
  RLX_ASSIGN_OR_RETURN(const int64_t trained, trainedContext(metadata));
  if (wanted < 0 || wanted > trained)
    return rt::invalidArgument(rt::strCat("expected a context of 1 to ", trained,
                                          " tokens, which the model takes at most, got ", wanted));
  return wanted == 0 ? std::min(trained, kDefaultContext) : wanted;
}

rt::Status checkCacheTokens(int64_t tokens, int64_t context) {
  if (tokens >= context && tokens <= std::numeric_limits<int32_t>::max())
    return rt::okStatus();
  return rt::invalidArgument(rt::strCat("the caches must have room for at least ", context,
                                        " tokens, a text of the whole context, and less than "
                                        "2^31, got ",
                                        tokens));
}

rt::Status checkTextBytes(const Vocabulary &vocabulary, size_t textBytes, int64_t context) {
  const size_t least = vocabulary.minTokens(textBytes);
  if (least <= static_cast<size_t>(context))
    return rt::okStatus();
  return rt::outOfRange(rt::strCat("the context has ", context, " tokens, but the text of ",
                                   textBytes, " bytes has at least ", least));
}

} // namespace rlx::lm
