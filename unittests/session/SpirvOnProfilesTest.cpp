// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requirements of code for a Vulkan device, and the declarations of its modules. The loader reads
// the requirements and the runtime checks the declarations, so a device that satisfies the first
// must satisfy the second.
#include "compiler/Compiler.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "mlir/Parser/Parser.h"
#include "runtime/cuda/kernel/CudaImage.h"
#include "runtime/device/ProfileJson.h"
#include "runtime/vulkan/pipeline/SpirvCheck.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "session/Session.h"
#include "unittests/TestSet.h"
#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace rlx;

namespace {

// Ops for every schedule and element type.
constexpr const char *kModelOfKinds = R"(
func.func @main(%f: tensor<256x256xf32> {rlx.kind = "input", rlx.name = "f"},
                %h: tensor<256x256xf16> {rlx.kind = "input", rlx.name = "h"},
                %b: tensor<256x256xbf16> {rlx.kind = "input", rlx.name = "b"},
                %d: tensor<64x64xf64> {rlx.kind = "input", rlx.name = "d"},
                %l: tensor<64x64xi64> {rlx.kind = "input", rlx.name = "l"},
                %s: tensor<64x64xi16> {rlx.kind = "input", rlx.name = "s"},
                %c: tensor<64x64xi8> {rlx.kind = "input", rlx.name = "c"},
                %q: tensor<1x256x64x64xf16> {rlx.kind = "input", rlx.name = "q"},
                %one: tensor<1x256x1x64xf16> {rlx.kind = "input", rlx.name = "one"})
    -> (tensor<256x256xf32> {rlx.name = "y0"}, tensor<256x256xf16> {rlx.name = "y1"},
        tensor<256x256xbf16> {rlx.name = "y2"}, tensor<64x64xf64> {rlx.name = "y3"},
        tensor<64x64xi64> {rlx.name = "y4"}, tensor<64x64xi16> {rlx.name = "y5"},
        tensor<64x64xi32> {rlx.name = "y6"}, tensor<256x256xf32> {rlx.name = "y7"},
        tensor<256x8xf16> {rlx.name = "y8"}, tensor<256x8xi64> {rlx.name = "y9"},
        tensor<256x256xf32> {rlx.name = "y10"}, tensor<64x64xi1> {rlx.name = "y11"},
        tensor<1x256x64x64xf16> {rlx.name = "y12"}, tensor<1x256x1x64xf16> {rlx.name = "y13"},
        tensor<256x256xbf16> {rlx.name = "y14"}, tensor<64x64xf64> {rlx.name = "y15"},
        tensor<64xi64> {rlx.name = "y16"}, tensor<256x256xf32> {rlx.name = "y17"}) {
  %y0 = rlx.matmul %f, %f : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %y1 = rlx.matmul %h, %h : (tensor<256x256xf16>, tensor<256x256xf16>) -> tensor<256x256xf16>
  %y2 = rlx.matmul %b, %b : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %y3 = rlx.matmul %d, %d : (tensor<64x64xf64>, tensor<64x64xf64>) -> tensor<64x64xf64>
  %y4 = rlx.add %l, %l : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi64>
  %y5 = rlx.add %s, %s : (tensor<64x64xi16>, tensor<64x64xi16>) -> tensor<64x64xi16>
  %y6 = rlx.matmul_integer %c, %c : (tensor<64x64xi8>, tensor<64x64xi8>) -> tensor<64x64xi32>
  %y7 = rlx.softmax %f axis = 1 : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %y8, %y9 = rlx.top_k %h k = 8 axis = 1
      : (tensor<256x256xf16>) -> (tensor<256x8xf16>, tensor<256x8xi64>)
  %y10 = rlx.cumsum %f axis = 1 : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %y11 = rlx.compare lt %l, %l : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
  %y12 = rlx.attention %q, %q, %q layout = bhsd mask = causal
      : (tensor<1x256x64x64xf16>, tensor<1x256x64x64xf16>, tensor<1x256x64x64xf16>)
      -> tensor<1x256x64x64xf16>
  %y13 = rlx.attention %one, %q, %q layout = bhsd mask = none
      : (tensor<1x256x1x64xf16>, tensor<1x256x64x64xf16>, tensor<1x256x64x64xf16>)
      -> tensor<1x256x1x64xf16>
  %y14 = rlx.layer_norm %b axis = -1 eps = 0.5 : (tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %y15 = rlx.softmax %d axis = 1 : (tensor<64x64xf64>) -> tensor<64x64xf64>
  %y16 = rlx.reduce_sum %l axes = [1] : (tensor<64x64xi64>) -> tensor<64xi64>
  %y17 = rlx.sin %f : (tensor<256x256xf32>) -> tensor<256x256xf32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15,
      %y16, %y17
      : tensor<256x256xf32>, tensor<256x256xf16>, tensor<256x256xbf16>, tensor<64x64xf64>,
        tensor<64x64xi64>, tensor<64x64xi16>, tensor<64x64xi32>, tensor<256x256xf32>,
        tensor<256x8xf16>, tensor<256x8xi64>, tensor<256x256xf32>, tensor<64x64xi1>,
        tensor<1x256x64x64xf16>, tensor<1x256x1x64xf16>, tensor<256x256xbf16>, tensor<64x64xf64>,
        tensor<64xi64>, tensor<256x256xf32>
}
)";

// A device with exactly the required features, and enough memory.
rt::DeviceProfile minFor(const std::vector<std::string> &needs, const rt::DeviceProfile &from) {
  rt::DeviceProfile profile;
  const std::pair<StringRef, uint32_t *> limits[] = {
      {"subgroupSize", &profile.subgroupSize},
      {"maxWorkgroupInvocations", &profile.maxWorkgroupInvocations},
      {"sharedMemoryBytes", &profile.sharedMemoryBytes},
      {"maxBuffersPerKernel", &profile.maxBuffersPerKernel},
      {"vulkanMinor", &profile.versionMinor}};
  for (StringRef need : needs) {
    if (need.starts_with("cooperativeMatrix:")) {
      llvm::copy_if(from.cooperativeMatrices, std::back_inserter(profile.cooperativeMatrices),
                    [&](const auto &matrix) { return need == matrix.requirement(); });
      continue;
    }
    if (!need.contains('=')) {
      if (need != StringRef(rt::DeviceProfile::kUnlimitedLoops))
        profile.features.push_back(need.str());
      continue;
    }
    const auto [name, value] = need.split('=');
    for (const auto &[limit, into] : limits)
      if (name.rtrim('>') == limit)
        EXPECT_FALSE(value.getAsInteger(10, *into)) << need.str();
  }
  profile.maxWorkgroupSize[0] = profile.maxWorkgroupInvocations;
  llvm::sort(profile.features);
  return profile;
}

// The probe reports subgroup operations only for devices with full subgroups. It then also reports
// the basic ones, which every device has.
rt::DeviceProfile asProbed(rt::DeviceProfile profile) {
  if (llvm::none_of(profile.features, [](StringRef feature) {
        return feature.starts_with("subgroup") || feature == "cooperativeMatrix";
      }))
    return profile;
  for (const char *feature : {"computeFullSubgroups", "subgroupBasic"})
    if (!profile.has(feature))
      profile.features.insert(llvm::upper_bound(profile.features, std::string(feature)), feature);
  return profile;
}

// `listed` gets the requirements of the code.
void checkCodeFor(const rt::DeviceProfile &profile, std::vector<std::string> *listed = nullptr) {
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(kModelOfKinds, context.get());
  ASSERT_TRUE(module);
  CompileOptions options;
  options.target = "vulkan";
  options.codegen.device = rt::profileJson(profile);
  FailureOr<CompiledModel> compiled = Compiler(options).compile(*module);
  ASSERT_TRUE(succeeded(compiled));
  std::vector<std::string> needs;
  for (const std::string &need : compiled->code.features) {
    if (StringRef(need).starts_with("cpu:"))
      continue;
    EXPECT_TRUE(profile.meets(need)) << need;
    needs.push_back(need);
  }
  if (listed)
    *listed = needs;
  const rt::DeviceProfile least = minFor(needs, profile);
  for (const std::string &need : needs)
    EXPECT_TRUE(least.meets(need)) << need;
  rt::StatusOr<rt::SpirvImage> image = rt::decodeSpirvImage(compiled->code.binary);
  ASSERT_TRUE(image.ok()) << image.status().toString();
  EXPECT_GE(image->kernels.size(), 3u); // those that every device can run
  for (const rt::SpirvKernel &kernel : image->kernels)
    for (const rt::DeviceProfile &device : {profile, least}) {
      rt::Status taken = rt::checkSpirvModule(kernel, asProbed(device));
      EXPECT_TRUE(taken.ok()) << kernel.name << ": " << taken.toString();
    }
}

TEST(SpirvOnProfiles, BuiltinProfilesTakeWhatIsMadeForThem) {
  for (StringRef name : builtinProfiles()) {
    SCOPED_TRACE(name.str());
    auto profile = findProfile(name);
    ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
    if (profile->target == "vulkan")
      checkCodeFor(*profile);
  }
}

// The same model as PTX: code of a compute capability, with the kernels that any GPU runs.
TEST(PtxOnProfiles, BuiltinProfilesTakeWhatIsMadeForThem) {
  size_t numProfiles = 0;
  for (StringRef name : builtinProfiles()) {
    SCOPED_TRACE(name.str());
    auto profile = findProfile(name);
    ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
    if (profile->target != "cuda")
      continue;
    ++numProfiles;
    std::unique_ptr<MLIRContext> context = createCompilerContext();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(kModelOfKinds, context.get());
    ASSERT_TRUE(module);
    CompileOptions options;
    options.target = "cuda";
    options.codegen.device = name.str();
    FailureOr<CompiledModel> compiled = Compiler(options).compile(*module);
    ASSERT_TRUE(succeeded(compiled));
    for (const std::string &need : compiled->code.features)
      EXPECT_TRUE(StringRef(need).starts_with("cpu:") || profile->meets(need)) << need;
    rt::StatusOr<rt::CudaImage> image = rt::decodeCudaImage(compiled->code.binary);
    ASSERT_TRUE(image.ok()) << image.status().toString();
    EXPECT_GE(image->kernels.size(), 5u);
    const std::string target =
        ".target sm_" + std::to_string(profile->versionMajor * 10 + profile->versionMinor);
    bool hasMatrices = false;
    for (const rt::CudaKernel &kernel : image->kernels) {
      EXPECT_NE(kernel.ptx.find(target), std::string::npos) << kernel.ptx;
      EXPECT_NE(kernel.ptx.find(".visible .entry kernel("), std::string::npos) << kernel.ptx;
      hasMatrices |=
          kernel.ptx.find(profile->has("wgmma") ? "wgmma.mma_async.sync.aligned.m64"
                                                : "mma.sync.aligned.m16n8k16") != std::string::npos;
    }
    EXPECT_TRUE(hasMatrices);
  }
  EXPECT_GE(numProfiles, 2u);
}

// Otherwise the tests of devices without one of these features would show nothing.
TEST(SpirvOnProfiles, TheModelUsesWhatADeviceHas) {
  auto hopper = findProfile("nvidia-hopper");
  ASSERT_TRUE(bool(hopper)) << llvm::toString(hopper.takeError());
  std::vector<std::string> needs;
  checkCodeFor(*hopper, &needs);
  for (const char *need :
       {"linearSubgroupOrder", "cooperativeMatrix", "cooperativeMatrix:16x16x16:f16:f16:f32:f32",
        "cooperativeMatrix:16x16x16:bf16:bf16:f32:f32", "accumulatorLayoutMatchesOperand",
        "shaderBFloat16CooperativeMatrix", "shaderBFloat16Type", "shaderFloat16", "shaderFloat64",
        "shaderInt16", "shaderInt64", "shaderInt8", "shaderSubgroupExtendedTypes",
        "storageBuffer16BitAccess", "storageBuffer8BitAccess", "subgroupShuffle", "subgroupSize=32",
        "vulkanMemoryModel", "vulkanMinor>=3"})
    EXPECT_TRUE(llvm::is_contained(needs, need)) << need << " of " << llvm::join(needs, ", ");
}

TEST(SpirvOnProfiles, ADeviceThatLacksAFeatureTakesWhatIsMadeForIt) {
  auto hopper = findProfile("nvidia-hopper");
  ASSERT_TRUE(bool(hopper)) << llvm::toString(hopper.takeError());
  // Compiling the model takes seconds, so only every fifth feature is tested.
  const size_t stride = runsAllTests() ? 1 : 5;
  for (size_t i = 0; i < hopper->features.size(); i += stride) {
    const std::string &feature = hopper->features[i];
    SCOPED_TRACE("without " + feature);
    rt::DeviceProfile profile = *hopper;
    llvm::erase(profile.features, feature);
    if (feature == "cooperativeMatrix")
      profile.cooperativeMatrices.clear();
    checkCodeFor(profile);
  }
}

TEST(SpirvOnProfiles, AnOlderVulkanTakesWhatIsMadeForIt) {
  auto hopper = findProfile("nvidia-hopper");
  ASSERT_TRUE(bool(hopper)) << llvm::toString(hopper.takeError());
  for (uint32_t minor : {1u, 2u}) {
    SCOPED_TRACE("Vulkan 1." + std::to_string(minor));
    rt::DeviceProfile profile = *hopper;
    profile.versionMinor = minor;
    checkCodeFor(profile);
  }
}

TEST(SpirvOnProfiles, DevicesOfOtherSizesTakeWhatIsMadeForThem) {
  auto hopper = findProfile("nvidia-hopper");
  ASSERT_TRUE(bool(hopper)) << llvm::toString(hopper.takeError());
  for (uint32_t subgroup : {1u, 16u, 64u}) {
    SCOPED_TRACE("subgroups of " + std::to_string(subgroup));
    rt::DeviceProfile profile = *hopper;
    profile.subgroupSize = subgroup;
    profile.maxWorkgroupInvocations = 256;
    profile.sharedMemoryBytes = 16384;
    checkCodeFor(profile);
  }
  rt::DeviceProfile profile = *hopper;
  profile.maxBuffersPerKernel = 4;
  checkCodeFor(profile);
}

} // namespace
