// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private: the compile options behind the C handle.
#ifndef RLX_SESSION_CAPI_COMPILEOPTIONS_H
#define RLX_SESSION_CAPI_COMPILEOPTIONS_H

#include <memory>

#include "session/Session.h"
#include "session/include/rlx/rlx_compiler.h"
#include "session/report/Report.h"

struct rlx_compile_options {
  rlx::SessionOptions session;
  bool hasTarget = false; // set by the user
  std::shared_ptr<rlx::Report> report;
};

namespace rlx::capi {

// The options of a session; the defaults for null. InvalidArgument if target and device disagree.
rt::StatusOr<SessionOptions> sessionOptions(const rlx_compile_options_t *options);

} // namespace rlx::capi

#endif // RLX_SESSION_CAPI_COMPILEOPTIONS_H
