// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Profiles of Vulkan devices: the built-in ones, files, errors of files, and the check of code
// requirements.
#include "conversions/gpu/device/ProfileFile.h"

#include "runtime/device/DeviceFeatures.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

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
  EXPECT_EQ(profile->versionMinor, least->versionMinor);
  EXPECT_EQ(profile->maxBuffersPerKernel, least->maxBuffersPerKernel);
  EXPECT_EQ(profile->maxWorkgroupSize, least->maxWorkgroupSize);
  EXPECT_EQ(profile->maxLoopIterations, rt::DeviceProfile::kNoLimit);
  EXPECT_TRUE(profile->features.empty());
}

TEST(ProfileFile, MembersAreRead) {
  auto profile = parseProfile(R"({"name": "x", "vulkan": "1.2", "subgroupSize": 16,
    "maxWorkgroupSize": [256, 128, 96], "maxLoopIterations": 1000, "computeUnits": 20,
    "features": ["shaderInt64", "shaderFloat64"],
    "cooperativeMatrices": [{"m": 8, "n": 4, "k": 2, "a": "f16", "b": "f16", "c": "f32",
                             "result": "f32"}]})");
  ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
  EXPECT_EQ(profile->versionMinor, 2u);
  EXPECT_EQ(profile->subgroupSize, 16u);
  EXPECT_EQ(profile->maxWorkgroupSize[2], 96u);
  EXPECT_EQ(profile->maxLoopIterations, 1000u);
  EXPECT_EQ(profile->computeUnits, 20u);
  EXPECT_TRUE(profile->has("shaderFloat64") && profile->has("shaderInt64")); // sorted, too
  ASSERT_EQ(profile->cooperativeMatrices.size(), 1u);
  EXPECT_EQ(profile->cooperativeMatrices[0].k, 2u);
  EXPECT_EQ(profile->cooperativeMatrices[0].a, rt::DType::F16);
}

// Files and packages of earlier versions still load.
TEST(ProfileFile, FormerNamesAreRead) {
  auto profile = parseProfile(R"({"maxLoopSteps": 1000, "processors": 20,
    "features": ["inexactQuotients", "consecutiveSubgroups"]})");
  ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
  EXPECT_EQ(profile->maxLoopIterations, 1000u);
  EXPECT_EQ(profile->computeUnits, 20u);
  for (const char *need : {"inexactQuotients", "inexactDivision", "consecutiveSubgroups",
                           "linearSubgroupOrder", "maxLoopSteps>=1000", "maxLoopIterations>=999"})
    EXPECT_TRUE(profile->meets(need)) << need;
  for (const char *need : {"cooperativeMatrixSameLayouts", "maxLoopSteps>=1001"})
    EXPECT_FALSE(profile->meets(need)) << need;
  EXPECT_EQ(errorOf(parseProfile(R"({"processors": 20, "computeUnits": 20})")),
            "'computeUnits' is there by its former name too");
}

TEST(ProfileFile, IsNotBelowVulkan) {
  EXPECT_EQ(errorOf(parseProfile(R"({"maxWorkgroupInvocations": 0})")),
            "'maxWorkgroupInvocations' is 0, but every device has at least 128");
  EXPECT_EQ(errorOf(parseProfile(R"({"maxWorkgroupSize": [128, 128, 0]})")),
            "'maxWorkgroupSize[2]' is 0, but every device has at least 64");
  EXPECT_EQ(errorOf(parseProfile(R"({"sharedMemoryBytes": 16383})")),
            "'sharedMemoryBytes' is 16383, but every device has at least 16384");
  EXPECT_EQ(errorOf(parseProfile(R"({"maxLoopIterations": 0})")),
            "'maxLoopIterations' is 0, but should be a number from 1 on");
  for (const char *wrong : {"0", "48", "512"})
    EXPECT_EQ(errorOf(parseProfile(std::string(R"({"bufferOffsetAlignment": )") + wrong + "}")),
              "'bufferOffsetAlignment' is " + std::string(wrong) +
                  ", but every device has a power of two of at most 256");
}

TEST(ProfileFile, SubgroupsAreThoseOfDevices) {
  for (const char *wrong : {"3", "24", "256", "4294967295"})
    EXPECT_EQ(errorOf(parseProfile(std::string(R"({"subgroupSize": )") + wrong + "}")),
              "'subgroupSize' is " + std::string(wrong) +
                  ", but every device has a power of two of at most 128");
  for (const char *good : {"1", "64", "128"})
    EXPECT_EQ(errorOf(parseProfile(std::string(R"({"subgroupSize": )") + good + "}")), "none");
}

