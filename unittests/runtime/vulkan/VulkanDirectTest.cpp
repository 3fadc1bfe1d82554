// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small inputs and results on a device with separate memory: kernels access host memory directly,
// and larger tensors are copied.
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "unittests/runtime/vulkan/Interposed.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

enum class Way { Shared, Direct, Copied };

class VulkanDirect : public InterposedTest {
protected:
  Way way() const {
    const GpuContext &context = *device->current();
    return context.sharesMemory()            ? Way::Shared
           : context.directInputBytes() != 0 ? Way::Direct
                                             : Way::Copied;
  }
  // The copies that the first run with these sizes records.
  uint64_t copiesOf(Executable &executable, std::span<const NamedTensor> inputs) {
    interposed->failNone();
    EXPECT_OK(executable.run(inputs));
    const uint64_t copies = interposed->calls("vkCmdCopyBuffer");
    EXPECT_OK(executable.run(inputs));
    EXPECT_EQ(interposed->calls("vkCmdCopyBuffer"), copies); // already recorded
    return copies;
  }
};

// out = 2 x, again = 2 out
Program readsItsResult() {
  ProgramBuilder b;
  b.program.name = "again";
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {c(4)}),
                 out = b.tensor(BufferKind::Output, "out", DType::F32, {c(4)}),
                 again = b.tensor(BufferKind::Output, "again", DType::F32, {c(4)}),
                 doubled = b.kernel("double");
  b.program.main = {ProgramBuilder::dispatch(doubled, {x, out}, 1, {c(4)}, c(1), "double"),
                    ProgramBuilder::dispatch(doubled, {out, again}, 1, {c(4)}, c(1), "double")};
  return std::move(b.program);
}

} // namespace

TEST_F(VulkanDirect, OnlyWhatIsLargeIsCopied) {
  auto executable = loadOnVulkan(onVulkan(sumProgram()));
  // Kernels write `out`, and a copy command of the program writes `head`.
  constexpr uint64_t kOwn = 2; // copies of the program
  struct {
    int64_t rows;
    uint64_t direct; // copies of inputs and results
  } const cases[] = {{5, 0}, {20000, 3}, {16384, 0}, {16385, 3}, {2000, 0}};
  for (const auto &[rows, direct] : cases) {
    SCOPED_TRACE(rows);
    const Case test(rows, 4, static_cast<float>(rows));
    ASSERT_OK(executable->setParam("scale", test.scaleView()));
    ASSERT_OK(executable->run(Case(1, 4, 0).inputs())); // the param is uploaded
    const uint64_t expected = way() == Way::Shared ? 0 : way() == Way::Direct ? direct : 4;
    EXPECT_EQ(copiesOf(*executable, test.inputs()), kOwn + expected);
    test.check(*executable);
  }
}

// Makes a variable of binding 3 with id 5 and an element pointer with id 6. Each 0 in `instruction`
// becomes id 6.
static bool readsWith(std::vector<uint32_t> instruction) {
  SpirvKernel kernel{"made", {0x07230203, 0x10300, 0, 100, 0}, 4, 0};
  const auto add = [&](std::vector<uint32_t> words) {
    words[0] |= static_cast<uint32_t>(words.size()) << 16;
    kernel.words.insert(kernel.words.end(), words.begin(), words.end());
  };
  add({71, 5, 33, 3});   // OpDecorate %5 Binding 3
  add({59, 9, 5, 12});   // OpVariable
  add({65, 9, 6, 5, 7}); // %6 = OpAccessChain %5
  for (uint32_t &word : instruction)
    word = word ? word : 6;
  add(std::move(instruction));
  EXPECT_OK(checkSpirvKernel(kernel));
  EXPECT_FALSE(readsBuffer(kernel, 2));
  return readsBuffer(kernel, 3);
}

TEST(SpirvReads, KernelsThatReadABuffer) {
  EXPECT_FALSE(readsWith({62, 0, 11}));                  // OpStore
  EXPECT_FALSE(readsWith({228, 0, 11, 12, 13}));         // OpAtomicStore
  EXPECT_FALSE(readsWith({4458, 0, 11, 12, 13}));        // OpCooperativeMatrixStoreKHR
  EXPECT_FALSE(readsWith({61, 10, 11, 12}));             // OpLoad of another one
  EXPECT_TRUE(readsWith({61, 10, 11, 0}));               // OpLoad
  EXPECT_TRUE(readsWith({234, 10, 11, 0, 12, 13, 14}));  // OpAtomicIAdd
  EXPECT_TRUE(readsWith({6035, 10, 11, 0, 12, 13, 14})); // OpAtomicFAddEXT
  EXPECT_TRUE(readsWith({4457, 10, 11, 0, 12, 13}));     // OpCooperativeMatrixLoadKHR
  EXPECT_TRUE(readsWith({57, 10, 11, 12, 0}));           // OpFunctionCall
  EXPECT_TRUE(readsWith({63, 11, 0}));                   // OpCopyMemory
  const SpirvKernel addOne = vulkanKernel("add_one", 2, 1);
  EXPECT_TRUE(readsBuffer(addOne, 0));
  EXPECT_FALSE(readsBuffer(addOne, 1));
}

// Reading over the bus is slow.
TEST_F(VulkanDirect, ResultsThatKernelsReadStayOnTheDevice) {
  auto executable = loadOnVulkan(onVulkan(readsItsResult()));
  const std::vector<float> x{1, 2, 3, 4};
  const std::vector<int64_t> shape{4};
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, x.data()}}};
  const uint64_t expected = way() == Way::Shared ? 0 : way() == Way::Direct ? 1 : 3;
  EXPECT_EQ(copiesOf(*executable, inputs), expected);
  EXPECT_EQ(executable->output(0).as<float>()[3], 8);
  EXPECT_EQ(executable->output(1).as<float>()[3], 16);
}

// Some GPUs expose only a part of their memory to the host.
TEST_F(VulkanDirect, SmallInputsMayLieInTheHostsMemory) {
  uint64_t survived = 0;
  for (uint64_t nth = 0;; ++nth) {
    SCOPED_TRACE(nth);
    const Case test(5, 4, static_cast<float>(nth));
    interposed->failAt("vkAllocateMemory", VK_ERROR_OUT_OF_DEVICE_MEMORY, nth);
    auto executable = Executable::load(onVulkan(sumProgram()), vulkanKernels());
    Status status = executable.status().copy();
    if (status.ok())
      status = (*executable)->setParam("scale", test.scaleView());
    if (status.ok())
      status = (*executable)->run(test.inputs());
    const bool reached = interposed->calls("vkAllocateMemory") > nth;
    interposed->failNone();
    if (status.ok())
      test.check(**executable);
    if (!reached)
      break;
    survived += status.ok();
  }
  EXPECT_EQ(survived, way() == Way::Direct ? 1u : 0u);
}
