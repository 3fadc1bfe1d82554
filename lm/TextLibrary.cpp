// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See TextLibrary.h.
#include "lm/TextLibrary.h"

namespace rlx::lm {

// text/src/lib.rs asserts the same of its structs.
static_assert(sizeof(void *) != 8 ||
              (sizeof(rlx_text_string_t) == 16 && offsetof(rlx_text_string_t, size) == 8 &&
               sizeof(rlx_text_source_t) == 88 && offsetof(rlx_text_source_t, merges) == 64 &&
               offsetof(rlx_text_source_t, unknown) == 84 && sizeof(rlx_text_message_t) == 32 &&
               offsetof(rlx_text_message_t, content) == 16 &&
               sizeof(rlx_text_conversation_t) == 56 &&
               offsetof(rlx_text_conversation_t, adds_generation_prompt) == 48 &&
               sizeof(rlx_text_description_t) == 64 &&
               offsetof(rlx_text_description_t, longest) == 56 && sizeof(rlx_text_error_t) == 16 &&
               offsetof(rlx_text_error_t, is_unsupported) == 8));

rt::Status statusOf(rlx_text_error_t error) {
  const std::string message = error.message ? error.message : "unknown error of the text library";
  const bool isUnsupported = error.is_unsupported != 0;
  rlx_text_error_free(error);
  return isUnsupported ? rt::unsupported(message) : rt::invalidArgument(message);
}

} // namespace rlx::lm
