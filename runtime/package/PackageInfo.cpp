// See PackageInfo.h.
#include "runtime/package/PackageInfo.h"

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/MoeLayers.h"
#include "runtime/program/Signature.h"

namespace rlx::rt {

namespace {

std::string list(std::string_view title, const Program &program,
                 const std::vector<TensorSpec> &specs) {
  std::string text = strCat(title, specs.empty() ? ": none\n" : ":\n");
  for (const TensorSpec &spec : specs)
    text += strCat("  ", signatureText(program, spec), "\n");
  return text;
}

// Nothing for models without such layers, which most are.
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
  return text + "\n";
}

// The variant that runs if nobody names a device.
const Package::Variant *chosen(const Package &package) {
  const StatusOr<Device *> device = defaultDevice(package);
  if (!device.ok())
    return nullptr;
  const auto variant = package.choose(**device);
  return variant.ok() ? *variant : nullptr;
}

} // namespace

StatusOr<std::string> packageText(const Package &package) {
  return catchAllocFailure([&]() -> StatusOr<std::string> {
    std::string text = strCat("package: format version ", package::kVersion, ", written by RLX ",
                              package.producer(), "\n");
    if (!package.weightsFile().empty())
      text += strCat("weights: in '", package.weightsFile(), "' beside it\n");
    const Package::Variant *runs = chosen(package);
    std::string signature, variants;
    for (const Package::Variant &variant : package.variants()) {
      StatusOr<Program> read = package.program(variant);
      RLX_RETURN_IF_ERROR(package.inFile(std::move(read).status(), "reading"));
      const Program &program = *read;
      if (signature.empty())
        signature = strCat("model: ", program.name, "\n", list("inputs", program, program.inputs),
                           list("params", program, program.params),
                           list("outputs", program, program.outputs), moeLayerList(program));
      variants += strCat("variant for ", variant.target,
                         variant.processor.empty() ? "" : strCat(" ", variant.processor),
                         &variant == runs ? ", the one that runs here by default:\n" : ":\n",
                         variantText(package, variant, program));
    }
    return text + signature + variants;
  });
}

} // namespace rlx::rt
