// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses of inputs and results change between runs: with sizes, with bound handles, and with
// memory of the caller. A device that caches recordings must distinguish them.
#include <array>
#include <deque>
#include <gtest/gtest.h>
#include <random>

#include "unittests/runtime/OnDevices.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

// y = x + z of [n], v = 2 w of [m], for any n and m.
Program twoSizesProgram() {
  ProgramBuilder b;
  b.program.name = "two sizes";
  b.program.symbols = {{"n", 0, 0}, {"m", 2, 0}};
  const Expr n = sym(0), m = sym(1);
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {n});
  const uint32_t z = b.tensor(BufferKind::Input, "z", DType::F32, {n});
  const uint32_t w = b.tensor(BufferKind::Input, "w", DType::F32, {m});
  const uint32_t y = b.tensor(BufferKind::Output, "y", DType::F32, {n});
  const uint32_t v = b.tensor(BufferKind::Output, "v", DType::F32, {m});
  const uint32_t addRows = b.kernel("add_rows"), doubled = b.kernel("double");
  b.program.main = {ProgramBuilder::dispatch(addRows, {x, z, y}, 1, {c(1), n}, c(1), "add"),
                    ProgramBuilder::dispatch(doubled, {w, v}, 1, {m}, c(1), "double")};
  return std::move(b.program);
}

constexpr int64_t kN = 1000;

// Tensors with one repeated value. They live until the next run.
class AddressesTest : public OnDevices {
protected:
  void SetUp() override {
    OnDevices::SetUp();
    if (!IsSkipped())
      executable = load(twoSizesProgram());
  }
  TensorView filled(int64_t size, float value) {
    memory.emplace_back(static_cast<size_t>(size), value);
    shapes.push_back(size);
    return {DType::F32, {&shapes.back(), 1}, memory.back().data()};
  }
  // Runs with z and w, and with x unless a handle has it. All elements of x are `sum`.
  void runAndCheck(int64_t m, float sum, bool givesX, bool takesY = false, bool takesV = false) {
    const float z = ++value, w = ++value;
    std::vector<NamedTensor> inputs{{"z", filled(kN, z)}, {"w", filled(m, w)}};
    if (givesX)
      inputs.push_back({"x", filled(kN, sum)});
    const TensorView y = filled(kN, -1), v = filled(m, -1);
    std::vector<NamedOutput> outputs;
    if (takesY)
      outputs.push_back({"y", {DType::F32, y.shape, const_cast<void *>(y.data)}});
    if (takesV)
      outputs.push_back({"v", {DType::F32, v.shape, const_cast<void *>(v.data)}});
    ASSERT_OK(executable->run(inputs, outputs));
    const TensorView seenY = takesY ? y : executable->output(0),
                     seenV = takesV ? v : executable->output(1);
    for (const int64_t i : {int64_t(0), kN - 1})
      ASSERT_EQ(seenY.as<float>()[i], sum + z) << "m = " << m << ", " << i;
    for (const int64_t i : {int64_t(0), m - 1})
      ASSERT_EQ(seenV.as<float>()[i], 2 * w) << "m = " << m << ", " << i;
    memory.clear();
    shapes.clear();
  }
  std::unique_ptr<Executable> executable;
  std::deque<std::vector<float>> memory;
  std::deque<int64_t> shapes;
  float value = 0;
};
RLX_ON_DEVICES(AddressesTest);

} // namespace

// The memory that x no longer needs does not shrink, but the data behind it moves.
TEST_P(AddressesTest, AHandleReplacesTheInput) {
  runAndCheck(300, 1, true);
  ASSERT_OK(executable->bindDeviceHandle("x", filled(kN, 10)));
  for (const int64_t m : {300, 200, 300, 300})
    runAndCheck(m, 10, false);
  ASSERT_OK(executable->unbindHandle("x"));
  for (const int64_t m : {200, 300, 200})
    runAndCheck(m, 5, true);
}

// Results that feed a device handle have no separate memory either.
TEST_P(AddressesTest, AHandleReplacesTheResult) {
  runAndCheck(300, 1, true);
  ASSERT_OK(executable->bindDeviceHandle("x", filled(kN, 0)));
  ASSERT_OK(executable->setHandleFeed("x", 0));
  float sum = 0;
  for (const int64_t m : {300, 200, 300, 300, 200, 300}) {
    runAndCheck(m, sum, false);
    sum += value - 1; // z of this run
  }
  ASSERT_OK(executable->unbindHandle("x"));
  for (const int64_t m : {300, 200, 300})
    runAndCheck(m, 7, true);
}

TEST_P(AddressesTest, AnyOrder) {
  std::mt19937 random(11);
  enum { kGiven, kHostHandle, kDeviceHandle } x = kGiven;
  float held = 0;
  for (int step = 0; step < 400 && !HasFatalFailure(); ++step) {
    SCOPED_TRACE(step);
    if (random() % 4 == 0) {
      if (x != kGiven)
        ASSERT_OK(executable->unbindHandle("x"));
      x = std::array{kGiven, kHostHandle, kDeviceHandle}[random() % 3];
      held = static_cast<float>(random() % 100);
      if (x == kHostHandle)
        ASSERT_OK(executable->bindHandle("x", filled(kN, held)));
      if (x == kDeviceHandle)
        ASSERT_OK(executable->bindDeviceHandle("x", filled(kN, held)));
    }
    const int64_t m = std::array{200, 300, 7, 5000}[random() % 4];
    runAndCheck(m, x == kGiven ? 3 : held, x == kGiven, random() % 3 == 0, random() % 3 == 0);
  }
}
