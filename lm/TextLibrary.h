// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between C++ and the C interface of text/.
#ifndef RLX_LM_TEXTLIBRARY_H
#define RLX_LM_TEXTLIBRARY_H

#include <string>
#include <string_view>

#include "rlx_text.h"

namespace rlx::lm {

inline rlx_text_string_t textOf(std::string_view text) {
  return {text.data(), text.size()};
}

// The message of an error, which this frees.
inline std::string messageOf(char *error) {
  std::string message = error ? error : "unknown error";
  rlx_text_error_free(error);
  return message;
}

} // namespace rlx::lm

#endif // RLX_LM_TEXTLIBRARY_H
