// Profiles of Vulkan devices: the built-in ones, files, what is wrong with a file, and what a
// profile answers to the requirements of code.
#include "conversions/linalg_to_spirv/ProfileFile.h"

#include <fstream>

#include "unittests/session/TempFolder.h"
#include <gtest/gtest.h>

using namespace rlx;
using rlx::testing::TempFolder;

namespace {

std::string errorOf(llvm::Expected<rt::DeviceProfile> profile) {
  return profile ? "none" : llvm::toString(profile.takeError());
}

TEST(ProfileFile, BuiltinsParse) {
  EXPECT_FALSE(builtinProfiles().empty());
  for (llvm::StringRef name : builtinProfiles()) {
    auto profile = findProfile(name);
    ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
    EXPECT_EQ(profile->name, name.str());
  }
}

TEST(ProfileFile, WhatIsLeftOutIsWhatEveryDeviceHas) {
  auto profile = parseProfile("{}");
  ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
  auto least = findProfile("vulkan1.1");
  ASSERT_TRUE(bool(least)) << llvm::toString(least.takeError());
  EXPECT_EQ(profile->vulkanMinor, least->vulkanMinor);
  EXPECT_EQ(profile->maxBuffersPerKernel, least->maxBuffersPerKernel);
  EXPECT_EQ(profile->maxWorkgroupSize, least->maxWorkgroupSize);
  EXPECT_EQ(profile->maxLoopSteps, rt::DeviceProfile::kNoLimit);
  EXPECT_TRUE(profile->features.empty());
}

TEST(ProfileFile, MembersAreRead) {
  auto profile = parseProfile(R"({"name": "x", "vulkan": "1.2", "subgroupSize": 16,
    "maxWorkgroupSize": [256, 128, 96], "maxLoopSteps": 1000, "features": ["shaderInt64", "shaderFloat64"],
    "cooperativeMatrices": [{"m": 8, "n": 4, "k": 2, "a": "f16", "b": "f16", "c": "f32",
                             "result": "f32"}]})");
  ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
  EXPECT_EQ(profile->vulkanMinor, 2u);
  EXPECT_EQ(profile->subgroupSize, 16u);
  EXPECT_EQ(profile->maxWorkgroupSize[2], 96u);
  EXPECT_EQ(profile->maxLoopSteps, 1000u);
  EXPECT_TRUE(profile->has("shaderFloat64") && profile->has("shaderInt64")); // sorted, too
  ASSERT_EQ(profile->cooperativeMatrices.size(), 1u);
  EXPECT_EQ(profile->cooperativeMatrices[0].k, 2u);
  EXPECT_EQ(profile->cooperativeMatrices[0].a, rt::DType::F16);
}

TEST(ProfileFile, IsNotBelowVulkan) {
  EXPECT_EQ(errorOf(parseProfile(R"({"maxWorkgroupInvocations": 0})")),
            "'maxWorkgroupInvocations' is 0, but every device of Vulkan has at least 128");
  EXPECT_EQ(errorOf(parseProfile(R"({"maxWorkgroupSize": [128, 128, 0]})")),
            "'maxWorkgroupSize' is 0, but every device of Vulkan has at least 64");
  EXPECT_EQ(errorOf(parseProfile(R"({"sharedMemoryBytes": 16383})")),
            "'sharedMemoryBytes' is 16383, but every device of Vulkan has at least 16384");
  for (const char *wrong : {"0", "48", "512"})
    EXPECT_EQ(errorOf(parseProfile(std::string(R"({"bufferOffsetAlignment": )") + wrong + "}")),
              "'bufferOffsetAlignment' is " + std::string(wrong) +
                  ", but every device of Vulkan has a power of two of at most 256");
}

TEST(ProfileFile, SaysWhatIsWrong) {
  EXPECT_EQ(errorOf(parseProfile("[]")), "a profile is a JSON object");
  EXPECT_NE(errorOf(parseProfile("{")), "none");
  EXPECT_EQ(errorOf(parseProfile(R"({"name": 3})")), "'name' should be a string");
  EXPECT_EQ(errorOf(parseProfile(R"({"subgroupSize": "8"})")),
            "'subgroupSize' should be a number from 0 on");
  EXPECT_EQ(errorOf(parseProfile(R"({"subgroupSize": 4294967297})")),
            "'subgroupSize' should be at most 4294967295, but is 4294967297");
  EXPECT_EQ(errorOf(parseProfile(R"({"subgroupSize": -8})")),
            "'subgroupSize' should be a number from 0 on");
  EXPECT_EQ(errorOf(parseProfile(R"({"maxWorkgroupSize": [1, 2]})")),
            "'maxWorkgroupSize' should have 3 numbers");
  EXPECT_EQ(errorOf(parseProfile(R"({"features": "shaderInt64"})")), "'features' should be a list");
  EXPECT_EQ(errorOf(parseProfile(R"({"features": [1]})")),
            "'features' should be a list of strings");
  EXPECT_EQ(errorOf(parseProfile(R"({"subgroups": 8})")),
            "'subgroups' is not a member of a profile");
  for (const char *version : {"1.0", "2.1", "1", "new"})
    EXPECT_EQ(errorOf(parseProfile(std::string(R"({"vulkan": ")") + version + "\"}")),
              "'vulkan' should be a version from \"1.1\" on");
  EXPECT_EQ(errorOf(parseProfile(R"({"cooperativeMatrices": [3]})")),
            "'cooperativeMatrices' should be a list of objects");
  EXPECT_EQ(errorOf(parseProfile(R"({"cooperativeMatrices": [{"a": "f17", "b": "f16", "c": "f16",
                                                             "result": "f16"}]})")),
            "'f17' is not an element type");
}

TEST(ProfileFile, UnknownNamesListTheKnown) {
  std::string error = errorOf(findProfile("voodoo"));
  EXPECT_NE(error.find("'voodoo'"), std::string::npos) << error;
  for (llvm::StringRef name : builtinProfiles())
    EXPECT_NE(error.find(name.str()), std::string::npos) << error;
}

TEST(ProfileFile, Files) {
  EXPECT_EQ(errorOf(findProfile("nowhere/at/all.json")).find("cannot read the device profile"), 0u);
  TempFolder folder;
  std::string path = folder.file("some.json");
  std::ofstream(path) << R"({"name": "some"})";
  auto profile = findProfile(path);
  ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
  EXPECT_EQ(profile->name, "some");
  std::ofstream(path) << R"({"nam": "some"})";
  EXPECT_NE(errorOf(findProfile(path)).find("is malformed: 'nam' is not a member of a profile"),
            std::string::npos);
}

TEST(DeviceProfile, MeetsRequirements) {
  auto profile = findProfile("lavapipe");
  ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
  for (const char *met : {"shaderInt64", "sharedMemoryBytes>=32768", "subgroupSize=8",
                          "vulkanMinor>=1", "vulkanMinor>=3"})
    EXPECT_TRUE(profile->meets(met)) << met;
  for (const char *unmet :
       {"shaderInt65", "sharedMemoryBytes>=32769", "subgroupSize=32", "vulkanMinor>=4",
        "nothingKnown>=1", "subgroupSize>=", "subgroupSize>=8x", ">=1", "=", ""})
    EXPECT_FALSE(profile->meets(unmet)) << unmet;
}

} // namespace
