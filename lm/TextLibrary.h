// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between C++ and the C interface of text/.
#ifndef RLX_LM_TEXTLIBRARY_H
#define RLX_LM_TEXTLIBRARY_H

#include <string_view>

#include "rlx_text.h"
#include "runtime/base/Status.h"

namespace rlx::lm {

inline rlx_text_string_t textOf(std::string_view text) {
  return {text.data(), text.size()};
}

// The status of a call that has failed. Frees the error.
rt::Status statusOf(rlx_text_error_t error);

} // namespace rlx::lm

#endif // RLX_LM_TEXTLIBRARY_H
