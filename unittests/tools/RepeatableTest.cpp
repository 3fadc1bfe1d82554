// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The repeatability check of conformance files detects its faults.
#include <gtest/gtest.h>

#include "runtime/program/model/ProgramCodec.h"
#include "tools/rlx-check/Repeatable.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

using namespace rlx;
using namespace rlx::rt;

namespace {

const float kValues[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

// Runs the program whose only kernel is the user kernel `twice`: x[4,3] to out[4,3].
Status check(const UserKernel &kernel) {
  auto bytes = encodeProgram(rt::testing::userProgram(3));
  KernelTable kernels;
  RLX_RETURN_IF_ERROR(kernels.addUser("twice", kernel));
  const int64_t shape[] = {4, 3};
  const NamedTensor input{"x", {DType::F32, shape, kValues}};
  return check::checkRepeatable(*bytes, kernels, {}, {&input, 1});
}

TEST(Repeatable, SameResultsPass) {
  unsigned calls = 0;
  EXPECT_TRUE(check([&](const UserCall &call) {
                ++calls;
                for (int i = 0; i < 12; ++i)
                  call.outputs[0].as<float>()[i] = 2 * call.inputs[0].as<float>()[i];
                return okStatus();
              }).ok());
  EXPECT_EQ(calls, 6u);
}

TEST(Repeatable, OneBitInALaterRunFails) {
  unsigned calls = 0;
  EXPECT_ERROR(check([&](const UserCall &call) {
                 for (int i = 0; i < 12; ++i)
                   call.outputs[0].as<float>()[i] = call.inputs[0].as<float>()[i];
                 if (++calls == 4)
                   call.outputs[0].as<uint8_t>()[7 * 4] ^= 1;
                 return okStatus();
               }),
               Internal,
               "output 'out' differs in run 2 with 2 threads from the first run, from "
               "element 7 on");
}

// A zero and its negative compare equal, but their bits differ.
TEST(Repeatable, SignsOfZeroCount) {
  unsigned calls = 0;
  EXPECT_ERROR(check([&](const UserCall &call) {
                 for (int i = 0; i < 12; ++i)
                   call.outputs[0].as<float>()[i] = calls == 0 ? 0.0f : -0.0f;
                 ++calls;
                 return okStatus();
               }),
               Internal, "in run 2 with 1 threads");
}

// The check detects workgroups that depend on their thread. This kernel's row depends on earlier
// workgroups of the same thread.
int32_t sumOfThread(const rlx_kernel_args *args, uint32_t row, uint32_t, uint32_t) {
  auto *kept = static_cast<float *>(args->workspace);
  const auto *a = static_cast<const float *>(args->buffers[0]);
  auto *out = static_cast<float *>(args->buffers[3]);
  if (row == 0)
    kept[0] = 0;
  for (int64_t i = 0; i < 4; ++i)
    out[4 * row + i] = kept[0] += a[4 * row + i];
  return RLX_KERNEL_OK;
}

TEST(Repeatable, WorkThatDependsOnItsThreadFails) {
  KernelTable kernels;
  ASSERT_OK(kernels.addCPU("add_rows", rt::testing::addRowsKernel));
  ASSERT_OK(kernels.addCPU("double", rt::testing::doubleKernel));
  ASSERT_OK(kernels.addCPU("scale_rows", sumOfThread));
  auto bytes = encodeProgram(rt::testing::sumProgram()); // its dispatches are very short
  ASSERT_TRUE(bytes.ok());
  const std::vector<float> x(64 * 4, 1.0f);
  const int64_t shape[] = {64, 4}, four[] = {4};
  const NamedTensor inputs[] = {{"x", {DType::F32, shape, x.data()}},
                                {"y", {DType::F32, shape, x.data()}}};
  const NamedTensor param{"scale", {DType::F32, four, kValues}};
  EXPECT_ERROR(check::checkRepeatable(*bytes, kernels, {&param, 1}, inputs), Internal,
               "output 'out' differs in run 1 with 2 threads");
}

} // namespace
