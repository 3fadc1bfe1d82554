// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of features, modes and capabilities, by width of float (see FloatControls.h). A module
// declares modes only for the widths that it computes with. bf16 has no modes. Which modes a device
// supports is said by its profile.
#include "conversions/spirv/FloatControls.h"

#include "runtime/device/DeviceFeatures.h"

#include <algorithm>
#include <array>
#include <iterator>

using namespace mlir;

namespace rlx {
namespace {

constexpr std::array<unsigned, 3> kWidths = {16, 32, 64};

// A mode with its feature for each width. The probe of a device decides which features it has
// independently of the other widths.
struct FloatMode {
  std::array<StringLiteral, kWidths.size()> features;
  spirv::ExecutionMode mode;
  spirv::Capability capability;
};
constexpr FloatMode kModes[] = {
    {{"shaderSignedZeroInfNanPreserveFloat16", "shaderSignedZeroInfNanPreserveFloat32",
      "shaderSignedZeroInfNanPreserveFloat64"},
     spirv::ExecutionMode::SignedZeroInfNanPreserve,
     spirv::Capability::SignedZeroInfNanPreserve},
    {{"shaderDenormPreserveFloat16", "shaderDenormPreserveFloat32", "shaderDenormPreserveFloat64"},
     spirv::ExecutionMode::DenormPreserve,
     spirv::Capability::DenormPreserve},
    {{"shaderRoundingModeRTEFloat16", "shaderRoundingModeRTEFloat32",
      "shaderRoundingModeRTEFloat64"},
     spirv::ExecutionMode::RoundingModeRTE,
     spirv::Capability::RoundingModeRTE},
};

static_assert(std::ranges::all_of(kModes, [](const FloatMode &each) {
  return std::ranges::all_of(each.features, [](const StringLiteral &feature) {
    return rt::isDeviceFeature({feature.data(), feature.size()});
  });
}));

unsigned widthOf(Type type) {
  if (auto matrix = dyn_cast<spirv::CooperativeMatrixType>(type))
    type = matrix.getElementType();
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && !element.isBF16() ? element.getWidth() : 0;
}

bool hasFloats(spirv::ModuleOp module, unsigned width) {
  return module
      .walk([&](Operation *op) {
        bool found =
            llvm::any_of(op->getResultTypes(), [&](Type type) { return widthOf(type) == width; });
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

SmallVector<spirv::Capability> floatCapabilities(const rt::DeviceProfile &profile) {
  SmallVector<spirv::Capability> capabilities;
  for (const FloatMode &each : kModes)
    if (llvm::any_of(each.features, [&](StringRef feature) { return profile.has(feature); }))
      capabilities.push_back(each.capability);
  return capabilities;
}

void addFloatModes(spirv::ModuleOp module, spirv::FuncOp main, const rt::DeviceProfile &profile) {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  for (auto [i, width] : llvm::enumerate(kWidths)) {
    if (!hasFloats(module, width))
      continue;
    for (const FloatMode &each : kModes)
      if (profile.has(StringRef(each.features[i])))
        spirv::ExecutionModeOp::create(b, module.getLoc(), main, each.mode,
                                       ArrayRef<int32_t>{static_cast<int32_t>(width)});
  }
}

SmallVector<std::string> featuresOfFloatModes(spirv::ModuleOp module) {
  SmallVector<std::string> features;
  for (auto asked : module.getOps<spirv::ExecutionModeOp>())
    for (const FloatMode &each : kModes)
      if (each.mode == asked.getExecutionMode()) {
        auto width = static_cast<unsigned>(cast<IntegerAttr>(asked.getValues()[0]).getInt());
        auto index = std::ranges::find(kWidths, width) - kWidths.begin();
        features.push_back(each.features[index].str());
      }
  return features;
}

} // namespace rlx
