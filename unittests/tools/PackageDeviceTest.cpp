// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of devices on the command line follow from the kinds of devices.
#include "tools/rlx-run-rt/PackageDevice.h"
#include "runtime/device/DeviceFactory.h"
#include "tools/rlx-run-rt/RunOptions.h"

#include <gtest/gtest.h>

using namespace rlx;
using namespace rlx::run;

namespace {

std::vector<std::unique_ptr<rt::Device>> findNone(const std::string &, std::string &why) {
  why = "this test has no driver";
  return {};
}
rt::Status loadNothing(std::span<const uint8_t>, rt::KernelTable &) {
  return rt::okStatus();
}

class PackageDeviceTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    rt::registerDeviceFactory({"stub", "Stub", /*isAlwaysThere=*/false, findNone, loadNothing});
  }
};

} // namespace

TEST_F(PackageDeviceTest, NamesOfAllKindsBesideTheCpuCount) {
  for (const char *name : {"vulkan", "vulkan:0", "vulkan:llvmpipe", "stub", "stub:1"})
    EXPECT_TRUE(namesDevice(name)) << name;
  for (const char *name : {"", "auto", "cpu", "cpu:0", "vulkanic", "stubs:1", ":vulkan"})
    EXPECT_FALSE(namesDevice(name)) << name;
}

TEST_F(PackageDeviceTest, ErrorsSayWhyAnyKindHasNoDevice) {
  RunOptions options;
  EXPECT_EQ(parseDevice(options, "stub:1"), "no Stub device found: this test has no driver");
  const std::string wrong = parseDevice(options, "gpu");
  for (const char *part : {"expected one of auto, cpu", "but got 'gpu'",
                           " (no Stub device found: this test has no driver)"})
    EXPECT_NE(wrong.find(part), std::string::npos) << wrong;
  EXPECT_EQ(wrong.find("stub:PART-OF-A-NAME"), std::string::npos) << wrong;
}
