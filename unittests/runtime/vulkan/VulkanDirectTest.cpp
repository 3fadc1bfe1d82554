// Small inputs and results on a device with memory of its own: kernels read and write them where
// the host does, and the larger ones are copied.
#include "unittests/runtime/vulkan/Interposed.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

enum class Way { Shared, Direct, Copied };

class VulkanDirect : public InterposedTest {
protected:
  Way way() const {
    const VulkanContext &context = *device->current();
    return context.sharesMemory()            ? Way::Shared
           : context.directInputBytes() != 0 ? Way::Direct
                                             : Way::Copied;
  }
  // Copies that the first run with these sizes records.
  uint64_t copiesOf(Executable &executable, std::span<const NamedTensor> inputs) {
    interposed->failNone();
    EXPECT_OK(executable.run(inputs));
    const uint64_t copies = interposed->calls("vkCmdCopyBuffer");
    EXPECT_OK(executable.run(inputs));
    EXPECT_EQ(interposed->calls("vkCmdCopyBuffer"), copies); // was recorded
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
  constexpr uint64_t kOwn = 2; // the program's
  struct {
    int64_t rows;
    uint64_t direct; // copies of inputs and results
  } const cases[] = {{5, 0}, {2000, 1}, {5000, 3}, {5, 0}, {4096, 1}, {4097, 3}};
  for (const auto &[rows, direct] : cases) {
    SCOPED_TRACE(rows);
    const Case test(rows, 4, static_cast<float>(rows));
    ASSERT_OK(executable->setParam("scale", test.scaleView()));
    ASSERT_OK(executable->run(Case(1, 4, 0).inputs())); // the param has arrived
    const uint64_t expected = way() == Way::Shared ? 0 : way() == Way::Direct ? direct : 4;
    EXPECT_EQ(copiesOf(*executable, test.inputs()), kOwn + expected);
    test.check(*executable);
  }
}

// Reading over the bus takes long.
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

// GPUs may let the host reach little of their memory.
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
