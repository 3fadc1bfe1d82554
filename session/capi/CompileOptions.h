// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private: the compile options behind the C handle, and compiling with them.
#ifndef RLX_SESSION_CAPI_COMPILEOPTIONS_H
#define RLX_SESSION_CAPI_COMPILEOPTIONS_H

#include <memory>

#include "session/PackageModel.h"
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

// `make` makes a session from the options. Its executable goes to the caller; the rest is
// destroyed.
rlx_status_t *
compileWith(const rlx_compile_options_t *options,
            llvm::function_ref<rt::StatusOr<std::unique_ptr<Session>>(const SessionOptions &)> make,
            rlx_executable_t **executable);

// `write` writes a package for the CPUs, whose names have commas between.
rlx_status_t *packageWith(const rlx_compile_options_t *options, const char *cpus, const char *path,
                          llvm::function_ref<rt::Status(const PackageModelOptions &)> write);

} // namespace rlx::capi

#endif // RLX_SESSION_CAPI_COMPILEOPTIONS_H
