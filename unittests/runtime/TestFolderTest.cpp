// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-check-rt with unusual folders and files. unittests/tools/JudgeTest.cpp tests its comparison.
#include "tools/rlx-check-rt/TestFolder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using namespace rlx::rt;
namespace fs = std::filesystem;

// A link that cannot be followed is no test, and does not hide the entries beside it.
TEST(TestFolders, LinksThatLeadNowhereArePassedOver) {
  const fs::path root = fs::path(::testing::TempDir()) / "rlx-test-folders";
  fs::remove_all(root);
  fs::create_directories(root / "b");
  std::ofstream(root / "b/test.txt") << "\n";
  fs::create_symlink("loop", root / "loop");
  fs::create_symlink("nowhere", root / "away");
  ASSERT_OK_AND_ASSIGN(const std::vector<std::string> found, checkrt::findTests(root.string()));
  EXPECT_EQ(found, std::vector<std::string>{(root / "b").string()});
  EXPECT_ERROR(checkrt::findTests((root / "loop").string()).status(), NotFound,
               "cannot read the folder");
  fs::remove_all(root);
}

// Elements of another type, or fewer bytes, must not be read as the expected ones.
TEST(TestFolders, FlushedResultsHaveTheTypeOfTheOthers) {
  const std::vector<int64_t> shape{1000};
  ASSERT_OK_AND_ASSIGN(Tensor expected, Tensor::allocate(DType::F64, shape));
  ASSERT_OK_AND_ASSIGN(Tensor actual, Tensor::allocate(DType::F64, shape));
  ASSERT_OK_AND_ASSIGN(Tensor flushed, Tensor::allocate(DType::F16, shape));
  std::fill_n(expected.as<double>(), 1000, 1.0);
  std::fill_n(actual.as<double>(), 1000, 2.0);
  std::fill_n(flushed.as<uint16_t>(), 1000, uint16_t(0));
  EXPECT_EQ(checkrt::judge(actual.view(), expected.view(), {}, flushed.view()),
            "what is expected without subnormal numbers is f16[1000], and with them f64[1000]");
  EXPECT_NE(checkrt::judge(expected.view(), expected.view(), {}, flushed.view()), "");
}
