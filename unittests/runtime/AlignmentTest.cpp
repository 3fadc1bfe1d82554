// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Callers' memory that is not at a multiple of 64 bytes: kernels that memory bounds read and write
// it in place, others get an aligned copy.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>

#include "unittests/runtime/SumCase.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

// Notes the addresses that each kernel of the main program gets.
struct Addresses : RunObserver {
  bool wantsInputs() const override { return true; }
  bool wantsBuffers() const override { return true; }
  void onInputs(uint32_t, bool inPrepare, std::span<const ProbedBuffer> buffers) override {
    if (!inPrepare)
      add(buffers);
  }
  void onBuffers(const DispatchRecord &record, std::span<const ProbedBuffer> buffers) override {
    if (!record.inPrepare)
      add(buffers);
  }
  void add(std::span<const ProbedBuffer> buffers) {
    for (const ProbedBuffer &buffer : buffers)
      seen.push_back(buffer.data);
  }
  bool has(const void *address) const {
    return std::find(seen.begin(), seen.end(), address) != seen.end();
  }
  std::vector<const void *> seen;
};

// `count` floats that begin `shift` bytes after a multiple of 64.
class Floats {
public:
  Floats(size_t count, size_t shift) : bytes(count * 4 + 128) {
    const auto address = reinterpret_cast<uintptr_t>(bytes.data());
    at = bytes.data() + (64 - address % 64) % 64 + shift;
  }
  float *data() const { return reinterpret_cast<float *>(at); }

private:
  std::vector<std::byte> bytes;
  std::byte *at;
};

// Runs the sum with x and `out` at these distances from multiples of 64.
struct SumAt {
  SumAt(size_t shift, int64_t costNs) : x(24, shift), out(24, shift) {
    auto executable = readySum({.cols = 4, .costNs = costNs});
    Addresses addresses;
    EXPECT_OK(executable->setObserver(&addresses));
    std::memcpy(x.data(), test.x.data(), test.x.size() * 4);
    std::vector<NamedTensor> inputs = test.inputs(); // y, x
    inputs[1].tensor.data = x.data();
    const std::vector<NamedOutput> outputs{{"out", {DType::F32, test.shape, out.data()}}};
    EXPECT_OK(executable->run(inputs, outputs));
    std::vector<float> results(24); // for a check of `out` that may be between elements
    std::memcpy(results.data(), out.data(), results.size() * 4);
    test.check(TensorView{DType::F32, test.shape, results.data()});
    readsInPlace = addresses.has(x.data());
    writesInPlace = addresses.has(out.data());
  }
  Case test{6, 4, 1};
  Floats x, out;
  bool readsInPlace = false, writesInPlace = false;
};

} // namespace

TEST(Alignment, MemoryBoundKernelsTakeElementsWhereTheyAre) {
  for (const size_t shift : {0, 4, 16, 60}) {
    const SumAt sum(shift, 1); // 1 ns for 288 bytes
    EXPECT_TRUE(sum.readsInPlace) << shift;
    EXPECT_TRUE(sum.writesInPlace) << shift;
  }
}

TEST(Alignment, KernelsThatComputeGetAlignedMemory) {
  for (const size_t shift : {0, 4, 16, 60}) {
    const SumAt sum(shift, 1000);
    EXPECT_EQ(sum.readsInPlace, shift == 0) << shift;
    EXPECT_EQ(sum.writesInPlace, shift == 0) << shift;
  }
}

TEST(Alignment, UserKernelsGetAlignedMemory) {
  bool areAligned = false;
  KernelTable table;
  ASSERT_OK(table.addUser("twice", [&](const UserCall &call) {
    const auto x = reinterpret_cast<uintptr_t>(call.inputs[0].data);
    const auto out = reinterpret_cast<uintptr_t>(call.outputs[0].data);
    areAligned = x % 64 == 0 && out % 64 == 0;
    return okStatus();
  }));
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(userProgram(3), table));
  const int64_t shape[] = {8, 3};
  const Floats x(24, 4), out(24, 4);
  const NamedTensor inputs[] = {{"x", {DType::F32, shape, x.data()}}};
  const NamedOutput outputs[] = {{"out", {DType::F32, shape, out.data()}}};
  ASSERT_OK(executable->run(inputs, outputs));
  EXPECT_TRUE(areAligned);
}

namespace {

// Adopts a param of 80 kB, 4 bytes behind a multiple of 64, with this cost of preparing it. Returns
// whether the kernel that prepares it gets its address.
bool preparesInPlace(int64_t costNs) {
  constexpr int64_t kCols = 20000;
  static bool inPlace;
  struct Watch : RunObserver {
    bool wantsInputs() const override { return true; }
    void onInputs(uint32_t, bool inPrepare, std::span<const ProbedBuffer> buffers) override {
      if (inPrepare)
        inPlace = buffers[0].data == expected;
    }
    const void *expected = nullptr;
  } watch;
  Program program = sumProgram({.cols = kCols});
  program.prepare[0].cost = c(costNs);
  auto executable = Executable::load(std::move(program), testKernels());
  EXPECT_TRUE(executable.ok());
  Case test(2, kCols, 1);
  const Floats scale(kCols, 4);
  std::memcpy(scale.data(), test.scale.data(), kCols * 4);
  auto param = Tensor::wrap(DType::F32, std::span(test.shape).subspan(1), scale.data(), nullptr);
  EXPECT_TRUE(param.ok());
  watch.expected = scale.data();
  inPlace = false;
  EXPECT_OK((*executable)->adoptParam("scale", std::move(*param)));
  EXPECT_OK((*executable)->setObserver(&watch));
  EXPECT_OK((*executable)->run(test.inputs()));
  test.check(**executable);
  // A clone shares weights that may have been copied.
  auto clone = (*executable)->clone();
  EXPECT_TRUE(clone.ok());
  EXPECT_OK((*clone)->run(test.inputs()));
  test.check(**clone);
  return inPlace;
}

} // namespace

TEST(Alignment, ParamsArePackedWhereTheyAre) {
  EXPECT_TRUE(preparesInPlace(1));
  EXPECT_FALSE(preparesInPlace(1'000'000));
}

TEST(Alignment, ElementsBetweenTheirAddressesAreCopied) {
  const SumAt sum(2, 1);
  EXPECT_FALSE(sum.readsInPlace);
  EXPECT_FALSE(sum.writesInPlace);
}
