// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats the description of a package, section by section.
//
// It reports the choice that loading would make, by the same functions as LoadPackage.cpp.
#include "runtime/package/PackageInfo.h"

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/model/MoeLayers.h"
#include "runtime/program/model/Signature.h"
#include "runtime/program/model/Target.h"

namespace rlx::rt {

namespace {

std::string list(std::string_view title, const Program &program,
                 const std::vector<TensorSpec> &specs) {
  std::string text = strCat(title, specs.empty() ? ": none\n" : ":\n");
  for (const TensorSpec &spec : specs)
    text += strCat("  ", signatureText(program, spec), "\n");
  return text;
}

// Empty for models without mixture-of-experts layers.
std::string moeLayerList(const Program &program) {
  std::string text;
  for (size_t i = 0; i < program.moeLayers.size(); ++i)
    text += strCat(i ? "" : "layers of experts:\n", "  ", moeLayerText(program, i), "\n");
  return text;
}

std::string featureList(const Package::Variant &variant) {
  std::string text;
  for (const std::string &feature : variant.features)
    text += strCat(text.empty() ? "" : ",", feature);
  return text.empty() ? "nothing special" : text;
}

std::string variantText(const Package &package, const Package::Variant &variant,
                        const Program &program) {
  uint64_t paramBytes = 0;
  size_t set = 0, missing = 0;
  for (size_t i = 0; i < variant.states.size(); ++i) {
    missing += variant.states[i] == ModelWeights::State::Missing;
    if (variant.states[i] != ModelWeights::State::Set)
      continue;
    ++set;
    paramBytes += package.sectionBytes(variant.params[i]);
  }
  std::string text = strCat("  needs ", featureList(variant), "\n  ", program.kernels.size(),
                            " kernels, ", program.main.size(), " commands; program ",
                            package.sectionBytes(variant.program), " bytes");
  if (variant.code != package::kNone)
    text += strCat(", code ", package.sectionBytes(variant.code), " bytes");
  text += strCat("\n  params: ", set, " stored as they are, ", paramBytes, " bytes");
  if (variant.persistent != package::kNone)
    text += strCat("; ", variant.states.size() - set, " prepared, ",
                   package.sectionBytes(variant.persistent), " bytes");
  if (missing)
    text += strCat("; ", missing, " without a value");
  if (const std::string onHost = hostKernelsText(program);
      variant.target != "cpu" && !onHost.empty())
    text += strCat("\n  ", onHost, " (", hostKernelNames(program), ")");
  return text + "\n";
}

// A device, null if none can run the package, and its variant, null with the reason if it can run
// none.
struct Choice {
  const Device *device = nullptr;
  const Package::Variant *variant = nullptr;
  std::string whyNone;
};

// For the named device, or for the one that would run the package.
StatusOr<Choice> choiceFor(const Package &package, std::string_view name) {
  LoadOptions options;
  options.device = name;
  StatusOr<Device *> device = deviceFor(package, options);
  if (!device.ok() && !name.empty())
    return std::move(device).status();
  if (!device.ok())
    return Choice{nullptr, nullptr, std::string(device.status().message())};
  const auto variant = variantFor(package, **device, options);
  return variant.ok() ? Choice{*device, *variant, ""}
                      : Choice{*device, nullptr, std::string(variant.status().message())};
}

// Follows a variant's name, and marks the one that runs.
std::string chosenText(const Choice &choice, const Package::Variant &variant, bool isNamed) {
  if (&variant != choice.variant)
    return ":\n";
  return isNamed ? strCat(", the one that runs on '", choice.device->name(), "':\n")
                 : ", the one that runs here by default:\n";
}

// Stands below a variant that does not run.
std::string unsupportedText(const Choice &choice, const Package::Variant &variant) {
  if (!choice.device || &variant == choice.variant)
    return "";
  const std::string why = Package::unsupportedReason(*choice.device, variant);
  return strCat("  not chosen: ", why.empty() ? "another one makes as much of the device" : why,
                "\n");
}

} // namespace

StatusOr<std::string> packageText(const Package &package, std::string_view device) {
  return catchAllocFailure([&]() -> StatusOr<std::string> {
    std::string text = strCat("package: format version ", package::kVersion, ", written by RLX ",
                              package.producer(), "\n");
    if (!package.weightsFile().empty())
      text += strCat("weights: in '", package.weightsFile(), "' beside it\n");
    RLX_ASSIGN_OR_RETURN(const Choice choice, choiceFor(package, device));
    std::string signature, variants;
    for (const Package::Variant &variant : package.variants()) {
      StatusOr<Program> read = package.program(variant);
      if (!read.ok())
        return package.inFile(std::move(read).status(), "reading");
      const Program &program = *read;
      if (signature.empty())
        signature = strCat("model: ", program.name, "\n", list("inputs", program, program.inputs),
                           list("params", program, program.params),
                           list("outputs", program, program.outputs), moeLayerList(program));
      variants += strCat("variant for ", variant.target,
                         variant.processor.empty() ? "" : strCat(" ", variant.processor),
                         chosenText(choice, variant, !device.empty()),
                         variantText(package, variant, program), unsupportedText(choice, variant));
    }
    text += signature + variants;
    if (!choice.variant)
      text += strCat(device.empty() ? "no device here runs it: "
                                    : strCat("'", device, "' runs none of it: "),
                     choice.whyNone, "\n");
    return text;
  });
}

} // namespace rlx::rt
