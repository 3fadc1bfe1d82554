// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-run-rt: runs a package (.rlxe) with the runtime alone, for machines without a compiler. It
// has rlx-run's features for packages, and is an example of the runtime's C++ interface.
#include <cerrno>
#include <cstdio>

#include "runtime/base/StrCat.h"
#include "runtime/base/SystemError.h"
#include "runtime/base/Version.h"
#include "runtime/device/DeviceRegistry.h"
#include "tools/rlx-run-rt/OutputFiles.h"
#include "tools/rlx-run-rt/RunPackage.h"

using namespace rlx::rt;
using namespace rlx::runrt;
using rlx::run::errorText;

namespace {

// Fails only for a wrong name.
Status printProfile(const std::string &name) {
  RLX_ASSIGN_OR_RETURN(const Device *const device, DeviceRegistry::get().find(name));
  const std::string profile = device->codegenProfile();
  if (profile.empty())
    return invalidArgument(strCat("device '", name, "' has no profile"));
  std::fputs(profile.c_str(), stdout);
  return okStatus();
}

Status runTool(const Options &options, Verdict &verdict) {
  if (options.help) {
    std::fputs(helpText().c_str(), stdout);
  } else if (options.version) {
    std::printf("rlx %s\n", versionText());
  } else if (options.listDevices) {
    std::fputs(DeviceRegistry::get().listText().c_str(), stdout);
  } else if (!options.profileOf.empty()) {
    Status status = printProfile(options.profileOf);
    verdict.wrongCommandLine = !status.ok();
    return status;
  } else {
    return runPackage(options, verdict);
  }
  return okStatus();
}

} // namespace

int main(int argc, char **argv) {
  rlx::run::openStandardFiles();
  rlx::run::ignoreFileSizeSignal();
  Options options;
  Status status =
      parseOptions(std::span(argv, static_cast<size_t>(argc)).subspan(argc > 0), options);
  Verdict verdict;
  verdict.wrongCommandLine = !status.ok();
  if (status.ok())
    status = runTool(options, verdict);
  if (status.ok() && std::fflush(stdout) != 0)
    status = systemError(errno, "cannot write to standard output");
  if (status.ok())
    return 0;
  std::fprintf(stderr, "rlx-run-rt: error: %s", errorText(status).c_str());
  if (!verdict.hint.empty())
    std::fprintf(stderr, "rlx-run-rt: note: %s\n", verdict.hint.c_str());
  return verdict.wrongCommandLine ? 2 : 1;
}
