// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a package to an executable: chooses the device, then the variant, then loads code and
// weights. See Package.h for the contracts.
//
// An error names the file and the step.
#include <algorithm>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/package/Package.h"

namespace rlx::rt {

// The first device of the target that passes `suits`; null if there is none. Other devices are
// enumerated only if the target's first one fails, because starting Vulkan takes time.
template <typename Suits>
static Device *findSuitable(std::string_view target, Suits suits) {
  DeviceRegistry &registry = DeviceRegistry::get();
  const StatusOr<Device *> first = registry.findForTarget(target);
  if (!first.ok() || suits(**first))
    return first.ok() ? *first : nullptr;
  for (Device *const other : registry.all())
    if (other->target() == target && suits(*other))
      return other;
  return nullptr;
}

StatusOr<Device *> defaultDevice(const Package &package) {
  for (const bool isSoftware : {false, true})
    for (const Package::Variant &variant : package.variants())
      if (Device *const found = findSuitable(variant.target, [&](const Device &device) {
            return device.isSoftware() == isSoftware && package.choose(device).ok();
          }))
        return found;
  for (const Package::Variant &variant : package.variants())
    if (StatusOr<Device *> first = DeviceRegistry::get().findForTarget(variant.target); first.ok())
      return first;
  return DeviceRegistry::get().findForTarget(package.variants().front().target);
}

StatusOr<Device *> deviceFor(const Package &package, const LoadOptions &options) {
  if (options.device.empty())
    return defaultDevice(package);
  DeviceRegistry &registry = DeviceRegistry::get();
  RLX_ASSIGN_OR_RETURN(Device *const named, registry.find(options.device));
  const bool isAllHosts =
      std::ranges::all_of(package.variants(), [](const auto &one) { return one.target == "cpu"; });
  if (named->target() == "cpu" || !isAllHosts)
    return named;
  if (options.strict)
    return unsupported(strCat("the package has no code for '", named->name(),
                              "': the CPU runs all of it, which strict refuses"));
  return registry.findForTarget("cpu");
}

StatusOr<const Package::Variant *> variantFor(const Package &package, const Device &device,
                                              const LoadOptions &options) {
  StatusOr<const Package::Variant *> variant = package.choose(device);
  if (variant.ok() || !options.device.empty())
    return variant;
  for (const Package::Variant &each : package.variants())
    if (const auto found = DeviceRegistry::get().findForTarget(each.target); !found.ok())
      return unsupported(strCat(variant.status().message(), "; ", found.status().message()));
  return variant;
}

namespace {

// Loads the code of one target into the table of kernels.
Status loadCode(const Package::Variant &variant, std::span<const uint8_t> code,
                KernelTable &kernels) {
  if (code.empty())
    return okStatus();
  if (const DeviceFactory *const factory = findDeviceFactory(variant.target))
    return factory->loadCode(code, kernels);
  return unsupported(strCat("this runtime cannot load code for target '", variant.target, "'"));
}

} // namespace

StatusOr<std::unique_ptr<Executable>> loadPackage(const Package &package,
                                                  const LoadOptions &options, KernelTable kernels) {
  using Result = StatusOr<std::unique_ptr<Executable>>;
  const auto load = [&]() -> Result {
    RLX_ASSIGN_OR_RETURN(Device *const device, deviceFor(package, options));
    RLX_ASSIGN_OR_RETURN(const Package::Variant *const variant,
                         variantFor(package, *device, options));
    RLX_ASSIGN_OR_RETURN(Program program, package.program(*variant));
    RLX_ASSIGN_OR_RETURN(const std::span<const uint8_t> code, package.code(*variant));
    RLX_RETURN_IF_ERROR(loadCode(*variant, code, kernels));
    RLX_ASSIGN_OR_RETURN(ModelWeights weights, package.weights(*variant, program));
    LoadOptions chosen = options;
    chosen.device = std::string(device->name());
    return Executable::load(std::move(program), kernels, chosen, std::move(weights));
  };
  return catchAllocFailure([&]() -> Result {
    Result executable = load();
    if (!executable.ok())
      return package.inFile(std::move(executable).status(), "loading");
    return executable;
  });
}

StatusOr<std::unique_ptr<Executable>> loadPackage(const std::string &path,
                                                  const LoadOptions &options, KernelTable kernels) {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<Executable>> {
    RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const Package> package, Package::open(path));
    return loadPackage(*package, options, std::move(kernels));
  });
}

} // namespace rlx::rt
