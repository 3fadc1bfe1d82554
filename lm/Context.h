// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tokens that a text of a language model may have.
#ifndef RLX_LM_CONTEXT_H
#define RLX_LM_CONTEXT_H

#include <cstdint>

#include "formats/gguf/Metadata.h"
#include "lm/Vocabulary.h"

namespace rlx::lm {

// The tokens of a context that nobody asks for: caches that fill the whole context that a model
// takes may be gigabytes.
constexpr int64_t kDefaultContext = 4096;

// The tokens that the model takes at most, by `ARCHITECTURE.context_length`.
rt::StatusOr<int64_t> trainedContext(const gguf::Metadata &metadata);
// `wanted`, or for 0 kDefaultContext, or less if the model takes less. InvalidArgument for more
// than the model takes.
rt::StatusOr<int64_t> contextFor(const gguf::Metadata &metadata, int64_t wanted);
// InvalidArgument if caches for so many tokens of all texts lack room for one text of the context.
rt::Status checkCacheTokens(int64_t tokens, int64_t context);
// OutOfRange if no text of so many bytes fits. Asked before such a text becomes tokens, which takes
// seconds and memory for megabytes.
rt::Status checkTextBytes(const Vocabulary &vocabulary, size_t textBytes, int64_t context);

} // namespace rlx::lm

#endif // RLX_LM_CONTEXT_H
