// See EmitSpirv.h.
#include "conversions/linalg_to_spirv/EmitSpirv.h"

#include "conversions/linalg_to_spirv/SpirvAbi.h"
#include "conversions/linalg_to_spirv/TargetEnv.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/Target/SPIRV/Serialization.h"
#include "runtime/vulkan/SpirvImage.h"

using namespace mlir;

namespace rlx {
namespace {

// Which Vulkan takes a module of this version.
StringRef deviceFor(spirv::Version version) {
  return version >= spirv::Version::V_1_6   ? "vulkanMinor>=3"
         : version >= spirv::Version::V_1_4 ? "vulkanMinor>=2"
                                            : "vulkanMinor>=1";
}

void addFeature(std::vector<std::string> &features, StringRef feature) {
  if (!llvm::is_contained(features, feature))
    features.push_back(feature.str());
}

} // namespace

llvm::Expected<TargetCode> emitSpirv(ModuleOp kernels, bool keepForms) {
  rt::SpirvImage image;
  TargetCode code;
  llvm::raw_string_ostream text(code.text);
  for (auto module : kernels.getOps<spirv::ModuleOp>()) {
    rt::SpirvKernel kernel = getSpirvAbi(module);
    kernel.name = module.getName()->str();
    SmallVector<uint32_t> words;
    spirv::SerializationOptions options;
    options.emitSymbolName = false;
    if (failed(spirv::serialize(module, words, options)))
      return llvm::createStringError("kernel '" + kernel.name + "' could not be written as SPIR-V");
    kernel.words.assign(words.begin(), words.end());
    spirv::VerCapExtAttr triple = *module.getVceTriple();
    addFeature(code.features, deviceFor(triple.getVersion()));
    for (StringRef feature : featuresOf(SmallVector<spirv::Capability>(triple.getCapabilities())))
      addFeature(code.features, feature);
    image.kernels.push_back(std::move(kernel));
    if (keepForms)
      text << module << "\n";
  }
  llvm::sort(code.features);
  rt::StatusOr<std::vector<uint8_t>> binary = rt::encodeSpirvImage(image);
  if (!binary.ok())
    return llvm::createStringError(binary.status().toString());
  code.binary = std::move(*binary);
  return std::move(code);
}

} // namespace rlx