// Schedules multiply and divide by it.
TEST(ProfileFile, ThereIsAProcessor) {
  for (const char *wrong : {"0", "65537", "4294967295"})
    EXPECT_EQ(errorOf(parseProfile(std::string(R"({"computeUnits": )") + wrong + "}")),
              "'computeUnits' is " + std::string(wrong) +
                  ", but should be a number from 1 to 65536");
  for (const char *good : {"1", "65536"})
    EXPECT_EQ(errorOf(parseProfile(std::string(R"({"computeUnits": )") + good + "}")), "none");
}

// Checked before the parser, which would recurse at every level.
TEST(ProfileFile, IsSmallAndFlat) {
  const std::string deep(100000, '[');
  EXPECT_EQ(errorOf(parseProfile(deep)), "it is nested more than 16 levels deep");
  EXPECT_EQ(errorOf(parseProfile(R"({"name": ")" + deep + "\"}")), "none"); // strings do not nest
  EXPECT_EQ(errorOf(parseProfile(R"({"name": "\"[", "features": )" + deep)),
            "it is nested more than 16 levels deep");
  EXPECT_EQ(errorOf(parseProfile("{}" + std::string(size_t(1) << 20, ' '))),
            "it has 1048578 bytes, and a profile at most 1048576");
  TempFolder folder;
  const std::string path = folder.file("deep.json");
  std::ofstream(path) << deep;
  EXPECT_EQ(errorOf(findProfile(path)),
            "the device profile '" + path +
                "' is malformed: it is nested more than 16 levels deep");
  // An endless file is not read either.
  std::filesystem::create_symlink("/dev/zero", folder.file("endless.json"));
  EXPECT_EQ(errorOf(findProfile(folder.file("endless.json"))), "cannot read the device profile '" +
                                                                   folder.file("endless.json") +
                                                                   "': it is not a regular file");
  std::ofstream(path) << std::string((size_t(1) << 20) + 1, ' ');
  EXPECT_EQ(errorOf(findProfile(path)),
            "the device profile '" + path +
                "' is malformed: it has 1048577 bytes, and a profile at "
                "most 1048576");
  for (const char *broken : {"\"", "{\"", "{\"a\\", "\"\\", "}}]]", "{\"a\":", "", "\\"})
    EXPECT_NE(errorOf(parseProfile(broken)), "none") << broken;
}

