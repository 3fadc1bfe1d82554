// rlx-run-rt: runs a package (.rlxe) with the runtime alone. What rlx-run can do with a package,
// for machines without a compiler; and an example of the runtime's C++ interface.
#include <cerrno>
#include <cstdio>

#include "runtime/base/StrCat.h"
#include "runtime/base/SystemError.h"
#include "runtime/base/Version.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/vulkan/api/ProfileJson.h"
#include "runtime/vulkan/executor/VulkanDevice.h"
#include "tools/rlx-run-rt/RunPackage.h"

using namespace rlx::rt;
using namespace rlx::runrt;
using rlx::run::errorText;

namespace {

// All that can be wrong is the name.
Status printProfile(const std::string &name) {
  RLX_ASSIGN_OR_RETURN(const Device *const device, DeviceRegistry::get().find(name));
  const auto *const vulkan = dynamic_cast<const VulkanDevice *>(device);
  if (!vulkan)
    return invalidArgument(strCat("device '", name, "' is not a Vulkan device and has no profile"));
  std::fputs(profileJson(vulkan->profile()).c_str(), stdout);
  return okStatus();
}

} // namespace

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "-h")
      return std::fputs(kHelp, stdout) < 0;
    if (argument == "--version")
      return std::printf("rlx %s\n", versionText()) < 0;
  }
  Options options;
  Status status = parseOptions(argc, argv, options);
  bool wrongCommandLine = !status.ok();
  if (status.ok() && options.listDevices)
    std::fputs(DeviceRegistry::get().listText().c_str(), stdout);
  else if (status.ok() && !options.profileOf.empty())
    wrongCommandLine = !(status = printProfile(options.profileOf)).ok();
  else if (status.ok())
    status = runPackage(options, wrongCommandLine);
  if (status.ok() && std::fflush(stdout) != 0)
    status = systemError(errno, "cannot write to standard output");
  if (status.ok())
    return 0;
  std::fprintf(stderr, "rlx-run-rt: error: %s", errorText(status).c_str());
  return wrongCommandLine ? 2 : 1;
}
