// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options for Vulkan devices through the C API and its C++ form.
#include <rlx/rlx_compiler.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace vulkan_capi_test {

namespace {

// GPU kernels do not support fmod.
constexpr const char *kMixed = R"(
func.func @main(%x: tensor<4x8xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<4x8xf32> {rlx.name = "y"}, tensor<4x8xf32> {rlx.name = "z"}) {
  %0 = rlx.softmax %x axis = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = rlx.fmod %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}
)";

bool hasVulkan() {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  return options.ok() && options->setDevice("vulkan").ok();
}

} // namespace

TEST(VulkanCAPI, StrictRefusesKernelsOfTheCPU) {
  if (!hasVulkan())
    GTEST_SKIP() << "no Vulkan device found";
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  ASSERT_TRUE(options->setDevice("vulkan").ok());
  EXPECT_TRUE(rlx::compileSource(kMixed, *options).ok());
  ASSERT_TRUE(options->setStrict(true).ok());
  const rlx::Status refused = rlx::compileSource(kMixed, *options).status();
  EXPECT_EQ(refused.code(), RLX_UNSUPPORTED) << refused.message();
  EXPECT_NE(std::string(refused.message()).find("source:5:"), std::string::npos)
      << refused.message();
  ASSERT_TRUE(options->setStrict(false).ok());
  EXPECT_TRUE(rlx::compileSource(kMixed, *options).ok());
  EXPECT_EQ(rlx::Status(rlx_compile_options_set_strict(nullptr, 1)).code(), RLX_INVALID_ARGUMENT);
}

TEST(VulkanCAPI, StrictRefusesPackages) {
  if (!hasVulkan())
    GTEST_SKIP() << "no Vulkan device found";
  rlx::StatusOr<rlx::CompilerOptions> compile = rlx::CompilerOptions::create();
  ASSERT_TRUE(compile.ok());
  ASSERT_TRUE(compile->setDevice("vulkan").ok());
  const std::string own = ::testing::TempDir() + "rlx-strict-" + std::to_string(::getpid());
  const std::string model = own + ".mlir", package = own + ".rlxe";
  std::ofstream(model) << kMixed;
  ASSERT_TRUE(rlx::compilePackage(model, *compile, package).ok());
  rlx::StatusOr<rlx::LoadOptions> load = rlx::LoadOptions::create();
  ASSERT_TRUE(load.ok());
  EXPECT_TRUE(rlx::Executable::load(package, *load).ok());
  ASSERT_TRUE(load->setStrict(true).ok());
  const rlx::Status refused = rlx::Executable::load(package, *load).status();
  EXPECT_EQ(refused.code(), RLX_UNSUPPORTED) << refused.message();
  EXPECT_NE(std::string(refused.message()).find("kernels run on the CPU ('"), std::string::npos)
      << refused.message();
  ASSERT_TRUE(load->setStrict(false).ok());
  EXPECT_TRUE(rlx::Executable::load(package, *load).ok());
  EXPECT_EQ(rlx::Status(rlx_load_options_set_strict(nullptr, 1)).code(), RLX_INVALID_ARGUMENT);
  std::filesystem::remove(model);
  std::filesystem::remove(package);
}

// Runs in a separate process, because a device reads the folder at its first use.
TEST(VulkanCAPIDeathTest, PipelinesAreKeptInAFolder) {
  if (!hasVulkan())
    GTEST_SKIP() << "no Vulkan device found";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // The child uses the parent's folder.
  const std::string own = ::testing::TempDir() + "rlx-pipelines-" + std::to_string(::getpid());
  ::setenv("RLX_TEST_FOLDER", own.c_str(), 0);
  const std::string kept = std::getenv("RLX_TEST_FOLDER");
  EXPECT_EXIT(
      {
        rlx::Status set = rlx::setPipelineCache(kept);
        rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
        const bool made = set.ok() && options->setDevice("vulkan").ok() &&
                          rlx::compileSource(kMixed, *options).ok();
        std::exit(made ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
  ASSERT_TRUE(std::filesystem::exists(kept));
  size_t files = 0;
  for (const auto &file : std::filesystem::directory_iterator(kept))
    files += file.path().filename().string().starts_with("vulkan-pipelines-");
  EXPECT_EQ(files, 1u);
  std::filesystem::remove_all(kept);
}

TEST(VulkanCAPI, FoldersHaveNames) {
  EXPECT_EQ(rlx::Status(rlx_set_pipeline_cache("")).code(), RLX_INVALID_ARGUMENT);
  EXPECT_TRUE(rlx::setPipelineCache("").ok());
}

} // namespace vulkan_capi_test
