// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The active extent: only leading rows are read and computed, in every form of run. Models whose
// inputs do not shrink with the rows are refused, with the input and the reason.
#include <cmath>
#include <gtest/gtest.h>

#include "unittests/runtime/OnDevices.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

// The error of setting an extent for a model with these inputs.
Status extentOf(std::vector<std::vector<Expr>> shapes, size_t numSymbols = 2) {
  ProgramBuilder b;
  for (uint32_t i = 0; i < shapes.size(); ++i)
    b.tensor(BufferKind::Input, std::string(1, char('a' + i)), DType::F32, shapes[i]);
  const char *names[] = {"n", "m"};
  for (uint32_t s = 0; s < numSymbols; ++s)
    b.program.symbols.push_back({names[s], 0, s});
  RLX_ASSIGN_OR_RETURN(auto executable, Executable::load(std::move(b.program), testKernels()));
  return executable->setActiveExtent(1, 2);
}

class ActiveExtentTest : public OnDevices {};
RLX_ON_DEVICES(ActiveExtentTest);

} // namespace

TEST_P(ActiveExtentTest, ComputesTheLeadingRowsOnly) {
  auto executable = readySum();
  Case all(8, 4, 1), few(3, 4, 1);
  // The rows behind the active ones must not matter.
  std::fill(all.x.begin() + 12, all.x.end(), NAN);
  ASSERT_OK(executable->setActiveExtent(3, 8));
  ASSERT_OK(executable->run(all.inputs()));
  std::copy(all.y.begin(), all.y.begin() + 12, few.y.begin());
  few.check(*executable);
  EXPECT_EQ(executable->outputShape(0)[0], 3);
  std::vector<double> x(all.x.begin(), all.x.end());
  std::vector<NamedTensor> typed = all.inputs();
  typed[1].tensor = {DType::F64, all.shape, x.data()};
  ASSERT_OK(executable->runTyped(typed));
  few.check(*executable);
  ASSERT_OK(executable->runF32(std::vector<NamedF32>{{"x", all.x}, {"y", all.y}}).status());
  few.check(*executable);
  const std::vector<FlatView> slots{std::span<const float>(all.x), std::span<const float>(all.y)};
  ASSERT_OK(executable->runSlots(slots).status());
  few.check(*executable);
  ASSERT_OK_AND_ASSIGN(auto raw, executable->runRaw(all.inputs()));
  EXPECT_EQ(raw[0].bytes, 48u);
  // Clones inherit it, and clearing removes it.
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  ASSERT_OK(clone->run(all.inputs()));
  few.check(*clone);
  ASSERT_OK(executable->clearActiveExtent());
  Case whole(8, 4, 1);
  ASSERT_OK(executable->run(whole.inputs()));
  whole.check(*executable);
}

TEST_P(ActiveExtentTest, EveryExtentFromNoneToAll) {
  auto executable = readySum();
  for (int64_t actual = 0; actual <= 8; ++actual) {
    Case all(8, 4, 2), few(actual, 4, 2);
    std::copy(all.y.begin(), all.y.begin() + actual * 4, few.y.begin());
    ASSERT_OK(executable->setActiveExtent(actual, 8));
    ASSERT_OK(executable->run(all.inputs()));
    few.check(*executable);
  }
}

TEST_P(ActiveExtentTest, HandlesHaveAllRowsOrTheActiveOnes) {
  auto executable = readySum();
  Case all(8, 4, 1), few(3, 4, 1), other(5, 4, 1);
  std::copy(all.y.begin(), all.y.begin() + 12, few.y.begin());
  ASSERT_OK(executable->setActiveExtent(3, 8));
  const std::vector<NamedTensor> x{all.inputs()[1]};
  for (const Case *handle : {&all, &few}) {
    ASSERT_OK(executable->bindHandle("y", handle->inputs()[0].tensor));
    ASSERT_OK(executable->run(x));
    few.check(*executable);
  }
  ASSERT_OK(executable->bindHandle("y", other.inputs()[0].tensor));
  EXPECT_ERROR(executable->run(x), InvalidArgument,
               "input 'y' has 5 rows, but the active extent is 3 of 8");
  // A feed has the number of rows that were computed.
  ASSERT_OK(executable->bindHandle("y", all.inputs()[0].tensor));
  ASSERT_OK(executable->setHandleFeed("y", 0));
  ASSERT_OK(executable->run(x));
  ASSERT_OK_AND_ASSIGN(TensorView content, executable->readHandle("y"));
  EXPECT_EQ(content.shape[0], 3);
  ASSERT_OK(executable->run(x));
}

TEST_P(ActiveExtentTest, Errors) {
  auto executable = readySum();
  Case test(8, 4, 1), three(3, 4, 1);
  EXPECT_ERROR(executable->setActiveExtent(5, 4), InvalidArgument,
               "an active extent of 5 of 4; expected 0 <= actual <= upper");
  EXPECT_ERROR(executable->setActiveExtent(-1, 4), InvalidArgument, "an active extent of -1");
  ASSERT_OK(executable->run(three.inputs())); // no extent is set
  ASSERT_OK(executable->setActiveExtent(3, 8));
  EXPECT_ERROR(executable->run(three.inputs()), InvalidArgument,
               "has 3 rows, but the active extent is 3 of 8");
  ASSERT_OK(executable->run(test.inputs()));
}

TEST(ActiveExtent, ModelsWithoutLeadingRowsAreRefusedWithTheReason) {
  EXPECT_ERROR(extentOf({{sym(0), sym(1)}, {c(4), sym(1)}}), Unsupported,
               "an active extent cannot be used with this model: input 'b' (b: f32[4,m]) has a "
               "static leading dimension");
  EXPECT_ERROR(extentOf({{sym(0), sym(1)}, {sym(1)}}), Unsupported,
               "input 'b' (b: f32[m]) starts with 'm', but input 'a' with 'n'");
  EXPECT_ERROR(extentOf({{sym(0), sym(1)}, {}}), Unsupported, "'b' (b: f32[]) has no leading");
  EXPECT_ERROR(extentOf({{sym(0), sym(1)}, {mul(sym(0), c(2))}}), Unsupported,
               "that is no symbol of its own");
  EXPECT_ERROR(extentOf({{sym(0), sym(1)}, {sym(0), sym(0)}}), Unsupported,
               "input 'b' (b: f32[n,n]) also has 'n' in dimension 1");
  EXPECT_ERROR(extentOf({}, 0), Unsupported, "the model has none");
  ASSERT_OK(extentOf({{sym(0), sym(1)}, {sym(0), c(3)}}));
}
