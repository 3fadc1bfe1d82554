// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of threads from the environment and from control groups.
#include "runtime/cpu/Processors.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace rlx::rt;
namespace fs = std::filesystem;

namespace {

TEST(Processors, NumbersOfThreads) {
  EXPECT_EQ(parseThreads("4"), 4U);
  EXPECT_EQ(parseThreads(" 4,2"), 4U); // for OpenMP: of the outer and the inner loops
  EXPECT_EQ(parseThreads("4 "), 4U);
  EXPECT_EQ(parseThreads("5000"), kMaxThreads);
  for (const char *text : {"", "0", "-1", "x", "4x", "1.5", "99999999999999999999", ",2"})
    EXPECT_EQ(parseThreads(text), 0U) << text;
}

TEST(Processors, AtLeastOne) {
  EXPECT_GE(availableProcessors(), 1U);
  EXPECT_LE(availableProcessors(), kMaxThreads);
  EXPECT_GE(defaultThreads(), 1U);
}

class Quota : public ::testing::Test {
protected:
  void SetUp() override { fs::remove_all(mount); }
  void TearDown() override { fs::remove_all(mount); }
  void write(const std::string &file, const std::string &text) {
    fs::create_directories((mount / file).parent_path());
    std::ofstream(mount / file) << text << "\n";
  }
  double quota(const char *groups) { return cpuQuota(groups, mount.string()); }

  const fs::path mount =
      fs::path(::testing::TempDir()) / ("rlx-control-groups" + std::to_string(getpid()));
};

TEST_F(Quota, Version2) {
  write("cpu.max", "max 100000");
  EXPECT_EQ(quota("0::/\n"), 0);
  write("cpu.max", "150000 100000");
  EXPECT_EQ(quota("0::/\n"), 1.5);
}

// The smallest quota of a group and its parents holds.
TEST_F(Quota, OfParents) {
  write("user/app/cpu.max", "400000 100000");
  EXPECT_EQ(quota("0::/user/app\n"), 4);
  write("user/cpu.max", "200000 100000");
  EXPECT_EQ(quota("0::/user/app\n"), 2);
  write("user/app/cpu.max", "50000 100000");
  EXPECT_EQ(quota("0::/user/app\n"), 0.5);
}

// Inside a container the folders of the host are not there.
TEST_F(Quota, InAContainer) {
  write("cpu/cpu.cfs_quota_us", "300000");
  write("cpu/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota("5:memory:/docker/1a2b\n4:cpu:/docker/1a2b\n"), 3);
}

TEST_F(Quota, Version1) {
  write("cpu,cpuacct/job/cpu.cfs_period_us", "50000");
  write("cpu,cpuacct/job/cpu.cfs_quota_us", "-1");
  const char *groups = "4:cpu,cpuacct:/job\n3:cpuset:/job\n0::/\n";
  EXPECT_EQ(quota(groups), 0);
  write("cpu,cpuacct/job/cpu.cfs_quota_us", "100000");
  EXPECT_EQ(quota(groups), 2);
}

// The order of the names is not always that of the folder.
TEST_F(Quota, Version1OfAnotherName) {
  write("cpu,cpuacct/job/cpu.cfs_period_us", "50000");
  write("cpu,cpuacct/job/cpu.cfs_quota_us", "100000");
  fs::create_directory_symlink("cpu,cpuacct", mount / "cpu");
  EXPECT_EQ(quota("4:cpuacct,cpu:/job\n"), 2);
}

TEST_F(Quota, WithoutControlGroups) {
  EXPECT_EQ(quota(""), 0);
  EXPECT_EQ(quota("0::/nowhere\n"), 0);
  EXPECT_EQ(quota("nonsense"), 0);
}

} // namespace
