// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A runtime error for people: the message and its contexts, without the name of the code.
//
// For warnings and notes, where the code's name would only be noise: "cannot open 'x'; while
// reading params".
#ifndef RLX_RUNTIME_BASE_STATUSTEXT_H
#define RLX_RUNTIME_BASE_STATUSTEXT_H

#include <string>

#include "runtime/base/Status.h"

namespace rlx::rt {

inline std::string statusText(const Status &status) {
  const std::string all = status.toString();
  const bool saysMore = !status.ok() && !status.message().empty();
  return saysMore ? all.substr(name(status.code()).size() + 2) : all;
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_STATUSTEXT_H