TEST(ProfileFile, SaysWhatIsWrong) {
  EXPECT_EQ(errorOf(parseProfile("[]")), "a profile is a JSON object");
  EXPECT_NE(errorOf(parseProfile("{")), "none");
  EXPECT_EQ(errorOf(parseProfile(R"({"name": 3})")), "'name' should be a string, in quotes");
  EXPECT_EQ(errorOf(parseProfile(R"({"name": "a\u001b[31m"})")), "'name' has a control character");
  EXPECT_EQ(errorOf(parseProfile(R"({"name": "Radeon\u2122"})")), "none");
  for (const char *number :
       {"\"8\"", "4294967296", "-8", "128.5", "true", "null", "9.9999999999999992e+22"})
    EXPECT_EQ(errorOf(parseProfile(std::string(R"({"subgroupSize": )") + number + "}")),
              "'subgroupSize' should be a whole number from 0 to 4294967295, but is " +
                  std::string(number));
  for (const char *whole : {"8.0", "8e0", "0.8e1"}) // JSON numbers have no type
    EXPECT_EQ(parseProfile(std::string(R"({"subgroupSize": )") + whole + "}")->subgroupSize, 8u);
  EXPECT_EQ(errorOf(parseProfile(R"({"maxBufferBytes": [1]})")),
            "'maxBufferBytes' should be a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(errorOf(parseProfile(R"({"maxWorkgroupSize": [1, 2]})")),
            "'maxWorkgroupSize' should have 3 numbers");
  EXPECT_EQ(errorOf(parseProfile(R"({"features": "shaderInt64"})")), "'features' should be a list");
  EXPECT_EQ(errorOf(parseProfile(R"({"features": [1]})")),
            "'features' should be a list of strings");
  EXPECT_EQ(errorOf(parseProfile(R"({"subgroups": 8})")),
            "'subgroups' is not a member of a profile; did you mean 'subgroupSize'?");
  EXPECT_EQ(errorOf(parseProfile(R"({"colour": 8})"))
                .find("'colour' is not a member of a profile; "
                      "there are name, vulkan, subgroupSize"),
            0u);
  for (const char *version : {"1.0", "2.1", "9.9", "1", "new"})
    EXPECT_EQ(errorOf(parseProfile(std::string(R"({"vulkan": ")") + version + "\"}")),
              "'vulkan' should be \"1.1\" or a later 1.x, but is \"" + std::string(version) + "\"");
  EXPECT_EQ(errorOf(parseProfile(R"({"name": "x", "subgroupSize": 8, "name": "y"})")),
            "'name' is there twice");
}

TEST(ProfileFile, KnowsItsFeatures) {
  for (std::string_view name : rt::kDeviceFeatures) {
    auto profile = parseProfile("{\"features\": [\"" + std::string(name) + "\"]}");
    ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
    EXPECT_TRUE(profile->has(name));
  }
  EXPECT_EQ(errorOf(parseProfile(R"({"features": ["shaderInt64", "shaderint16"]})")),
            "'shaderint16' is not a feature that RLX knows; did you mean 'shaderInt16'?");
  const std::string error = errorOf(parseProfile(R"({"features": ["nosuch"]})"));
  EXPECT_EQ(error.find("'nosuch' is not a feature that RLX knows; there are "), 0u) << error;
  for (std::string_view name : rt::kDeviceFeatures)
    EXPECT_NE(error.find(name), std::string::npos) << name;
  EXPECT_EQ(errorOf(parseProfile(R"({"features": ["shaderInt8", "shaderInt64", "shaderInt8"]})")),
            "'features' has 'shaderInt8' twice");
}

// A cooperative matrix of a profile, with one valid member replaced.
std::string matrixWith(const std::string &name, const std::string &value) {
  std::string text;
  for (auto [known, good] :
       {std::pair("m", "16"), std::pair("n", "16"), std::pair("k", "16"), std::pair("a", "\"f16\""),
        std::pair("b", "\"f16\""), std::pair("c", "\"f32\""), std::pair("result", "\"f32\"")}) {
    const std::string &given = name == known ? value : good;
    if (!given.empty())
      text += (text.empty() ? "\"" : ", \"") + std::string(known) + "\": " + given;
  }
  return "{\"cooperativeMatrices\": [{" + text + "}]}";
}

TEST(ProfileFile, ChecksMatrices) {
  EXPECT_EQ(errorOf(parseProfile(matrixWith("", ""))), "none");
  for (std::string size : {"m", "n", "k"})
    EXPECT_EQ(errorOf(parseProfile(matrixWith(size, "0"))),
              "'" + size + "' of a matrix of 'cooperativeMatrices' should be at least 1, but is 0");
  for (std::string name : {"m", "n", "k", "a", "b", "c", "result"})
    EXPECT_EQ(errorOf(parseProfile(matrixWith(name, ""))),
              "a matrix of 'cooperativeMatrices' has no '" + name + "'");
  EXPECT_EQ(
      errorOf(parseProfile(matrixWith("a", "\"half\""))),
      "'half' is not an element type; there are bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, "
      "bf16, f32, f64, c64, c128, f8e4m3fn, f8e4m3fnuz, f8e5m2, f8e5m2fnuz, f8e8m0, f4e2m1, i4, "
      "u4, i2, u2");
  EXPECT_EQ(
      errorOf(parseProfile(matrixWith("a", "\"f16\", \"kk\": 1")))
          .find("'kk' is not a member of a matrix of 'cooperativeMatrices'; there are m, n, k, a"),
      0u);
  EXPECT_EQ(errorOf(parseProfile(R"({"cooperativeMatrices": [3]})")),
            "'cooperativeMatrices' should be a list of objects");
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
  EXPECT_NE(errorOf(findProfile(path))
                .find("is malformed: 'nam' is not a member of a profile; did "
                      "you mean 'name'?"),
            std::string::npos);
}

// Texts are kept, not files: a file that changes is another profile.
TEST(ProfileFile, ChangedFiles) {
  TempFolder folder;
  const std::string path = folder.file("some.json");
  for (const char *name : {"some", "other", "some"}) {
    std::ofstream(path) << R"({"name": ")" << name << "\"}";
    EXPECT_EQ(llvm::cantFail(findProfile(path)).name, name);
  }
  std::ofstream(path) << "[]";
  EXPECT_EQ(errorOf(findProfile(path)),
            "the device profile '" + path + "' is malformed: a profile is a JSON object");
}

// More profiles than are kept, on several threads.
TEST(ProfileFile, ThreadsShareTheKeptOnes) {
  constexpr int kThreads = 4, kProfiles = 40;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&] {
      for (int i = 0; i < 10 * kProfiles; ++i) {
        const std::string name = std::to_string(i % kProfiles);
        auto profile = findProfile(R"({"name": ")" + name + "\"}");
        if (!profile)
          llvm::consumeError(profile.takeError());
        if (!profile || profile->name != name)
          ++wrong;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
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
